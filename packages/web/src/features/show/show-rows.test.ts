import type { ShowRow } from '@rollcall/contract/show-view'
import { describe, expect, it } from 'vitest'
import { pointsFormatOf, rowsInView, uncoveringOf } from './show-rows.ts'

function row(rank: number, points: number | null): ShowRow {
  return { id: String(rank), rank, racer_name: `racer_${rank}`, event_points: points }
}

const board = (reached: number) =>
  Array.from({ length: 12 }, (_, index) => row(index + 1, index + 1 < reached ? null : 20 - index))

const ranksOf = (rows: readonly ShowRow[]) => rows.map(({ rank }) => rank)

describe('rows in view', () => {
  it('are the next hidden one and those below it', () => {
    expect(ranksOf(rowsInView(board(6), 6))).toEqual([5, 6, 7, 8, 9, 10])
  })

  it('fill the room at both ends', () => {
    expect(ranksOf(rowsInView(board(11), 6))).toEqual([7, 8, 9, 10, 11, 12])
    expect(ranksOf(rowsInView(board(1), 6))).toEqual([1, 2, 3, 4, 5, 6])
    expect(ranksOf(rowsInView([row(1, null), row(2, 3)], 6))).toEqual([1, 2])
    expect(ranksOf(rowsInView(board(99), 6))).toEqual([7, 8, 9, 10, 11, 12])
    expect(rowsInView([], 6)).toEqual([])
  })
})

describe('what is uncovered', () => {
  const at = (reached: number | null, username = 'caster') => ({
    scene: 'reveal' as const,
    reached,
    blurMs: 1_500,
    board: { username },
  })
  const waiting = { ...at(null), scene: 'before' as const }

  it('goes from the rank reached to the one before', () => {
    expect(uncoveringOf(at(8), at(5))).toMatchObject({ first: 5, end: 8, blurMs: 1_500 })
    expect(uncoveringOf(waiting, at(11))).toMatchObject({
      first: 11,
      end: Number.POSITIVE_INFINITY,
    })
  })

  it('is nothing after a step back, the same answer again, or on another board', () => {
    expect(uncoveringOf(at(5), at(8))).toBeNull()
    expect(uncoveringOf(at(5), at(5))).toBeNull()
    expect(uncoveringOf(at(5), at(null))).toBeNull()
    expect(uncoveringOf(at(3), waiting)).toBeNull()
  })

  it('is the podium once the reveal leads to it', () => {
    const podium = { ...at(1), scene: 'podium' as const }
    expect(uncoveringOf(at(1), podium)).toMatchObject({ hasPodiumRisen: true })
    expect(uncoveringOf({ ...podium, scene: 'final' }, podium)).toBeNull()
  })
})

it('writes points with two decimals where any row of the show has them', () => {
  expect(pointsFormatOf({ hasDecimals: false })(1234)).toBe('1,234')
  expect(pointsFormatOf({ hasDecimals: true })(2)).toBe('2.00')
})
