import type { BoardRow } from '@rollcall/scoring/board-row'
import { rankRows } from '@rollcall/scoring/ranking'
import { expect, it } from 'vitest'
import { rankBoard } from './rank-board.ts'

const rowOf = (index: number): BoardRow => ({
  racer_name: `Racer ${(index * 7_919) % 20_011}`,
  event_points: (index * 31) % 50,
  race_points: 1,
  race_wins: index % 2,
  race_races: 1 + (index % 3),
  race_hs: null,
  br_points: null,
  br_wins: 0,
  br_races: 0,
  br_hs: null,
  kills: null,
  eliminations: null,
  crown_wins: 0,
})

it.each([0, 1, 2, 499, 500, 501, 1_500, 20_000])(
  '%i rows as the plain rule ranks them',
  async (count) => {
    const rows = Array.from({ length: count }, (_, index) => rowOf(index))
    expect(await rankBoard(rows)).toEqual(rankRows(rows))
  },
)

it('answers others meanwhile', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => rowOf(index))
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await rankBoard(rows)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
})
