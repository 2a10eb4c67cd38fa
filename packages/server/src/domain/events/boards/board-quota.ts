/**
 * How many rows all boards of one organiser may have: those of events go when others need their room, those that shows
 * and final rounds have frozen stay. docs/decisions/124-boards-that-nobody-reads.md
 */
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { ownsEvent } from '../../rights/event.ts'
import type { ShownBoard } from './event-boards.ts'

interface Quota {
  organiserId: number
  mostRows: number
}

/**
 * If the organiser's boards have too many rows, supersedes those that have not been read for longest.
 *
 * @param kept boards that stay however large they are, because somebody is reading them
 */
export async function makeRoom(
  db: Db,
  { organiserId, mostRows }: Quota,
  kept: readonly { id: number | null }[],
): Promise<void> {
  const ids = kept.flatMap(({ id }) => id ?? [])
  await sql`
    with counted as (
      select board.id, is_kept,
        sum(board.row_count) over (order by is_kept desc, board.read_at desc, board.id desc) as rows
      from event_boards as board
      join events as event on event.id = board.event_id
      cross join lateral (select board.id = any(${ids}::bigint[]) as is_kept) as asked
      where ${ownsEvent(organiserId)} and board.superseded_at is null
    )
    update event_boards set superseded_at = clock_timestamp()
    where id in (
      select id from event_boards
      where id in (
        select id from counted
        where not is_kept and rows + ${frozenRows(organiserId)} > ${mostRows}::bigint
      )
      for update skip locked
    )`.execute(db)
}

/**
 * Makes room for a board that is about to be frozen.
 *
 * @throws {ApiError} 422 if the organiser's shows alone would have too many rows
 */
export async function makeRoomToFreeze(
  db: Db,
  { organiserId, mostRows }: Quota,
  { rowCount, id = null, parts = [] }: { rowCount: number } & Partial<ShownBoard>,
): Promise<void> {
  const { rows } = await sql<{ frozen: number }>`
    select ${frozenRows(organiserId)} as frozen`.execute(db)
  const count = (rows[0]?.frozen ?? 0) + rowCount
  if (count > mostRows) {
    throw new ApiError('shows_too_large', { most: mostRows, count })
  }
  await makeRoom(db, { organiserId, mostRows: mostRows - rowCount }, [...parts, { id }])
}

/** The number of rows that the organiser's shows and final rounds have frozen. */
const frozenRows = (organiserId: number): RawBuilder<number> => sql<number>`(
  select coalesce(sum(frozen.rows), 0)::double precision
  from events as event
  cross join lateral (
    select board from shows where event_id = event.id
    union
    select board from show_steps where event_id = event.id
    union
    select results_board from shows where event_id = event.id
    union
    select board from league_rounds where event_id = event.id
    union
    select previous_board from league_rounds where event_id = event.id
  ) as shown
  cross join lateral (
    -- Positions have no gaps.
    select max(position) as rows from show_rows
    where event_id = event.id and board = shown.board
  ) as frozen
  where ${ownsEvent(organiserId)}
)`
