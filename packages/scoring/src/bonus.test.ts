import { describe, expect, it } from 'vitest'
import { type BonusTerm, giveBonuses, NO_FACTS, type RoundFacts, withCellTerms } from './bonus.ts'
import { leagueTable, type TableRules } from './series.ts'

const RULES: TableRules = { points: { kind: 'event' }, drops: [], minimumRounds: 0, ties: [] }
const STAGE: BonusTerm = { name: 'Stage', points: 0.1, by: 'stage_winner' }
const BUSY: BonusTerm = { name: 'Busy', points: 5, by: 'most_games' }
const FAIR: BonusTerm = { name: 'Fair play', points: -1.5, by: 'hand' }

const result = (row: string, facts: Partial<RoundFacts>, own: object = {}) => ({
  ...{ row, points: 10, adjustment: 0, isDisqualified: false, rank: 1, games: null },
  facts: { ...NO_FACTS, ...facts },
  ...own,
})

describe('bonuses', () => {
  it('are exact, and in the order of the rules', () => {
    const results = [result('ada', { checkpoints: 3, given: ['Fair play', 'Gone', 'Fair play'] })]
    expect(giveBonuses([FAIR, STAGE], results).get('ada')).toEqual([
      { name: 'Fair play', count: 2, points: -3 },
      { name: 'Stage', count: 3, points: 0.3 },
    ])
  })

  it('for the most games are shared, and nobody has them without single games', () => {
    const who = (...results: ReturnType<typeof result>[]) =>
      [...giveBonuses([BUSY], results)].flatMap(([row, given]) => (given.length > 0 ? [row] : []))
    const [ada, bea] = [result('ada', { singleGames: 2 }), result('bea', { singleGames: 2 })]
    expect(who(ada, bea, result('cai', { singleGames: 1 }))).toEqual(['ada', 'bea'])
    // A disqualified row neither has a bonus nor keeps others from it.
    const gone = { isDisqualified: true }
    expect(who(ada, result('dee', { singleGames: 9 }, gone))).toEqual(['ada'])
    expect(who(result('eli', {}), result('fay', {}))).toEqual([])
  })
})

describe('participation that is kept', () => {
  const round = (points: number, participation: number, multiplier = 1) => ({
    multiplier,
    results: withCellTerms({ points: RULES.points, keepsParticipation: true }, [
      result('bea', { participation }, { points }),
    ]),
  })

  it('decides which result is dropped', () => {
    const [bea] = leagueTable({ ...RULES, drops: [0, 1] }, [round(20, 15), round(8, 1)])
    expect(bea?.cells.map(({ isDropped, kept }) => [isDropped, kept])).toEqual([
      [true, 15],
      [false, 1],
    ])
    expect(bea?.total).toBe(23)
  })

  it('is multiplied and rounded like the result', () => {
    const [bea] = leagueTable({ ...RULES, drops: [0, 1] }, [round(1, 0.25, 0.5), round(9, 1)])
    expect(bea?.cells[0]?.kept).toBe(0.13)
    expect(bea?.total).toBe(9.13)
  })

  it('is nothing where places give the points', () => {
    const points = { kind: 'places' as const, table: [3] }
    const [kept] = withCellTerms({ points, keepsParticipation: true }, [
      result('ada', { participation: 4 }),
    ])
    expect(kept?.participation ?? 0).toBe(0)
  })
})

describe('one named game', () => {
  it('puts the better place ahead, and rows that were not in it last, sharing a rank', () => {
    const results = ['ada', 'bea', 'cai', 'dee'].map((row) => result(row, {}))
    const places = new Map([
      ['bea', 4],
      ['dee', 2],
    ])
    const table = leagueTable({ ...RULES, ties: ['named_game'], places }, [
      { multiplier: 1, results },
    ])
    expect(table.map(({ row, rank }) => [row, rank])).toEqual([
      ['dee', 1],
      ['bea', 2],
      ['ada', 3],
      ['cai', 3],
    ])
    expect(table.map(({ decided }) => decided)).toMatchObject([
      { over: 'bea', own: 2, other: 4 },
      { over: 'ada', own: 4, other: 0 },
      null,
      null,
    ])
  })
})
