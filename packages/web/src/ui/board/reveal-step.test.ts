import { describe, expect, it } from 'vitest'
import { isUncoveredBy, type RevealState, stepBetween, stillStep } from './reveal-step.ts'

const at = (pointer: number | null, changes: Partial<RevealState> = {}): RevealState => ({
  ...{ board: 'caster', version: 1, pointer, isPodiumOpen: false, blurMs: 1_500 },
  ...changes,
})
const podium = at(1, { isPodiumOpen: true })

describe('what a move uncovers', () => {
  it('goes from the rank reached to the one before', () => {
    const step = stepBetween(at(8), at(5))
    expect(step).toEqual({
      ...{ pointer: 5, hasPodiumRisen: false },
      uncovered: { first: 5, end: 8, blurMs: 1_500 },
    })
    const uncovered = [4, 5, 6, 7, 8].filter((rank) => isUncoveredBy(step, rank))
    expect(uncovered).toEqual([5, 6, 7])
  })

  it('is everything from the start rank on', () => {
    const step = stepBetween(at(null), at(11))
    expect([10, 11, 5_000].filter((rank) => isUncoveredBy(step, rank))).toEqual([11, 5_000])
  })

  it('is all that is shown where another board follows', () => {
    const { uncovered } = stepBetween(at(3, { board: null }), at(11))
    expect(uncovered).toMatchObject({ first: 11, end: Number.POSITIVE_INFINITY })
  })

  it.each([
    ['after a step back', at(5), at(8)],
    ['after a step back from the podium', podium, at(1)],
    ['after a move that uncovers none', at(5), at(5, { version: 2 })],
    ['after a reset', at(3), at(null)],
  ])('is nothing %s', (_, before, now) => {
    expect(stepBetween(before, now)).toEqual(stillStep(now))
  })
})

describe('the podium', () => {
  it('rises for somebody who saw the reveal', () => {
    expect(stepBetween(at(1), podium)).toMatchObject({ uncovered: null, hasPodiumRisen: true })
  })

  it('is simply there for everybody else, and where another board follows', () => {
    for (const before of [at(null), podium, at(1, { board: 'other' })]) {
      expect(stepBetween(before, podium)).toEqual(stillStep(podium))
    }
  })
})
