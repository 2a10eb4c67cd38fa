/**
 * How lucky a racer was. Nobody controls a marble, so every place in a field is equally likely by chance. We compare
 * the racer's results with that, and never call it skill. docs/scoring.md, Luck.
 */

/** A racer's games with the same number of marbles. */
export interface GamesOfField {
  /** Marbles in each of the games, including the racer's own. */
  field: number
  games: number
  /** The racer's places, from 1, added up. */
  sumOfPlaces: number
  firstPlaces: number
}

export interface Luck {
  games: number
  /** How many marbles a game has on average. */
  meanField: number
  /** The average share of other marbles that finished behind the racer, from 0 to 1; 0.5 by chance. */
  behind: number
  /** The range of `behind` for 95 of 100 racers in the same games. */
  range: { from: number; to: number }
  /** The chance of at least such a share behind in the same games, from 0 to 1; exact even for the luckiest. */
  chanceOfAsGood: number
  /** The chance of at most such a share. */
  chanceOfAsBad: number
  firstPlaces: number
  /** The average number of first places by chance. */
  expectedFirstPlaces: number
  /** The chance of at least as many first places in these games, from 0 to 1. */
  chanceOfAsMany: number
  /** The chance of at most as many. */
  chanceOfAsFew: number
}

/** With fewer games, every result is likely. */
export const MIN_GAMES_FOR_LUCK = 20

/** 95 % of a normal distribution is within this many standard deviations of its mean. */
const RANGE = 1.96

/**
 * A racer's luck in races and royales; null for fewer than 20 games. Games without other marbles do not count. The
 * chances of first places are exact up to `MOST_STEPS`. The other chances follow a normal distribution, which is
 * correct within 1 % from 20 games on.
 */
export function luckOf(all: readonly GamesOfField[]): Luck | null {
  const played = all.filter(({ field }) => field > 1)
  const games = sumOf(played, (each) => each.games)
  if (games < MIN_GAMES_FOR_LUCK) {
    return null
  }
  const behind = sumOf(played, partBehind) / games
  const deviation = Math.sqrt(sumOf(played, varianceBehind)) / games
  const deviations = (behind - 0.5) / deviation
  const firstPlaces = sumOf(played, (each) => each.firstPlaces)
  return {
    games,
    meanField: sumOf(played, (each) => each.field * each.games) / games,
    behind,
    range: {
      from: Math.max(0, 0.5 - RANGE * deviation),
      to: Math.min(1, 0.5 + RANGE * deviation),
    },
    chanceOfAsGood: normalBelow(-deviations),
    chanceOfAsBad: normalBelow(deviations),
    firstPlaces,
    expectedFirstPlaces: sumOf(played, (each) => each.games / each.field),
    ...chancesOfFirstPlaces(played, firstPlaces),
  }
}

/** Below this, a rarity is too large for a number. */
const LEAST_CHANCE = 1e-300

/** Among how many racers one has such luck: a whole number, as pages show it, with two digits that count. */
export function rarityOf(chance: number): number {
  const racers = 1 / Math.max(chance, LEAST_CHANCE)
  return racers < 10 ? Math.round(racers) : Number(racers.toPrecision(2))
}

/** The share of other marbles behind the racer, added up over the games. */
function partBehind({ field, games, sumOfPlaces }: GamesOfField): number {
  return (field * games - sumOfPlaces) / (field - 1)
}

/** The variance of that sum by chance: in each game, the share is one of 0, 1/(field - 1), … 1. */
function varianceBehind({ field, games }: GamesOfField): number {
  return (games * (field + 1)) / (12 * (field - 1))
}

type Chances = Pick<Luck, 'chanceOfAsMany' | 'chanceOfAsFew'>

/** Takes about 10 ms. */
const MOST_STEPS = 10_000_000

/** The chance of a first place is 1/field in each game, so their number has a Poisson binomial distribution. */
function chancesOfFirstPlaces(played: readonly GamesOfField[], count: number): Chances {
  const games = sumOf(played, (each) => each.games)
  return games * (count + 1) <= MOST_STEPS
    ? exactChances(played, count)
    : normalChances(played, count)
}

/** Computes the chances of 0, 1, … `count` and of more first places, game by game. */
function exactChances(played: readonly GamesOfField[], count: number): Chances {
  const exactly = new Float64Array(count + 1)
  exactly[0] = 1
  let more = 0
  for (const { field, games } of played) {
    const first = 1 / field
    for (let game = 0; game < games; game += 1) {
      more += at(exactly, count) * first
      for (let places = count; places > 0; places -= 1) {
        exactly[places] = at(exactly, places) * (1 - first) + at(exactly, places - 1) * first
      }
      exactly[0] = at(exactly, 0) * (1 - first)
    }
  }
  return {
    chanceOfAsMany: Math.min(1, more + at(exactly, count)),
    chanceOfAsFew: Math.min(
      1,
      exactly.reduce((sum, chance) => sum + chance, 0),
    ),
  }
}

function normalChances(played: readonly GamesOfField[], count: number): Chances {
  const mean = sumOf(played, ({ field, games }) => games / field)
  const deviation = Math.sqrt(
    sumOf(played, ({ field, games }) => (games / field) * (1 - 1 / field)),
  )
  return {
    chanceOfAsMany: normalBelow((mean - (count - 0.5)) / deviation),
    chanceOfAsFew: normalBelow((count + 0.5 - mean) / deviation),
  }
}

const at = (chances: Float64Array, index: number): number => chances[index] ?? 0

function sumOf(played: readonly GamesOfField[], numberIn: (each: GamesOfField) => number): number {
  return played.reduce((sum, each) => sum + numberIn(each), 0)
}

/** A Chebyshev fit of the complementary error function, with a relative error below 1.2e-7 everywhere. */
const FITTED = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
]

/** The share of a standard normal distribution below the value. */
function normalBelow(value: number): number {
  const distance = Math.abs(value) / Math.SQRT2
  const scaled = 1 / (1 + distance / 2)
  const exponent = FITTED.reduceRight((sum, factor) => sum * scaled + factor, 0)
  const beyond = (scaled * Math.exp(exponent - distance * distance)) / 2
  return value < 0 ? beyond : 1 - beyond
}
