import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  mergeTerms,
  renderTerm,
  renderTerms,
  sumTerms,
  type Term,
  termPoints,
  uploadedTerm,
} from './explanation.ts'

const term = fc
  .record({
    kind: fc.constantFrom('kill' as const, 'checkpoint' as const),
    count: fc.integer({ min: 1, max: 50 }),
    each: fc.constantFrom(0.01, 0.07, 2, -1.1),
  })
  .map((plain): Term => ({ ...plain, points: termPoints(plain.count, plain.each) }))
const lists = fc.array(fc.array(term, { maxLength: 4 }), { maxLength: 4 })

describe('termPoints', () => {
  it.each([
    [845, 0.01, 8.45],
    [3, 0.1, 0.3],
    [2.5, 0.01, 0.03],
    [2.4, 0.01, 0.02],
    [2.499, 0.01, 0.02],
    [2.5, -0.01, -0.02],
    [2.6, -0.01, -0.03],
    [3.5, -0.01, -0.03],
    [0.5, -0.01, 0],
    [-1.5, 0.01, -0.01],
    [1_000_000_000, 90, 90_000_000_000],
  ])('%f at %f are %f', (count, each, points) => {
    expect(termPoints(count, each)).toBe(points)
  })

  it('needs no rounding for whole counts', () => {
    const whole = fc.integer({ min: 0, max: 100_000 })
    const hundredths = fc.integer({ min: -10_000, max: 10_000 })
    fc.assert(
      fc.property(whole, hundredths, (count, each) => {
        expect(termPoints(count, each / 100) - (count * each) / 100).toBe(0)
      }),
    )
  })
})

describe('renderTerm', () => {
  it.each<[Term, string]>([
    [{ kind: 'position', position: 3, count: 2, each: 90, points: 180 }, '3rd place × 2 = 180'],
    [{ kind: 'position', position: 21, count: 1, each: 5, points: 5 }, '21st place × 1 = 5'],
    [{ kind: 'position', position: 12, count: 1, each: 5, points: 5 }, '12th place × 1 = 5'],
    [{ kind: 'kill', count: 5, each: 2, points: 10 }, 'kills 5 × 2 = 10'],
    [{ kind: 'checkpoint', count: 2, each: 5, points: 10 }, 'checkpoint 2 × 5 = 10'],
    [{ kind: 'damage', count: 1845, each: 0.01, points: 18.45 }, 'damage 1,845 × 0.01 = 18.45'],
    [{ kind: 'participation', count: 3, each: -1, points: -3 }, 'participation 3 × -1 = -3'],
    [{ kind: 'crown-win', count: 1, each: 5, points: 5 }, 'crown wins 1 × 5 = 5'],
    [{ kind: 'level-survived', count: 1, each: 5, points: 5 }, 'levels survived 1 × 5 = 5'],
    [{ kind: 'top-tiltee', count: 1, each: 5, points: 5 }, 'top tiltee 1 × 5 = 5'],
    [uploadedTerm(239.88000000000002), 'uploaded = 239.88'],
    [{ kind: 'uploaded', count: 2, points: 300 }, 'uploaded × 2 = 300'],
  ])('%j reads %s', (one, words) => {
    expect(renderTerm(one)).toBe(words)
  })

  it('joins the terms in one line', () => {
    expect(
      renderTerms([
        { kind: 'position', position: 3, count: 2, each: 90, points: 180 },
        { kind: 'kill', count: 5, each: 2, points: 10 },
        { kind: 'checkpoint', count: 2, each: 5, points: 10 },
      ]),
    ).toBe('3rd place × 2 = 180, kills 5 × 2 = 10, checkpoint 2 × 5 = 10')
    expect(renderTerms([])).toBe('')
  })
})

describe('mergeTerms', () => {
  it('adds up terms of one kind with the same points each, and orders the rest', () => {
    expect(
      mergeTerms([
        [uploadedTerm(1), { kind: 'kill', count: 1, each: 2, points: 2 }],
        [
          { kind: 'position', position: 2, count: 1, each: 95, points: 95 },
          { kind: 'position', position: 1, count: 1, each: 100, points: 100 },
          { kind: 'kill', count: 4, each: 2, points: 8 },
          { kind: 'kill', count: 1, each: 1, points: 1 },
          uploadedTerm(2.5),
        ],
      ]),
    ).toEqual([
      { kind: 'position', position: 1, count: 1, each: 100, points: 100 },
      { kind: 'position', position: 2, count: 1, each: 95, points: 95 },
      { kind: 'kill', count: 1, each: 1, points: 1 },
      { kind: 'kill', count: 5, each: 2, points: 10 },
      { kind: 'uploaded', count: 2, points: 3.5 },
    ])
  })

  it('keeps the sum in any order and grouping', () => {
    fc.assert(
      fc.property(lists, lists, (first, second) => {
        const together = mergeTerms([...first, ...second])
        expect(sumTerms(together)).toBe(sumTerms([...first, ...second].flat()))
        expect(mergeTerms([...second, ...first])).toEqual(together)
        expect(mergeTerms([mergeTerms(first), mergeTerms(second)])).toEqual(together)
      }),
    )
  })
})
