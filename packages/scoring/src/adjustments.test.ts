import { describe, expect, it } from 'vitest'
import { sumAdjustments } from './adjustments.ts'
import { mergeTerms, renderTerms, sumTerms } from './explanation.ts'

describe('sumAdjustments', () => {
  it('adds bonuses and takes penalties off, exactly, each as a term of its own', () => {
    const sum = sumAdjustments([
      { kind: 'bonus', points: 0.1, reason: 'organisers-mistake' },
      { kind: 'bonus', points: 0.2, reason: 'organisers-mistake' },
      { kind: 'penalty', points: 10, reason: 'wrong-map' },
    ])
    expect(sum.points).toBe(-9.7)
    expect(sumTerms(sum.terms)).toBe(sum.points)
    expect(sum.terms.map(({ points }) => points)).toEqual([0.1, 0.2, -10])
    expect(sum.isDisqualified).toBe(false)
  })

  it('leaves a disqualified row its points', () => {
    expect(
      sumAdjustments([
        { kind: 'penalty', points: 5, reason: 'left-early' },
        { kind: 'disqualified', points: null, reason: 'second-account' },
      ]),
    ).toMatchObject({ points: -5, isDisqualified: true })
    expect(sumAdjustments([])).toEqual({ points: 0, isDisqualified: false, terms: [] })
  })
})

it('terms of adjustments are never added up, and come last', () => {
  const { terms } = sumAdjustments([
    { kind: 'penalty', points: 10, reason: 'wrong-map' },
    { kind: 'penalty', points: 10, reason: 'wrong-map' },
    { kind: 'disqualified', points: null, reason: 'unfair-play' },
    { kind: 'bonus', points: 2.5, reason: 'other' },
  ])
  const merged = mergeTerms([terms, [{ kind: 'kill', count: 5, each: 2, points: 10 }]])
  expect(renderTerms(merged)).toBe(
    'kills 5 × 2 = 10, -10: wrong map, -10: wrong map, Disqualified: unfair play, +2.5: other reason',
  )
  expect(sumTerms(merged)).toBe(-7.5)
})
