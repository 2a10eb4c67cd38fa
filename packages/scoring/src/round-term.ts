/** What a round of a league gave, among the terms of a row of its table. */
import { fromHundredths, toHundredths } from './points.ts'
import type { TableRow } from './series.ts'

/** `absent`: the row did not race. Only what `counts` has points. */
export const ROUND_OUTCOMES = ['counts', 'dropped', 'absent', 'disqualified'] as const
export type RoundOutcome = (typeof ROUND_OUTCOMES)[number]

export interface RoundTerm {
  kind: 'round'
  /** The round's name. */
  round: string
  outcome: RoundOutcome
  /** The row's rank in the round; null if it has none. */
  place: number | null
  count: number
  /** What the round gave, counted or not. */
  value: number
  /** What of that counts: the terms of a row sum to its total. */
  points: number
}

/**
 * A term for each cell of the row.
 *
 * @param names of the table's rounds, in its order
 */
export function roundTerms(
  { cells }: Pick<TableRow, 'cells'>,
  names: readonly string[],
): RoundTerm[] {
  return cells.map(({ rank, value, isDropped, isDisqualified }, index) => {
    const outcome = isDisqualified
      ? 'disqualified'
      : rank === null
        ? 'absent'
        : isDropped
          ? 'dropped'
          : 'counts'
    return {
      ...{ kind: 'round', round: names[index] ?? '', outcome, place: rank, count: 1, value },
      points: outcome === 'counts' ? fromHundredths(toHundredths(value)) : 0,
    }
  })
}
