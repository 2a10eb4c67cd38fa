import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GamesOfField, type Luck, luckOf, MIN_GAMES_FOR_LUCK } from './luck.ts'

interface Played {
  field: number
  place: number
}

/** Groups games in the same way as the database. */
function grouped(games: readonly Played[]): GamesOfField[] {
  return [...Map.groupBy(games, ({ field }) => field)].map(([field, of]) => ({
    field,
    games: of.length,
    sumOfPlaces: of.reduce((sum, { place }) => sum + place, 0),
    firstPlaces: of.filter(({ place }) => place === 1).length,
  }))
}

function luck(games: readonly Played[]): Luck {
  const found = luckOf(grouped(games))
  if (found === null) {
    throw new Error('too few games')
  }
  return found
}

const repeated = (count: number, game: Played): Played[] =>
  Array.from({ length: count }, () => game)

/** All possible lists of places. */
function outcomes(fields: readonly number[]): number[][] {
  return fields.reduce<number[][]>(
    (all, field) =>
      all.flatMap((places) => Array.from({ length: field }, (_, place) => [...places, place + 1])),
    [[]],
  )
}

const fields = fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 6 })

const game = fc
  .integer({ min: 1, max: 60 })
  .chain((field) =>
    fc.record({ field: fc.constant(field), place: fc.integer({ min: 1, max: field }) }),
  )
const manyGames = fc.array(game, { minLength: 60, maxLength: 200 })

/** The share of outcomes that pass; each outcome is equally likely. */
const partOf = (all: readonly number[][], is: (places: number[]) => boolean) =>
  all.filter(is).length / all.length

const firsts = (places: readonly number[]) => places.filter((place) => place === 1).length

/** The chances of 0, 1, 2, … first places. */
function firstPlaceChances(all: readonly number[]): number[] {
  let chances = [1]
  for (const field of all) {
    const atOnce = (count: number) => chances[count] ?? 0
    chances = Array.from(
      { length: chances.length + 1 },
      (_, count) => atOnce(count) * (1 - 1 / field) + atOnce(count - 1) / field,
    )
  }
  return chances
}

