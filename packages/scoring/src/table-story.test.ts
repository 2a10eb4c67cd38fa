import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Standing, tableStory } from './table-story.ts'

const MOST = { lines: 10, climbs: 5 }

/** Rows with their totals, the best first; a rank below 1 is none. */
const tableOf = (...rows: [string, number, number][]): Standing[] =>
  rows.map(([row, rank, total]) => ({ row, rank: rank < 1 ? null : rank, total }))

describe('how a table came to be', () => {
  const tables = [
    tableOf(['bea', 1, 10], ['ada', 2, 8]),
    tableOf(['ada', 1, 18], ['bea', 1, 18], ['cai', 3, 12]),
    tableOf(['cai', 1, 30], ['ada', 2, 20], ['bea', 0, 18]),
  ]

  it('the first ranked rows have a rank and a total after each round, and none before they raced', () => {
    expect(tableStory(tables, MOST).lines).toEqual([
      { row: 'cai', after: [null, { rank: 3, total: 12 }, { rank: 1, total: 30 }] },
      {
        row: 'ada',
        after: [
          { rank: 2, total: 8 },
          { rank: 1, total: 18 },
          { rank: 2, total: 20 },
        ],
      },
    ])
    expect(tableStory(tables, { ...MOST, lines: 1 }).lines).toHaveLength(1)
  })

  it('the leaders are all that share the first rank', () => {
    expect(tableStory(tables, MOST).leaders).toEqual([
      { rows: ['bea'], total: 10 },
      { rows: ['ada', 'bea'], total: 18 },
      { rows: ['cai'], total: 30 },
    ])
  })

  it('nobody leads, and nobody climbs, as long as rounds for a rank are missing', () => {
    const short = tableOf(['ada', 0, 8], ['bea', 0, 4])
    const story = tableStory([short, short, tableOf(['bea', 1, 9], ['ada', 2, 8])], MOST)
    expect(story.leaders.map(({ rows }) => rows)).toEqual([[], [], ['bea']])
    expect(story.climbs).toEqual([])
    expect(story.lines[0]?.after[0]).toEqual({ rank: null, total: 4 })
  })

  it('of climbs over as many ranks, the one to the better rank is first, then the earlier one', () => {
    const climbing = [
      tableOf(['a', 1, 9], ['b', 2, 8], ['c', 3, 7], ['d', 4, 6]),
      tableOf(['b', 1, 9], ['a', 2, 8], ['d', 3, 7], ['c', 4, 6]),
      tableOf(['b', 1, 9], ['c', 2, 8], ['a', 3, 7], ['d', 4, 6]),
    ]
    expect(tableStory(climbing, MOST).climbs).toEqual([
      { row: 'c', round: 2, from: 4, to: 2 },
      { row: 'b', round: 1, from: 2, to: 1 },
      { row: 'd', round: 1, from: 4, to: 3 },
    ])
  })

  it('without a round there is nothing to tell', () => {
    expect(tableStory([], MOST)).toEqual({ lines: [], leaders: [], climbs: [] })
  })

  it('no climb is higher than the first, and later rounds change nothing about earlier ones', () => {
    const table = fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
      .map((rows) =>
        tableOf(...rows.map((row, index): [string, number, number] => [row, index + 1, 9 - index])),
      )
    fc.assert(
      fc.property(fc.array(table, { maxLength: 6 }), table, (earlier, last) => {
        const before = tableStory(earlier, { lines: 6, climbs: 99 })
        const after = tableStory([...earlier, last], { lines: 6, climbs: 99 })
        const heights = after.climbs.map(({ from, to }) => from - to)
        expect(heights).toEqual(heights.toSorted((a, b) => b - a))
        expect(after.leaders.slice(0, -1)).toEqual(before.leaders)
        expect(after.climbs.filter(({ round }) => round < earlier.length)).toEqual(before.climbs)
        for (const { row, after: standings } of after.lines) {
          expect(standings.at(-1)).toMatchObject({
            rank: last.findIndex((each) => each.row === row) + 1,
          })
        }
      }),
    )
  })
})
