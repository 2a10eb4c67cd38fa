/** How each move changes a show. Pure functions. */
import type { Move, NextPress } from '@rollcall/contract/show'
import {
  afterStep,
  type Holds,
  type NextStep,
  nextStep,
  type StepKind,
} from '@rollcall/scoring/show-steps'
import { stepTimes } from '@rollcall/scoring/show-times'
import { ApiError } from '../../edge/api-error.ts'
import { uncoveredFrom } from '../visibility/shown-step.ts'
import type { ShowState, StoredShow } from './stored-show.ts'

/** The nearest ranks above and below the reached one that exist on the frozen board. */
export interface RanksAround {
  above: number | null
  below: number | null
  /** Whether ranks 1 and 2 are a duel. */
  hasDuel: boolean
}

/** How far a show has come. */
export type ShowProgress = Pick<
  ShowState,
  'phase' | 'reached' | 'isPodiumOpen' | 'startRank' | 'step'
>
export type MoveResult = ShowProgress & { stepMs: number }

/** Which board a show has. */
type Boards = Pick<ShowState, 'board' | 'boardUserId' | 'boardOf' | 'resultsBoard'>

export type Held = Pick<StoredShow, 'holdsNext' | 'settings'>

const holdsOf = ({ holdsNext, settings }: Held): Holds => ({
  next: holdsNext,
  always: settings.holdsNames,
})

export function findNextPress(show: ShowProgress & Held, around: RanksAround): NextPress {
  const { phase, isPodiumOpen } = show
  if (phase === 'waiting') {
    return { kind: 'start' }
  }
  if (phase === 'final') {
    return { kind: 'none' }
  }
  if (isPodiumOpen) {
    return { kind: 'finish' }
  }
  return findNextStep(show, around)
}

function findNextStep(show: ShowProgress & Held, around: RanksAround): NextStep {
  return nextStep({ reached: show.reached ?? 1, step: show.step }, around, holdsOf(show))
}

/** After these, something is shown of ranks that are not uncovered. */
const isPartial = (step: StepKind | null) =>
  step === 'points' || step === 'gap' || step === 'totals'

export function canGoBack(show: ShowProgress): boolean {
  const { phase, reached, startRank, isPodiumOpen, step } = show
  const isRunning = phase === 'rehearsal' || phase === 'live'
  return isRunning && (isPodiumOpen || isPartial(step) || (reached !== null && reached < startRank))
}

/** @throws {ApiError} 409 if the show has moved on, or a step is running */
export function checkMove(show: Pick<StoredShow, 'version' | 'waitMs'>, version: number): void {
  if (version !== show.version) {
    throw new ApiError('show_moved')
  }
  if (show.waitMs > 0) {
    throw new ApiError('blur_running')
  }
}

/** The time from a press until the stage hears of it and begins the step. */
const STAGE_LAG_MS = 500

/** How long after the press the stage needs to show where the move leads. */
export function stageTakesMs(before: ShowProgress, result: MoveResult): number {
  const isUncovering =
    (uncoveredFrom(result) ?? Number.POSITIVE_INFINITY) <
    (uncoveredFrom(before) ?? Number.POSITIVE_INFINITY)
  return isUncovering || result.stepMs > 0 ? STAGE_LAG_MS + result.stepMs : 0
}

/** Whether the move takes something back; viewers must not see that if they have not seen it yet. */
export function takesBack(move: Move, result: MoveResult): boolean {
  return (
    move.kind === 'back' || move.kind === 'reset' || (move.kind === 'jump' && result.stepMs === 0)
  )
}

/** The rank whose neighbours `makeMove` needs to know. For a start or a jump, it is the rank above the move's rank. */
export function rankLookedAt(show: ShowProgress, move: Move): number {
  switch (move.kind) {
    case 'start':
      return move.startRank - 1
    case 'jump':
      return move.rank - 1
    case 'back':
      // The duel uncovers two ranks.
      return show.step === 'names' && !show.isPodiumOpen ? 2 : (show.reached ?? 1)
    default:
      return show.reached ?? 1
  }
}

/**
 * The show after the move.
 *
 * @param around the ranks next to `rankLookedAt` on the board that the show has after the move
 * @throws {ApiError} 409 for a move that this show cannot make
 */
export function makeMove(
  show: ShowProgress & Held & Pick<Boards, 'resultsBoard'>,
  move: Move,
  around: RanksAround,
): MoveResult {
  const { phase, reached, startRank, isPodiumOpen } = show
  if (move.kind === 'start') {
    const isAfterShow = phase === 'final' && move.phase === 'live' && move.boardOf !== 'event'
    if ((phase === 'live' || phase === 'final') && !isAfterShow) {
      throw new ApiError('show_has_begun')
    }
    const at = {
      phase: move.phase,
      startRank: move.startRank,
      reached: move.startRank,
      isPodiumOpen: false,
    }
    // If there are no rows from there on, the move uncovers nothing.
    return around.below === null ? still(at) : taking(at, 'several')
  }
  if (move.kind === 'take-over') {
    if (phase !== 'live' && phase !== 'final') {
      throw new ApiError('nothing_to_take_over')
    }
    return still({ phase, startRank, reached, isPodiumOpen })
  }
  if (move.kind === 'reset' && show.resultsBoard !== null) {
    return still({ phase: 'final', reached: 1, isPodiumOpen: false, startRank })
  }
  if (move.kind === 'reset') {
    return still({ phase: 'waiting', reached: null, isPodiumOpen: false, startRank })
  }
  return moveOn(show, move, around)
}

