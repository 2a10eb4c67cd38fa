/** What people may see of a show. Hidden names and points never leave the database. */
import type { PageAddress } from '@rollcall/contract/endpoint'
import { MAX_HIDDEN_ROWS, MAX_VIEW_ROWS, type Scene, ShowView } from '@rollcall/contract/show-view'
import { MASKED_NAME } from '@rollcall/scoring/reveal'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import type { Db } from '../../database/schema.ts'
import { WrittenAnswer } from '../../http/serve-endpoint.ts'
import { MIB } from '../../limits.ts'
import { shownNameColumn } from '../auth/users.ts'
import type { ShownBoard } from '../events/event-boards.ts'
import { readAtOneMoment } from '../events/event-sight.ts'
import { pageOfBoard } from '../events/read-board.ts'
import { toShowRow } from './current-board.ts'
import {
  countRows,
  FROZEN_COLUMNS,
  type FrozenBoard,
  findDecimals,
  joinFrozenHidden,
  type StoredRow,
} from './frozen-board.ts'
import { findOverlayStep, findViewersStep, listSteps } from './steps.ts'
import { findShow, type ShowDetails, type ShowState, uncoveredFrom } from './stored-show.ts'
import type { TokenHolder } from './tokens.ts'

/** What the stage, the overlay or viewers see of an event's show, and what decides who gets it. */
export interface PlaceView {
  show: ShowDetails
  /** How far the show has come at this place. */
  state: ShowState
  /** How many racers are on the podium; 0 until all of them are uncovered. */
  podiumCount: number
  view: ShowView
  answer: WrittenAnswer<ShowView>
}

/**
 * The limit for the answers of all events, in characters. One takes about 10 KB; with 500 streamers, ten times as much.
 */
const MOST_CHARACTERS = 32 * MIB

/** What other features ask about shows; null if there is no such event. */
export interface Shows {
  /** What viewers see: on the public page, in chat, in pictures, and as participants of a sealed event. */
  forViewers: (eventId: number) => Promise<PlaceView | null>
  /** What the stage shows: each move at once, also in rehearsals. */
  onStage: (eventId: number) => Promise<PlaceView | null>
  /** What the overlay shows. It is part of the stream: each move at once, but no rehearsals. */
  onOverlay: (eventId: number) => Promise<PlaceView | null>
  findHolder: (token: string) => Promise<TokenHolder | null>
}

/** What a press shows at once. Both are the same except in a rehearsal. */
interface Pressed {
  stage: PlaceView | null
  overlay: PlaceView | null
}

/** Reads and serialises each view once after a change, for all callers and streams. */
export function cachePlaceViews({
  db,
  changes,
}: Pick<AppContext, 'db' | 'changes'>): Omit<Shows, 'findHolder'> {
  const measure = (place: PlaceView | null) => 1 + (place?.answer.json.length ?? 0)
  const seen = new CachedValues<{ viewers: PlaceView | null }>(changes, {
    maxSize: MOST_CHARACTERS,
    measure: ({ viewers }) => measure(viewers),
  })
  const pressed = new CachedValues<Pressed>(changes, {
    maxSize: MOST_CHARACTERS,
    measure: ({ stage, overlay }) => measure(stage) + measure(overlay),
  })
  const listEventConcerns = (eventId: number) =>
    [`event:${eventId}/details`, 'channel', 'names'] as const
  const findPressed = async (eventId: number) =>
    pressed.get({
      key: String(eventId),
      concerns: [`show:${eventId}/stage`, `show:${eventId}/overlay`, ...listEventConcerns(eventId)],
      load: () =>
        readAtOneMoment(db, async (trx) => {
          const show = await findShow(trx, eventId)
          if (show === null) {
            return { stage: null, overlay: null }
          }
          const step = findOverlayStep(await listSteps(trx, eventId))
          const stage = await makePlaceView(trx, show, show)
          const isSame = step.version === show.version
          return { stage, overlay: isSame ? stage : await makePlaceView(trx, show, step) }
        }),
    })
  return {
    forViewers: async (eventId) => {
      const { viewers } = await seen.get({
        key: String(eventId),
        concerns: [`show:${eventId}/viewers`, ...listEventConcerns(eventId)],
        load: () =>
          readAtOneMoment(db, async (trx) => {
            const show = await findShow(trx, eventId)
            const step = findViewersStep(await listSteps(trx, eventId))
            // The stage has already uncovered it, so no blur is left to clear.
            return { viewers: show && (await makePlaceView(trx, show, { ...step, blurMs: 0 })) }
          }),
      })
      return viewers
    },
    onStage: async (eventId) => (await findPressed(eventId)).stage,
    onOverlay: async (eventId) => (await findPressed(eventId)).overlay,
  }
}

/** @param state the show's own state, or what others may know of it */
async function makePlaceView(db: Db, show: ShowDetails, state: ShowState): Promise<PlaceView> {
  const view = await makeView(db, show, state)
  const podiumCount = uncoveredFrom(state) === 1 ? await countPodium(db, show.event.id, state) : 0
  const answer = WrittenAnswer.of(ShowView, view, { isCompressed: true })
  return { show, state, podiumCount, view, answer }
}

export const PODIUM_RANKS = 3

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
  const { rowCount, hasDecimals, rows } =
    fromRank === null
      ? { rowCount: 0, hasDecimals: false, rows: [] }
      : await findWindow(db, { eventId: show.event.id, board: state.board, fromRank })
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
    startRank: fromRank === null ? null : state.startRank,
    reached: state.phase === 'final' ? null : fromRank,
    blurMs: state.phase === 'waiting' ? 0 : state.blurMs,
    rowCount,
    hasDecimals,
    rows,
  }
}

export function findScene({ phase, isPodiumOpen }: ShowState): Scene {
  if (phase === 'waiting' || phase === 'final') {
    return phase === 'final' ? 'final' : 'before'
  }
  return isPodiumOpen ? 'podium' : 'reveal'
}

/**
 * Whether the overlay shows standings. After the event's end, or once a show has begun, they would give away the
 * winner.
 */
export function showsStandings(
  { event, settings }: ShowDetails,
  overlay: Pick<ShowState, 'version'>,
  now: Date,
): boolean {
  return overlay.version === 0 && now < new Date(event.endsAt) && !settings.isSealed
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
): Promise<Pick<ShowView, 'rowCount' | 'hasDecimals' | 'rows'>> {
  const { rows } = await sql<WindowRow>`
    select * from (
      select position, rank, null::text as racer_name, null::text as display_name,
        null::text as color, null::numeric as event_points
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
    hasDecimals: await findDecimals(db, { eventId, board }),
    rows: rows.slice(0, MAX_VIEW_ROWS).map(shownRow),
  }
}

export function shownRow<Points extends number | null>({
  position,
  rank,
  racer_name,
  display_name,
  color,
  event_points,
}: Omit<WindowRow, 'event_points'> & { event_points: Points }) {
  return {
    id: String(position),
    rank,
    racer_name: racer_name ?? MASKED_NAME,
    event_points,
    ...(display_name !== null && { display_name }),
    ...(color !== null && { color }),
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
      sql<PageAddress | null>`case when channel.id is not null then json_build_object(
        'platform', channel.platform, 'login', channel.login
      ) end`.as('channel'),
    ])
    .where('participant.event_id', '=', eventId)
    .orderBy('streamer.login')
    .execute()
}
