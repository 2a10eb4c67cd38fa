import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MASKED_NAME } from './racer.ts'
import {
  blurDurationMs,
  closePodium,
  isRevealed,
  type NextPress,
  nextPress,
  podiumOf,
  pressReveal,
  UNREVEALED,
} from './reveal.ts'

const ranked = (...ranks: number[]) =>
  ranks.map((rank, index) => ({ rank, racer_name: `racer_${index}` }))

const upTo = (count: number) => ranked(...Array.from({ length: count }, (_, index) => index + 1))

type Pressed = Exclude<NextPress['kind'], 'reveal'> | number

/**
 * Presses until the podium is open. For each press: what it did (a number is a rank), and how many rows were shown
 * then.
 */
function playThrough(rows: ReturnType<typeof ranked>): [pressed: Pressed, shown: number][] {
  const presses: [Pressed, number][] = []
  let reveal = UNREVEALED
  while (!reveal.isPodiumOpen) {
    const press = nextPress(reveal, rows)
    reveal = pressReveal(reveal, rows)
    const pressed = press.kind === 'reveal' ? press.rank : press.kind
    presses.push([pressed, rows.filter(({ rank }) => isRevealed(reveal, rank)).length])
  }
  return presses
}

describe('the reveal', () => {
  it('shows nothing at first', () => {
    expect(nextPress(UNREVEALED, upTo(12))).toEqual({ kind: 'start' })
    expect(upTo(12).some(({ rank }) => isRevealed(UNREVEALED, rank))).toBe(false)
  })

  it('starts at rank 11 and goes up to 1, then opens the podium', () => {
    expect(playThrough(upTo(12))).toEqual([
      ['start', 2],
      [10, 3],
      [9, 4],
      [8, 5],
      [7, 6],
      [6, 7],
      [5, 8],
      [4, 9],
      [3, 10],
      [2, 11],
      [1, 12],
      ['show-podium', 12],
    ])
  })

  it('uncovers a shared rank at once and continues with the next rank that exists', () => {
    expect(playThrough(ranked(1, 2, 2, 4))).toEqual([
      ['start', 0],
      [4, 1],
      [2, 3],
      [1, 4],
      ['show-podium', 4],
    ])
  })

  it('starts at 11 even if a tie skips rank 11', () => {
    expect(playThrough(ranked(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 12)).slice(0, 2)).toEqual([
      ['start', 1],
      [10, 3],
    ])
  })

  it('uncovers all racers at once if they all share rank 1', () => {
    expect(playThrough(ranked(1, 1, 1))).toEqual([
      ['start', 0],
      [1, 3],
      ['show-podium', 3],
    ])
  })

  it.each([
    [0, ['start', 'show-podium']],
    [1, ['start', 1, 'show-podium']],
    [2, ['start', 2, 1, 'show-podium']],
  ])('works with %i entrants', (count, pressed) => {
    expect(playThrough(upTo(count)).map(([each]) => each)).toEqual(pressed)
  })

  it('opens the podium again after it was closed, with all rows still shown', () => {
    const open = { pointer: 1, isPodiumOpen: true }
    const closed = closePodium(open)
    expect(closed).toEqual({ pointer: 1, isPodiumOpen: false })
    expect(nextPress(closed, upTo(3))).toEqual({ kind: 'show-podium' })
    expect(pressReveal(closed, upTo(3))).toEqual(open)
    expect(pressReveal(open, upTo(3))).toEqual(open)
  })

  it('shows a rank after the pointer has reached it, and masks others with 20 bullets', () => {
    const reveal = { pointer: 2, isPodiumOpen: false }
    expect([1, 2, 3].map((rank) => isRevealed(reveal, rank))).toEqual([false, true, true])
    expect(MASKED_NAME).toBe('••••••••••••••••••••')
  })

  it('never hides a row again, and shows all rows at rank 1, no matter how ranks are shared', () => {
    const boards = fc.array(fc.boolean(), { maxLength: 40 }).map((ties) => {
      const ranks: number[] = []
      for (const [index, isTied] of ties.entries()) {
        ranks.push(isTied ? (ranks.at(-1) ?? 1) : index + 1)
      }
      return ranked(...ranks)
    })
    fc.assert(
      fc.property(boards, (rows) => {
        const presses = playThrough(rows)
        const shown = presses.map(([, count]) => count)
        expect(shown).toEqual(shown.toSorted((a, b) => a - b))
        expect(shown.at(-1)).toBe(rows.length)
        const below11 = new Set(rows.map(({ rank }) => rank).filter((rank) => rank < 11))
        expect(presses).toHaveLength(below11.size + 2)
      }),
    )
  })
})

describe('blurDurationMs', () => {
  it.each([
    [1, 4500],
    [2, 4000],
    [5, 2500],
    [6, 1500],
    [10, 1100],
    [11, 1000],
    [500, 1000],
  ])('for rank %i is %i', (rank, durationMs) => {
    expect(blurDurationMs(rank)).toBe(durationMs)
  })
})

describe('podiumOf', () => {
  const counts = (...ranks: number[]) => podiumOf(ranked(...ranks)).map(({ rows }) => rows.length)

  it('has the ranks 1 to 3 in order', () => {
    expect(podiumOf(upTo(5)).map(({ place, rows }) => [place, rows[0]?.racer_name])).toEqual([
      [1, 'racer_0'],
      [2, 'racer_1'],
      [3, 'racer_2'],
    ])
  })

  it('leaves the rank after a shared one empty', () => {
    expect(counts(1, 1, 3)).toEqual([2, 0, 1])
    expect(counts(1, 2, 2, 4)).toEqual([1, 2, 0])
    expect(counts(1, 1, 1, 4)).toEqual([3, 0, 0])
  })

  it('has empty ranks if there are fewer racers', () => {
    expect(counts()).toEqual([0, 0, 0])
    expect(counts(1)).toEqual([1, 0, 0])
    expect(counts(1, 2)).toEqual([1, 1, 0])
  })
})
