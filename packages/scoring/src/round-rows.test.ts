import { expect, it } from 'vitest'
import { bestChannels, streamerPoints } from './round-rows.ts'

it('two logins of a racer on one channel are one channel', () => {
  const parts = [
    { channel: 1, points: 4, games: 1, participation: 1 },
    { channel: 2, points: 6, games: 2, participation: 2 },
    { channel: 1, points: 3, games: 1, participation: 0.5 },
  ]
  expect(bestChannels(parts, 1)).toEqual({ points: 7, games: 2, participation: 1.5 })
  expect(bestChannels(parts, 2)).toEqual({ points: 13, games: 4, participation: 3.5 })
})

it('of equal channels those with fewer games count, and a number that is not known counts last', () => {
  const equal = [null, 3, 2].map((games, channel) => ({
    ...{ channel, points: 5, games },
    participation: 0,
  }))
  expect(bestChannels(equal, 1)).toEqual({ points: 5, games: 2, participation: 0 })
  expect(bestChannels(equal, 2)).toEqual({ points: 10, games: 5, participation: 0 })
  expect(bestChannels(equal, 3)).toEqual({ points: 15, games: null, participation: 0 })
})

it('penalties of the game count if there is nothing better', () => {
  const parts = [
    { channel: 1, points: -0.1, games: 1, participation: 0 },
    { channel: 2, points: -0.2, games: 1, participation: 0 },
  ]
  expect(bestChannels(parts, 2)).toEqual({ points: -0.3, games: 2, participation: 0 })
  expect(streamerPoints([-0.1, -0.2, 0.3], 2)).toBe(0.2)
  expect(streamerPoints([0.1, 0.2], 10)).toBe(0.3)
})
