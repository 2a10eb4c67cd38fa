/** What people may see of a show. Hidden names and points never leave the database. */

import { MAX_HIDDEN_ROWS, MAX_VIEW_ROWS, type Scene, ShowView } from '@rollcall/contract/show-view'
import { addPoints } from '@rollcall/scoring/points'
import { MASKED_NAME } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { WrittenAnswer } from '../../edge/serve-endpoint.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { ShownBoard } from '../events/boards/event-boards.ts'
import {
  countRows,
  FROZEN_COLUMNS,
  type FrozenBoard,
  findDecimals,
  findRanksAround,
  joinFrozenHidden,
  listPoints,
  PODIUM_RANKS,
  type StoredRow,
} from '../events/boards/frozen-board.ts'
import { pageOfBoard } from '../events/boards/read-board.ts'
import { shownNameColumn } from '../people/user-names.ts'
import { CHANNEL_PAGE } from '../standings/channel-labels.ts'
import { uncoveredFrom } from '../visibility/shown-step.ts'
import { toShowRow } from './board/current-board.ts'
import type { ShowDetails, ShowState } from './stored-show.ts'

/** What the stage, the overlay or viewers see of an event's show, and what decides who gets it. */
export interface ScreenView {
  show: ShowDetails
  /** How far the show has come at this place. */
  state: ShowState
  /** How many racers are on the podium; 0 until all of them are uncovered. */
  podiumCount: number
  view: ShowView
  answer: WrittenAnswer<ShowView>
}

/** @param state the show's own state, or what others may know of it */
export async function makeScreenView(
  db: Db,
  show: ShowDetails,
  state: ShowState,
): Promise<ScreenView> {
  const view = await makeView(db, show, state)
  const podiumCount = uncoveredFrom(state) === 1 ? await countPodium(db, show.event.id, state) : 0
  const answer = WrittenAnswer.of(ShowView, view, { isCompressed: true })
  return { show, state, podiumCount, view, answer }
}

