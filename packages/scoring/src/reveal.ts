/** Uncovering an event leaderboard on stream, rank by rank (the specification, sections 4 and 9). */

/** How far the reveal has come. */
export interface Reveal {
  /** Ranks from this one downwards in honour (this number and higher) are shown; null: none is. */
  pointer: number | null
  isPodiumOpen: boolean
}

/** One press of the button. */
export type RevealStep =
  | { kind: 'start' }
  | { kind: 'reveal'; rank: number }
  | { kind: 'show-podium' }

/** What the reveal needs to know of a row. */
interface RankedLike {
  rank: number
}

/** One of the podium's places, with everybody who shares it; nobody where the place above is shared. */
export interface PodiumPlace<Row> {
  place: 1 | 2 | 3
  rows: Row[]
}

/** Where the pointer goes first, however many rows there are. */
export const REVEAL_START_RANK = 11

/** Stands for the name of a racer who is not revealed: 20 bullets. */
export const MASKED_NAME = '•'.repeat(20)

/** Nothing is revealed: at the beginning, and again when another streamer is chosen. */
export const UNREVEALED: Reveal = { pointer: null, isPodiumOpen: false }

/**
 * What the next press does: start, then uncover the next rank that exists, then show the podium. A
 * shared rank is uncovered at once, so after 4 in 1, 2, 2, 4 comes 2, and after 2 comes 1. Without
 * rows the podium follows the start.
 */
export function nextStep(reveal: Reveal, rows: readonly RankedLike[]): RevealStep {
  const { pointer } = reveal
  if (pointer === null) {
    return { kind: 'start' }
  }
  // Asked with every press and every drawing, of boards of many thousands: no lists are made.
  let next = 0
  for (const { rank } of rows) {
    if (rank < pointer && rank > next) next = rank
  }
  return next === 0 ? { kind: 'show-podium' } : { kind: 'reveal', rank: next }
}

/** The reveal after one press. With the podium open a press leaves all as it is. */
export function pressReveal(reveal: Reveal, rows: readonly RankedLike[]): Reveal {
  const step = nextStep(reveal, rows)
  switch (step.kind) {
    case 'start':
      return { pointer: REVEAL_START_RANK, isPodiumOpen: false }
    case 'reveal':
      return { pointer: step.rank, isPodiumOpen: false }
    case 'show-podium':
      return { ...reveal, isPodiumOpen: true }
  }
}

/** The reveal after the podium's Close; what was revealed stays so, and a press opens it again. */
export function closePodium(reveal: Reveal): Reveal {
  return { ...reveal, isPodiumOpen: false }
}

/** What the button says: 'Start Reveal', 'Reveal Rank {n}' or 'Show Podium'. */
export function revealLabel(reveal: Reveal, rows: readonly RankedLike[]): string {
  const step = nextStep(reveal, rows)
  switch (step.kind) {
    case 'start':
      return 'Start Reveal'
    case 'reveal':
      return `Reveal Rank ${step.rank}`
    case 'show-podium':
      return 'Show Podium'
  }
}

/** Whether rows of this rank are shown; the others are blurred and their names masked. */
export function isRevealed({ pointer }: Reveal, rank: number): boolean {
  return pointer !== null && rank >= pointer
}

/** A row's name as it may be seen: its own, or 20 bullets. */
export function visibleName(reveal: Reveal, row: RankedLike & { racer_name: string }): string {
  return isRevealed(reveal, row.rank) ? row.racer_name : MASKED_NAME
}

/** How long the blur of a rank takes to clear, in milliseconds; the nearer to 1, the longer. */
export function blurDurationMs(rank: number): number {
  if (rank > 10) {
    return 1000
  }
  return rank > 5 ? 1000 + 100 * (11 - rank) : 2000 + 500 * (6 - rank)
}

/** The podium: always three places. Two people on one leave the next one empty, as their ranks do. */
export function podiumOf<Row extends RankedLike>(rows: readonly Row[]): PodiumPlace<Row>[] {
  return ([1, 2, 3] as const).map((place) => ({
    place,
    rows: rows.filter(({ rank }) => rank === place),
  }))
}
