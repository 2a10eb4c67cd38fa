import { describe, expect, it } from 'vitest'
import { Board } from './board.ts'
import { placeOn } from './place-on-board.ts'
import { RACER_RULES, type RacerBoard, type RacerRow } from './racers.ts'

const ANN = 1
const BOB = 2

/** The racers are numbered from 0, the best first. */
function boardOf(
  rows: readonly (number | Pick<RacerRow, 'points' | 'owners'>)[],
  total = rows.length,
): RacerBoard {
  const points = rows.map(
    (row, racerId): RacerRow => ({
      racerId,
      platform: 'twitch',
      tied: null,
      login: `racer${racerId}`,
      ...(typeof row === 'number' ? { points: row } : row),
    }),
  )
  return { board: new Board({ points }, RACER_RULES), total, points: 0, off: new Set(), games: 0 }
}

describe('a place on a board', () => {
  it('shares its rank with equal points', () => {
    const ann = { userId: ANN, racerIds: [2], points: 300 }
    expect(placeOn(boardOf([500, 300, 300, 20]), ann)).toMatchObject({
      ...{ rank: 2, of: 4, next: { rank: 1, gap: 200 } },
    })
  })

  it('counts all logins that are the person’s alone as one racer', () => {
    const board = boardOf([500, { points: 400, owners: [ANN] }, { points: 300, owners: [ANN] }, 20])
    expect(placeOn(board, { userId: ANN, racerIds: [1, 2], points: 700 })).toMatchObject({
      ...{ points: 700, rank: 1, of: 3, next: null },
    })
  })

  it('is not that of a login that was another’s then', () => {
    const board = boardOf([{ points: 500, owners: [BOB] }, 300, 20])
    expect(placeOn(board, { userId: ANN, racerIds: [0, 1], points: 300 })).toMatchObject({
      ...{ rank: 2, of: 3, next: { rank: 1, gap: 200 } },
    })
  })

  it('is that of a shared row as it is, unless the other rows are better together', () => {
    const board = boardOf([500, { points: 103, owners: [ANN, BOB] }, 60, 40])
    const bob = { userId: BOB, racerIds: [1], points: 3 }
    const shared = { rank: 2, of: 4, points: 103, next: { rank: 1, gap: 397 }, isShared: true }
    expect(placeOn(board, bob)).toMatchObject(shared)
    expect(placeOn(board, { userId: ANN, racerIds: [1, 3], points: 140 })).toMatchObject(shared)
    expect(placeOn(board, { userId: ANN, racerIds: [0, 1], points: 600 })).toMatchObject({
      ...{ rank: 1, of: 4, points: 500 },
    })
  })

  it('is unknown behind all racers on a board that does not have all', () => {
    const board = boardOf([500, 300], 1000)
    expect(placeOn(board, { userId: ANN, racerIds: [1], points: 300 })).toMatchObject({
      ...{ rank: 2, of: 1000 },
    })
    expect(placeOn(board, { userId: ANN, racerIds: [7], points: 299 }).rank).toBeNull()
  })
})
