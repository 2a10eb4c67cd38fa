/** The control room's content. It is read once after each change, no matter how many devices ask. */
import type { ControlRoom, NextPress, ShownPlace, ShowStreamer } from '@rollcall/contract/show'
import { countPresses } from '@rollcall/scoring/show-steps'
import type { AppContext } from '../../edge/app-context.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { EventTags } from '../events/boards/event-tags.ts'
import {
  countRows,
  findRanksAround,
  findRanksLeft,
  listRowsOfRanks,
  type StoredRow,
} from '../events/boards/frozen-board.ts'
import { findLeagueOfEvent, listRoundsToShow } from '../events/league/table-shows.ts'
import { showRight } from '../rights/event.ts'
import type { Viewer } from '../rights/roles.ts'
import { findHeldGames } from '../visibility/held-games.ts'
import { endsShow, isForOthers, showsStandings } from '../visibility/shown-step.ts'
import { collectMadeFrom, findRules, isKnown, listParticipants } from './board/participants.ts'
import { canGoBack, findNextPress, type RanksAround } from './moves.ts'
import { findOverlayStep, findViewersStep, listSteps, type ShowStep } from './steps.ts'
import { findShow, type ShowState, type StoredShow } from './stored-show.ts'
import { findScene, shownRow } from './views.ts'

/** Moments are on the clock of `performance.now()`, because the database has a different clock. */
interface Room {
  show: StoredShow
  /** Moves are refused until then, because a step is running. */
  clearsAtMs: number
  steps: readonly { step: ShowStep; dueAtMs: number }[]
  streamers: readonly ShowStreamer[]
  hasArrivals: boolean
  around: RanksAround
  nextRows: readonly StoredRow[]
  pressesLeft: number
  /** Row counts by frozen board. */
  rowCounts: ReadonlyMap<number | null, number>
}

/** A show that an act has just stored. */
interface KnownShow {
  show: StoredShow
  /** The position of the change feed before the act read anything. */
  heardUpTo: number
  /** What the act itself announced. */
  announced: ReadonlySet<string>
}

/** The limit for the participants and steps of all rooms together. */
const MOST_PARTICIPANTS = 20_000

type Context = Pick<AppContext, 'db' | 'changes' | 'now'>

export class ControlRooms {
  readonly #context: Context
  readonly #eventTags: EventTags
  readonly #cache: CachedValues<{ room: Room | null }>

