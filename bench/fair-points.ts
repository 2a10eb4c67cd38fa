/**
 * Fair points when everybody is equally lucky: how often a racer is among the first 20 of a round, as a part of what is
 * fair, 20 of all racers. For fields of 10, 100 and 850 marbles; for racers with 10 and with 30 games; for racers on one
 * and on three channels. Run with `node bench/fair-points.ts`. docs/scoring.md, Fair points
 */
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { FAIR_GAMES, fairPoints, type GamePlace } from '@rollcall/scoring/fair-points'
import { roundHalfUp, times } from '@rollcall/scoring/fraction'
import { judge, print } from './figures.ts'

const REPETITIONS = 3_000
const PLACES = 20
const LIMIT = { least: 0.9, most: 1.1 }

const random = new SeededRandom('fair points')

/** Racers who play in the same way. */
interface Group {
  name: string
  racers: number
  /** Which games of the round each of them plays. A racer asks once a round. */
  plays: () => (game: Game) => boolean
}

interface Game {
  channel: number
  /** On the channel, from 0. */
  number: number
}

interface Case {
  channels: number
  /** On each channel; those of all channels are played at the same time. */
  games: number
  groups: readonly Group[]
}

/** Whether one of `count` numbers that are drawn out of `all`. */
function draw(count: number, all: number): (number: number) => boolean {
  const drawn = new Set(
    random.shuffled(Array.from({ length: all }, (_, index) => index)).slice(0, count),
  )
  return (number) => drawn.has(number)
}

const CASES: readonly Case[] = [
  {
    ...{ channels: 3, games: 10 },
    groups: [10, 100, 850].map((field, own) => ({
      ...{ name: `fields of ${field}`, racers: field },
      plays:
        () =>
        ({ channel }) =>
          channel === own,
    })),
  },
  {
    ...{ channels: 1, games: 30 },
    groups: [10, 30].map((games) => ({
      ...{ name: `${games} games`, racers: 100 },
      plays: () => {
        const isDrawn = draw(games, 30)
        return ({ number }) => isDrawn(number)
      },
    })),
  },
  {
    ...{ channels: 3, games: 10 },
    groups: [1, 3].map((channels) => ({
      ...{ name: `${channels === 1 ? 'one channel' : `${channels} channels`}`, racers: 100 },
      plays: () => {
        const isDrawn = draw(channels, 3)
        return ({ channel }) => isDrawn(channel)
      },
    })),
  },
]

/** The results of a round, by group, in hundredths as its table has them. */
function playRound({ channels, games, groups }: Case): number[][] {
  const racers = groups.flatMap(({ racers: count, plays }, group) =>
    Array.from({ length: count }, () => ({ group, plays: plays(), places: [] as GamePlace[] })),
  )
  for (let at = 0; at < channels * games; at += 1) {
    const game = { channel: at % channels, number: Math.floor(at / channels) }
    const inGame = random.shuffled(racers.filter(({ plays }) => plays(game)))
    for (const [index, { places }] of inGame.entries()) {
      const place = index + 1
      places.push({ game: at, at, first: place, last: place, rows: inGame.length })
    }
  }
  const results = groups.map((): number[] => [])
  for (const { group, places } of racers) {
    results[group]?.push(roundHalfUp(times(fairPoints(places, FAIR_GAMES), 100)))
  }
  return results
}

/** How many of each group are among the first; those who share the last of these places have a part of it. */
function countFirst(results: readonly (readonly number[])[]): number[] {
  const sorted = Float64Array.from(results.flat()).sort().reverse()
  const edge = sorted[PLACES - 1] ?? Number.NEGATIVE_INFINITY
  const above = sorted.filter((points) => points > edge).length
  const share = (PLACES - above) / sorted.filter((points) => points === edge).length
  return results.map((group) =>
    group.reduce((sum, points) => sum + (points > edge ? 1 : points === edge ? share : 0), 0),
  )
}

const isFair = CASES.map((each) => {
  const first = each.groups.map(() => 0)
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    for (const [group, count] of countFirst(playRound(each)).entries()) {
      first[group] = (first[group] ?? 0) + count / REPETITIONS
    }
  }
  const all = each.groups.reduce((sum, { racers }) => sum + racers, 0)
  return each.groups.every(({ name, racers }, group) => {
    const chance = (first[group] ?? 0) / racers / (PLACES / all)
    return judge(`${name}: chance of the first ${PLACES}, fair is 1`, chance, LIMIT)
  })
}).every(Boolean)

if (!isFair) {
  print('FAILED')
  process.exitCode = 1
}
