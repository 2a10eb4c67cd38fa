/** Pages of boards that are stored as rows. Each row has a position, from 1 without gaps, and a rank. */
import { type RawBuilder, sql } from 'kysely'
import { fitOf, isPartOf, namedBy } from '../../platform/database/folded-names.ts'
import type { Db } from '../../platform/database/schema.ts'

export interface BoardInRows {
  table: 'show_rows' | 'event_board_rows'
  /** Whether a row of the table, called `row`, is on the board. */
  isOnBoard: RawBuilder<boolean>
  /** The tables that `row` joins; may be empty. */
  joins: RawBuilder<unknown>
  /** The columns to read, including `position`. */
  columns: RawBuilder<unknown>
  /** The names that a search looks at, folded: the login, and the name shown. */
  names: readonly RawBuilder<string | null>[]
}

interface PageParams {
  /** Lists and counts only rows from this rank on. */
  fromRank: number
  /** From 1. */
  page: number
  pageSize: number
  /** A part of a name, compared as by `foldName`; if empty, all rows. */
  search: string
}

/** How many rows there are on all pages, and the rows of this one. */
interface PageOfRows<Row> {
  total: number
  totalPages: number
  rows: Row[]
}

/** A page of a board's rows, in order. */
export async function pageOfRows<Row>(
  db: Db,
  board: BoardInRows,
  { search, ...asked }: PageParams,
): Promise<PageOfRows<Row>> {
  const words = search.trim()
  const { total, rows } =
    words === ''
      ? await findPage<Row>(db, board, asked)
      : await searchPage<Row>(db, board, { ...asked, words })
  return { total, totalPages: Math.ceil(total / asked.pageSize), rows }
}

/** A row, and the first row with the next better rank and with the next lower; null: there is none. */
export interface PlaceOfRow<Row> {
  row: Row
  above: Row | null
  below: Row | null
}

/**
 * The best row for which `isOwn` is true, and its neighbours; null if there is none. In competition ranking the first
 * row with a rank has the same position, unless it is disqualified.
 *
 * @param isOwn a condition on the table's `row`
 */
export async function findPlace<Row>(
  db: Db,
  { table, isOnBoard, joins, columns }: Omit<BoardInRows, 'names'>,
  isOwn: RawBuilder<boolean>,
): Promise<PlaceOfRow<Row> | null> {
  const from = sql`${sql.table(table)} as row`
  const at = (found: RawBuilder<unknown>) => sql`(
    select row_to_json(found) from (
      select ${columns} from ${from} ${joins} where ${isOnBoard} and row.position = ${found}
    ) as found
  )`
  const { rows } = await sql<PlaceOfRow<Row>>`
    with own as materialized (
      select row.position, row.rank from ${from}
      where ${isOnBoard} and ${isOwn}
      order by row.position
      limit 1
    ),
    place as materialized (
      select own.position as own,
        (
          select row.rank from ${from}
          where ${isOnBoard} and row.position < least(own.position, own.rank) and row.rank < own.rank
          order by row.position desc
          limit 1
        ) as above,
        (
          select row.position from ${from}
          where ${isOnBoard} and row.position > own.position and row.rank > own.rank
          order by row.position
          limit 1
        ) as below
      from own
    )
    select ${at(sql`place.own`)} as row, ${at(sql`place.above`)} as above,
      ${at(sql`place.below`)} as below
    from place`.execute(db)
  return rows[0] ?? null
}

/** The place of the racer whom the words name; null: nobody, or several. */
export async function findNamedPlace<Row>(
  db: Db,
  board: BoardInRows,
  words: string,
): Promise<PlaceOfRow<Row> | null> {
  const { table, isOnBoard, joins, names } = board
  return findPlace<Row>(
    db,
    board,
    sql<boolean>`row.position = (
      select ${namedBy(sql`called.position`)} from (
        select row.position, ${fitOf(names, words)} as fit
        from ${sql.table(table)} as row ${joins}
        where ${isOnBoard} and ${isCalled(names, words)}
      ) as called
    )`,
  )
}

const isCalled = (names: BoardInRows['names'], words: string) =>
  sql<boolean>`(${sql.join(
    names.map((name) => isPartOf(name, words)),
    sql` or `,
  )})`

/** Uses positions, so that it does not have to count the rows before the page. */
async function findPage<Row>(
  db: Db,
  { table, isOnBoard, joins, columns }: BoardInRows,
  { fromRank, page, pageSize }: Omit<PageParams, 'search'>,
): Promise<{ total: number; rows: Row[] }> {
  const from = sql`${sql.table(table)} as row`
  const first =
    fromRank === 1
      ? sql`1`
      : sql`(
          select min(position) from ${from} where ${isOnBoard} and rank = (
            select min(rank) from ${from} where ${isOnBoard} and rank >= ${fromRank}
          )
        )`
  const { rows } = await sql<{ total: number; rows: Row[] }>`
    with listed as (
      select ${first} as first, (select max(position) from ${from} where ${isOnBoard}) as last
    )
    select coalesce(last - first + 1, 0) as total, (
      select coalesce(json_agg(found order by found.position), '[]') from (
        select ${columns} from ${from} ${joins}
        where ${isOnBoard}
          and row.position >= first + ${(page - 1) * pageSize}::bigint
          and row.position < first + ${page * pageSize}::bigint
      ) as found
    ) as rows
    from listed`.execute(db)
  return rows[0] ?? { total: 0, rows: [] }
}

async function searchPage<Row>(
  db: Db,
  { table, isOnBoard, joins, columns, names }: BoardInRows,
  { fromRank, page, pageSize, words }: Omit<PageParams, 'search'> & { words: string },
): Promise<{ total: number; rows: Row[] }> {
  const { rows } = await sql<{ total: number; rows: Row[] }>`
    with found as materialized (
      select ${columns} from ${sql.table(table)} as row ${joins}
      where ${isOnBoard} and row.rank >= ${fromRank} and ${isCalled(names, words)}
    )
    select (select count(*) from found) as total, (
      select coalesce(json_agg(listed order by listed.position), '[]') from (
        select * from found order by position limit ${pageSize} offset ${(page - 1) * pageSize}
      ) as listed
    ) as rows`.execute(db)
  return rows[0] ?? { total: 0, rows: [] }
}
