import { describe, expect, it } from 'vitest'
import { isUncoveredBy, motionBetween, noMotion, type RevealState } from './reveal-motion.ts'

const at = (pointer: number | null, changes: Partial<RevealState> = {}): RevealState => ({
  ...{ board: 'caster', version: 1, pointer, isPodiumOpen: false, blurMs: 1_500 },
  ...changes,
})
const podium = at(1, { isPodiumOpen: true })

describe('what a move uncovers', () => {
  it('ranges from the rank reached to the previous one', () => {
    const motion = motionBetween(at(8), at(5))
    expect(motion).toEqual({
      ...{ pointer: 5, hasPodiumRisen: false },
      uncovered: { first: 5, end: 8, blurMs: 1_500 },
    })
    const uncovered = [4, 5, 6, 7, 8].filter((rank) => isUncoveredBy(motion, rank))
    expect(uncovered).toEqual([5, 6, 7])
  })

  it('is every rank from the start rank on', () => {
    const motion = motionBetween(at(null), at(11))
    expect([10, 11, 5_000].filter((rank) => isUncoveredBy(motion, rank))).toEqual([11, 5_000])
  })

  it('is every rank shown when the board changes', () => {
    const { uncovered } = motionBetween(at(3, { board: null }), at(11))
    expect(uncovered).toMatchObject({ first: 11, end: Number.POSITIVE_INFINITY })
  })

  it.each([
    ['after a move back', at(5), at(8)],
    ['after a move back from the podium', podium, at(1)],
    ['after a move that uncovers none', at(5), at(5, { version: 2 })],
    ['after a reset', at(3), at(null)],
  ])('is nothing %s', (_, before, now) => {
    expect(motionBetween(before, now)).toEqual(noMotion(now))
  })
})

describe('the podium', () => {
  it('rises for people who saw the reveal', () => {
    expect(motionBetween(at(1), podium)).toMatchObject({ uncovered: null, hasPodiumRisen: true })
  })

  it('is simply there for everybody else, and when the board changes', () => {
    for (const before of [at(null), podium, at(1, { board: 'other' })]) {
      expect(motionBetween(before, podium)).toEqual(noMotion(podium))
    }
  })
})
