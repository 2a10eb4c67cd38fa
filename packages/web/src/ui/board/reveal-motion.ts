/** What a reveal's move changes on screen, in the private reveal and in a show. Pure. */
import type { Reveal } from '@rollcall/scoring/reveal'
import { type StepKind, type StepTimes, stepTimes } from '@rollcall/scoring/show-times'

/** How far a board has been uncovered, and by which move. */
export interface RevealState extends Reveal {
  /** The streamer whose board it is; null: the board of All Streamers. */
  readonly board: string | number | null
  /** Grows with each move. */
  readonly version: number
  /** How long the last move takes; in the private reveal, the blur over what it uncovered. */
  readonly blurMs: number
  /** What the last move of a show did. Absent: it is no show's, or it took something back. */
  readonly step?: StepKind | undefined
}

/** The ranks that the last move uncovered: from `first` to before `end`. */
export interface UncoveredRanks {
  readonly first: number
  readonly end: number
  readonly blurMs: number
}

/** What a board needs to draw a reveal. */
export interface RevealMotion {
  /** The rank reached: rows with this rank or a higher number are shown. null: none yet, or the podium is. */
  readonly pointer: number | null
  /** null: nothing moves, as after a move back or a reload. */
  readonly uncovered: UncoveredRanks | null
  /** The podium rises for those who watched the reveal; for everybody else it is simply there. */
  readonly hasPodiumRisen: boolean
  /** What the running step of a show does, and when; absent: none is running. */
  readonly running?: StepTimes & { readonly step: StepKind }
}

/** For somebody who has just opened the page: nothing moves. */
export function noMotion({ pointer }: Pick<RevealState, 'pointer'>): RevealMotion {
  return { pointer, uncovered: null, hasPodiumRisen: false }
}

/** For somebody who was already looking at the state before. */
export function motionBetween(before: RevealState, now: RevealState): RevealMotion {
  const still: RevealMotion = { ...noMotion(now), ...runningStep(now) }
  const isSameBoard = before.board === now.board
  if (now.isPodiumOpen) {
    const hasPodiumRisen = isSameBoard && !before.isPodiumOpen && before.pointer !== null
    return { ...still, hasPodiumRisen }
  }
  const isMoveBack = isSameBoard && before.isPodiumOpen
  if (now.pointer === null || isMoveBack) {
    return noMotion(now)
  }
  const end = (isSameBoard ? before.pointer : null) ?? Number.POSITIVE_INFINITY
  return end <= now.pointer
    ? still
    : { ...still, uncovered: { first: now.pointer, end, blurMs: now.blurMs } }
}

function runningStep({ step, blurMs, pointer }: RevealState): Pick<RevealMotion, 'running'> {
  return step && blurMs > 0 && pointer !== null
    ? { running: { ...stepTimes(step, pointer), step } }
    : {}
}

/** Whether the last move has uncovered the rows of this rank. */
export function isUncoveredBy(
  { uncovered }: Pick<RevealMotion, 'uncovered'>,
  rank: number,
): boolean {
  return uncovered !== null && rank >= uncovered.first && rank < uncovered.end
}

/** Whether no move lies between the two. */
export function isSameState(one: RevealState, other: RevealState): boolean {
  return (
    one.version === other.version &&
    one.board === other.board &&
    one.pointer === other.pointer &&
    one.isPodiumOpen === other.isPodiumOpen
  )
}
