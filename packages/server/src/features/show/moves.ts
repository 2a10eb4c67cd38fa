/** What each move of a show makes of it: values in, values out. */
import type { Move, NextPress } from '@rollcall/contract/show'
import { blurDurationMs } from '@rollcall/scoring/reveal'
import { ApiError } from '../../http/api-error.ts'
import { type ShowState, type StoredShow, uncoveredFrom } from './stored-show.ts'

/** The ranks next to the reached one that there are on the frozen board. */
export interface RanksAround {
  above: number | null
  below: number | null
}

/** How far a show is. */
export type Progress = Pick<ShowState, 'phase' | 'reached' | 'isPodiumOpen' | 'startRank'>
export type MoveResult = Progress & { blurMs: number }

export function nextPressOf({ phase, isPodiumOpen }: Progress, { above }: RanksAround): NextPress {
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

export function canGoBack({ phase, reached, startRank, isPodiumOpen }: Progress): boolean {
  const isRunning = phase === 'rehearsal' || phase === 'live'
  return isRunning && (isPodiumOpen || (reached !== null && reached < startRank))
}

/** @throws {ApiError} 409 where the show has moved on, or a blur is running */
export function checkMove(show: Pick<StoredShow, 'version' | 'waitMs'>, version: number): void {
  if (version !== show.version) {
    throw new ApiError(
      { code: 'show_moved', status: 409 },
      'The show has been moved meanwhile. This press changed nothing.',
    )
  }
  if (show.waitMs > 0) {
    throw new ApiError(
      { code: 'blur_running', status: 409 },
      'The last rank is still being uncovered. This press changed nothing.',
    )
  }
}

/** From a press until the stage has heard of it and begun to clear. */
const STAGE_LAG_MS = 500
/** The winner's name is on the podium: `stage-podium.module.css`. */
const PODIUM_RISES_MS = 2_700

/** How long after the press the stage has uncovered what the move uncovers. */
export function stageTakesMs(before: Progress, result: MoveResult): number {
  const isUncovering =
    (uncoveredFrom(result) ?? Number.POSITIVE_INFINITY) <
    (uncoveredFrom(before) ?? Number.POSITIVE_INFINITY)
  if (!isUncovering) {
    return 0
  }
  return STAGE_LAG_MS + (result.isPodiumOpen ? PODIUM_RISES_MS : result.blurMs)
}

/** Whether the move takes something back, so that what viewers have not seen yet they are not to see. */
export function takesBack(move: Move, result: MoveResult): boolean {
  return (
    move.kind === 'back' || move.kind === 'reset' || (move.kind === 'jump' && result.blurMs === 0)
  )
}

/** Around which rank `resultOfMove` has to know the ranks that there are: for a start or a jump, the one above it. */
export function rankLookedAt(show: Progress, move: Move): number {
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
 * Where the move leads.
 *
 * @param around the ranks next to `rankLookedAt` on the board that is shown from then on
 * @throws {ApiError} 409 for a move that this show cannot make
 */
export function resultOfMove(show: Progress, move: Move, around: RanksAround): MoveResult {
  const { phase, reached, startRank, isPodiumOpen } = show
  if (move.kind === 'start') {
    if (phase === 'live' || phase === 'final') {
      throw new ApiError('conflict', 'The show has begun already. Reset it to start anew.')
    }
    return {
      phase: move.phase,
      startRank: move.startRank,
      reached: move.startRank,
      isPodiumOpen: false,
      // Without rows from there on nothing is uncovered, so nothing blurs.
      blurMs: around.below === null ? 0 : blurDurationMs(around.below),
    }
  }
  if (move.kind === 'take-over') {
    if (phase !== 'live' && phase !== 'final') {
      throw new ApiError('conflict', 'There is no show that could take anything over.')
    }
    return { phase, startRank, reached, isPodiumOpen, blurMs: 0 }
  }
  if (move.kind === 'reset') {
    return { phase: 'waiting', reached: null, isPodiumOpen: false, startRank, blurMs: 0 }
  }
  if (phase === 'waiting' || phase === 'final' || reached === null) {
    throw refused(phase === 'final' ? 'The show is over.' : 'The show has not begun.')
  }
  switch (move.kind) {
    case 'finish':
      return phase === 'rehearsal'
        ? { phase: 'waiting', reached: null, isPodiumOpen: false, startRank, blurMs: 0 }
        : { phase: 'final', reached: 1, isPodiumOpen: false, startRank, blurMs: 0 }
    case 'next':
      if (isPodiumOpen) {
        throw refused('Everything is uncovered. Finish the show, or go back.')
      }
      return around.above === null
        ? { ...show, isPodiumOpen: true, blurMs: 0 }
        : { ...show, reached: around.above, blurMs: blurDurationMs(around.above) }
    case 'back':
      if (!canGoBack(show)) {
        throw refused('The show is at its start.')
      }
      return isPodiumOpen
        ? { ...show, isPodiumOpen: false, blurMs: 0 }
        : { ...show, reached: Math.min(around.below ?? startRank, startRank), blurMs: 0 }
    case 'podium':
      // The reached rank stays, so that `back` leads to it again.
      return { ...show, isPodiumOpen: true, blurMs: 0 }
    case 'jump': {
      if (move.rank > startRank) {
        throw refused(`This show starts at rank ${startRank}. Choose a rank from 1 to it.`)
      }
      // `below` is the first rank from `move.rank` on: where others share one above, nobody has that rank.
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

function refused(sentence: string): ApiError {
  return new ApiError({ code: 'move_refused', status: 409 }, sentence)
}
