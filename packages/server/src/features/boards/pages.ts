/** Pages of boards that are stored as rows, each with a position from 1, without gaps, and a rank. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

export interface BoardInRows {
  table: 'show_rows' | 'event_board_rows'
  /** Which of the table's rows, called `row`, are the board's. */
  isOfBoard: RawBuilder<boolean>
  /** What a row is joined to; empty where that is nothing. */
  joins: RawBuilder<unknown>
  /** What is read of a row, `position` among it. */
  columns: RawBuilder<unknown>
  /** The names by which a row is found. */
  names: readonly RawBuilder<unknown>[]
}

interface AskedPage {
  /** Rows from this rank on; those before it are neither listed nor counted. */
  fromRank: number
  /** From 1. */
  page: number
  pageSize: number
  /** Part of a name, letter case ignored; empty: all rows. */
  search: string
}

/** How many rows are listed on all pages together, and those of the page. */
interface PageOfRows<Row> {
  total: number
  totalPages: number
  rows: Row[]
}

/** A page of a board's rows in their order. */
export async function pageOfRows<Row>(
  db: Db,
  board: BoardInRows,
  { search, ...asked }: AskedPage,
): Promise<PageOfRows<Row>> {
  const words = search.trim()
  const { total, rows } =
    words === ''
      ? await findPage<Row>(db, board, asked)
      : await searchPage<Row>(db, board, { ...asked, words })
  return { total, totalPages: Math.ceil(total / asked.pageSize), rows }
}

/** By position, so that the rows before the page are not counted. */
async function findPage<Row>(
  db: Db,
  { table, isOfBoard, joins, columns }: BoardInRows,
  { fromRank, page, pageSize }: Omit<AskedPage, 'search'>,
): Promise<{ total: number; rows: Row[] }> {
  const from = sql`${sql.table(table)} as row`
  const first =
    fromRank === 1
      ? sql`1`
      : sql`(
          select min(position) from ${from} where ${isOfBoard} and rank = (
            select min(rank) from ${from} where ${isOfBoard} and rank >= ${fromRank}
          )
        )`
  const { rows } = await sql<{ total: number; rows: Row[] }>`
    with listed as (
      select ${first} as first, (select max(position) from ${from} where ${isOfBoard}) as last
    )
    select coalesce(last - first + 1, 0) as total, (
      select coalesce(json_agg(found order by found.position), '[]') from (
        select ${columns} from ${from} ${joins}
        where ${isOfBoard}
          and row.position >= first + ${(page - 1) * pageSize}::bigint
          and row.position < first + ${page * pageSize}::bigint
      ) as found
    ) as rows
    from listed`.execute(db)
  return rows[0] ?? { total: 0, rows: [] }
}

async function searchPage<Row>(
  db: Db,
  { table, isOfBoard, joins, columns, names }: BoardInRows,
  { fromRank, page, pageSize, words }: Omit<AskedPage, 'search'> & { words: string },
): Promise<{ total: number; rows: Row[] }> {
  const isFound = names.map((name) => sql`strpos(lower(${name}), lower(${words})) > 0`)
  const { rows } = await sql<{ total: number; rows: Row[] }>`
    with found as materialized (
      select ${columns} from ${sql.table(table)} as row ${joins}
      where ${isOfBoard} and row.rank >= ${fromRank} and (${sql.join(isFound, sql` or `)})
    )
    select (select count(*) from found) as total, (
      select coalesce(json_agg(listed order by listed.position), '[]') from (
        select * from found order by position limit ${pageSize} offset ${(page - 1) * pageSize}
      ) as listed
    ) as rows`.execute(db)
  return rows[0] ?? { total: 0, rows: [] }
}
