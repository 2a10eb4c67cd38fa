import { PRACTICE_STREAMERS } from '@rollcall/server/domain/people/sign-in/practice-streamers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeSampleSeasons, type SampleOptions } from './sample-seasons.ts'
import { makeSeasonFiles } from './season-files.ts'
import type { ChannelSeason } from './simulate-season.ts'

const TODAY = new Date('2026-10-20T12:00:00Z')

function makeSeasons(options: Partial<SampleOptions> = {}): ChannelSeason[] {
  const given = { streamers: PRACTICE_STREAMERS, today: TODAY, currentSeason: 75, ...options }
  return makeSampleSeasons(given).channels.flatMap(({ seasons }) => seasons)
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

describe('the sample seasons of the demo', () => {
  const seasons = makeSeasons()
  const racers = seasons.flatMap((season) => season.racers)
  const current = seasons.filter(({ season }) => season === 75)

  it('is large: 40 streamers or more, 50,000 rows or more, three seasons', () => {
    expect(new Set(seasons.map(({ channel }) => channel)).size).toBeGreaterThanOrEqual(40)
    expect(racers.length).toBeGreaterThanOrEqual(50_000)
    expect(new Set(seasons.map(({ season }) => season))).toEqual(new Set([73, 74, 75]))
  })

  it('has channels of very different size, one that has yet to play, and some that skipped', () => {
    const games = seasons.filter(({ season }) => season < 75).map(({ totalGames }) => totalGames)
    expect(Math.min(...games)).toBeLessThan(150)
    expect(Math.max(...games)).toBeGreaterThan(7_000)
    expect(current.filter(({ totalGames }) => totalGames === 0)).toHaveLength(1)
    expect(seasons.length).toBeLessThan(3 * PRACTICE_STREAMERS.length - 3)
  })

  it('has exact ties on points in every season, one of them among the first ten', () => {
    for (const number of [73, 74, 75]) {
      const points = seasons
        .filter(({ season }) => season === number)
        .map((season) => season.points)
        .sort((a, b) => b - a)
      expect(new Set(points).size).toBeLessThanOrEqual(points.length - 2)
      expect(new Set(points.slice(0, 10)).size).toBeLessThan(10)
    }
  })

  it('lets people race in several channels and seasons, including the sample streamers', () => {
    const rowsByRacer = Map.groupBy(
      seasons.flatMap(({ channel, racers }) => racers.map(({ login }) => ({ login, channel }))),
      ({ login }) => login,
    )
    const seen = [...rowsByRacer.values()].map((rows) => new Set(rows.map((row) => row.channel)))
    expect(seen.filter(({ size }) => size >= 3).length).toBeGreaterThan(1_500)
    for (const streamer of PRACTICE_STREAMERS) {
      const rows = rowsByRacer.get(streamer.toLowerCase()) ?? []
      expect(new Set(rows.map((row) => row.channel)).size, streamer).toBeGreaterThanOrEqual(6)
    }
    expect(rowsByRacer.has('gravelgran')).toBe(true)
  })

  it('is the same on the same day, and moves with the day', () => {
    expect(makeSeasons()).toEqual(seasons)
    const dayLater = makeSeasons({ today: new Date('2026-10-21T12:00:00Z') })
    expect(dayLater.map(({ points }) => points)).toEqual(seasons.map(({ points }) => points))
    expect(Math.max(...current.map(({ marbleDay }) => Date.parse(marbleDay)))).toBe(
      Date.parse('2026-10-20'),
    )
    expect(dayLater[0]?.marbleDay).not.toBe(seasons[0]?.marbleDay)
  })

  it('gives points as the game does', () => {
    const share = (of: (season: ChannelSeason) => number) =>
      seasons.filter(({ totalGames }) => totalGames > 0).map(of)
    const perGame = share(({ points, totalGames }) => points / totalGames)
    expect(Math.min(...perGame)).toBeGreaterThan(300)
    expect(Math.max(...perGame)).toBeLessThan(2_500)
    // A channel's best racer is not the only one who ever wins.
    expect(
      Math.max(
        ...share(({ racers }) => Math.max(...racers.map((r) => r.raceWins)) / racers.length),
      ),
    ).toBeLessThan(1)
  })
})

it('is consistent for any seed and size', () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.string(),
        poolSize: fc.integer({ min: 5, max: 300 }),
        minGames: fc.integer({ min: 1, max: 20 }),
        maxGames: fc.integer({ min: 20, max: 300 }),
      }),
      fc.integer({ min: 1, max: 12 }),
      (size, streamerCount) => {
        for (const season of makeSeasons({
          ...size,
          streamers: PRACTICE_STREAMERS.slice(0, streamerCount),
        })) {
          checkSeason(season)
        }
      },
    ),
    { numRuns: 25 },
  )
})

function checkSeason(season: ChannelSeason): void {
  const { racers, points, totalGames, raceHighScore, royaleHighScore } = season
  expect(sum(racers.map((r) => r.racePoints + r.royalePoints))).toBe(points)
  expect(new Set(racers.map(({ login }) => login)).size).toBe(racers.length)
  expect(sum(racers.map((r) => r.raceWins + r.royaleWins))).toBeLessThanOrEqual(totalGames)
  for (const racer of racers) {
    expect(racer.login).toMatch(/^[a-z0-9][a-z0-9_]{3,24}$/)
    expect(racer.races + racer.royales).toBeGreaterThan(0)
    expect(racer.races + racer.royales).toBeLessThanOrEqual(totalGames)
    expect(racer.raceWins).toBeLessThanOrEqual(racer.races)
    expect(racer.royaleWins).toBeLessThanOrEqual(racer.royales)
    expect(racer.crownWins).toBeLessThanOrEqual(Math.max(0, racer.royaleWins - 1))
    expect(racer.racePoints).toBeLessThanOrEqual(racer.races * raceHighScore)
    expect(racer.royalePoints).toBeLessThanOrEqual(racer.royaleWins * royaleHighScore)
  }
}

it('writes a season as the companion does', () => {
  const racer = { login: 'gravelgran', racePoints: 70, raceWins: 2, races: 5, royalePoints: 9 }
  const files = makeSeasonFiles({
    channel: 'MarbleMaven',
    season: 75,
    marbleDay: '2026-10-20',
    points: 79,
    totalGames: 8,
    raceHighScore: 50,
    royaleHighScore: 9,
    racers: [{ ...racer, royaleWins: 1, royales: 3, crownWins: 0 }],
  })
  expect(files.streamerData).toBe(
    'channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day\r\n' +
      'MarbleMaven,75,79,8,50,0,9,0,2026-10-20\r\n',
  )
  expect(files.viewerData).toBe(
    'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations\r\n' +
      'gravelgran,75,MarbleMaven,70,2,5,9,1,3,0,0,0,0\r\n',
  )
})
