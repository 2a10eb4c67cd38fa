import type { Scene, ShowView } from '@rollcall/contract/show-view'
import { describe, expect, it } from 'vitest'
import { newestView, revealState, rowsInView, stageRows } from './show-rows.ts'
import type { StageRow } from './stage/stage-board.tsx'

function row(rank: number, points: number | null): StageRow {
  return { id: String(rank), rank, racer_name: `racer_${rank}`, points }
}

const board = (reached: number) =>
  Array.from({ length: 12 }, (_, index) => row(index + 1, index + 1 < reached ? null : 20 - index))

const listRanks = (rows: readonly { rank: number | null }[]) => rows.map(({ rank }) => rank)

describe('rows in view', () => {
  it('are the next hidden row and those below it', () => {
    expect(listRanks(rowsInView(board(6), 6))).toEqual([5, 6, 7, 8, 9, 10])
  })

  it('fill the space at both ends', () => {
    expect(listRanks(rowsInView(board(11), 6))).toEqual([7, 8, 9, 10, 11, 12])
    expect(listRanks(rowsInView(board(1), 6))).toEqual([1, 2, 3, 4, 5, 6])
    expect(listRanks(rowsInView([row(1, null), row(2, 3)], 6))).toEqual([1, 2])
    expect(listRanks(rowsInView(board(99), 6))).toEqual([7, 8, 9, 10, 11, 12])
    expect(rowsInView([], 6)).toEqual([])
  })
})

it('a row whose name is held has its points, and stays hidden', () => {
  const hidden = { id: '2', rank: 2, racer_name: '•', event_points: null }
  const other = { ...hidden, id: '1', rank: 1 }
  expect(stageRows({ rows: [other, hidden], held: [{ id: '2', points: 7 }] })).toEqual([
    { id: '1', rank: 1, racer_name: '•', points: null },
    { id: '2', rank: 2, racer_name: '•', points: null, held: 7 },
  ])
})

describe('the reveal of a view', () => {
  const view = { version: 7, reached: 5, blurMs: 1_500, board: { username: 'caster' } }

  it('has reached a rank while the reveal goes on', () => {
    expect(revealState({ ...view, scene: 'reveal' })).toEqual({
      ...{ board: 'caster', version: 7, blurMs: 1_500 },
      ...{ pointer: 5, isPodiumOpen: false },
    })
  })

  it('is at the podium until the end, and has not begun before the reveal', () => {
    const at = (scene: Scene) => revealState({ ...view, scene, board: null })
    expect(at('podium')).toMatchObject({ board: null, pointer: null, isPodiumOpen: true })
    expect(at('final')).toMatchObject({ pointer: null, isPodiumOpen: true })
    expect(at('before')).toMatchObject({ pointer: null, isPodiumOpen: false })
    expect(at('standings')).toMatchObject({ pointer: null, isPodiumOpen: false })
  })
})

const makeView = (version: number): ShowView => ({
  ...{ version, scene: 'before', isRehearsal: false, board: null, startRank: null, reached: null },
  ...{ blurMs: 0, rowCount: 0, hasDecimals: false, rows: [] },
  event: {
    ...{ name: 'Cup', startAt: '2026-11-01', endAt: '2026-11-02', streamers: [] },
    startsAt: '2026-11-01T00:00:00.000Z',
    showAt: null,
    endsAt: '2026-11-03T00:00:00.000Z',
    organiser: { username: 'host', page: { platform: 'twitch', login: 'host' } },
  },
})

it('a view overtaken by an answer is not shown, but one with the same version is', () => {
  const [earlier, shown, same, later] = [makeView(1), makeView(2), makeView(2), makeView(3)]
  expect(newestView(shown, earlier)).toBe(shown)
  expect(newestView(shown, same)).toBe(same)
  expect(newestView(shown, later)).toBe(later)
  expect(newestView(null, earlier)).toBe(earlier)
})