  constructor(context: Context, eventTags: EventTags) {
    this.#context = context
    this.#eventTags = eventTags
    this.#cache = new CachedValues(context.changes, {
      maxSize: MOST_PARTICIPANTS,
      measure: ({ room }) => 1 + (room === null ? 0 : room.streamers.length + room.steps.length),
    })
  }

  /** The room at this moment, for somebody who may run the show; null if there is no such event. */
  async find(
    { eventId, viewer }: { eventId: number; viewer: Viewer },
    known?: KnownShow,
  ): Promise<ControlRoom | null> {
    const { db, changes, now } = this.#context
    const may = await findRights(db, { eventId, viewer })
    const tags = [
      `show:${eventId}` as const,
      `adjustments:${eventId}` as const,
      ...(await this.#eventTags.of(eventId)),
    ]
    const held = await findHeldGames(db, { eventId, now: now() })
    // Each topic of the act is heard once. If we hear a topic twice, or another topic, somebody else made a change.
    const isCurrent = ({ heardUpTo, announced }: KnownShow) => {
      const heard = changes.since(heardUpTo, tags)
      const topics = new Set(heard)
      return topics.size === heard?.length && topics.isSubsetOf(announced)
    }
    const { room } = await this.#cache.get({
      // What other events hold also changes with time.
      key: JSON.stringify([eventId, held]),
      tags,
      load: async () => {
        const show = known && isCurrent(known) ? known.show : await findShow(db, eventId)
        return { room: show && (await loadRoom(this.#context, show)) }
      },
    })
    if (room === null || may === null) {
      return null
    }
    const league = await describeLeague(db, { eventId, now: now() })
    return { may, league, ...forThose(may, atThisMoment(room, now())) }
  }
}

async function loadRoom(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  show: StoredShow,
): Promise<Room> {
  const clearsAtMs = performance.now() + show.waitMs
  const eventId = show.event.id
  const [participants, rules, around, steps] = await Promise.all([
    listParticipants(db, { eventId, now: now() }),
    findRules(db, eventId),
    findRanksAround(db, { eventId, board: show.board, rank: show.reached ?? 1 }),
    loadSteps(db, eventId),
  ])
  const boards = new Set([show.board, ...steps.map(({ step }) => step.board)])
  const rowCounts = await Promise.all(
    Array.from(boards, async (board) => [board, await countRows(db, { eventId, board })] as const),
  )
  const isFrozen = isForOthers(show) && isKnown(show.madeFrom)
  const current = collectMadeFrom(participants, rules, show.boardUserId)
  const names = Object.keys({ ...current, ...show.madeFrom })
  return {
    show,
    clearsAtMs,
    steps,
    around,
    ...(await findNext(db, show, around)),
    rowCounts: new Map(rowCounts),
    streamers: participants.map(({ madeFrom: _, receivedAt, ...participant }) => ({
      ...participant,
      receivedAt: receivedAt?.toISOString() ?? null,
      hasArrived: isFrozen && show.madeFrom[participant.userId] !== current[participant.userId],
    })),
    hasArrivals: isFrozen && names.some((name) => current[name] !== show.madeFrom[name]),
  }
}

async function loadSteps(db: Db, eventId: number): Promise<Room['steps']> {
  const askedAtMs = performance.now()
  const steps = await listSteps(db, eventId)
  return steps.map((step) => ({ step, dueAtMs: askedAtMs + step.dueInMs }))
}

/** What the organiser alone knows of the steps to come. */
async function findNext(
  db: Db,
  show: StoredShow,
  around: RanksAround,
): Promise<Pick<Room, 'nextRows' | 'pressesLeft'>> {
  const { reached, isPodiumOpen, step, settings, holdsNext } = show
  const { above, hasDuel } = around
  if (reached === null || isPodiumOpen || show.phase === 'final' || above === null) {
    return { nextRows: [], pressesLeft: reached === null || isPodiumOpen ? 0 : 1 }
  }
  const frozen = { eventId: show.event.id, board: show.board }
  const from = hasDuel && above === 2 ? 1 : above
  const left = await findRanksLeft(db, { ...frozen, rank: reached })
  const holds = { next: holdsNext, always: settings.holdsNames }
  return {
    nextRows: await listRowsOfRanks(db, { ...frozen, from, to: above }),
    pressesLeft: countPresses({ reached, step }, { ...left, hasDuel }, holds),
  }
}

type SharedRoom = Omit<ControlRoom, 'may' | 'league'>

/** Which tables its show can have. Time and other rounds change that, so it is read for each answer. */
async function describeLeague(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<ControlRoom['league']> {
  const league = await findLeagueOfEvent(db, eventId)
  return (
    league && {
      name: league.name,
      hasTeams: Boolean(league.rules.teams),
      isReady: (await listRoundsToShow(db, { league, eventId, now })) !== null,
    }
  )
}

/** What the caller may do is not in the room, which is kept once for all. */
async function findRights(
  db: Db,
  { eventId, viewer }: { eventId: number; viewer: Viewer },
): Promise<ControlRoom['may'] | null> {
  const rights = await db
    .selectFrom('events as event')
    .select([
      showRight('see hidden rows', viewer).as('seeHiddenRows'),
      showRight('set up', viewer).as('setUp'),
      showRight('post', viewer).as('post'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return rights ?? null
}

/**
 * Warnings of uploads name racers. The overlay shows each step before viewers see it, and its address also opens it for
 * somebody who no longer helps.
 */
function forThose({ seeHiddenRows, setUp }: ControlRoom['may'], room: SharedRoom): SharedRoom {
  return {
    ...room,
    overlayToken: setUp ? room.overlayToken : null,
    controlToken: setUp ? room.controlToken : null,
    next: seeHiddenRows ? room.next : withoutRank(room.next),
    nextRows: seeHiddenRows ? room.nextRows : [],
    pressesLeft: seeHiddenRows ? room.pressesLeft : null,
    streamers: seeHiddenRows
      ? room.streamers
      : room.streamers.map((streamer) => ({ ...streamer, warnings: [] })),
  }
}

/** A rank that is missing, and a duel, tell where ties are. */
function withoutRank(next: NextPress): NextPress {
  if (next.kind === 'gap') return { kind: 'reveal', rank: null }
  return 'rank' in next ? { ...next, rank: null } : next
}

/** Everything that depends on the time is computed for each answer. */
function atThisMoment(room: Room, now: Date): SharedRoom {
  const { show, clearsAtMs, streamers, hasArrivals, around, rowCounts } = room
  const { event, settings, publicToken, overlayToken, controlToken } = show
  const steps = room.steps.map(({ step, dueAtMs }) => ({ ...step, dueInMs: msUntil(dueAtMs) }))
  const overlay = findOverlayStep(steps)
  const viewers = findViewersStep(steps)
  const countRows = (board: number | null) => rowCounts.get(board) ?? 0
  const shown = (state: ShowState): ShownPlace => ({
    scene: findScene(state),
    reached: state.phase === 'live' ? state.reached : null,
    rowCount: countRows(state.board),
  })
  return {
    event,
    settings,
    publicToken,
    overlayToken,
    controlToken,
    phase: show.phase,
    version: show.version,
    boardUserId: show.boardUserId,
    boardOf: show.boardOf,
    startRank: show.startRank,
    reached: show.reached,
    isPodiumOpen: show.isPodiumOpen,
    next: findNextPress(show, around),
    holdsNext: show.holdsNext,
    nextRows: room.nextRows.map(shownRow),
    pressesLeft: room.pressesLeft,
    canGoBack: canGoBack(show),
    waitMs: msUntil(clearsAtMs),
    streamers: [...streamers],
    hasArrivals,
    rowCount: countRows(show.board),
    isOpen: !settings.isSealed || endsShow(viewers),
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
