/** Who wins a league's prizes. docs/scoring.md, Prizes */

export const MOST_PRIZES = 20

/** Why somebody who has the rank does not win. */
export const PASSED_OVER_REASONS = ['won_before', 'not_eligible', 'declined'] as const
export type PassedOverReason = (typeof PASSED_OVER_REASONS)[number]

/** A row of the table. */
export interface PrizeRow {
  row: string
  /** null: it cannot win. */
  rank: number | null
}

export interface Awarded<Row> {
  /** One for each prize: those who share it, or nobody. */
  winners: Row[][]
  /** Those who would have won a prize, in their order. */
  passedOver: { row: Row; reason: PassedOverReason }[]
}

/**
 * A prize belongs to a rank, from the first on, among the rows that are not passed over; those who share the rank share
 * the prize, and nobody wins the prizes of the ranks that they skip. Passed-over rows keep their rank in the table.
 *
 * @param rows the first first
 * @param reasons of the rows that are passed over
 */
export function awardPrizes<Row extends PrizeRow>(
  prizes: number,
  rows: readonly Row[],
  reasons: ReadonlyMap<string, PassedOverReason>,
): Awarded<Row> {
  const winners = Array.from({ length: prizes }, (): Row[] => [])
  const passedOver: Awarded<Row>['passedOver'] = []
  let ahead = 0
  for (const group of inRanks(rows)) {
    if (ahead >= prizes) break
    for (const row of group) {
      const reason = reasons.get(row.row)
      if (reason === undefined) winners[ahead]?.push(row)
      else passedOver.push({ row, reason })
    }
    ahead += winners[ahead]?.length ?? 0
  }
  return { winners, passedOver }
}

/** The ranked rows, those that share a rank together. */
function inRanks<Row extends PrizeRow>(rows: readonly Row[]): Row[][] {
  const groups = Map.groupBy(rows, ({ rank }) => rank)
  return [...groups].flatMap(([rank, group]) => (rank === null ? [] : [group]))
}
