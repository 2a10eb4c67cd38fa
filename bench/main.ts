/**
 * `npm run bench` runs all benchmarks or the named ones (`npm run bench -- live show`), each in a separate process,
 * and prints at the end which limits held.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { print } from './figures.ts'

const BENCHMARKS = [
  'scoring',
  'files',
  'announce',
  'upload-cost',
  'season-upload',
  'dashboard-growth',
  'days',
  'people',
  'event-board',
  'reveal',
  'league',
  'fair-points',
  'large-event',
  'first-load',
  'leaderboard-page',
  'search',
  'searchers',
  'luckiest',
  'live',
  'show',
  'not-blocked',
  'memory',
  'companion',
]

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !BENCHMARKS.includes(name))
if (unknown !== undefined) {
  print(`There is no benchmark ${unknown}. There are: ${BENCHMARKS.join(', ')}.`)
  process.exit(1)
}

const outcomes: string[] = []
for (const name of chosen.length > 0 ? chosen : BENCHMARKS) {
  print(`\n${name} …`)
  const began = performance.now()
  const file = path.join(import.meta.dirname, `${name}.ts`)
  const [code] = await once(spawn(process.execPath, [file], { stdio: 'inherit' }), 'exit')
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  if (code !== 0) process.exitCode = 1
  outcomes.push(`${name}\t${code === 0 ? 'held' : 'FAILED'}\t${seconds} s`)
}
print(['', ...outcomes].join('\n'))
