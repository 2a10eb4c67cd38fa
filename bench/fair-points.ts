/**
 * Whether fair points are fair: how often racers with equal luck are among the first 20 of a round, compared with what
 * equal chances would give (1.00), in large fields and small ones, with few games and many, on one channel and on three.
 *
 * Run with `node bench/fair-points.ts`. Always the same random numbers. Prints a line for each kind of racer; each must
 * lie between 0.9 and 1.1.
 */
import { type FairGame, fairPoints } from '@rollcall/scoring/fair-points'
import { judge } from './figures.ts'

const REPETITIONS = 3_000
const FIRST = 5
const BEST_PLACES = 20
const BOUNDS = { least: 0.9, most: 1.1 }

interface Racer {
  /** What is compared, such as a field's size. */
  kind: string
  row: string
}

/** Makes one random round. */
interface Scenario {
  racers: readonly Racer[]
  play: () => FairGame[]
}

let state = 20_261_128
/** A random number from 0 to 1, from `mulberry32`. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, by: random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ item }) => item)
}

const makeRacers = (kind: string, count: number): Racer[] =>
  Array.from({ length: count }, (_, index) => ({ kind, row: `${kind} ${index}` }))

/** The nth game of a round, with everybody in random order. */
const gameOf = (racers: readonly Racer[], id: number): FairGame => ({
  finishedAt: new Date(id),
  id,
  results: shuffle(racers).map(({ row }, index) => ({ row, place: index + 1 })),
})

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

function fields(): Scenario {
  const all = [10, 100, 850].map((size) => makeRacers(`field of ${size}`, size))
  const play = () => times(FIRST).flatMap((id) => all.map((racers) => gameOf(racers, id)))
  return { racers: all.flat(), play }
}

/** Some race in each of 30 games, others in ten of them. */
function games(): Scenario {
  const [many, few] = [makeRacers('30 games', 100), makeRacers('10 games', 100)]
  const play = () => {
    const own = few.map((racer) => ({ racer, ids: new Set(shuffle(times(30)).slice(0, 10)) }))
    return times(30).map((id) =>
      gameOf([...many, ...own.filter(({ ids }) => ids.has(id)).map(({ racer }) => racer)], id),
    )
  }
  return { racers: [...many, ...few], play }
}

/** Three channels, of 30, 100 and 400 racers, on each of which the same 20 race as well. */
function channels(): Scenario {
  const everywhere = makeRacers('on 3 channels', 20)
  const own = [30, 100, 400].map((size) => makeRacers(`on 1 channel, of ${size}`, size))
  const play = () =>
    times(10).flatMap((id) =>
      own.map((racers, channel) => gameOf([...racers, ...everywhere], id * own.length + channel)),
    )
  return { racers: [...everywhere, ...own.flat()], play }
}

let areFair = true
for (const { racers, play } of [fields(), games(), channels()]) {
  const first = new Map<string, number>()
  const kindOf = new Map(racers.map(({ row, kind }) => [row, kind]))
  for (const _ of times(REPETITIONS)) {
    const rows = shuffle(fairPoints(play(), FIRST)).toSorted((a, b) => b.points - a.points)
    for (const { row } of rows.slice(0, BEST_PLACES)) {
      const kind = kindOf.get(row) ?? ''
      first.set(kind, (first.get(kind) ?? 0) + 1)
    }
  }
  const fair = (BEST_PLACES / racers.length) * REPETITIONS
  for (const [kind, same] of Map.groupBy(racers, (racer) => racer.kind)) {
    const chance = (first.get(kind) ?? 0) / same.length / fair
    areFair = judge(kind, chance, BOUNDS) && areFair
  }
}
process.exitCode = areFair ? 0 : 1
