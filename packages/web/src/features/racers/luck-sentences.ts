/** Somebody's luck in words. Pure. docs/scoring.md, Luck. */
import { rarityOf } from '@rollcall/scoring/luck'
import { formatPercent, formatRoughly, formatWholePercent } from '#ui/format-number.ts'
import type { Luck } from './queries.ts'
import { texts } from './texts.ts'

const { luck: words } = texts

/** A larger chance is clearer as a percentage. */
const LARGE = 0.5

/** `both`: races and battle royales together. */
type Mode = 'race' | 'royale' | 'both'

/** How the marbles did on average, and how many racers do as well, or as badly, by chance. */
export function luckSentence({ behind, chanceOfAsGood, chanceOfAsBad }: Luck): string {
  const isLucky = chanceOfAsGood <= chanceOfAsBad
  const rarity = formatRoughly(rarityOf(isLucky ? chanceOfAsGood : chanceOfAsBad))
  return words.beat(
    formatWholePercent(behind),
    isLucky ? words.asWell(rarity) : words.asBadly(rarity),
  )
}

/** The share of the field behind somebody, and the range in which 95 of 100 racers are by chance. */
export function rangeSentence({ range }: Pick<Luck, 'range'>): string {
  return words.range(formatPercent(range.from), formatPercent(range.to))
}

/** How many first places there were, how many were to be expected, and how many racers would get as many by chance. */
export function firstPlacesSentence(mode: Mode, luck: Luck): string {
  const { firstPlaces, expectedFirstPlaces, chanceOfAsMany, chanceOfAsFew } = luck
  const facts = words.firstPlaces(firstPlaces, words.games[mode](luck.games), luck.meanField)
  const chances =
    firstPlaces >= expectedFirstPlaces
      ? share(chanceOfAsMany, words.asMany)
      : share(chanceOfAsFew, words.asFew)
  return `${facts} ${words.expected(expectedFirstPlaces)} ${chances}`
}

function share(chance: number, result: string): string {
  return chance > LARGE
    ? words.part(formatPercent(chance), result)
    : words.oneIn(formatRoughly(rarityOf(chance)), result)
}
