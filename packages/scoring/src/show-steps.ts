/**
 * The plan of a show: which steps uncover the ranks that a board has. docs/scoring.md, The steps of a show. Only a server
 * that knows the whole board can ask it; no page does.
 */

/**
 * What a step does. `several`: uncovers many ranks at once. `row`: uncovers a rank. `points` and `name`: the same in two
 * presses, so that somebody can talk in between. `gap`, `totals` and `names`: the duel for rank 1. `podium`: opens the
 * podium.
 */
export const STEP_KINDS = [
  ...['several', 'row', 'points', 'name', 'gap', 'totals', 'names', 'podium'],
] as const
export type StepKind = (typeof STEP_KINDS)[number]

/** How far a show has come. */
export interface ShowPlace {
  /** Rows with this rank or a higher number are uncovered. */
  reached: number
  /** The last step. After `points`, `gap` and `totals`, something of the ranks above is shown, too. */
  step: StepKind | null
}

/** What is left of the board. */
export interface RanksLeft {
  /** The next rank to uncover; null: all are. */
  above: number | null
  /** Whether ranks 1 and 2 are a duel. */
  hasDuel: boolean
}

/** Where a name waits for a press of its own. */
export interface Holds {
  /** At the step that begins next. */
  next: boolean
  /** At each of the first three ranks. */
  always: boolean
}

export type NextStep =
  | { kind: 'reveal' | 'points' | 'name'; rank: number }
  | { kind: 'gap' | 'totals' | 'names' }
  | { kind: 'show-podium' }

const PODIUM_RANKS = 3

/** Whether somebody's total could be counted up: from nothing, to a number that nobody shares. */
export function isDuel(first: readonly number[], second: readonly number[]): boolean {
  return [first, second].every(([points = -1, ...others]) => points >= 0 && others.length === 0)
}

export function nextStep(
  { reached, step }: ShowPlace,
  { above, hasDuel }: RanksLeft,
  holds: Holds,
): NextStep {
  if (above === null || reached <= 1) {
    return { kind: 'show-podium' }
  }
  if (hasDuel && above === 2) {
    if (step === 'totals') {
      return { kind: 'names' }
    }
    return { kind: step === 'gap' ? 'totals' : 'gap' }
  }
  if (step === 'points') {
    return { kind: 'name', rank: above }
  }
  const isHeld = holds.next || (holds.always && above <= PODIUM_RANKS)
  return { kind: isHeld ? 'points' : 'reveal', rank: above }
}

/** The show after the step, before the podium. */
export function afterStep(place: ShowPlace, next: NextStep): ShowPlace {
  switch (next.kind) {
    case 'reveal':
      return { reached: next.rank, step: 'row' }
    case 'name':
      return { reached: next.rank, step: 'name' }
    case 'names':
      return { reached: 1, step: 'names' }
    case 'points':
    case 'gap':
    case 'totals':
      return { ...place, step: next.kind }
    case 'show-podium':
      return { ...place, step: 'podium' }
  }
}

/** @param lower how many ranks below the third are still hidden; `top`: those of the first three that are */
export function countPresses(
  place: ShowPlace,
  { lower, top, hasDuel }: { lower: number; top: readonly number[]; hasDuel: boolean },
  holds: Holds,
): number {
  let presses = lower
  let isHeldNext = holds.next
  let at = place
  if (lower > 0) {
    const isBetween = place.step === 'points'
    presses += isHeldNext && !isBetween ? 1 : 0
    isHeldNext &&= isBetween && lower === 1
    at = { reached: PODIUM_RANKS + 1, step: null }
  }
  while (at.step !== 'podium') {
    const { reached } = at
    const above = top.filter((rank) => rank < reached).toSorted((a, b) => b - a)[0] ?? null
    at = afterStep(at, nextStep(at, { above, hasDuel }, { ...holds, next: isHeldNext }))
    isHeldNext = false
    presses += 1
  }
  return presses
}
