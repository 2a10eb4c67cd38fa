/** What the control room says: read once after each change, whichever device asks. */
import type { ControlRoom, ShownPlace, ShowStreamer } from '@rollcall/contract/show'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import type { EventConcerns } from '../events/event-concerns.ts'
import { findHeldGames } from '../events/held-games.ts'
import { countRows, findRanksAround } from './frozen-board.ts'
import { canGoBack, nextPressOf, type RanksAround } from './moves.ts'
import { findRules, isKnown, listParticipants, madeOf } from './participants.ts'
import { listSteps, type Step, stepOfOverlay, stepOfViewers } from './steps.ts'
import { findShow, isForOthers, type ShowState, type StoredShow } from './stored-show.ts'
import { sceneOf, showsStandings } from './views.ts'

/** Moments as `performance.now()` has them, since the database's clock is another one. */
export interface Room {
  show: StoredShow
  /** When moves are no longer refused because of a blur. */
  clearsAtMs: number
  steps: readonly { step: Step; dueAtMs: number }[]
  streamers: readonly ShowStreamer[]
  hasArrivals: boolean
  around: RanksAround
  /** By frozen board. */
  rowCounts: ReadonlyMap<number | null, number>
}

/** A show as an act has stored it. */
interface KnownShow {
  show: StoredShow
  /** How far the change feed was before the act read anything. */
  heardUpTo: number
  /** By the act itself. */
  announced: ReadonlySet<string>
}

/** null: there is no such event. */
export type Rooms = (eventId: number, known?: KnownShow) => Promise<Room | null>

/** Participants and steps, of all rooms together. */
const MOST_PARTICIPANTS = 20_000

export function cacheRooms(
  { db, changes, now }: Pick<AppContext, 'db' | 'changes' | 'now'>,
  concernsOfEvent: EventConcerns,
): Rooms {
  const cache = new CachedValues<{ room: Room | null }>(changes, {
    maxSize: MOST_PARTICIPANTS,
    sizeOf: ({ room }) => 1 + (room === null ? 0 : room.streamers.length + room.steps.length),
  })
  return async (eventId, known) => {
    const concerns = [`show:${eventId}` as const, ...(await concernsOfEvent(eventId))]
    const held = await findHeldGames(db, { eventId, now: now() })
    // Each topic of the act is heard once. One that is heard again, or another one, is somebody else's change.
    const isCurrent = ({ heardUpTo, announced }: KnownShow) => {
      const heard = changes.since(heardUpTo, concerns)
      const topics = new Set(heard)
      return topics.size === heard?.length && topics.isSubsetOf(announced)
    }
    const { room } = await cache.get({
      // What other events hold ends with time, too.
      key: JSON.stringify([eventId, held]),
      concerns,
      load: async () => {
        const show = known && isCurrent(known) ? known.show : await findShow(db, eventId)
        return { room: show && (await loadRoom(show)) }
      },
    })
    return room
  }

  async function loadRoom(show: StoredShow): Promise<Room> {
    const clearsAtMs = performance.now() + show.waitMs
    const eventId = show.event.id
    const [participants, rules, around, steps] = await Promise.all([
      listParticipants(db, { eventId, now: now() }),
      findRules(db, eventId),
      findRanksAround(db, { eventId, board: show.board, rank: show.reached ?? 1 }),
      stepsOf(eventId),
    ])
    const boards = new Set([show.board, ...steps.map(({ step }) => step.board)])
    const rowCounts = await Promise.all(
      Array.from(
        boards,
        async (board) => [board, await countRows(db, { eventId, board })] as const,
      ),
    )
    const isFrozen = isForOthers(show) && isKnown(show.madeOf)
    const current = madeOf(participants, rules, show.boardUserId)
    const names = Object.keys({ ...current, ...show.madeOf })
    return {
      show,
      clearsAtMs,
      steps,
      around,
      rowCounts: new Map(rowCounts),
      streamers: participants.map(({ madeOf: _, warnings, receivedAt, ...participant }) => ({
        ...participant,
        receivedAt: receivedAt?.toISOString() ?? null,
        warnings: warnings.map(({ message }) => message),
        hasArrived: isFrozen && show.madeOf[participant.userId] !== current[participant.userId],
      })),
      hasArrivals: isFrozen && names.some((name) => current[name] !== show.madeOf[name]),
    }
  }

  async function stepsOf(eventId: number): Promise<Room['steps']> {
    const askedAtMs = performance.now()
    const steps = await listSteps(db, eventId)
    return steps.map((step) => ({ step, dueAtMs: askedAtMs + step.dueInMs }))
  }
}

/** The room at this moment: what of it depends on the time is worked out with each answer. */
export function answerOf(room: Room, now: Date): ControlRoom {
  const { show, clearsAtMs, streamers, hasArrivals, around, rowCounts } = room
  const { event, settings, publicToken, overlayToken } = show
  const steps = room.steps.map(({ step, dueAtMs }) => ({ ...step, dueInMs: msUntil(dueAtMs) }))
  const overlay = stepOfOverlay(steps)
  const viewers = stepOfViewers(steps)
  const rowsOf = (board: number | null) => rowCounts.get(board) ?? 0
  const shown = (state: ShowState): ShownPlace => ({
    scene: sceneOf(state),
    reached: state.phase === 'live' ? state.reached : null,
    rowCount: rowsOf(state.board),
  })
  return {
    event,
    settings,
    publicToken,
    overlayToken,
    phase: show.phase,
    version: show.version,
    boardUserId: show.boardUserId,
    startRank: show.startRank,
    reached: show.reached,
    isPodiumOpen: show.isPodiumOpen,
    next: nextPressOf(show, around),
    canGoBack: canGoBack(show),
    waitMs: msUntil(clearsAtMs),
    streamers: [...streamers],
    hasArrivals,
    rowCount: rowsOf(show.board),
    // As `isShowOver` has it.
    isOpen: !settings.isSealed || (viewers.phase === 'final' && viewers.boardUserId === null),
    overlay: {
      ...shown(overlay),
      ...(showsStandings(show, overlay, now) && { scene: 'standings' as const }),
    },
    viewers: shown(viewers),
    coming: steps
      .filter(({ dueInMs }) => dueInMs > 0)
      .map((step) => ({ ...shown(step), inMs: step.dueInMs })),
  }
}

function msUntil(atMs: number): number {
  return Math.max(0, Math.ceil(atMs - performance.now()))
}
