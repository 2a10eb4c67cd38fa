import { expect, it } from 'vitest'
import { mergeTerms, renderTerms, sumTerms } from './explanation.ts'
import { roundTerms } from './round-term.ts'
import { leagueTable } from './series.ts'

const RULES = {
  ...{ points: { kind: 'event' as const }, drops: [0, 0, 0, 1], minimumRounds: 0 },
  ties: [],
}
const result = (points: number, rank: number, isDisqualified = false) => ({
  ...{ row: 'ada', points, adjustment: 0, isDisqualified, rank, games: null },
})

it('a row has a term for each round, and they sum to its total', () => {
  const results = [[result(10.25, 1)], [], [result(4, 3)], [result(7, 1, true)], [result(-2, 2)]]
  const [row] = leagueTable(
    RULES,
    results.map((each) => ({ multiplier: 1, results: each })),
  )
  const terms = row ? roundTerms(row, ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) : []
  expect(renderTerms(terms)).toBe(
    'Mon: 1st place = 10.25, Tue: did not race, Wed: 3rd place = 4, Thu: disqualified, Fri: -2 does not count',
  )
  expect(sumTerms(terms)).toBe(row?.total)
  expect(sumTerms(terms)).toBe(14.25)
  expect(mergeTerms([terms])).toEqual(terms)
})
