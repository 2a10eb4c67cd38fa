import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareCodePoints, type RankableRow, rankRows } from './ranking.ts'

const row = (racer_name: string, event_points: number, more: Partial<RankableRow> = {}) => ({
  racer_name,
  event_points,
  race_wins: 0,
  race_races: 0,
  br_wins: 0,
  br_races: 0,
  ...more,
})

const listed = (rows: RankableRow[]) => rankRows(rows).map((r) => `${r.rank} ${r.racer_name}`)

const few = fc.integer({ min: 0, max: 2 })
const rows = fc.uniqueArray(
  fc.record({
    racer_name: fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'é', '🏁', 'ａ'), maxLength: 3 }),
    event_points: fc.integer({ min: -200, max: 200 }).map((value) => value / 100),
    race_wins: few,
    race_races: few,
    br_wins: few,
    br_races: few,
  }),
  { selector: ({ racer_name }) => racer_name, maxLength: 30 },
)

describe('rankRows', () => {
  it('ranks 1, 2, 2, 4', () => {
    expect(listed([row('d', 1), row('c', 5), row('b', 5), row('a', 9)])).toEqual([
      '1 a',
      '2 b',
      '2 c',
      '4 d',
    ])
  })

  it('orders rows with equal points by wins, fewer games and name, and gives them one rank', () => {
    expect(
      listed([
        row('Zoe', 5),
        row('adam', 5),
        row('busy', 5, { race_races: 2, br_races: 1 }),
        row('winner', 5, { race_wins: 1, br_wins: 1, race_races: 9 }),
        row('champion', 5, { br_wins: 1, br_races: 1 }),
      ]),
    ).toEqual(['1 winner', '1 champion', '1 adam', '1 Zoe', '1 busy'])
  })

  it('orders names that differ only in letter case', () => {
    expect(listed([row('ada', 1), row('Ada', 1)])).toEqual(['1 Ada', '1 ada'])
  })

  it("reads a file's 239.88000000000002 as 239.88", () => {
    expect(listed([row('a', 239.88), row('b', 239.88000000000002)])).toEqual(['1 a', '1 b'])
  })

  it('does not depend on the order of input', () => {
    fc.assert(
      fc.property(
        rows.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          expect(rankRows(shuffled)).toEqual(rankRows(all))
        },
      ),
    )
  })

  it('gives each row one more than the number of rows with more points', () => {
    fc.assert(
      fc.property(rows, (all) => {
        for (const { rank, event_points } of rankRows(all)) {
          expect(rank).toBe(1 + all.filter((other) => other.event_points > event_points).length)
        }
      }),
    )
  })
})

const texts = fc.string({ unit: 'binary', maxLength: 6 })

describe('compareCodePoints', () => {
  it('puts U+FF21 before U+1F3C1, unlike the order of UTF-16 units', () => {
    expect(compareCodePoints('\u{ff21}', '\u{1f3c1}')).toBeLessThan(0)
    expect('\u{ff21}' < '\u{1f3c1}').toBe(false)
  })

  it('puts a prefix before the whole word', () => {
    expect(compareCodePoints('ada', 'adam')).toBeLessThan(0)
  })

  it('compares code point by code point', () => {
    const byList = (a: string, b: string) => {
      const [left, right] = [a, b].map((text) => Array.from(text, (c) => c.codePointAt(0) ?? 0))
      for (const [index, point] of (left ?? []).entries()) {
        const other = right?.[index]
        if (other !== point) {
          return other === undefined ? 1 : point - other
        }
      }
      return (left?.length ?? 0) - (right?.length ?? 0)
    }
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(byList(a, b)))
      }),
    )
  })
})
