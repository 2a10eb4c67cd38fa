import { describe, expect, it } from 'vitest'
import { divisionRound } from './divisions.ts'
import { type LeagueRound, leagueTable, type RoundResult, type TableRules } from './series.ts'

const result = (row: string, rank: number, points: number): RoundResult => ({
  ...{ row, rank, points, adjustment: 0, isDisqualified: false, games: 1 },
})

/** Ada and Bea share rank 1, Cai is third, Dee fourth, Eve is disqualified. */
const ROUND: LeagueRound = {
  multiplier: 1,
  results: [
    result('ada', 1, 10),
    result('bea', 1, 10),
    result('cai', 3, 8),
    result('dee', 4, 2),
    { ...result('eve', 5, 20), isDisqualified: true },
  ],
}
const inDivision = (...rows: string[]) => divisionRound(ROUND, (row) => rows.includes(row))
const ranksOf = ({ results }: LeagueRound) => results.map(({ row, rank }) => [row, rank])

const RULES: TableRules = {
  points: { kind: 'places', table: [25, 18, 15] },
  ...{ drops: [], minimumRounds: 0, ties: [] },
}

describe('divisionRound', () => {
  it('ranks rows among those of the division, shared ranks as before', () => {
    expect(ranksOf(inDivision('ada', 'bea', 'dee'))).toEqual([
      ['ada', 1],
      ['bea', 1],
      ['dee', 3],
    ])
    expect(ranksOf(inDivision('bea', 'cai', 'dee'))).toEqual([
      ['bea', 1],
      ['cai', 2],
      ['dee', 3],
    ])
  })

  it('keeps disqualified rows behind the others, and takes nobody a place', () => {
    const round = inDivision('eve', 'dee')
    expect(ranksOf(round)).toEqual([
      ['dee', 1],
      ['eve', 2],
    ])
    expect(leagueTable(RULES, [round]).map(({ row, rank, total }) => [row, rank, total])).toEqual([
      ['dee', 1, 25],
      ['eve', null, 0],
    ])
  })

  it('leaves the round and its points as they are', () => {
    const before = structuredClone(ROUND)
    expect(inDivision('cai').results).toEqual([result('cai', 1, 8)])
    expect(ROUND).toEqual(before)
    expect(inDivision()).toEqual({ multiplier: 1, results: [] })
  })

  it('gives points for places by the rank in the division', () => {
    const table = leagueTable(RULES, [inDivision('cai', 'dee'), inDivision('dee')])
    expect(table.map(({ row, total }) => [row, total])).toEqual([
      ['dee', 18 + 25],
      ['cai', 25],
    ])
  })
})
