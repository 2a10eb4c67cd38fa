/** The show of an event as it is stored. Until the first change creates its row, everything has its default. */

import type { ControlRoom, ShowPhase, ShowSettings } from '@rollcall/contract/show'
import type { BoardOf } from '@rollcall/contract/show-view'
import { REVEAL_START_RANK } from '@rollcall/scoring/reveal'
import type { StepKind } from '@rollcall/scoring/show-steps'
import { sql } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import type { Db } from '../../platform/database/schema.ts'
import { shownNameColumn } from '../people/user-names.ts'
import { showRight } from '../rights/event.ts'
import type { Act, Viewer } from '../rights/roles.ts'
import type { MadeFrom } from './board/participants.ts'

/** How far a show has come, for its organiser or as others see it. */
export interface ShowState {
  phase: ShowPhase
  version: number
  /** The frozen board that it shows; null if there is none. */
  board: number | null
  /** null for All Streamers. */
  boardUserId: number | null
  boardOf: BoardOf
  /** While the league's table is shown, the board with which the event's own show ended; null: there was none. */
  resultsBoard: number | null
  startRank: number
  reached: number | null
  isPodiumOpen: boolean
  /** What the last move did; null: it took something back, or uncovered nothing. */
  step: StepKind | null
  /** How long that takes. */
  stepMs: number
  /** Drawn with the board, for what is decided by lot. */
  seed: number
  /** Whether points can have decimals; null: the board was frozen before that was known. */
  hasDecimals: boolean | null
}

/** Everything about a show except how far it has come. */
export interface ShowDetails {
  event: ControlRoom['event']
  ownerId: number
  settings: ShowSettings
  publicToken: string | null
  overlayToken: string | null
  controlToken: string | null
}

/** A show in the state that its organiser sees. */
export interface StoredShow extends ShowDetails, ShowState {
  /** Whether the next name waits for a press of its own. */
  holdsNext: boolean
  /** How much longer moves are refused because a step is running. */
  waitMs: number
  /** What the frozen board was made from. */
  madeFrom: MadeFrom
}

const selectShow = (db: Db, eventId: number) =>
  db
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
      'event.show_at as showAt',
      'event.created_by as ownerId',
      shownNameColumn('organiser').as('username'),
      'organiser.platform',
      'organiser.login',
      'show.public_token as publicToken',
      'show.overlay_token as overlayToken',
      'show.control_token as controlToken',
      'show.board_user_id as boardUserId',
      'show.board',
      'show.results_board as resultsBoard',
      'show.reached',
      'show.has_decimals as hasDecimals',
      sql<StepKind | null>`show.step`.as('step'),
    ])
    .select(({ fn, val }) => [
      fn.coalesce('show.is_sealed', val(false)).as('isSealed'),
      fn.coalesce('show.is_public', val(false)).as('isPublic'),
      fn.coalesce('show.is_listed', val(false)).as('isListed'),
      fn.coalesce('show.pauses_overlays', val(false)).as('pausesOverlays'),
      fn.coalesce('show.viewers_delay_s', val(0)).as('viewersDelayS'),
      sql<ShowPhase>`coalesce(show.phase, 'waiting')`.as('phase'),
      sql<BoardOf>`coalesce(show.board_of, 'event')`.as('boardOf'),
      fn.coalesce('show.version', val(0)).as('version'),
      fn.coalesce('show.start_rank', val(REVEAL_START_RANK)).as('startRank'),
      fn.coalesce('show.is_podium_open', val(false)).as('isPodiumOpen'),
      fn.coalesce('show.blur_ms', val(0)).as('stepMs'),
      fn.coalesce('show.seed', val(0)).as('seed'),
      fn.coalesce('show.holds_next', val(false)).as('holdsNext'),
      fn.coalesce('show.holds_names', val(false)).as('holdsNames'),
      sql<number>`greatest(0, coalesce(
        ceil(extract(epoch from show.clears_at - clock_timestamp()) * 1000), 0
      ))::double precision`.as('waitMs'),
      sql<MadeFrom>`coalesce(show.results, '{}')`.as('madeFrom'),
    ])
    .where('event.id', '=', eventId)

type ShowRow = Awaited<ReturnType<ReturnType<typeof selectShow>['executeTakeFirstOrThrow']>>

function toShow(row: ShowRow): StoredShow {
  const { id, name, startAt, endAt, startsAt, endsAt, showAt, username, ...rest } = row
  const { platform, login, ...show } = rest
  const { isSealed, isPublic, isListed, pausesOverlays, viewersDelayS, holdsNames, ...state } = show
  return {
    ...state,
    event: {
      id,
      name,
      startAt,
      endAt,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      showAt: showAt?.toISOString() ?? null,
      organiser: { username, page: { platform, login } },
    },
    settings: { isSealed, isPublic, isListed, pausesOverlays, viewersDelayS, holdsNames },
  }
}

/** null if there is no such event. */
export async function findShow(db: Db, eventId: number): Promise<StoredShow | null> {
  const row = await selectShow(db, eventId).executeTakeFirst()
  return row === undefined ? null : toShow(row)
}

export interface ActOnShow {
  eventId: number
  act: Act<'show'>
  viewer: Viewer
}

/**
 * The show, for somebody who may do that to it; null for everybody else.
 *
 * @throws {ApiError} if there is no such event
 */
export async function findShowFor(
  db: Db,
  { eventId, act, viewer }: ActOnShow,
): Promise<StoredShow | null> {
  const row = await selectShow(db, eventId)
    .select(showRight(act, viewer).as('isAllowed'))
    .executeTakeFirst()
  if (row === undefined) {
    throw new ApiError('no_such_event')
  }
  const { isAllowed, ...show } = row
  return isAllowed ? toShow(show) : null
}

/** Like `findShowFor`, but creates the show's row if it is missing, and locks it until the end of the transaction. */
export async function lockShowFor(trx: Db, asked: ActOnShow): Promise<StoredShow | null> {
  const { eventId, act, viewer } = asked
  const isAllowed = sql`event.id = ${eventId} and ${showRight(act, viewer)}`
  await sql`
    insert into shows (event_id) select event.id from events as event where ${isAllowed}
    on conflict do nothing`.execute(trx)
  await sql`
    select from shows as show join events as event on event.id = show.event_id
    where ${isAllowed} for update of show`.execute(trx)
  return findShowFor(trx, asked)
}
