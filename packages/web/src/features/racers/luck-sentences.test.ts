import { expect, it } from 'vitest'
import { firstPlacesSentence, luckSentence, rangeSentence } from './luck-sentences.ts'
import type { Luck } from './queries.ts'

const luck = (facts: Partial<Luck>): Luck => ({
  ...{ games: 120, meanField: 60, behind: 0.5, range: { from: 0.448, to: 0.552 } },
  ...{ chanceOfAsGood: 0.5, chanceOfAsBad: 0.5, firstPlaces: 2, expectedFirstPlaces: 2 },
  ...{ chanceOfAsMany: 0.6, chanceOfAsFew: 0.68, ...facts },
})

it('says in one line how much of the field was beaten, and how rare that is', () => {
  const lucky = luck({ behind: 0.841, chanceOfAsGood: 0.000294, chanceOfAsBad: 0.9997 })
  expect(luckSentence(lucky)).toBe(
    'Beat 84% of the field on average (50% is normal) · by chance one racer in 3,400 does as well',
  )
  const unlucky = luck({ behind: 0.42, chanceOfAsGood: 0.96, chanceOfAsBad: 0.04 })
  expect(luckSentence(unlucky)).toBe(
    'Beat 42% of the field on average (50% is normal) · by chance one racer in 25 does as badly',
  )
  expect(luckSentence(luck({}))).toMatch(/one racer in 2 does as well$/)
  expect(luckSentence(luck({ chanceOfAsGood: 3e-10 }))).toMatch(/in 3\.3 billion does as well$/)
  expect(luckSentence(luck({ chanceOfAsGood: 0 }))).toMatch(/one racer in .+ does as well$/)
})

it('says within which range most racers are', () => {
  expect(rangeSentence(luck({}))).toBe('By chance, 95 of 100 racers beat between 44.8% and 55.2%.')
})

it('says how rare as many first places are, or as few', () => {
  expect(firstPlacesSentence('race', luck({ firstPlaces: 3, chanceOfAsMany: 0.323 }))).toBe(
    '3 first places in 120 races of 60 marbles on average. Chance alone would give 2. By chance, one racer in 3 gets as many.',
  )
  expect(firstPlacesSentence('royale', luck({ firstPlaces: 0, chanceOfAsFew: 0.125 }))).toBe(
    '0 first places in 120 battle royales of 60 marbles on average. Chance alone would give 2. By chance, one racer in 8 gets as few.',
  )
})

it('gives a percentage where it is common', () => {
  expect(firstPlacesSentence('race', luck({}))).toMatch(/By chance, 60% of racers get as many\.$/)
})
