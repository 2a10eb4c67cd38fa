import { describe, expect, it } from 'vitest'
import { dropsAfter, leagueTable, type RoundResult, type TableRules } from './series.ts'
import type { TieRule } from './ties.ts'

const RULES: TableRules = { points: { kind: 'event' }, drops: [], minimumRounds: 0, ties: [] }

/** Each row's points by round; null: did not race. */
type Points = Readonly<Record<string, readonly (number | null)[]>>

function roundsOf(rows: Points, multipliers: readonly number[] = []) {
  const count = Math.max(...Object.values(rows).map(({ length }) => length))
  return Array.from({ length: count }, (_, index) => {
    const raced = Object.entries(rows).flatMap(([row, points]) => {
      const own = points[index] ?? null
      return own === null ? [] : [{ row, points: own }]
    })
    const results: RoundResult[] = raced.map((result) => ({
      ...result,
      ...{ adjustment: 0, isDisqualified: false },
      rank: 1 + raced.filter(({ points }) => points > result.points).length,
      games: 3,
    }))
    return { multiplier: multipliers[index] ?? 1, results }
  })
}

const tableOf = (rules: Partial<TableRules>, rows: Points, multipliers?: readonly number[]) =>
  leagueTable({ ...RULES, ...rules }, roundsOf(rows, multipliers))

const listRanks = (table: ReturnType<typeof leagueTable>) =>
  table.map(({ row, rank, total }) => [rank, row, total])

describe('the points of a round', () => {
  it('are those of its board, times a multiplier, rounded half up', () => {
    const [ada, bea] = tableOf({}, { ada: [10.05, 0.05], bea: [-0.25] }, [0.5, 2.5])
    expect(ada?.cells.map(({ value }) => value)).toEqual([5.03, 0.13])
    expect(ada?.total).toBe(5.16)
    expect(bea?.cells.map(({ value }) => value)).toEqual([-0.12, 0])
  })

  it('are for places if the rules say so, equal ones for a shared place, 0 beyond the list', () => {
    const rules: Partial<TableRules> = { points: { kind: 'places', table: [25, 18, 15] } }
    const table = tableOf(rules, { ada: [9], bea: [7], cai: [7], dee: [3], eli: [1] })
    expect(listRanks(table)).toEqual([
      [1, 'ada', 25],
      [2, 'bea', 18],
      [2, 'cai', 18],
      [4, 'dee', 0],
      [4, 'eli', 0],
    ])
  })
})

describe('adjustments', () => {
  const result = (own: Partial<RoundResult>): RoundResult => ({
    ...{ row: 'ada', points: 10, rank: 1, games: 3, adjustment: 0, isDisqualified: false },
    ...own,
  })
  const rounds = [
    { multiplier: 2, results: [result({ adjustment: -5 })] },
    { multiplier: 1, results: [result({ isDisqualified: true })] },
    { multiplier: 1, results: [result({ points: 4 })] },
  ]

  it('are added after the multiplier, and count as the rank where places have points', () => {
    expect(leagueTable(RULES, rounds)[0]?.cells[0]).toMatchObject({ points: 10, value: 15 })
    const places: TableRules = { ...RULES, points: { kind: 'places', table: [25] } }
    expect(leagueTable(places, rounds)[0]?.cells[0]).toMatchObject({ points: 25, value: 50 })
  })

  it('a disqualification is 0, cannot be dropped, and is neither a round raced nor a win', () => {
    const [row] = leagueTable({ ...RULES, drops: [0, 1], minimumRounds: 3 }, rounds)
    expect(row).toMatchObject({ total: 15, rounds: 2, rank: null })
    expect(row?.cells.map(({ value, isDropped }) => [value, isDropped])).toEqual([
      [15, false],
      [0, false],
      [4, true],
    ])
    expect(row?.cells[1]).toMatchObject({ rank: null, isDisqualified: true })
  })
})

describe('drops', () => {
  it('follow the pattern, whose last number holds on', () => {
    expect([0, 1, 2, 3, 9].map((rounds) => dropsAfter([0, 0, 1], rounds))).toEqual([0, 0, 0, 1, 1])
    expect(dropsAfter([], 5)).toBe(0)
  })

  it('leave out the worst results, a missing one as 0, the earliest of equal ones', () => {
    const rows = { ada: [10, 4, null, 12], bea: [5, 5, 5, 5], cai: [-3, null, 2, 1] }
    const table = tableOf({ drops: [0, 1, 1, 2] }, rows)
    const dropped = new Map(
      table.map(({ row, cells }) => [row, cells.map(({ isDropped }) => isDropped)]),
    )
    expect(dropped.get('ada')).toEqual([false, true, true, false])
    expect(dropped.get('bea')).toEqual([true, true, false, false])
    expect(dropped.get('cai')).toEqual([true, true, false, false])
    expect(listRanks(table)).toEqual([
      [1, 'ada', 22],
      [2, 'bea', 10],
      [3, 'cai', 3],
    ])
  })
})

it('a row with too few rounds is below the ranked ones, without a rank', () => {
  const rows = { ada: [1, 1], bea: [50, null], cai: [2, null], dee: [1, 1] }
  expect(listRanks(tableOf({ minimumRounds: 2 }, rows))).toEqual([
    [1, 'ada', 2],
    [1, 'dee', 2],
    [null, 'bea', 50],
    [null, 'cai', 2],
  ])
})

