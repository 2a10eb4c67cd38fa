import { expect, it } from 'vitest'
import { behindSentence, firstPlacesSentence } from './luck-sentences.ts'
import type { Luck } from './queries.ts'

const luck = (facts: Partial<Luck>): Luck => ({
  ...{ games: 120, meanField: 60, behind: 0.5, range: { from: 0.448, to: 0.552 } },
  ...{ luckierThan: 0.5, firstPlaces: 2, expectedFirstPlaces: 2 },
  ...{ chanceOfAsMany: 0.6, chanceOfAsFew: 0.68, ...facts },
})

it('says how rare as many first places are, or as few', () => {
  expect(firstPlacesSentence('race', luck({ firstPlaces: 3, chanceOfAsMany: 0.323 }))).toBe(
    '3 first places in 120 races of 60 marbles on average. Chance alone would give 2. By chance, one racer in 3 gets as many.',
  )
  expect(firstPlacesSentence('royale', luck({ firstPlaces: 0, chanceOfAsFew: 0.125 }))).toBe(
    '0 first places in 120 battle royales of 60 marbles on average. Chance alone would give 2. By chance, one racer in 8 gets as few.',
  )
})

it('gives a percentage where it is common, and does not count what hardly ever happens', () => {
  expect(firstPlacesSentence('race', luck({}))).toMatch(/By chance, 60% of racers get as many\.$/)
  expect(firstPlacesSentence('race', luck({ firstPlaces: 90, chanceOfAsMany: 1e-9 }))).toMatch(
    /By chance, fewer than one racer in a million gets as many\.$/,
  )
})

it('says whether more were behind than chance gives, and never that somebody is good', () => {
  expect(behindSentence(luck({ behind: 0.53 }))).toBe(
    'On average, 53% of the other marbles finished behind this one. Chance alone would give 50%, and for 95 of 100 racers between 44.8% and 55.2%. This is ordinary luck.',
  )
  expect(behindSentence(luck({ behind: 0.56, luckierThan: 0.987 }))).toMatch(
    /By chance, 98\.7% of racers would be less lucky\.$/,
  )
  expect(behindSentence(luck({ behind: 0.4, luckierThan: 0.0001 }))).toMatch(
    /By chance, more than 99\.9% of racers would be luckier\.$/,
  )
})
