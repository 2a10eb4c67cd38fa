/** Uncovering an event leaderboard on stream, rank by rank. docs/scoring.md, The reveal. */

/** How far a reveal has come. */
export interface Reveal {
  /** Rows with this rank or a higher number are shown; null if none are. */
  pointer: number | null
  isPodiumOpen: boolean
}

export type NextPress =
  | { kind: 'start' }
  | { kind: 'reveal'; rank: number }
  | { kind: 'show-podium' }

interface RankedLike {
  rank: number
}

/** A rank on the podium with everybody who shares it; empty if a tie above it skips it. */
export interface PodiumPlace<Row> {
  place: 1 | 2 | 3
  rows: Row[]
}

/** Where the pointer starts, no matter how many rows there are. */
export const REVEAL_START_RANK = 11

/** Nothing is revealed: at the beginning, and again after another streamer is chosen. */
export const UNREVEALED: Reveal = { pointer: null, isPodiumOpen: false }

/**
 * What the next press does: start, then uncover the next rank that exists, then show the podium. With the ranks
 * 1, 2, 2, 4, the press after 4 uncovers 2 (both rows), then 1.
 */
export function nextPress(reveal: Reveal, rows: readonly RankedLike[]): NextPress {
  const { pointer } = reveal
  if (pointer === null) {
    return { kind: 'start' }
  }
  // Called on every render, for boards with many thousands of rows, so it builds no lists.
  let next = 0
  for (const { rank } of rows) {
    if (rank < pointer && rank > next) {
      next = rank
    }
  }
  return next === 0 ? { kind: 'show-podium' } : { kind: 'reveal', rank: next }
}

/** The reveal after one press; while the podium is open, a press changes nothing. */
export function pressReveal(reveal: Reveal, rows: readonly RankedLike[]): Reveal {
  const press = nextPress(reveal, rows)
  switch (press.kind) {
    case 'start':
      return { pointer: REVEAL_START_RANK, isPodiumOpen: false }
    case 'reveal':
      return { pointer: press.rank, isPodiumOpen: false }
    case 'show-podium':
      return { ...reveal, isPodiumOpen: true }
  }
}

/** The reveal after the Close button of the podium. */
export function closePodium(reveal: Reveal): Reveal {
  return { ...reveal, isPodiumOpen: false }
}

/** Whether rows of this rank are shown, neither blurred nor masked. */
export function isRevealed({ pointer }: Reveal, rank: number): boolean {
  return pointer !== null && rank >= pointer
}

/** How long the blur of a rank takes to clear, in milliseconds. */
export function blurDurationMs(rank: number): number {
  if (rank > 10) {
    return 1000
  }
  return rank > 5 ? 1000 + 100 * (11 - rank) : 2000 + 500 * (6 - rank)
}

/** The podium: always three ranks, some of which may be empty. */
export function podiumOf<Row extends RankedLike>(rows: readonly Row[]): PodiumPlace<Row>[] {
  return ([1, 2, 3] as const).map((place) => ({
    place,
    rows: rows.filter(({ rank }) => rank === place),
  }))
}
