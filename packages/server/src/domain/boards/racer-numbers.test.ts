import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RacerSum, type SeasonSum, sumSeasons } from './racer-numbers.ts'

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