async function countPodium(db: Db, eventId: number, { board }: ShowState): Promise<number> {
  const { count } = await db
    .selectFrom('show_rows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .where('rank', '<=', PODIUM_RANKS)
    .executeTakeFirstOrThrow()
  return count
}

async function makeView(db: Db, show: ShowDetails, state: ShowState): Promise<ShowView> {
  const fromRank = uncoveredFrom(state)
  const frozen = { eventId: show.event.id, board: state.board }
  const { rowCount, rows } =
    fromRank === null ? { rowCount: 0, rows: [] } : await findWindow(db, { ...frozen, fromRank })
  const streamers = await listPeople(db, show.event.id)
  const board = streamers.find(({ userId }) => userId === state.boardUserId)
  const { id: _, ...event } = show.event
  return {
    version: state.version,
    scene: findScene(state),
    isRehearsal: state.phase === 'rehearsal',
    event: {
      ...event,
      streamers: streamers.map(({ userId: _, ...streamer }) => streamer),
    },
    board: fromRank === null || board === undefined ? null : { username: board.username },
    ...(fromRank !== null && (await describeTable(db, show.event.id, state.boardOf))),
    startRank: fromRank === null ? null : state.startRank,
    reached: state.phase === 'final' ? null : fromRank,
    ...(fromRank !== null && state.step !== null && { step: state.step }),
    blurMs: state.phase === 'waiting' ? 0 : state.stepMs,
    rowCount,
    hasDecimals: fromRank !== null && (state.hasDecimals ?? (await findDecimals(db, frozen))),
    rows,
    ...(await findPartlyShown(db, show.event.id, state)),
  }
}

/** Whose table the board is. */
async function describeTable(
  db: Db,
  eventId: number,
  boardOf: ShowState['boardOf'],
): Promise<Pick<ShowView, 'table'>> {
  if (boardOf === 'event') {
    return {}
  }
  const series = await db
    .selectFrom('events as event')
    .innerJoin('event_series as series', 'series.id', 'event.series_id')
    .select('series.name')
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  const of = boardOf === 'table' ? 'racers' : 'teams'
  // The event may have been taken out of the series meanwhile.
  return { table: { league: series?.name ?? '', of } }
}

export function findScene({ phase, isPodiumOpen }: ShowState): Scene {
  if (phase === 'waiting' || phase === 'final') {
    return phase === 'final' ? 'final' : 'before'
  }
  return isPodiumOpen ? 'podium' : 'reveal'
}

/** What the overlay shows as standings. */
export async function standingsView(db: Db, view: ShowView, board: ShownBoard): Promise<ShowView> {
  const { rowCount, hasDecimals } = board
  const { rows } = await pageOfBoard(db, board, { page: 1, pageSize: MAX_VIEW_ROWS })
  return { ...view, scene: 'standings', rowCount, hasDecimals, rows: rows.map(toShowRow) }
}

/** A row whose null columns are hidden. */
type WindowRow = Omit<StoredRow, 'racer_name' | 'event_points'> & {
  racer_name: string | null
  event_points: number | null
}

async function findWindow(
  db: Db,
  { eventId, board, fromRank }: FrozenBoard & { fromRank: number },
): Promise<Pick<ShowView, 'rowCount' | 'rows'>> {
  // Who shares a rank is hidden, too.
  const { rows } = await sql<WindowRow>`
    select * from (
      select position, position as rank, null::text as racer_name, null::text as display_name,
        null::text as color, null::numeric as event_points, null::boolean as is_disqualified,
        null::boolean as is_unranked, null::boolean as leads_nowhere
      from show_rows
      where event_id = ${eventId} and board = ${board} and rank < ${fromRank}
      order by position desc
      limit ${MAX_HIDDEN_ROWS}
    ) as hidden
    union all
    select * from (
      select ${FROZEN_COLUMNS}
      from show_rows as row ${joinFrozenHidden(eventId)}
      where row.event_id = ${eventId} and row.board = ${board} and row.rank >= ${fromRank}
      order by row.position
      limit ${MAX_VIEW_ROWS}
    ) as uncovered
    order by position`.execute(db)
  return {
    rowCount: await countRows(db, { eventId, board }),
    rows: rows.slice(0, MAX_VIEW_ROWS).map(shownRow),
  }
}

/** What is shown of rows before their names: the points of a held rank, or of the duel. */
async function findPartlyShown(
  db: Db,
  eventId: number,
  { board, phase, step, reached, isPodiumOpen, seed }: ShowState,
): Promise<Pick<ShowView, 'held' | 'duel'>> {
  if ((phase !== 'live' && phase !== 'rehearsal') || isPodiumOpen || reached === null) {
    return {}
  }
  const frozen = { eventId, board }
  if (step === 'points') {
    const { above } = await findRanksAround(db, { ...frozen, rank: reached })
    const rows = await listPoints(db, { ...frozen, from: above ?? 1, to: above ?? 0 })
    return { held: rows.map(({ position, points }) => ({ id: String(position), points })) }
  }
  const isNamed = step === 'names' && reached === 1
  if (!isNamed && ((step !== 'gap' && step !== 'totals') || reached <= 2)) {
    return {}
  }
  const [first, second] = await listPoints(db, { ...frozen, from: 1, to: 2 })
  if (first === undefined || second === undefined) {
    return {}
  }
  const gap = addPoints(first.points, -second.points)
  const [left, right] = (seed % 2 === 0 ? [first, second] : [second, first]).map(
    ({ position, points }) => ({ points, ...(isNamed && { row: String(position) }) }),
  )
  return { duel: { gap, ...(step !== 'gap' && left && right && { sides: [left, right] }) } }
}

export function shownRow<Points extends number | null>({
  position,
  rank,
  racer_name,
  display_name,
  color,
  event_points,
  is_disqualified,
  is_unranked,
  leads_nowhere,
}: Omit<WindowRow, 'event_points'> & { event_points: Points }) {
  return {
    id: String(position),
    rank,
    racer_name: racer_name ?? MASKED_NAME,
    event_points,
    ...(display_name !== null && { display_name }),
    ...(color !== null && { color }),
    ...(is_disqualified && { is_disqualified }),
    ...(is_unranked && { is_unranked }),
    ...(leads_nowhere && { leads_nowhere }),
  }
}

function listPeople(db: Db, eventId: number) {
  return db
    .selectFrom('event_participants as participant')
    .innerJoin('users as streamer', 'streamer.id', 'participant.user_id')
    .leftJoin('channels as channel', 'channel.user_id', 'streamer.id')
    .select([
      'streamer.id as userId',
      shownNameColumn('streamer').as('username'),
      'streamer.profile_image_url as profileImageUrl',
      CHANNEL_PAGE.as('channel'),
    ])
    .where('participant.event_id', '=', eventId)
    .orderBy('streamer.login')
    .execute()
}