/** A move that stage and overlay simply show. */
const still = (
  { phase, reached, isPodiumOpen, startRank }: Omit<ShowProgress, 'step'>,
  step: StepKind | null = null,
): MoveResult => ({ phase, reached, isPodiumOpen, startRank, step, stepMs: 0 })

/** A move that takes its time. */
const taking = (at: Omit<ShowProgress, 'step'>, step: StepKind): MoveResult => ({
  ...still(at, step),
  stepMs: stepTimes(step, at.reached ?? 1).ms,
})

/** The board that the show has after the move. @param frozen the board that it has frozen; null: none */
export function boardsAfter(
  show: Boards & Pick<ShowState, 'phase'>,
  move: Move,
  { phase, frozen }: { phase: ShowState['phase']; frozen: number | null },
): Boards {
  const { boardUserId, boardOf, resultsBoard } = show
  if (move.kind === 'reset' && resultsBoard !== null) {
    return { board: resultsBoard, boardUserId: null, boardOf: 'event', resultsBoard: null }
  }
  if (phase === 'waiting') {
    return { board: null, boardUserId, boardOf, resultsBoard: null }
  }
  const board = frozen ?? show.board
  if (move.kind !== 'start') {
    return { board, boardUserId, boardOf, resultsBoard }
  }
  return move.boardOf === 'event'
    ? { board, boardUserId: move.userId ?? null, boardOf: 'event', resultsBoard: null }
    : { board, boardUserId: null, boardOf: move.boardOf, resultsBoard: endOfOwnShow(show) }
}

/** The board with which the event's own show has ended; null: it has not. */
function endOfOwnShow({
  phase,
  board,
  boardUserId,
  boardOf,
  resultsBoard,
}: Boards & Pick<ShowState, 'phase'>): number | null {
  if (boardOf !== 'event') {
    return resultsBoard
  }
  return phase === 'final' && boardUserId === null ? board : null
}

/** A move of a show that has begun. */
function moveOn(
  show: ShowProgress & Held,
  move: Exclude<Move, { kind: 'start' | 'take-over' | 'reset' }>,
  around: RanksAround,
): MoveResult {
  const { phase, reached, startRank, isPodiumOpen } = show
  if (phase === 'waiting' || phase === 'final' || reached === null) {
    throw new ApiError(phase === 'final' ? 'show_is_over' : 'show_not_begun')
  }
  switch (move.kind) {
    case 'finish':
      return phase === 'rehearsal'
        ? still({ phase: 'waiting', reached: null, isPodiumOpen: false, startRank })
        : still({ phase: 'final', reached: 1, isPodiumOpen: false, startRank })
    case 'next':
      if (isPodiumOpen) {
        throw new ApiError('all_uncovered')
      }
      return takeStep({ ...show, reached }, around)
    case 'back':
      return goBack({ ...show, reached }, around)
    case 'podium':
      // The reached rank stays, so that `back` returns to it.
      return isPodiumOpen ? still(show) : taking({ ...show, isPodiumOpen: true }, 'podium')
    case 'jump': {
      if (move.rank > startRank) {
        throw new ApiError('rank_before_start', { startRank })
      }
      // `below` is the first rank from `move.rank` on. If racers share the rank above, `move.rank` does not exist.
      const rank = Math.min(around.below ?? startRank, startRank)
      const at = { ...show, reached: rank, isPodiumOpen: false }
      return !isPodiumOpen && rank < reached ? taking(at, 'several') : still(at)
    }
  }
}

type RunningShow = ShowProgress & Held & { reached: number }

function takeStep(show: RunningShow, around: RanksAround): MoveResult {
  const next = findNextStep(show, around)
  const { reached, step } = afterStep(show, next)
  // The rank whose points are shown is above the reached one.
  const rank = next.kind === 'points' ? next.rank : reached
  const isPodiumOpen = next.kind === 'show-podium'
  return {
    ...still({ ...show, reached, isPodiumOpen }, step),
    stepMs: step === null ? 0 : stepTimes(step, rank).ms,
  }
}

function goBack(show: RunningShow, around: RanksAround): MoveResult {
  const { reached, startRank, isPodiumOpen, step } = show
  if (!canGoBack(show)) {
    throw new ApiError('show_at_its_start')
  }
  if (isPodiumOpen) {
    return still({ ...show, isPodiumOpen: false })
  }
  if (isPartial(step)) {
    return still({ ...show, reached }, step === 'totals' ? 'gap' : null)
  }
  const before = Math.min(around.below ?? startRank, startRank)
  const held = step === 'name' ? 'points' : step === 'names' ? 'totals' : null
  return still({ ...show, reached: before }, before > reached ? held : null)
}
