/**
 * What announcing costs: transactions of one row of 400 bytes a second, and their p99, without announcing, with a
 * notification inside the transaction (as before decision 154), and with the change feed; with 1, 8, 32 and 64 writers;
 * on a server alone, and with a synchronous standby 2 ms away each way. Two other processes' readers follow the feed.
 * Needs the programs of a PostgreSQL server (POSTGRES_BIN). Run with `npm run bench -- announce`.
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { announce, ChangeFeed } from '@rollcall/server/platform/changes/change-feed'
import { migrateDatabase } from '@rollcall/server/platform/database/migrate'
import { openDatabase } from '@rollcall/server/platform/database/open-database'
import type { Schema } from '@rollcall/server/platform/database/schema'
import { makePostgres, type OwnPostgres } from '@rollcall/server/testing/own-postgres'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { judge, p99, print } from './figures.ts'

const WRITERS = [1, 8, 32, 64]
const ROUND_MS = 4_000
const WAY_MS = 2
/** Of the transactions a second without announcing, with most writers and the standby. */
const LEAST_SHARE = 0.7

const directory = await mkdtemp(path.join(tmpdir(), 'rollcall-announce-'))
// The database's own user must get in.
await chmod(directory, 0o755)
const postgres = await makePostgres(path.join(directory, 'primary'), { maxConnections: 100 })
const db = new Kysely<Schema>({
  dialect: new PostgresDialect({
    pool: new pg.Pool({ connectionString: postgres.url, max: Math.max(...WRITERS) }),
  }),
})
const feeds = Array.from(
  { length: 3 },
  () => new ChangeFeed({ kysely: db, url: postgres.url }, { warn: print }),
)
const [feed] = feeds as [ChangeFeed]
let relay: Worker | undefined
let standby: OwnPostgres | undefined
try {
  await makeTables()
  await Promise.all(feeds.map((each) => each.start()))
  await measure('alone')
  relay = new Worker(new URL('./slow-relay.ts', import.meta.url), {
    workerData: { toPort: Number(new URL(postgres.url).port), delayMs: WAY_MS },
  })
  const [port] = (await once(relay, 'message')) as [number]
  standby = await postgres.addSynchronousStandby(path.join(directory, 'standby'), port)
  const share = await measure(`synchronous standby, ${2 * WAY_MS} ms away and back`)
  const isKept = judge(`share of no announcing with ${WRITERS.at(-1)} writers`, share, {
    least: LEAST_SHARE,
  })
  process.exitCode = isKept ? 0 : 1
} finally {
  await Promise.all(feeds.map((each) => each.close()))
  await db.destroy()
  await postgres.stop('immediate')
  await standby?.stop('immediate')
  await relay?.terminate()
  await rm(directory, { recursive: true })
}

async function makeTables(): Promise<void> {
  const options = { databaseUrl: postgres.url, dataDir: directory, warn: print }
  const database = await openDatabase(options)
  await migrateDatabase(database)
  await database.close()
  await sql`create table written (id bigint generated always as identity, words text)`.execute(db)
}

/** Prints a line for each number of writers; returns the feed's share of no announcing with the most of them. */
async function measure(where: string): Promise<number> {
  print(`\n${where}: transactions a second, p99 ms\nwriters\tnone\tnotify inside\tfeed`)
  let share = Number.NaN
  for (const writers of WRITERS) {
    const none = await run(writers, () => db.transaction().execute(write))
    const inside = await run(writers, (topic) =>
      db.transaction().execute(async (trx) => {
        await write(trx)
        await sql`select pg_notify('others', ${topic})`.execute(trx)
      }),
    )
    const fed = await run(writers, (topic) =>
      feed.transaction(async (trx) => {
        await write(trx)
        announce(trx, [topic])
      }),
    )
    print([writers, none.text, inside.text, fed.text].join('\t'))
    share = fed.perSecond / none.perSecond
  }
  return share
}

async function write(trx: Kysely<Schema>): Promise<void> {
  await sql`insert into written (words) values (repeat('x', 400))`.execute(trx)
}

async function run(writers: number, act: (topic: `channel:${number}`) => Promise<unknown>) {
  const times: number[] = []
  const endAt = performance.now() + ROUND_MS
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let began = performance.now(); began < endAt; began = performance.now()) {
        await act(`channel:${writer}`)
        times.push(performance.now() - began)
      }
    }),
  )
  const perSecond = times.length / (ROUND_MS / 1_000)
  return { perSecond, text: `${perSecond.toFixed(0)}, ${p99(times).toFixed(0)}` }
}
