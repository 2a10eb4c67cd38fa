/** The show of an event as it is stored. Until the first change creates its row, everything has its default. */
import type { ControlRoom, ShowPhase, ShowSettings } from '@rollcall/contract/show'
import { REVEAL_START_RANK } from '@rollcall/scoring/reveal'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { shownNameColumn } from '../auth/users.ts'
import type { Asker } from '../events/queries.ts'
import type { MadeFrom } from './participants.ts'

/** How far a show has come, for its organiser or as others see it. */
export interface ShowState {
  phase: ShowPhase
  version: number
  /** The frozen board that it shows; null if there is none. */
  board: number | null
  /** null for All Streamers. */
  boardUserId: number | null
  startRank: number
  reached: number | null
  isPodiumOpen: boolean
  blurMs: number
}

/** Everything about a show except how far it has come. */
export interface ShowDetails {
  event: ControlRoom['event']
  createdBy: number
  settings: ShowSettings
  publicToken: string | null
  overlayToken: string | null
}

/** A show in the state that its organiser sees. */
export interface StoredShow extends ShowDetails, ShowState {
  /** How much longer moves are refused because the blur of the last move is clearing. */
  waitMs: number
  /** What the frozen board was made from. */
  madeFrom: MadeFrom
}

export async function findShow(db: Db, eventId: number): Promise<StoredShow | null> {
  const row = await db
    .selectFrom('events as event')
    .innerJoin('users as organiser', 'organiser.id', 'event.created_by')
    .leftJoin('shows as show', 'show.event_id', 'event.id')
    .select([
      'event.id',
      'event.name',
      'event.first_day as startAt',
      'event.last_day as endAt',
      'event.starts_at as startsAt',
      'event.ends_at as endsAt',
      'event.created_by as createdBy',
      shownNameColumn('organiser').as('username'),
      'organiser.platform',
      'organiser.login',
      'show.public_token as publicToken',
      'show.overlay_token as overlayToken',
      'show.board_user_id as boardUserId',
      'show.board',
      'show.reached',
    ])
    .select(({ fn, val }) => [
      fn.coalesce('show.is_sealed', val(false)).as('isSealed'),
      fn.coalesce('show.is_public', val(false)).as('isPublic'),
      fn.coalesce('show.is_listed', val(false)).as('isListed'),
      fn.coalesce('show.pauses_overlays', val(false)).as('pausesOverlays'),
      fn.coalesce('show.viewers_delay_s', val(0)).as('viewersDelayS'),
      sql<ShowPhase>`coalesce(show.phase, 'waiting')`.as('phase'),
      fn.coalesce('show.version', val(0)).as('version'),
      fn.coalesce('show.start_rank', val(REVEAL_START_RANK)).as('startRank'),
      fn.coalesce('show.is_podium_open', val(false)).as('isPodiumOpen'),
      fn.coalesce('show.blur_ms', val(0)).as('blurMs'),
      sql<number>`greatest(0, coalesce(
        ceil(extract(epoch from show.clears_at - clock_timestamp()) * 1000), 0
      ))::double precision`.as('waitMs'),
      sql<MadeFrom>`coalesce(show.results, '{}')`.as('madeFrom'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (row === undefined) {
    return null
  }
  const { id, name, startAt, endAt, startsAt, endsAt, username, platform, login, ...show } = row
  const { isSealed, isPublic, isListed, pausesOverlays, viewersDelayS, ...state } = show
  return {
    ...state,
    event: {
      id,
      name,
      startAt,
      endAt,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      organiser: { username, page: { platform, login } },
    },
    settings: { isSealed, isPublic, isListed, pausesOverlays, viewersDelayS },
  }
}

/**
 * The show, for its event's creator and admins; null for everybody else.
 *
 * @throws {ApiError} if there is no such event
 */
export async function findManaged(
  db: Db,
  { eventId, asker }: { eventId: number; asker: Asker },
): Promise<StoredShow | null> {
  const show = await findShow(db, eventId)
  if (show === null) {
    throw new ApiError('no_such_event')
  }
  return show.createdBy === asker.userId || asker.isAdmin ? show : null
}

/** Like `findManaged`, but creates the show's row if it is missing, and locks it until the end of the transaction. */
export async function lockManaged(
  trx: Db,
  asked: { eventId: number; asker: Asker },
): Promise<StoredShow | null> {
  const {
    eventId,
    asker: { userId, isAdmin },
  } = asked
  const isManaged = sql`event.id = ${eventId} and (event.created_by = ${userId} or ${isAdmin})`
  await sql`
    insert into shows (event_id) select event.id from events as event where ${isManaged}
    on conflict do nothing`.execute(trx)
  await sql`
    select from shows as show join events as event on event.id = show.event_id
    where ${isManaged} for update of show`.execute(trx)
  return findManaged(trx, asked)
}

/** Whether people other than the organiser see it; they do not see a rehearsal. */
export function isForOthers<State extends Pick<ShowState, 'phase'>>(
  state: State,
): state is State & { phase: 'live' | 'final' } {
  return state.phase === 'live' || state.phase === 'final'
}

/** Rows with this rank or a higher number are uncovered; null if no rows are. */
export function uncoveredFrom(show: Pick<ShowState, 'phase' | 'reached' | 'isPodiumOpen'>) {
  if (show.phase === 'waiting') {
    return null
  }
  return show.phase === 'final' || show.isPodiumOpen ? 1 : show.reached
}