describe('equal totals', () => {
  const ranked = (ties: readonly TieRule[], rows: Points, rules: Partial<TableRules> = {}) =>
    listRanks(tableOf({ ...rules, ties }, rows)).map(([rank, row]) => `${rank} ${row}`)
  const ROWS = { ada: [10, 6, 8], bea: [8, 6, 10], cai: [12, 4, 8] }

  it('are shared without a rule', () => {
    expect(ranked([], ROWS)).toEqual(['1 ada', '1 bea', '1 cai'])
  })

  it('are decided by the first rule that separates some, then by the next', () => {
    expect(ranked(['best_results'], ROWS)).toEqual(['1 cai', '2 ada', '2 bea'])
    expect(ranked(['best_results', 'last_round'], ROWS)).toEqual(['1 cai', '2 bea', '3 ada'])
    expect(ranked(['last_round'], ROWS)).toEqual(['1 bea', '2 ada', '3 cai'])
  })

  // Racing Rules of Sailing A8.1 and A8.2, with points instead of places.
  it('A8.1: dropped results are not used, A8.2: they are', () => {
    const rows = { ada: [9, 7, 5], bea: [7, 9, 6], cai: [1, 1, 1] }
    const drops = { drops: [0, 0, 1] }
    expect(ranked(['best_results'], rows, drops)).toEqual(['1 ada', '1 bea', '3 cai'])
    expect(ranked(['best_results', 'last_round'], rows, drops)).toEqual(['1 bea', '2 ada', '3 cai'])
  })

  it('count first ranks, then second ranks, in all rounds', () => {
    const rows = { ada: [5, 1, 3, 3], bea: [2, 4, 3, 3], cai: [3, 5, 0, 4] }
    expect(ranked(['wins'], rows)).toEqual(['1 ada', '1 cai', '3 bea'])
    const seconds = { ada: [5, 1, 2], bea: [1, 5, 2], cai: [2, 2, 4] }
    expect(ranked(['count_back'], seconds)).toEqual(['1 cai', '2 ada', '2 bea'])
    const [first] = tableOf({ ties: ['count_back'] }, seconds)
    expect(first?.decided).toEqual({ rule: 'count_back', over: 'ada', own: 2, other: 1, at: 2 })
  })

  it('are compared by pairs, and a circle separates nobody', () => {
    const circle = { ada: [3, 2, 1], bea: [2, 1, 3], cai: [1, 3, 2] }
    expect(ranked(['head_to_head'], circle)).toEqual(['1 ada', '1 bea', '1 cai'])
    const pair = { ada: [4, 4, 1], bea: [3, 3, 3] }
    expect(ranked(['head_to_head'], pair)).toEqual(['1 ada', '2 bea'])
    const apart = { ada: [6, null], bea: [null, 6] }
    expect(ranked(['head_to_head'], apart)).toEqual(['1 ada', '1 bea'])
  })

  it('those who are still equal are compared again among themselves', () => {
    // Cai wins two pairs, ada and bea one each, dee none; among the two in the middle, ada beats bea.
    const rows = {
      cai: [null, null, 2, 2, null, null, null],
      ada: [2, null, 1, null, 1, null, null],
      bea: [1, 2, null, null, null, 1, null],
      dee: [null, 1, null, 1, null, null, 2],
    }
    expect(ranked(['head_to_head'], rows)).toEqual(['1 cai', '2 ada', '3 bea', '4 dee'])
  })

  it('fewer games decide only if all are known', () => {
    const [round] = roundsOf({ ada: [5], bea: [5], cai: [5] })
    const games = [2, 1, 3]
    const known = round?.results.map((result, index) => ({
      ...result,
      games: games[index] ?? null,
    }))
    const rules: TableRules = { ...RULES, ties: ['fewer_games'] }
    const table = (results: RoundResult[] = []) =>
      listRanks(leagueTable(rules, [{ multiplier: 1, results }]))
    expect(table(known).map(([, row]) => row)).toEqual(['bea', 'ada', 'cai'])
    const partly = known?.map((result) =>
      result.row === 'cai' ? { ...result, games: null } : result,
    )
    expect(table(partly).map(([rank]) => rank)).toEqual([1, 1, 1])
  })

  it('say what decided, and against whom', () => {
    const table = tableOf({ ties: ['best_results', 'last_round'] }, ROWS)
    expect(table.map(({ decided }) => decided)).toEqual([
      { rule: 'best_results', over: 'bea', own: 12, other: 10, at: 1 },
      { rule: 'last_round', over: 'ada', own: 10, other: 8, at: 3 },
      null,
    ])
    const wins = tableOf({ ties: ['wins'] }, { ada: [3, 1, 2], bea: [1, 3, 2], cai: [2, 2, 2] })
    // Two share a rank: the sentence is beside the one who is next to the third.
    const decided = { rule: 'wins', over: 'cai', own: 2, other: 1, at: null }
    expect(wins.map((row) => row.decided)).toEqual([null, decided, null])
  })
})
