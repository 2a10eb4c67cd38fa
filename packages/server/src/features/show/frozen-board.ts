/** Boards that a show has frozen: rows under the names and colours of that moment, which nothing changes any more. */
import type { Term } from '@rollcall/scoring/explanation'
import type { RacerLabel } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { pageOfRows } from '../boards/pages.ts'
import type { ShownBoard } from '../events/event-boards.ts'
import { explainedRows } from '../events/read-board.ts'

/** A racer's row in a show. */
export type RowOfShow = RacerLabel & { rank: number; event_points: number }

/** A board that the event's show has frozen. */
export interface FrozenBoard {
  eventId: number
  /** null: none, which has no rows. */
  board: number | null
}

/** Rows that one statement freezes, so that none takes too long. */
const PORTION = 5_000

/** Copies a board as it is stored, under its racers' current names and colours. */
export async function freezeBoard(
  trx: Db,
  { eventId, board }: FrozenBoard,
  current: ShownBoard,
): Promise<void> {
  let frozen = 0
  for (let after = 0; after < current.rowCount; after += PORTION) {
    const rows = explainedRows(current, { after, upTo: after + PORTION })
    const { numAffectedRows } = await sql`
      insert into show_rows
        (event_id, board, position, rank, racer_name, display_name, color, event_points, terms)
      select ${eventId}::integer, ${board}::integer, position, rank, racer_name, display_name,
        color, event_points, terms
      from (${rows}) as row`.execute(trx)
    frozen += Number(numAffectedRows)
  }
  if (frozen !== current.rowCount) {
    throw new ApiError('busy', 'The results of this event change too fast. Press again.')
  }
}

/** Freezes a board that is invented. */
export async function freezeInvented(
  trx: Db,
  { eventId, board }: FrozenBoard,
  rows: readonly RowOfShow[],
): Promise<void> {
  await sql`
    insert into show_rows (event_id, board, position, rank, racer_name, event_points, terms)
    select ${eventId}::integer, ${board}::integer, number, rank, racer_name, event_points, '[]'
    from unnest(
      ${rows.map(({ rank }) => rank)}::integer[],
      ${rows.map(({ racer_name }) => racer_name)}::text[],
      ${rows.map(({ event_points }) => event_points)}::numeric[]
    ) with ordinality as row (rank, racer_name, event_points, number)`.execute(trx)
}

/** Those that neither the show nor a step of it shows any more. */
export async function forgetBoards(trx: Db, eventId: number): Promise<void> {
  // From board to board by the index: a distinct would read every row of each.
  await sql`
    with recursive present as (
      select min(board) as board from show_rows where event_id = ${eventId}
      union all
      select (select min(board) from show_rows where event_id = ${eventId} and board > present.board)
      from present
      where present.board is not null
    )
    delete from show_rows
    where event_id = ${eventId} and board in (
      select board from present
      except select board from show_steps where event_id = ${eventId}
      except select board from shows where event_id = ${eventId}
    )`.execute(trx)
}

export interface StoredRow {
  position: number
  rank: number
  racer_name: string
  display_name: string | null
  color: string | null
  event_points: number
}

/** A page of a frozen board's rows from a rank on that are named so. */
export async function pageOfFrozen(
  db: Db,
  { eventId, board, ...asked }: FrozenBoard & Parameters<typeof pageOfRows>[2],
): Promise<{ rows: StoredRow[]; total: number; totalPages: number }> {
  return pageOfRows<StoredRow>(
    db,
    {
      table: 'show_rows',
      isOfBoard: sql`row.event_id = ${eventId} and row.board = ${board}`,
      joins: sql``,
      columns: sql`position, rank, racer_name, display_name, color, event_points`,
      names: [sql`racer_name`, sql`display_name`],
    },
    asked,
  )
}

/** Positions have no gaps. */
export async function countRows(db: Db, { eventId, board }: FrozenBoard): Promise<number> {
  const { count } = await db
    .selectFrom('show_rows')
    .select(({ fn, val }) => fn.coalesce(fn.max('position'), val(0)).as('count'))
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether any of the frozen rows has points with decimals. */
export async function findDecimals(db: Db, { eventId, board }: FrozenBoard): Promise<boolean> {
  const row = await db
    .selectFrom('show_rows')
    .select('position')
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .where(sql<boolean>`event_points <> trunc(event_points)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The ranks next to one that there are on the frozen board. */
export async function findRanksAround(
  db: Db,
  { eventId, board, rank }: FrozenBoard & { rank: number },
): Promise<{ above: number | null; below: number | null }> {
  return db
    .selectFrom('show_rows')
    .select(({ fn }) => [
      fn.max<number | null>('rank').filterWhere('rank', '<', rank).as('above'),
      fn.min<number | null>('rank').filterWhere('rank', '>', rank).as('below'),
    ])
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .executeTakeFirstOrThrow()
}

/** An uncovered row's terms; null where it is hidden or there is none. */
export async function findTerms(
  db: Db,
  asked: FrozenBoard & { fromRank: number; position: number },
): Promise<readonly Term[] | null> {
  const row = await db
    .selectFrom('show_rows')
    .select('terms')
    .where('event_id', '=', asked.eventId)
    .where('board', '=', asked.board)
    .where('position', '=', asked.position)
    .where('rank', '>=', asked.fromRank)
    .executeTakeFirst()
  return row?.terms ?? null
}
