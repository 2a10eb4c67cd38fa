import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BoardRow } from './board-row.ts'
import { sumTerms, type Term, termPoints, uploadedTerm } from './explanation.ts'
import { mergeBoards } from './merge-boards.ts'

const row = (racer_name: string, more: Partial<BoardRow> = {}): BoardRow => ({
  racer_name,
  event_points: 0,
  race_points: 0,
  race_wins: 0,
  race_races: 0,
  race_hs: 0,
  br_points: 0,
  br_wins: 0,
  br_races: 0,
  br_hs: 0,
  kills: 0,
  eliminations: 0,
  crown_wins: 0,
  ...more,
})

const count = fc.nat({ max: 1_000_000 })
const maybe = fc.option(count)
const term = fc.oneof(
  fc
    .tuple(count, fc.constantFrom(0.01, 2, -0.5))
    .map(
      ([many, each]): Term => ({ kind: 'kill', count: many, each, points: termPoints(many, each) }),
    ),
  fc.integer({ min: -1000, max: 1000 }).map((points) => uploadedTerm(points / 100)),
)
const rows = fc
  .record({
    racer_name: fc.constantFrom('ada', 'bea', 'cai', 'dee (Kick)'),
    terms: fc.array(term, { maxLength: 3 }),
    race_points: maybe,
    race_wins: count,
    race_races: count,
    race_hs: maybe,
    br_points: maybe,
    br_wins: count,
    br_races: count,
    br_hs: maybe,
    kills: maybe,
    eliminations: maybe,
    crown_wins: count,
    isExplained: fc.boolean(),
  })
  .map(({ isExplained, terms, ...fields }): BoardRow => {
    const event_points = sumTerms(terms)
    return isExplained ? { ...fields, event_points, terms } : { ...fields, event_points }
  })
const boards = fc.array(fc.array(rows, { maxLength: 5 }), { maxLength: 4 })

describe('mergeBoards', () => {
  it('sums every numeric field of the rows with one name, including high scores', () => {
    const everything = (value: number) =>
      row('ada', {
        event_points: value + 0.1,
        race_points: value,
        race_wins: value,
        race_races: value,
        race_hs: value,
        br_points: value,
        br_wins: value,
        br_races: value,
        br_hs: value,
        kills: value,
        eliminations: value,
        crown_wins: value,
      })
    const expected = { ...everything(3), event_points: 3.3 }
    expect(mergeBoards([[everything(1)], [{ ...everything(2), event_points: 2.2 }]])).toEqual([
      expected,
    ])
  })

  it('keeps names apart, and platforms too', () => {
    const merged = mergeBoards([
      [row('ada'), row('ada (Kick)')],
      [row('bea'), row('ada')],
    ])
    expect(merged.map(({ racer_name }) => racer_name)).toEqual(['ada', 'ada (Kick)', 'bea'])
  })

  it('leaves unknown numbers out of a sum', () => {
    const [merged] = mergeBoards([
      [row('ada', { kills: null, eliminations: null })],
      [row('ada', { kills: 4, eliminations: null })],
    ])
    expect(merged).toMatchObject({ kills: 4, eliminations: null })
  })

  it('explains a row only if all its parts are explained', () => {
    const explained = row('ada', { event_points: 2, terms: [uploadedTerm(2)] })
    expect(mergeBoards([[explained], [explained]])[0]?.terms).toEqual([
      { kind: 'uploaded', count: 2, points: 4 },
    ])
    expect(mergeBoards([[explained], [row('ada')]])[0]).not.toHaveProperty('terms')
  })

  it("uses the racer's name of merged boards, and the colour that all boards agree on", () => {
    const here = { display_name: 'Ada here', merged_name: 'Ada' }
    const labels = mergeBoards([
      [row('ada', { ...here, color: '00FF00FF' }), row('bea', { display_name: 'BEA' })],
      [row('ada', { display_name: 'Ada' }), row('cai', { ...here, merged_name: 'cai' })],
      [row('bea', { display_name: 'BEA', color: '00FF00FF' }), row('cai')],
      [row('bea', { display_name: 'BEA', color: 'FF0000FF' })],
    ]).map(({ racer_name, display_name, merged_name, color }) => [
      ...[racer_name, display_name, merged_name, color],
    ])
    expect(labels).toEqual([
      ['ada', 'Ada', undefined, '00FF00FF'],
      ['bea', 'BEA', undefined, undefined],
      ['cai', undefined, undefined, undefined],
    ])
  })

  it('is empty without boards', () => {
    expect(mergeBoards([])).toEqual([])
  })

  it('does not depend on the order of boards and rows, or on how they are grouped', () => {
    fc.assert(
      fc.property(boards, boards, (first, second) => {
        const together = mergeBoards([...first, ...second])
        expect(mergeBoards([...second, ...first].map((board) => board.toReversed()))).toEqual(
          together,
        )
        expect(mergeBoards([mergeBoards(first), mergeBoards(second)])).toEqual(together)
        expect(mergeBoards([together])).toEqual(together)
      }),
    )
  })

  it('neither adds nor loses points, and its terms sum to them', () => {
    fc.assert(
      fc.property(boards, (all) => {
        const hundredths = (list: readonly BoardRow[]) =>
          list.reduce((sum, { event_points }) => sum + Math.round(event_points * 100), 0)
        const merged = mergeBoards(all)
        expect(hundredths(merged)).toBe(hundredths(all.flat()))
        for (const { event_points, terms } of merged) {
          expect(terms === undefined ? event_points : sumTerms(terms)).toBe(event_points)
        }
      }),
    )
  })
})
