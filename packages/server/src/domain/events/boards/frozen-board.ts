/**
 * Boards that a show or a final round of a league has frozen: rows with the names and colours of that moment, which never
 * change. Those of hidden racers are replaced when somebody reads them.
 */
import type { PublicAdjustment } from '@rollcall/contract/events-adjustments'
import type { Term } from '@rollcall/scoring/explanation'
import type { RacerLabel } from '@rollcall/scoring/racer'
import { isDuel } from '@rollcall/scoring/show-steps'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import { foldedAscii, foldedInSql, foldNamesIn } from '../../../platform/database/folded-names.ts'
import type { Db } from '../../../platform/database/schema.ts'
import {
  type BoardInRows,
  findNamedPlace,
  findPlace,
  type PlaceOfRow,
  pageOfRows,
} from '../../boards/pages.ts'
import { shareNamesLock } from '../../intake/names/deleted-names.ts'
import { EVENT_SCOPE, joinHiddenByName, RACER_NAME } from '../../people/racer-names.ts'
import { ownRacers } from '../../rights/event.ts'
import type { ShownBoard } from './event-boards.ts'
import { DISQUALIFIED, explainedRows } from './read-board.ts'

/** A racer's row in a show. */
export type FrozenRow = RacerLabel & {
  rank: number
  event_points: number
  is_disqualified?: true
}

/** A row of a league's table, or of its teams, to freeze. */
export type FrozenTableRow = RacerLabel & {
  /** null: below the ranked rows, because rounds are missing. */
  rank: number | null
  event_points: number
  terms: readonly Term[]
}

/** A board that an event's show has frozen, by the version of its move, or a final round, below 0. */
export interface FrozenBoard {
  eventId: number
  /** null means that there is no board, and so no rows. */
  board: number | null
}

/** How many rows one statement freezes, so that no statement takes too long. */
const PORTION = 5_000
export const PODIUM_RANKS = 3

/** Copies a stored board with its racers' current names and colours. */
export async function freezeBoard(
  trx: Db,
  { eventId, board }: FrozenBoard,
  current: ShownBoard,
): Promise<void> {
  await shareNamesLock(trx)
  let frozen = 0
  for (let after = 0; after < current.rowCount; after += PORTION) {
    const rows = explainedRows(current, { after, upTo: after + PORTION })
    const { numAffectedRows } = await sql`
      insert into show_rows
        (event_id, board, position, rank, is_disqualified, racer_id, racer_name, display_name, color,
          later_channel_id, event_points, games, channels, single_games, checkpoints, terms)
      select ${eventId}::integer, ${board}::integer, position, rank, is_disqualified, racer_id,
        racer_name, display_name, color, later_channel_id, event_points, games, channels,
        single_games, checkpoints, terms
      from (${rows}) as row`.execute(trx)
    frozen += Number(numAffectedRows)
  }
  await foldNamesIn(trx, 'show_rows')
  if (frozen !== current.rowCount) {
    throw new ApiError('results_changed_too_fast')
  }
}

