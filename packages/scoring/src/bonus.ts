/** What a league gives beside a round's points: bonuses, and participation that is kept. docs/scoring.md, Leagues */
import { fromHundredths, toHundredths } from './points.ts'
import type { RoundPoints, RoundResult } from './series.ts'

export const BONUS_RULES = [
  /** Each time that the racer was first at a checkpoint in a race. */
  'stage_winner',
  /** The most games of the round. */
  'most_games',
  /** Organisers give it. */
  'hand',
] as const
export type BonusRule = (typeof BONUS_RULES)[number]

export interface BonusTerm {
  name: string
  /** For each time; up to 2 decimals. */
  points: number
  by: BonusRule
}

/** What single games, and organisers, say of a row in a round. Games that only a snapshot has are not in it. */
export interface RoundFacts {
  /** Hits of checkpoints in races. */
  checkpoints: number
  /** Races and royales. */
  singleGames: number
  /** The part of the event points that was given for taking part. */
  participation: number
  /** The names of bonuses that organisers gave to the row, one for each time. */
  given: readonly string[]
}

export const NO_FACTS: RoundFacts = { checkpoints: 0, singleGames: 0, participation: 0, given: [] }

export interface ResultWithFacts extends RoundResult {
  facts: RoundFacts
}

/** A bonus that a row has in a round. */
export interface GivenBonus {
  name: string
  count: number
  /** For all times together. */
  points: number
}

export interface CellTerms {
  points: RoundPoints
  bonuses?: readonly BonusTerm[] | undefined
  keepsParticipation?: boolean | undefined
}

/** The bonuses of each row in a round, in the order of the rules; a row that is disqualified has none. */
export function giveBonuses(
  bonuses: readonly BonusTerm[],
  results: readonly ResultWithFacts[],
): ReadonlyMap<string, readonly GivenBonus[]> {
  const racing = results.filter(({ isDisqualified }) => !isDisqualified)
  const most = Math.max(0, ...racing.map(({ facts }) => facts.singleGames))
  return new Map(
    racing.map(({ row, facts }) => [
      row,
      bonuses.flatMap((term) => {
        const count = timesOf(term, facts, most)
        const points = fromHundredths(count * toHundredths(term.points))
        return count === 0 ? [] : [{ name: term.name, count, points }]
      }),
    ]),
  )
}

function timesOf({ name, by }: BonusTerm, facts: RoundFacts, mostGames: number): number {
  switch (by) {
    case 'stage_winner':
      return facts.checkpoints
    case 'most_games':
      return mostGames > 0 && facts.singleGames === mostGames ? 1 : 0
    case 'hand':
      return facts.given.filter((given) => given === name).length
  }
}

/** The results with what the rules add to them: the points of their bonuses, and what a dropped one keeps. If they add
 * nothing, the same results. */
export function withCellTerms(
  { points, bonuses = [], keepsParticipation = false }: CellTerms,
  results: readonly ResultWithFacts[],
): readonly ResultWithFacts[] {
  // Points for places have no part that was given for taking part.
  const keeps = keepsParticipation && points.kind === 'event'
  if (bonuses.length === 0 && !keeps) return results
  const given = giveBonuses(bonuses, results)
  return results.map((result) => ({
    ...result,
    bonus: sumBonuses(given.get(result.row) ?? []),
    participation: keeps && !result.isDisqualified ? result.facts.participation : 0,
  }))
}

export const sumBonuses = (given: readonly GivenBonus[]): number =>
  fromHundredths(given.reduce((sum, { points }) => sum + toHundredths(points), 0))
