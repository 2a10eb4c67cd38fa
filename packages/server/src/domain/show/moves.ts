/** How each move changes a show. Pure functions. */
import type { Move, NextPress } from '@rollcall/contract/show'
import { blurDurationMs } from '@rollcall/scoring/reveal'
import { ApiError } from '../../edge/api-error.ts'
import { uncoveredFrom } from '../visibility/shown-step.ts'
import type { ShowState, StoredShow } from './stored-show.ts'

/** The nearest ranks above and below the reached one that exist on the frozen board. */
export interface RanksAround {
  above: number | null
  below: number | null
}

/** How far a show has come. */
export type ShowProgress = Pick<ShowState, 'phase' | 'reached' | 'isPodiumOpen' | 'startRank'>
export type MoveResult = ShowProgress & { blurMs: number }

/** Which board a show has. */
type Boards = Pick<ShowState, 'board' | 'boardUserId' | 'boardOf' | 'resultsBoard'>

export function findNextPress(
  { phase, isPodiumOpen }: ShowProgress,
  { above }: RanksAround,
): NextPress {
  if (phase === 'waiting') {
    return { kind: 'start' }
  }
  if (phase === 'final') {
    return { kind: 'none' }
  }
  if (isPodiumOpen) {
    return { kind: 'finish' }
  }
  return above === null ? { kind: 'show-podium' } : { kind: 'reveal', rank: above }
}

export function canGoBack({ phase, reached, startRank, isPodiumOpen }: ShowProgress): boolean {
  const isRunning = phase === 'rehearsal' || phase === 'live'
  return isRunning && (isPodiumOpen || (reached !== null && reached < startRank))
}

/** @throws {ApiError} 409 if the show has moved on, or a blur is clearing */
export function checkMove(show: Pick<StoredShow, 'version' | 'waitMs'>, version: number): void {
  if (version !== show.version) {
    throw new ApiError('show_moved')
  }
  if (show.waitMs > 0) {
    throw new ApiError('blur_running')
  }
}

/** The time from a press until the stage hears of it and begins to clear. */
const STAGE_LAG_MS = 500
/** The time until the winner's name is on the podium; see `stage-podium.module.css`. */
const PODIUM_RISES_MS = 2_700

/** How long after the press the stage needs to show what the move uncovers. */
export function stageTakesMs(before: ShowProgress, result: MoveResult): number {
  const isUncovering =
    (uncoveredFrom(result) ?? Number.POSITIVE_INFINITY) <
    (uncoveredFrom(before) ?? Number.POSITIVE_INFINITY)
  if (!isUncovering) {
    return 0
  }
  return STAGE_LAG_MS + (result.isPodiumOpen ? PODIUM_RISES_MS : result.blurMs)
}

/** Whether the move takes something back; viewers must not see that if they have not seen it yet. */
export function takesBack(move: Move, result: MoveResult): boolean {
  return (
    move.kind === 'back' || move.kind === 'reset' || (move.kind === 'jump' && result.blurMs === 0)
  )
}

/** The rank whose neighbours `makeMove` needs to know. For a start or a jump, it is the rank above the move's rank. */
export function rankLookedAt(show: ShowProgress, move: Move): number {
  switch (move.kind) {
    case 'start':
      return move.startRank - 1
    case 'jump':
      return move.rank - 1
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
  show: ShowProgress & Pick<Boards, 'resultsBoard'>,
  move: Move,
  around: RanksAround,
): MoveResult {
  const { phase, reached, startRank, isPodiumOpen } = show
  if (move.kind === 'start') {
    const isAfterShow = phase === 'final' && move.phase === 'live' && move.boardOf !== 'event'
    if ((phase === 'live' || phase === 'final') && !isAfterShow) {
      throw new ApiError('show_has_begun')
    }
    return {
      phase: move.phase,
      startRank: move.startRank,
      reached: move.startRank,
      isPodiumOpen: false,
      // If there are no rows from there on, the move uncovers nothing, so nothing blurs.
      blurMs: around.below === null ? 0 : blurDurationMs(around.below),
    }
  }
  if (move.kind === 'take-over') {
    if (phase !== 'live' && phase !== 'final') {
      throw new ApiError('nothing_to_take_over')
    }
    return { phase, startRank, reached, isPodiumOpen, blurMs: 0 }
  }
  if (move.kind === 'reset' && show.resultsBoard !== null) {
    return { phase: 'final', reached: 1, isPodiumOpen: false, startRank, blurMs: 0 }
  }
  if (move.kind === 'reset') {
    return { phase: 'waiting', reached: null, isPodiumOpen: false, startRank, blurMs: 0 }
  }
  return moveOn(show, move, around)
}

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
  show: ShowProgress,
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
        ? { phase: 'waiting', reached: null, isPodiumOpen: false, startRank, blurMs: 0 }
        : { phase: 'final', reached: 1, isPodiumOpen: false, startRank, blurMs: 0 }
    case 'next':
      if (isPodiumOpen) {
        throw new ApiError('all_uncovered')
      }
      return around.above === null
        ? { ...show, isPodiumOpen: true, blurMs: 0 }
        : { ...show, reached: around.above, blurMs: blurDurationMs(around.above) }
    case 'back':
      if (!canGoBack(show)) {
        throw new ApiError('show_at_its_start')
      }
      return isPodiumOpen
        ? { ...show, isPodiumOpen: false, blurMs: 0 }
        : { ...show, reached: Math.min(around.below ?? startRank, startRank), blurMs: 0 }
    case 'podium':
      // The reached rank stays, so that `back` returns to it.
      return { ...show, isPodiumOpen: true, blurMs: 0 }
    case 'jump': {
      if (move.rank > startRank) {
        throw new ApiError('rank_before_start', { startRank })
      }
      // `below` is the first rank from `move.rank` on. If racers share the rank above, `move.rank` does not exist.
      const rank = Math.min(around.below ?? startRank, startRank)
      const isUncovering = !isPodiumOpen && rank < reached
      return {
        ...show,
        reached: rank,
        isPodiumOpen: false,
        blurMs: isUncovering ? blurDurationMs(rank) : 0,
      }
    }
  }
}
