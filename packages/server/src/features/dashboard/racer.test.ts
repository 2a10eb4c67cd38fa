import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RacerSum, rankAmong, type SeasonSum, sumSeasons } from './racer.ts'

const NUMBERS = [
  'racePoints',
  'raceGames',
  'raceWins',
  'royalePoints',
  'royaleGames',
  'royaleWins',
  'crownWins',
  'kills',
  'gamesWithRacePoints',
  'gamesWithRaceWins',
  'gamesWithRoyalePoints',
  'gamesWithRoyaleWins',
  'gamesWithCrownWins',
  'gamesWithKills',
] as const satisfies (keyof RacerSum)[]

const number = fc.option(fc.integer({ min: 0, max: 2 ** 31 }), { nil: null })
const seasons: fc.Arbitrary<SeasonSum[]> = fc.array(
  fc.record({
    season: fc.integer({ min: 70, max: 75 }),
    ...(Object.fromEntries(NUMBERS.map((name) => [name, number])) as Record<
      keyof RacerSum,
      typeof number
    >),
  }),
  { maxLength: 30 },
)

/** Adds number by number, in the plainest code. */
function plainSum(rows: readonly RacerSum[]): RacerSum | null {
  if (rows.length === 0) return null
  const totals = NUMBERS.map((name) => {
    const known = rows.map((one) => one[name]).filter((value) => value !== null)
    return [name, known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)]
  })
  return Object.fromEntries(totals)
}

describe('sumSeasons', () => {
  it('leaves unknown numbers out, and is unknown if no number is known', () => {
    fc.assert(
      fc.property(seasons, (several) => {
        const before = structuredClone(several)
        const sum = sumSeasons(several)
        expect(sum && Object.fromEntries(NUMBERS.map((name) => [name, sum[name]]))).toEqual(
          plainSum(several),
        )
        expect(several).toEqual(before)
      }),
    )
  })
})

describe('rankAmong', () => {
  const ranked = (...points: number[]) => ({
    racers: points.map((each, index) => ({
      platform: 'twitch',
      login: `racer${index}`,
      points: each,
      rank: 1 + points.filter((other) => other > each).length,
    })),
    total: points.length,
  })
  const periodOf = (login: string, firstSeason: number | null, lastSeason: number | null) => ({
    platform: 'twitch',
    login,
    firstSeason,
    lastSeason,
  })
  const best = (points: number) => ({ season: 75, channelId: 1, channel: 'c', points })

  it('shares a rank with equal points, and leaves out logins that the racer owns in that season', () => {
    const all = ranked(500, 300, 300, 20)
    const own = [periodOf('racer0', 70, 74), periodOf('racer2', 75, null)]
    expect(rankAmong(all, best(300), own)).toEqual({ rank: 2, of: 4 })
    expect(rankAmong(all, best(800), [...own, periodOf('racer0', null, null)])).toEqual({
      rank: 1,
      of: 3,
    })
  })

  it('counts racers who are not on the board, but knows no rank among them', () => {
    const all = { ...ranked(500, 300), total: 1000 }
    expect(rankAmong(all, best(300), [periodOf('racer1', 75, 75)])).toEqual({ rank: 2, of: 1000 })
    expect(rankAmong(all, best(299), [])).toBeNull()
  })
})
