import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Racer,
  type RacerRow,
  type RacerTotals,
  sumOf,
  sumsByChannel,
  sumsBySeason,
} from './racer.ts'

const NUMBERS = [
  'racePoints',
  'raceGames',
  'raceWins',
  'royalePoints',
  'royaleGames',
  'royaleWins',
  'crownWins',
  'kills',
] as const satisfies (keyof RacerTotals)[]

const number = fc.option(fc.integer({ min: 0, max: 2 ** 31 }), { nil: null })
const row: fc.Arbitrary<RacerRow> = fc.record({
  season: fc.integer({ min: 70, max: 75 }),
  channelId: fc.integer({ min: 1, max: 6 }),
  ...(Object.fromEntries(NUMBERS.map((name) => [name, number])) as Record<
    keyof RacerTotals,
    typeof number
  >),
})
/** Channels in an order of their own, as by name. */
const racer: fc.Arbitrary<Racer> = fc
  .tuple(
    fc.array(row, { maxLength: 30 }),
    fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }),
  )
  .map(([rows, ids]) => ({
    rows,
    channels: ids
      .filter((id) => rows.some(({ channelId }) => channelId === id))
      .map((id) => ({ id, name: `channel${id}`, owner: null })),
  }))

/** Number by number, the plain way. */
function plainSum(rows: readonly RacerTotals[]): RacerTotals | null {
  if (rows.length === 0) return null
  const totals = NUMBERS.map((name) => {
    const known = rows.map((one) => one[name]).filter((value) => value !== null)
    return [name, known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)]
  })
  return Object.fromEntries(totals)
}

describe('the sums of a racer', () => {
  it('leave unknown numbers out, and are unknown where none is known', () => {
    fc.assert(
      fc.property(racer, ({ rows }) => {
        const sum = sumOf(rows)
        const plain = plainSum(rows)
        expect(sum && Object.fromEntries(NUMBERS.map((name) => [name, sum[name]]))).toEqual(plain)
      }),
    )
  })

  it('by season have every season once, the oldest first, and add up to the whole', () => {
    fc.assert(
      fc.property(racer, (one) => {
        const sums = sumsBySeason(one)
        const seasons = [...new Set(one.rows.map(({ season }) => season))]
        expect(sums.map(({ season }) => season)).toEqual(seasons.toSorted((a, b) => a - b))
        for (const { season, totals } of sums) {
          expect(totals).toMatchObject(
            plainSum(one.rows.filter((row) => row.season === season)) ?? {},
          )
        }
        expect(plainSum(sums.map(({ totals }) => totals))).toEqual(plainSum(one.rows))
      }),
    )
  })

  it('by channel are in the order of the channels, and add up to the total', () => {
    fc.assert(
      fc.property(racer, (one) => {
        const sums = sumsByChannel(one)
        expect(sums.map(({ channel }) => channel)).toEqual(one.channels)
        for (const { channel, totals } of sums) {
          expect(totals).toMatchObject(
            plainSum(one.rows.filter(({ channelId }) => channelId === channel.id)) ?? {},
          )
        }
        expect(plainSum(sums.map(({ totals }) => totals))).toEqual(plainSum(one.rows))
      }),
    )
  })

  it('leave the rows as they were', () => {
    fc.assert(
      fc.property(racer, (one) => {
        const before = structuredClone(one)
        sumOf(one.rows)
        sumsBySeason(one)
        sumsByChannel(one)
        expect(one).toEqual(before)
      }),
    )
  })
})
