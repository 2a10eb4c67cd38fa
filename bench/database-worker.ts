/**
 * Whether the embedded database belongs into a worker thread: with and without one, the web
 * server's longest pause while rows are written or a slow statement runs, small queries per second,
 * memory and the time to open.
 * `node bench/database-worker.ts` runs each variant in a process of its own.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openEmbedded } from '../packages/server/src/database/open-embedded.ts'
import { startPglite } from '../packages/server/src/database/start-pglite.ts'

interface Queryable {
  query(statement: string, values?: unknown[]): Promise<unknown>
}

const bulkRows = 5_000
const bulkRuns = 20
const secondsPerRate = 3

const variant = process.argv[2]
if (variant === undefined) compare()
else print(await measure(variant, process.argv[3] ?? ''))

function compare(): void {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rollcall-bench-'))
  const file = fileURLToPath(import.meta.url)
  try {
    execFileSync(process.execPath, [file, 'prepare', dataDir])
    for (const name of ['main', 'worker']) {
      print(
        `${name}: ${execFileSync(process.execPath, [file, name, dataDir], { encoding: 'utf8' })}`,
      )
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(name: string, dataDir: string): Promise<string> {
  const began = performance.now()
  const { pool, close } = await open(name, dataDir)
  const openMs = performance.now() - began
  await sleep(3_000)
  const restMb = process.memoryUsage.rss() / 2 ** 20
  if (name !== 'prepare') await pool.query('drop table if exists bench_row')
  await pool.query('create table bench_row (id int primary key, name text not null, points int)')
  await pool.query('create index on bench_row (name)')
  const bulk = await bulkInserts(pool)
  const slow = await longestPause(() =>
    pool.query('select count(*) from generate_series(1, 3000000)'),
  )
  const reads = await perSecond(() => pool.query('select $1::int as n', [1]))
  let id = bulkRows * bulkRuns
  const commits = await perSecond(() => {
    id += 1
    return pool.query('insert into bench_row values ($1, $2, 0)', [id, `name ${id}`])
  })
  await close()
  return [
    `opened in ${openMs.toFixed(0)} ms`,
    `5,000 rows ${bulk.ms.toFixed(0)} ms`,
    `longest pause in ${bulkRuns} of them ${bulk.longestPauseMs.toFixed(0)} ms`,
    `in one statement of ${slow.ms.toFixed(0)} ms ${slow.longestPauseMs.toFixed(0)} ms`,
    `${reads.toFixed(0)} reads/s`,
    `${commits.toFixed(0)} commits/s`,
    `${restMb.toFixed(0)} MiB at rest`,
    `${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB at the end`,
  ].join(', ')
}

async function bulkInserts(pool: Queryable): Promise<{ ms: number; longestPauseMs: number }> {
  const timed = await longestPause(async () => {
    for (let run = 0; run < bulkRuns; run += 1) {
      const ids = Array.from({ length: bulkRows }, (_, index) => run * bulkRows + index + 1)
      await pool.query(
        'insert into bench_row select * from unnest($1::int[], $2::text[], $3::int[])',
        [ids, ids.map((id) => `name ${id}`), ids],
      )
    }
  })
  return { ...timed, ms: timed.ms / bulkRuns }
}

async function longestPause(work: () => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await sleep(5)
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  // Lets the event loop turn, so that a pause up to here is seen.
  await sleep(5)
  delay.disable()
  return { ms, longestPauseMs: delay.max / 1e6 }
}

async function perSecond(query: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + secondsPerRate * 1_000
  let count = 0
  while (performance.now() < end) {
    await query()
    count += 1
  }
  return count / secondsPerRate
}

async function open(name: string, dataDir: string) {
  if (name !== 'main') return openEmbedded({ dataDir, warn: print })
  const require = createRequire(new URL('../packages/server/package.json', import.meta.url))
  // biome-ignore-start lint/correctness/noUndeclaredDependencies: the server's, measured as it has them.
  const { Pool }: typeof import('pg') = require('pg')
  const { createPgConfig }: typeof import('@electric-sql/pglite/node-postgres') =
    require('@electric-sql/pglite/node-postgres')
  // biome-ignore-end lint/correctness/noUndeclaredDependencies: see above
  const pglite = await startPglite({
    directory: path.join(dataDir, 'database'),
    wasm: await WebAssembly.compile(
      await readFile(require.resolve('@electric-sql/pglite/pglite.wasm')),
    ),
    onSync: () => {},
    onDeath: (reason) => {
      throw new Error(reason)
    },
  })
  const pool = new Pool({ ...createPgConfig(pglite), max: 1 })
  return { pool, close: () => pglite.close() }
}

function print(line: string): void {
  process.stdout.write(`${line.trim()}\n`)
}
