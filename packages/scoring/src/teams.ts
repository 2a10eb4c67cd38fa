/** Teams of a league: what their members have of each round becomes the team's result. docs/scoring.md, Teams */
import {
  addFractions,
  compareFractions,
  dividedBy,
  type Fraction,
  roundHalfUp,
  times,
  whole,
} from './fraction.ts'
import { fromHundredths, toHundredths } from './points.ts'
import { compareCodePoints } from './ranking.ts'
import {
  adjustmentOf,
  exactPoints,
  type LeagueRound,
  type RoundPoints,
  type RoundResult,
} from './series.ts'

export interface TeamRules {
  /** How many of a team's members count in a round; null: all who raced. */
  best: number | null
  /** With fewer members a team did not race in the round. */
  minSize: number
}

/** A round with who was in which team when it opened. */
export interface RoundWithTeams extends LeagueRound {
  /** Whose each row is; rows of others count for no team. A member may have several. */
  members: ReadonlyMap<string, string>
  /** The members of each team. Nobody is in two. */
  rosters: ReadonlyMap<string, readonly string[]>
}

/** A member whose points the team has. */
export interface CountedMember {
  member: string
  /** Before the multiplier, without adjustments. */
  points: number
}

export interface TeamRound extends LeagueRound {
  /** By team, the members who counted, the best first. */
  counted: ReadonlyMap<string, readonly CountedMember[]>
}

/** What `leagueTable` counts of a team's results: points for places are its members', and event points of the team. */
export const teamPoints = (given: RoundPoints): RoundPoints =>
  given.kind === 'fair' ? given : { kind: 'event' }

/**
 * What each team has of a round: a result's row is the team, its points the sum of its best members' points, and its
 * rank the one among teams. `leagueTable` ranks them by `teamPoints`: points for places are each member's, by the rank
 * among all racers of the round.
 */
export function teamRound(
  { best, minSize }: TeamRules,
  given: RoundPoints,
  { multiplier, results, members, rosters }: RoundWithTeams,
): TeamRound {
  const raced = membersWhoRaced(given, results, members)
  // Exact: what the round gives, before it is rounded.
  const worth = ({ hundredths, adjustment, bonus }: Worth) =>
    addFractions(times(hundredths, toHundredths(multiplier)), whole(100 * (adjustment + bonus)))
  const teams = [...rosters].flatMap(([team, roster]) => {
    const found = roster.flatMap((member) => raced.get(member) ?? [])
    return roster.length < minSize || found.length === 0
      ? []
      : [{ team, counted: found.toSorted(byWorth(worth)).slice(0, best ?? undefined) }]
  })
  const scored = teams.map(({ team, counted }) => ({ team, ...sumOf(counted) }))
  return {
    multiplier,
    results: scored.map(({ team, games, ...sum }) => ({
      row: team,
      points: fromHundredths(given.kind === 'fair' ? sum.onBoard : roundHalfUp(sum.hundredths)),
      ...(given.kind === 'fair' && { fair: dividedBy(sum.hundredths, 100) }),
      adjustment: fromHundredths(sum.adjustment),
      bonus: fromHundredths(sum.bonus),
      participation: fromHundredths(sum.participation),
      isDisqualified: false,
      rank: 1 + scored.filter((other) => compareFractions(worth(other), worth(sum)) > 0).length,
      games,
    })),
    counted: new Map(
      teams.map(({ team, counted }) => [
        team,
        counted.map(({ member, hundredths }) => ({
          member,
          points: fromHundredths(roundHalfUp(hundredths)),
        })),
      ]),
    ),
  }
}

interface Raced {
  member: string
  hundredths: Fraction
  /** The event points. In hundredths, as all points here. */
  onBoard: number
  /** In hundredths. The multiplier leaves it and the bonus as they are. */
  adjustment: number
  bonus: number
  participation: number
  /** null if it is not known. */
  games: number | null
}

type Worth = Pick<Raced, 'hundredths' | 'adjustment' | 'bonus'>

/** A member with several rows has what they have together. A disqualified row counts as one that did not race. */
function membersWhoRaced(
  given: RoundPoints,
  results: readonly RoundResult[],
  members: ReadonlyMap<string, string>,
): ReadonlyMap<string, Raced> {
  const raced = new Map<string, Raced>()
  for (const result of results) {
    const member = members.get(result.row)
    if (member === undefined || result.isDisqualified) continue
    const own = {
      member,
      hundredths: exactPoints(given, result),
      onBoard: toHundredths(result.points),
      adjustment: toHundredths(adjustmentOf(given, result)),
      bonus: toHundredths(result.bonus ?? 0),
      participation: toHundredths(result.participation ?? 0),
      games: result.games,
    }
    const before = raced.get(member)
    raced.set(member, before === undefined ? own : { member, ...sumOf([before, own]) })
  }
  return raced
}

/** Of equal ones the one with fewer games, because teams may be compared by them. */
const byWorth = (worth: (raced: Worth) => Fraction) => (a: Raced, b: Raced) =>
  compareFractions(worth(b), worth(a)) ||
  (a.games ?? Number.MAX_VALUE) - (b.games ?? Number.MAX_VALUE) ||
  compareCodePoints(a.member, b.member)

function sumOf(parts: readonly Omit<Raced, 'member'>[]): Omit<Raced, 'member'> {
  return parts.reduce((sum, part) => ({
    hundredths: addFractions(sum.hundredths, part.hundredths),
    onBoard: sum.onBoard + part.onBoard,
    adjustment: sum.adjustment + part.adjustment,
    bonus: sum.bonus + part.bonus,
    participation: sum.participation + part.participation,
    games: sum.games === null || part.games === null ? null : sum.games + part.games,
  }))
}
