/** What may be seen of a show. Hidden names and points do not leave the database. */
import {
  MAX_HIDDEN_ROWS,
  MAX_VIEW_ROWS,
  type Scene,
  type ShowRow,
  ShowView,
} from '@rollcall/contract/show-view'
import { MASKED_NAME } from '@rollcall/scoring/reveal'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import type { Db } from '../../database/schema.ts'
import { WrittenAnswer } from '../../http/serve-endpoint.ts'
import { MIB } from '../../limits.ts'
import { readAtOneMoment } from '../events/event-board.ts'
import { countRows, type StandingRow } from './boards.ts'
import {
  findShow,
  type ShowState,
  type StoredShow,
  seenFrom,
  uncoveredFrom,
} from './stored-show.ts'
import type { TokenHolder } from './tokens.ts'

/** What others than the organiser see of an event's show, and what decides who gets it. */
export interface SeenShow {
  show: StoredShow
  /** As they may know it: a rehearsal has not begun. */
  state: ShowState
  view: ShowView
  answer: WrittenAnswer<ShowView>
}

/** Of all events together, as they are sent; one takes some 10 KB, of 500 streamers ten times as much. */
const MOST_CHARACTERS = 32 * MIB

/** What others ask of shows. */
export interface Shows {
  seen: (eventId: number) => Promise<SeenShow | null>
  holderOf: (token: string) => Promise<TokenHolder | null>
}

/** What everybody may see of an event's show; null where there is no such event. */
export function cacheSeenShows({
  db,
  changes,
}: Pick<AppContext, 'db' | 'changes'>): (eventId: number) => Promise<SeenShow | null> {
  const cache = new CachedValues<{ seen: SeenShow | null }>(changes, {
    maxSize: MOST_CHARACTERS,
    sizeOf: ({ seen }) => 1 + (seen?.answer.json.length ?? 0),
  })
  const load = (eventId: number) =>
    readAtOneMoment(db, async (trx) => {
      const show = await findShow(trx, eventId)
      if (show === null) {
        return { seen: null }
      }
      const state = seenFrom(show)
      const view = await viewOf(trx, show, state)
      const answer = WrittenAnswer.of(ShowView, view, { isCompressed: true })
      return { seen: { show, state, view, answer } }
    })
  return async (eventId) => {
    const { seen } = await cache.get({
      key: String(eventId),
      concerns: [`show:${eventId}/seen`, `event:${eventId}/details`, 'channel'],
      load: () => load(eventId),
    })
    return seen
  }
}

/** @param state the show's own, or what others may know of it */
export async function viewOf(db: Db, show: StoredShow, state: ShowState): Promise<ShowView> {
  const fromRank = uncoveredFrom(state)
  const { rowCount, rows } =
    fromRank === null
      ? { rowCount: 0, rows: [] }
      : await findWindow(db, { eventId: show.event.id, fromRank })
  const streamers = await listPeople(db, show.event.id)
  const board = streamers.find(({ userId }) => userId === state.boardUserId)
  const { id: _, ...event } = show.event
  return {
    version: state.version,
    scene: sceneOf(state),
    isRehearsal: state.phase === 'rehearsal',
    event: {
      ...event,
      streamers: streamers.map(({ username, profileImageUrl }) => ({ username, profileImageUrl })),
    },
    board: fromRank === null || board === undefined ? null : { username: board.username },
    startRank: fromRank === null ? null : state.startRank,
    reached: state.phase === 'final' ? null : state.reached,
    blurMs: state.phase === 'waiting' ? 0 : state.blurMs,
    rowCount,
    rows,
  }
}

function sceneOf({ phase, isPodiumOpen }: ShowState): Scene {
  if (phase === 'waiting' || phase === 'final') {
    return phase === 'final' ? 'final' : 'before'
  }
  return isPodiumOpen ? 'podium' : 'reveal'
}

/** The overlay's scene before the first show and the end of an event that is not sealed. */
export function standingsView(view: ShowView, rows: readonly StandingRow[]): ShowView {
  return {
    ...view,
    scene: 'standings',
    rowCount: rows.length,
    rows: rows
      .slice(0, MAX_VIEW_ROWS)
      .map((row, index) => shownRow({ ...row, position: index + 1 })),
  }
}

interface WindowRow {
  position: number
  rank: number
  /** null: hidden. */
  racer_name: string | null
  event_points: number | null
}

async function findWindow(
  db: Db,
  { eventId, fromRank }: { eventId: number; fromRank: number },
): Promise<{ rowCount: number; rows: ShowRow[] }> {
  const { rows } = await sql<WindowRow>`
    select * from (
      select position, rank, null::text as racer_name, null::numeric as event_points
      from show_rows
      where event_id = ${eventId} and rank < ${fromRank}
      order by position desc
      limit ${MAX_HIDDEN_ROWS}
    ) as hidden
    union all
    select * from (
      select position, rank, racer_name, event_points
      from show_rows
      where event_id = ${eventId} and rank >= ${fromRank}
      order by position
      limit ${MAX_VIEW_ROWS}
    ) as uncovered
    order by position`.execute(db)
  return {
    rowCount: await countRows(db, eventId),
    rows: rows.slice(0, MAX_VIEW_ROWS).map(shownRow),
  }
}

export function shownRow({ position, rank, racer_name, event_points }: WindowRow): ShowRow {
  return { id: String(position), rank, racer_name: racer_name ?? MASKED_NAME, event_points }
}

function listPeople(db: Db, eventId: number) {
  return db
    .selectFrom('event_participants as participant')
    .innerJoin('users as streamer', 'streamer.id', 'participant.user_id')
    .select([
      'streamer.id as userId',
      'streamer.username',
      'streamer.profile_image_url as profileImageUrl',
    ])
    .where('participant.event_id', '=', eventId)
    .orderBy('streamer.login')
    .execute()
}
