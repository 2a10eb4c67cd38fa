/**
 * How long the search takes with 1,000,000 racers, over HTTP on 16 connections: names that begin with what was typed,
 * one to five letters, or six and seven, and names with a typing mistake. Run with `npm run bench`; with DATABASE_URL,
 * in a new database on that server.
 */
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { timeGets } from './calls.ts'
import { judge, p99, print } from './figures.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'

const RACERS = 1_000_000
const NAMES = 500
const WARM_UP = 400
const CALLS = { beginning: 5_000, 'long beginning': 1_500, mistake: 1_500 }
// Fewer than eight names share a long beginning, so similar names are looked for too.
const MAX_MS = { beginning: 50, 'long beginning': 1_000, mistake: 1_000 }

const ROWS = new URL('./search-rows.ts', import.meta.url).href

const server = await startMeasured()
try {
  const start = performance.now()
  await server.run(ROWS, 'fillNames', RACERS)
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  print(`${RACERS.toLocaleString('en')} racers, ${server.databaseName}: filled in ${seconds} s`)
  const names = await server.run<string[]>(ROWS, 'sampleNames', NAMES)
  const random = new SeededRandom('search')
  const texts = {
    beginning: names.map((name) => name.slice(0, random.whole(1, 5))),
    'long beginning': names.map((name) => name.slice(0, random.whole(6, 7))),
    mistake: names.map((name) => mistype(name, random)),
  }
  const verdicts: boolean[] = []
  for (const kind of ['beginning', 'long beginning', 'mistake'] as const) {
    await ask(server, texts[kind], WARM_UP)
    const times = await ask(server, texts[kind], CALLS[kind])
    verdicts.push(judge(`${kind}, p99, ms`, p99(times), { most: MAX_MS[kind] }))
  }
  process.exitCode = verdicts.every(Boolean) ? 0 : 1
} finally {
  await server.stop()
}

/** Swaps two letters, leaves one out, or hits another key. */
function mistype(name: string, random: SeededRandom): string {
  const at = random.whole(1, name.length - 2)
  const [before, letter, next, after] = [
    name.slice(0, at),
    name.charAt(at),
    name.charAt(at + 1),
    name.slice(at + 2),
  ]
  switch (random.whole(0, 2)) {
    case 0:
      return before + next + letter + after
    case 1:
      return before + next + after
    default:
      return `${before}q${next}${after}`
  }
}

function ask({ origin }: MeasuredServer, texts: readonly string[], calls: number) {
  const paths = texts.map((text) => `/api/search?q=${encodeURIComponent(text)}`)
  return timeGets(origin, { paths, calls })
}
