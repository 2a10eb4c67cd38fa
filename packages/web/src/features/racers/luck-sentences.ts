/** Somebody's luck in words. Pure. docs/scoring.md, Luck. */
import { formatPercent } from '#ui/format-number.ts'
import type { Luck } from './queries.ts'
import { texts } from './texts.ts'

const { luck: words } = texts

/** A larger chance is clearer as a percentage. */
const LARGE = 0.5
/** Below this, nobody counts how rare it is. */
const RAREST = 1e-6
/** Beyond this share, rounding would say all racers. */
const NEARLY_ALL = 0.999

/** `both`: races and battle royales together. */
type Mode = 'race' | 'royale' | 'both'

/** How many first places there were, how many were to be expected, and how many racers would get as many by chance. */
export function firstPlacesSentence(mode: Mode, luck: Luck): string {
  const { firstPlaces, expectedFirstPlaces, chanceOfAsMany, chanceOfAsFew } = luck
  const facts = words.firstPlaces(firstPlaces, words.games[mode](luck.games), luck.meanField)
  const chances =
    firstPlaces >= expectedFirstPlaces
      ? rarity(chanceOfAsMany, words.asMany)
      : rarity(chanceOfAsFew, words.asFew)
  return `${facts} ${words.expected(expectedFirstPlaces)} ${chances}`
}

/** How many of the others were behind on average, and whether that is more than chance gives. */
export function behindSentence({ behind, range, luckierThan }: Luck): string {
  const facts = words.behind(
    formatPercent(behind),
    formatPercent(range.from),
    formatPercent(range.to),
  )
  return `${facts} ${verdict({ behind, range, luckierThan })}`
}

function rarity(chance: number, result: string): string {
  if (chance > LARGE) return words.part(formatPercent(chance), result)
  return chance < RAREST ? words.hardlyAnybody(result) : words.oneIn(Math.round(1 / chance), result)
}

function verdict({ behind, range, luckierThan }: Pick<Luck, 'behind' | 'range' | 'luckierThan'>) {
  if (behind > range.to) return words.lucky(partOf(luckierThan))
  return behind < range.from ? words.unlucky(partOf(1 - luckierThan)) : words.ordinary
}

const partOf = (part: number) =>
  part > NEARLY_ALL ? words.moreThan(formatPercent(NEARLY_ALL)) : formatPercent(part)