/** Freezes an invented board. */
export async function freezeInvented(
  trx: Db,
  { eventId, board }: FrozenBoard,
  rows: readonly FrozenRow[],
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

/** Freezes the table of a league, or of its teams, from the first row to the last. */
export async function freezeTable(
  trx: Db,
  { eventId, board }: FrozenBoard,
  { of, rows }: { of: 'table' | 'team'; rows: readonly FrozenTableRow[] },
): Promise<void> {
  await shareNamesLock(trx)
  const below = rankBelow(rows.filter(({ rank }) => rank !== null).length)
  for (let after = 0; after < rows.length; after += PORTION) {
    const portion = rows.slice(after, after + PORTION)
    await sql`
      insert into show_rows (event_id, board, position, rank, is_unranked, row_of, racer_name,
        display_name, color, event_points, terms)
      select ${eventId}::integer, ${board}::integer, ${after}::integer + number,
        coalesce(rank, ${below}::integer), rank is null, ${of}, racer_name, display_name, color,
        event_points, terms
      from unnest(
        ${portion.map(({ rank }) => rank)}::integer[],
        ${portion.map(({ racer_name }) => racer_name)}::text[],
        ${portion.map(({ display_name }) => display_name ?? null)}::text[],
        ${portion.map(({ color }) => color ?? null)}::text[],
        ${portion.map(({ event_points }) => event_points)}::numeric[],
        ${portion.map(({ terms }) => JSON.stringify(terms))}::jsonb[]
      ) with ordinality
        as row (rank, racer_name, display_name, color, event_points, terms, number)`.execute(trx)
  }
  await foldNamesIn(trx, 'show_rows')
}

/** As for disqualified rows: a place in the list that is never on the podium. */
const rankBelow = (ranked: number) => Math.max(ranked, PODIUM_RANKS) + 1

/** Deletes frozen boards that the show, its steps and the league no longer show. */
export async function forgetBoards(trx: Db, eventId: number): Promise<void> {
  // Goes from board to board by the index, because `distinct` would read every row.
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
      except select results_board from show_steps where event_id = ${eventId}
      except select results_board from shows where event_id = ${eventId}
      except select board from league_rounds where event_id = ${eventId}
      except select previous_board from league_rounds where event_id = ${eventId}
    )`.execute(trx)
}

export interface StoredRow {
  position: number
  rank: number
  racer_name: string
  display_name: string | null
  color: string | null
  event_points: number
  /** Otherwise null. */
  is_disqualified: true | null
  is_unranked: true | null
  leads_nowhere: true | null
}

/** The racer's name in a frozen `row`, of a hidden racer the one that others see; needs `joinFrozenHidden`. */
export const FROZEN_NAME = sql`coalesce(hidden.name, row.racer_name)`

/** The columns of `StoredRow` of a frozen `row`; needs `joinFrozenHidden`. */
export const FROZEN_COLUMNS = sql`
  row.position, row.rank, ${FROZEN_NAME} as racer_name,
  case when hidden.name is null then row.display_name end as display_name,
  case when hidden.name is null then row.color end as color, row.event_points, ${DISQUALIFIED},
  nullif(row.is_unranked, false) as is_unranked,
  case when row.row_of = 'team' then true end as leads_nowhere`

/** Joins the name that others see, if the racer of the query's frozen `row` is hidden. */
export const joinFrozenHidden = (eventId: number) =>
  joinHiddenByName(IN_NAME_OF_RACER, {
    ...EVENT_SCOPE(sql`${eventId}::integer`, sql`row.later_channel_id`),
    // In a league, a number would tell which row of an event is which of another one.
    number: sql`case when row.row_of is null
      then ${EVENT_SCOPE(sql`${eventId}::integer`, sql`row.later_channel_id`).number} end`,
  })

/** The name of a frozen `row`, if it is a racer's: a team may be called like somebody. */
const IN_NAME_OF_RACER = sql`case when row.row_of is distinct from 'team' then row.racer_name end`

/** A page of a frozen board: rows from a rank on whose names match the search. */
export async function pageOfFrozen(
  db: Db,
  { eventId, board, ...asked }: FrozenBoard & Parameters<typeof pageOfRows>[2],
): Promise<{ rows: StoredRow[]; total: number; totalPages: number }> {
  return pageOfRows<StoredRow>(db, inRows({ eventId, board }), asked)
}

/** The user's own row on the frozen board, and its neighbours; null if they are not on it. */
export async function findOwnFrozen(
  db: Db,
  frozen: FrozenBoard,
  userId: number,
): Promise<PlaceOfRow<StoredRow> | null> {
  return findPlace<StoredRow>(
    db,
    inRows(frozen),
    sql<boolean>`${IN_NAME_OF_RACER} in (
      select ${RACER_NAME} from events as event
      cross join lateral ${ownRacers(userId)} as racer
      where event.id = ${frozen.eventId}
    )`,
  )
}

/** The place of the racer on the frozen board whom the words name; null: nobody, or several. */
export async function findNamedFrozen(
  db: Db,
  frozen: FrozenBoard,
  words: string,
): Promise<PlaceOfRow<StoredRow> | null> {
  return findNamedPlace<StoredRow>(db, inRows(frozen), words)
}

/** The terms of rows of a frozen board, by position. */
export async function findFrozenTermsOfRows(
  db: Db,
  { eventId, board }: FrozenBoard,
  rows: readonly { position: number }[],
): Promise<ReadonlyMap<number, readonly Term[]>> {
  const positions = rows.map(({ position }) => position)
  const found = await db
    .selectFrom('show_rows')
    .select(['position', 'terms'])
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .where('position', '=', sql<number>`any(${positions}::integer[])`)
    .execute()
  return new Map(found.map(({ position, terms }) => [position, terms]))
}

/** The adjustments of a frozen board's rows, by their position. */
export async function listFrozenAdjustments(
  db: Db,
  { eventId, board }: FrozenBoard,
): Promise<PublicAdjustment[]> {
  const { rows } = await sql<
    Omit<StoredRow, 'event_points'> &
      Omit<PublicAdjustment, 'racer_name' | 'bonus'> & { bonus: string | null }
  >`
    select ${FROZEN_COLUMNS}, listed.term ->> 'adjustment' as kind, listed.term ->> 'reason' as reason,
      nullif(abs((listed.term ->> 'points')::numeric), 0) as points, listed.term ->> 'bonus' as bonus
    from show_rows as row ${joinFrozenHidden(eventId)}
    cross join jsonb_array_elements(row.terms) with ordinality as listed (term, number)
    where row.event_id = ${eventId} and row.board = ${board}
      and row.terms @> '[{"kind": "adjusted"}]' and listed.term ->> 'kind' = 'adjusted'
    order by row.position, listed.number`.execute(db)
  return rows.map(({ racer_name, display_name, color, kind, points, reason, bonus }) => ({
    ...{ racer_name, kind, points, reason },
    ...(bonus !== null && { bonus }),
    ...(display_name !== null && { display_name }),
    ...(color !== null && { color }),
  }))
}

const inRows = ({ eventId, board }: FrozenBoard): BoardInRows => ({
  table: 'show_rows',
  isOnBoard: sql`row.event_id = ${eventId} and row.board = ${board}`,
  joins: joinFrozenHidden(eventId),
  columns: FROZEN_COLUMNS,
  names: [
    sql`coalesce(${foldedAscii(sql`hidden.name`)}, ${foldedInSql(sql`row.racer_name`, sql`row.folded`)})`,
    sql`case when hidden.name is null
      then ${foldedInSql(sql`row.display_name`, sql`row.folded_display_name`)} end`,
  ],
})

/** The number of rows is the last position, because positions have no gaps. */
export async function countRows(db: Db, { eventId, board }: FrozenBoard): Promise<number> {
  const { count } = await db
    .selectFrom('show_rows')
    .select(({ fn, val }) => fn.coalesce(fn.max('position'), val(0)).as('count'))
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether any of the frozen rows has decimals. */
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

/** The nearest ranks above and below the given rank that exist on the frozen board, and whether it ends with a duel. */
export async function findRanksAround(
  db: Db,
  { eventId, board, rank }: FrozenBoard & { rank: number },
): Promise<{ above: number | null; below: number | null; hasDuel: boolean }> {
  const around = await db
    .selectFrom('show_rows')
    .select(({ fn }) => [
      fn.max<number | null>('rank').filterWhere('rank', '<', rank).as('above'),
      fn.min<number | null>('rank').filterWhere('rank', '>', rank).as('below'),
    ])
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .executeTakeFirstOrThrow()
  const first = await listPoints(db, { eventId, board, from: 1, to: 2 })
  const pointsOf = (of: number) =>
    first.filter((row) => row.rank === of).map(({ points }) => points)
  return { ...around, hasDuel: isDuel(pointsOf(1), pointsOf(2)) }
}

/** More sharers of a rank than anybody asks for. */
const MOST_SHARERS = 10

/** The last rows of these ranks, the best first, without what would name them. */
export async function listPoints(
  db: Db,
  { eventId, board, from, to }: FrozenBoard & { from: number; to: number },
): Promise<{ position: number; rank: number; points: number }[]> {
  const rows = await db
    .selectFrom('show_rows')
    .select(['position', 'rank', 'event_points as points'])
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .where('rank', '>=', from)
    .where('rank', '<=', to)
    .orderBy('position', 'desc')
    .limit(MOST_SHARERS)
    .execute()
  return rows.toReversed()
}

/** Which ranks above this one the frozen board has: of the first three which, of the others how many. */
export async function findRanksLeft(
  db: Db,
  { eventId, board, rank }: FrozenBoard & { rank: number },
): Promise<{ lower: number; top: number[] }> {
  const ranks = sql`select distinct rank from show_rows
    where event_id = ${eventId} and board = ${board} and rank < ${rank}`
  const { rows } = await sql<{ lower: number; top: number[] | null }>`
    select count(*) filter (where rank > ${PODIUM_RANKS}) as lower,
      array_agg(rank) filter (where rank <= ${PODIUM_RANKS}) as top
    from (${ranks}) as hidden`.execute(db)
  const [{ lower, top } = { lower: 0, top: null }] = rows
  return { lower, top: top ?? [] }
}

/** The last rows of the nearest rank above `rank`, or both of a duel, for those who may see hidden rows. */
export async function listRowsOfRanks(
  db: Db,
  { eventId, board, from, to }: FrozenBoard & { from: number; to: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${FROZEN_COLUMNS} from show_rows as row ${joinFrozenHidden(eventId)}
    where row.event_id = ${eventId} and row.board = ${board} and row.rank between ${from} and ${to}
    order by row.position limit ${MOST_SHARERS}`.execute(db)
  return rows
}

/** The terms of an uncovered row; null if the row is hidden or does not exist. */
export async function findFrozenTerms(
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