describe('luckOf', () => {
  it('says nothing about fewer than 20 games, and leaves out games without other marbles', () => {
    const games = repeated(MIN_GAMES_FOR_LUCK - 1, { field: 10, place: 1 })
    expect(luckOf(grouped(games))).toBeNull()
    expect(luckOf(grouped([...games, { field: 1, place: 1 }]))).toBeNull()
    expect(luck([...games, { field: 10, place: 10 }]).games).toBe(20)
    expect(luckOf([])).toBeNull()
  })

  it('gives the documented chances of 3 first places in 120 races with 60 marbles', () => {
    const games = [
      ...repeated(3, { field: 60, place: 1 }),
      ...repeated(117, { field: 60, place: 31 }),
    ]
    const { firstPlaces, expectedFirstPlaces, chanceOfAsMany, meanField } = luck(games)
    expect({ firstPlaces, expectedFirstPlaces, meanField }).toEqual({
      firstPlaces: 3,
      expectedFirstPlaces: 2,
      meanField: 60,
    })
    // 1 - (59/60)^120 × (1 + 120/59 + 120 × 119 / (2 × 59²))
    expect(chanceOfAsMany).toBeCloseTo(0.3233, 4)
  })

  it('has the same chances of first places as brute force over every outcome', () => {
    fc.assert(
      fc.property(fields, (some) => {
        const all = outcomes(some)
        const chances = firstPlaceChances(some)
        for (const [count, chance] of chances.entries()) {
          expect(partOf(all, (places) => firsts(places) === count)).toBeCloseTo(chance, 10)
        }
      }),
    )
  })

  it('has the same chances of first places as a recursion, for fields of any size', () => {
    fc.assert(
      fc.property(manyGames, (games) => {
        const withOthers = games.filter(({ field }) => field > 1)
        fc.pre(withOthers.length >= MIN_GAMES_FOR_LUCK)
        const chances = firstPlaceChances(withOthers.map(({ field }) => field))
        const found = luck(games)
        const count = firsts(withOthers.map(({ place }) => place))
        const sum = (part: number[]) => part.reduce((total, chance) => total + chance, 0)
        expect(found.chanceOfAsMany).toBeCloseTo(sum(chances.slice(count)), 10)
        expect(found.chanceOfAsFew).toBeCloseTo(sum(chances.slice(0, count + 1)), 10)
        expect(found.expectedFirstPlaces).toBeCloseTo(
          sum(chances.map((chance, places) => chance * places)),
          8,
        )
      }),
    )
  })

  it('stays close to the exact chances if there are too many games to be exact', () => {
    const exact = (count: number) =>
      luckOf([{ field: 20, games: 6_000, sumOfPlaces: 63_000, firstPlaces: count }])
    const many = (count: number) =>
      luckOf([{ field: 20, games: 60_000, sumOfPlaces: 630_000, firstPlaces: count }])
    // 60,000 games have ten times the mean, and the deviation times the square root of ten.
    for (const deviations of [-2, -1, 0, 1, 2]) {
      const few = exact(Math.round(300 + deviations * Math.sqrt(285)))
      const lots = many(Math.round(3_000 + deviations * Math.sqrt(2_850)))
      expect(lots?.chanceOfAsMany).toBeCloseTo(few?.chanceOfAsMany ?? -1, 1)
      expect(lots?.chanceOfAsFew).toBeCloseTo(few?.chanceOfAsFew ?? -1, 1)
    }
  })

  it('averages the share of others behind the racer', () => {
    fc.assert(
      fc.property(manyGames, (games) => {
        const withOthers = games.filter(({ field }) => field > 1)
        fc.pre(withOthers.length >= MIN_GAMES_FOR_LUCK)
        const parts = withOthers.map(({ field, place }) => (field - place) / (field - 1))
        const { behind } = luck(games)
        expect(behind).toBeCloseTo(parts.reduce((sum, part) => sum + part, 0) / parts.length, 10)
      }),
    )
  })

  it('has the mean and the spread of all outcomes', () => {
    fc.assert(
      fc.property(fields, (some) => {
        // 20 times the same games have a twentieth of the variance.
        const repeatedFields = some.map((field) => ({
          field,
          games: 20,
          sumOfPlaces: 20,
          firstPlaces: 20,
        }))
        const found = luckOf(repeatedFields)
        const means = outcomes(some).map(
          (places) =>
            places.reduce((sum, place, index) => {
              const field = some[index] ?? 0
              return sum + (field - place) / (field - 1)
            }, 0) / some.length,
        )
        const mean = means.reduce((sum, each) => sum + each, 0) / means.length
        const variance = means.reduce((sum, each) => sum + (each - mean) ** 2, 0) / means.length
        expect(mean).toBeCloseTo(0.5, 10)
        const expected = 1.96 * Math.sqrt(variance / 20)
        expect(found?.range.to).toBeCloseTo(Math.min(1, 0.5 + expected), 10)
        expect(found?.range.from).toBeCloseTo(Math.max(0, 0.5 - expected), 10)
      }),
    )
  })

  it('compares the mean with all outcomes of 20 games', () => {
    for (const field of [2, 5, 40]) {
      let chances = [1]
      for (let played = 0; played < MIN_GAMES_FOR_LUCK; played += 1) {
        const next = Array.from({ length: chances.length + field - 1 }, () => 0)
        for (const [sum, chance] of chances.entries()) {
          for (let behind = 0; behind < field; behind += 1) {
            next[sum + behind] = (next[sum + behind] ?? 0) + chance / field
          }
        }
        chances = next
      }
      let below = 0
      for (const [sum, chance] of chances.entries()) {
        const found = luckOf([
          {
            field,
            games: MIN_GAMES_FOR_LUCK,
            sumOfPlaces: field * MIN_GAMES_FOR_LUCK - sum,
            firstPlaces: 0,
          },
        ])
        expect(Math.abs((found?.chanceOfAsBad ?? -1) - (below + chance / 2))).toBeLessThan(0.01)
        below += chance
      }
    }
  })

  it('does not depend on the order of games, and is mirrored if the places are mirrored', () => {
    fc.assert(
      fc.property(manyGames, (games) => {
        fc.pre(games.filter(({ field }) => field > 1).length >= MIN_GAMES_FOR_LUCK)
        const there = luck(games)
        expect(luck(games.toReversed()).chanceOfAsBad).toBeCloseTo(there.chanceOfAsBad, 10)
        const turned = luck(games.map(({ field, place }) => ({ field, place: field + 1 - place })))
        expect(turned.behind).toBeCloseTo(1 - there.behind, 10)
        expect(turned.chanceOfAsBad).toBeCloseTo(1 - there.chanceOfAsBad, 6)
      }),
    )
  })
})
