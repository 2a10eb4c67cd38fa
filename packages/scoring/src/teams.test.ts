import { expect, it } from 'vitest'
import { leagueTable, type RoundPoints } from './series.ts'
import { type TeamRules, teamRound } from './teams.ts'

const EVENT: RoundPoints = { kind: 'event' }
const ALL: TeamRules = { best: null, minSize: 1 }

type Rosters = Readonly<Record<string, readonly string[]>>

/** A round in which everybody is known by their own name, except those with a second one. */
function roundOf(
  points: Readonly<Record<string, number>>,
  rosters: Rosters,
  { multiplier = 1, others = {} }: { multiplier?: number; others?: Record<string, string> } = {},
) {
  const raced = Object.entries(points)
  return {
    multiplier,
    results: raced.map(([row, own]) => ({
      row,
      points: own,
      ...{ adjustment: 0, isDisqualified: false },
      rank: 1 + raced.filter(([, other]) => other > own).length,
      games: 2,
    })),
    members: new Map([
      ...Object.values(rosters).flatMap((names) => names.map((name) => [name, name] as const)),
      ...Object.entries(others),
    ]),
    rosters: new Map(Object.entries(rosters)),
  }
}

const resultsOf = (rules: TeamRules, given: RoundPoints, round: ReturnType<typeof roundOf>) =>
  teamRound(rules, given, round).results.map(({ row, points, rank }) => [rank, row, points])

it('a team has the points of its best members, or of all', () => {
  const round = roundOf(
    { ada: 10.1, bea: 8.2, cai: 6, dee: -3, eli: 9 },
    { red: ['ada', 'cai', 'dee'], blue: ['bea', 'eli', 'fay'] },
  )
  expect(resultsOf({ ...ALL, best: 2 }, EVENT, round)).toEqual([
    [2, 'red', 16.1],
    [1, 'blue', 17.2],
  ])
  expect(resultsOf(ALL, EVENT, round)[0]).toEqual([2, 'red', 13.1])
  expect(teamRound({ ...ALL, best: 2 }, EVENT, round).counted.get('blue')).toEqual([
    { member: 'eli', points: 9 },
    { member: 'bea', points: 8.2 },
  ])
})

it('with fewer members than count, those who raced count, and without any the team did not race', () => {
  const round = roundOf({ ada: 10, dee: -3 }, { red: ['ada', 'dee'], blue: ['fay'], green: [] })
  expect(resultsOf({ ...ALL, best: 4 }, EVENT, round)).toEqual([[1, 'red', 7]])
})

it('a team that is too small did not race, although a member has', () => {
  const round = roundOf({ ada: 10, bea: 8 }, { red: ['ada'], blue: ['bea', 'fay'] })
  expect(resultsOf({ best: null, minSize: 2 }, EVENT, round)).toEqual([[1, 'blue', 8]])
})

it('points for places are by the rank among all racers, also those without a team', () => {
  const places: RoundPoints = { kind: 'places', table: [5, 3, 1] }
  const round = roundOf(
    { zoe: 20, ada: 10, bea: 10, cai: 2 },
    { red: ['ada', 'cai'], blue: ['bea'] },
  )
  expect(resultsOf(ALL, places, round)).toEqual([
    [1, 'red', 3],
    [1, 'blue', 3],
  ])
})

it('somebody with two rows is one member', () => {
  const round = roundOf(
    { ada: 4, ada_two: 5, bea: 6 },
    { red: ['ada', 'bea'] },
    { others: { ada_two: 'ada' } },
  )
  expect(teamRound({ ...ALL, best: 1 }, EVENT, round)).toMatchObject({
    results: [{ points: 9, games: 4 }],
  })
})

it("a member's penalty counts once and is not multiplied, and a disqualified member did not race", () => {
  const rosters = { red: ['ada', 'bea', 'cai'], blue: ['dee'] }
  const round = roundOf({ ada: 10, bea: 8, cai: 6, dee: 5 }, rosters, { multiplier: 2 })
  const results = round.results.map((result) => ({
    ...result,
    adjustment: result.row === 'ada' ? -3 : 0,
    isDisqualified: result.row === 'dee',
  }))
  const made = teamRound({ ...ALL, best: 2 }, EVENT, { ...round, results })
  expect(made.counted.get('red')).toEqual([
    // 20 and a penalty of 3.
    { member: 'ada', points: 10 },
    { member: 'bea', points: 8 },
  ])
  expect(made.results).toEqual([
    {
      ...{ row: 'red', points: 18, adjustment: -3, isDisqualified: false, rank: 1, games: 4 },
      ...{ bonus: 0, participation: 0 },
    },
  ])
  const rules = { points: EVENT, drops: [], minimumRounds: 0, ties: [] }
  expect(leagueTable(rules, [made])[0]?.total).toBe(33)
})

it('the multiplier applies once, to the sum; ranks and ties are the team’s own, points stay with the old team', () => {
  const rounds = [
    roundOf(
      { ada: 0.29, bea: 0.29, cai: 1 },
      { red: ['ada', 'bea'], blue: ['cai'] },
      { multiplier: 0.5 },
    ),
    // Ada has changed sides.
    roundOf({ ada: 1, bea: 1.71, cai: 0 }, { red: ['bea'], blue: ['ada', 'cai'] }),
  ].map((round) => teamRound(ALL, EVENT, round))
  const rules = { points: EVENT, drops: [], minimumRounds: 0, ties: ['wins'] as const }
  const table = leagueTable(rules, rounds)
  expect(table.map(({ row, rank, total }) => [rank, row, total])).toEqual([
    [1, 'red', 2],
    [2, 'blue', 1.5],
  ])
  // 0.58 times 0.5, not 0.15 twice.
  expect(table[0]?.cells.map(({ rank, value }) => [rank, value])).toEqual([
    [2, 0.29],
    [1, 1.71],
  ])
})
