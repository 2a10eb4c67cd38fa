/**
 * How long each step of a show takes. By its kind and rank only, never by points, a name's length or other data:
 * otherwise the speed would tell what is hidden. docs/scoring.md, The steps of a show.
 */
import type { StepKind } from './show-steps.ts'

export type { StepKind }

/** In milliseconds after the step has begun. */
export interface StepTimes {
  /** When the step ends. Until then the show cannot be moved. */
  readonly ms: number
  /** When the marble gets its colour, and the name appears. */
  readonly nameMs: number
  /** When the points begin to count up, and for how long they do. */
  readonly pointsMs: number
  readonly countMs: number
}

const step = (ms: number, nameMs: number, pointsMs: number, countMs: number): StepTimes => ({
  ...{ ms, nameMs, pointsMs, countMs },
})

/** The first one whose rank is not above the step's is the step's. */
type ByRank = readonly (readonly [fromRank: number, times: StepTimes])[]

/** From rank 4 on, first who, then how many. Of the first three, the number comes first and the name last. */
const TIMES: Readonly<Record<StepKind, ByRank>> = {
  several: [[1, step(1_000, 700, 700, 300)]],
  row: [
    [11, step(1_000, 500, 700, 300)],
    [4, step(3_000, 700, 1_500, 600)],
    [3, step(4_500, 3_000, 500, 1_200)],
    [2, step(5_500, 4_000, 500, 1_500)],
    [1, step(6_500, 5_000, 500, 2_000)],
  ],
  points: [[1, step(2_000, 2_000, 500, 1_200)]],
  name: [[1, step(2_000, 300, 0, 0)]],
  gap: [[1, step(3_000, 3_000, 3_000, 0)]],
  totals: [[1, step(6_000, 6_000, 500, 5_000)]],
  names: [[1, step(7_000, 2_000, 0, 0)]],
  podium: [[1, step(2_700, 0, 0, 0)]],
}

/** @param rank the best rank that the step uncovers */
export function stepTimes(kind: StepKind, rank: number): StepTimes {
  const found = TIMES[kind].find(([fromRank]) => rank >= fromRank) ?? TIMES[kind].at(-1)
  return found?.[1] ?? step(0, 0, 0, 0)
}
