import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterStep,
  countPresses,
  type Holds,
  isDuel,
  type NextStep,
  nextStep,
  type ShowPlace,
  STEP_KINDS,
} from './show-steps.ts'
import { stepTimes } from './show-times.ts'

const NO_HOLDS: Holds = { next: false, always: false }

interface Row {
  rank: number
  points: number
}

const pointsOf = (rows: readonly Row[], rank: number) =>
  rows.filter((row) => row.rank === rank).map(({ points }) => points)

const duelOf = (rows: readonly Row[]) => isDuel(pointsOf(rows, 1), pointsOf(rows, 2))

function aboveOf(rows: readonly Row[], { reached }: ShowPlace): number | null {
  const above = rows.map(({ rank }) => rank).filter((rank) => rank < reached)
  return above.length === 0 ? null : Math.max(...above)
}

/** Every step from the start to the podium, which the first hold of `holds.next` is for. */
function play(
  rows: readonly Row[],
  holds = NO_HOLDS,
  from: ShowPlace = { reached: 11, step: null },
) {
  const steps: NextStep[] = []
  let place = from
  while (place.step !== 'podium') {
    const ranks = { above: aboveOf(rows, place), hasDuel: duelOf(rows) }
    const next = nextStep(place, ranks, { ...holds, next: holds.next && steps.length === 0 })
    place = afterStep(place, next)
    steps.push(next)
  }
  return steps
}

const words = (steps: readonly NextStep[]) =>
  steps.map((step) => ('rank' in step ? `${step.kind} ${step.rank}` : step.kind))

/** Ranks as the boards have them: sharers skip ranks. */
const board = (...points: number[]): Row[] =>
  points.map((each) => ({ points: each, rank: points.indexOf(each) + 1 }))

const boards = fc
  .array(fc.integer({ min: -2, max: 12 }), { maxLength: 14 })
  .map((points) => board(...points.toSorted((a, b) => b - a)))

describe('the plan of a show', () => {
  it('uncovers each rank in one press, and ends with a duel', () => {
    expect(words(play(board(9, 8, 7, 7, 5)))).toEqual([
      ...['reveal 5', 'reveal 3', 'gap', 'totals', 'names', 'show-podium'],
    ])
  })

  it('has no duel if the first two share a rank, if others share the second, or below zero', () => {
    expect(words(play(board(9, 9, 7)))).toEqual(['reveal 3', 'reveal 1', 'show-podium'])
    expect(words(play(board(9, 8, 8)))).toEqual(['reveal 2', 'reveal 1', 'show-podium'])
    expect(words(play(board(9, -1)))).toEqual(['reveal 2', 'reveal 1', 'show-podium'])
    expect(words(play(board(9)))).toEqual(['reveal 1', 'show-podium'])
    expect(words(play(board(9, 0)))).toEqual(['gap', 'totals', 'names', 'show-podium'])
  })

  it('makes two presses of a row whose name is held', () => {
    expect(words(play(board(9, 9, 7, 6), { next: false, always: true }))).toEqual([
      ...['reveal 4', 'points 3', 'name 3', 'points 1', 'name 1', 'show-podium'],
    ])
    expect(words(play(board(9, 9, 7, 6), { next: true, always: false }))).toEqual([
      ...['points 4', 'name 4', 'reveal 3', 'reveal 1', 'show-podium'],
    ])
  })

  it('goes on where a show stopped that had no duel yet', () => {
    const rows = board(9, 8, 7)
    expect(words(play(rows, NO_HOLDS, { reached: 2, step: 'row' }))).toEqual([
      ...['reveal 1', 'show-podium'],
    ])
    expect(words(play(rows, NO_HOLDS, { reached: 2, step: 'gap' }))).toEqual([
      ...['reveal 1', 'show-podium'],
    ])
  })

  it('names everybody once, the last ranks first, and counts its presses', () => {
    fc.assert(
      fc.property(boards, fc.boolean(), fc.boolean(), (rows, next, always) => {
        const holds = { next, always }
        const steps = play(rows, holds)
        const named = steps.flatMap((step) => {
          if (step.kind === 'names') return [2, 1]
          return step.kind === 'reveal' || step.kind === 'name' ? [step.rank] : []
        })
        const hidden = [...new Set(rows.map(({ rank }) => rank))].filter((rank) => rank < 11)
        expect(named).toEqual(hidden.toSorted((a, b) => b - a))
        const left = {
          lower: hidden.filter((rank) => rank > 3).length,
          top: hidden.filter((rank) => rank <= 3),
          hasDuel: duelOf(rows),
        }
        const pressesLeft = countPresses({ reached: 11, step: null }, left, holds)
        expect(pressesLeft).toBe(steps.length)
      }),
    )
  })

  it('does not depend on the names or points of what is hidden, but for who shares a rank', () => {
    fc.assert(
      fc.property(boards, fc.integer({ min: 1, max: 1_000 }), (rows, times) => {
        const other = rows.map((row) => ({ ...row, points: row.points * times }))
        expect(play(other)).toEqual(play(rows))
      }),
    )
  })
})

describe('how long a step takes', () => {
  it('is a name first from rank 4 on, and a number first before', () => {
    for (const rank of [4, 7, 10, 11, 144]) {
      const { ms, nameMs, pointsMs, countMs } = stepTimes('row', rank)
      expect(nameMs).toBeLessThan(pointsMs)
      expect(pointsMs + countMs).toBeLessThanOrEqual(ms)
    }
    for (const rank of [1, 2, 3]) {
      const { ms, nameMs, pointsMs, countMs } = stepTimes('row', rank)
      expect(pointsMs + countMs).toBeLessThan(nameMs)
      expect(nameMs).toBeLessThan(ms)
    }
  })

  it('is the same for 10 to 4, and is never nothing', () => {
    const rows = [4, 5, 6, 7, 8, 9, 10].map((rank) => stepTimes('row', rank))
    expect(new Set(rows.map(({ ms }) => ms))).toEqual(new Set([3_000]))
    for (const kind of STEP_KINDS) {
      expect(stepTimes(kind, 1).ms).toBeGreaterThan(0)
    }
  })
})
