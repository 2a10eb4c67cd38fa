/** Divisions of a league: what a round gave to the rows of one. docs/scoring.md, Divisions */
import type { LeagueRound } from './series.ts'

/**
 * The round with the results of these rows only, and the ranks that they have among themselves, from 1; rows that shared
 * a rank still do. Points, bonuses and penalties stay as they are. `leagueTable` makes the division's table of such
 * rounds, with points for places by these ranks.
 *
 * @param isIn whether the row with that key was in the division when the round opened
 */
export function divisionRound<Round extends LeagueRound>(
  round: Round,
  isIn: (row: string) => boolean,
): Round {
  const results = round.results.filter(({ row }) => isIn(row))
  const ranks = results
    .flatMap(({ rank, isDisqualified }) => (isDisqualified ? [] : [rank]))
    .toSorted((a, b) => a - b)
  const firsts = new Map<number, number>()
  for (const [index, rank] of ranks.entries()) {
    if (!firsts.has(rank)) firsts.set(rank, index + 1)
  }
  return {
    ...round,
    // Disqualified rows are behind all others.
    results: results.map((result) => ({
      ...result,
      rank: result.isDisqualified ? ranks.length + 1 : (firsts.get(result.rank) ?? 1),
    })),
  }
}
