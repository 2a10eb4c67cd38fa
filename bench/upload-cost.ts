/**
 * What one game costs after everything that follows it: ten races of 20, 100 and 400 racers, whose racers all have
 * played before, one after the other on one channel of a site with 300,000 other racers. Prints the time of the answer, processor time of the server and of
 * everything with the database, statements, the database's own time, rows, and kB of its log; with `STATEMENTS=20`
 * also the statements that took longest. Needs the programs of a PostgreSQL server with pg_stat_statements
 * (POSTGRES_BIN). Run with `npm run bench -- upload-cost`.
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openApiClient } from '@rollcall/demo/api-client'
import { makePostgres } from '@rollcall/server/testing/own-postgres'
import pg from 'pg'
import { judge, median, print } from './figures.ts'
import { startMeasured } from './measured-server.ts'
import { makeForm } from './uploads.ts'

/** Others who have played before. */
const PEOPLE = 300_000
const FIELDS = [20, 100, 400]
const GAMES = 10
/** They meet the racers, so that no measured game has new ones. */
const FIRST_GAMES = 5
/** Until nothing follows any more. */
const SETTLED_MS = 5_000
const MOST_STATEMENTS = 40
const MOST_SERVER_MS = 14
const MOST_MS = 47
/** The kernel counts in these. */
const TICK_MS = 10
const FILL = `
  insert into racers (platform, login) select 'twitch', 'other_' || number from generate_series(1, ${PEOPLE}) as number;
  insert into badge_progress (racer_id, last_finished_at, last_game_id, progress)
    select id, now(), 1, '{"races": 1, "missingPlaces": [2, 3], "run": null, "earned": []}' from racers;
  insert into racer_badges (racer_id, key, game_id, facts, given_at)
    select id, 'first-win', 1, '{}', now() from racers;
  analyze`

const directory = await mkdtemp(path.join(tmpdir(), 'rollcall-upload-cost-'))
// The database's own user must get in.
await chmod(directory, 0o755)
const postgres = await makePostgres(path.join(directory, 'data'), {
  settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' },
})
const db = new pg.Client({ connectionString: postgres.url })
process.env.DATABASE_URL = postgres.url
const server = await startMeasured({ UPLOAD_PAIRING: 'key' })
try {
  await db.connect()
  await db.query('create extension pg_stat_statements')
  const site = new pg.Client({ connectionString: await findDatabase() })
  await site.connect()
  await site.query(FILL)
  await site.end()
  print('racers\tanswer ms\tserver ms\teverything ms\tstatements\tdatabase ms\trows\tlog kB')
  const costs = []
  for (const field of FIELDS) {
    costs.push(await measure(field))
  }
  const isShort = judge('most statements', Math.max(...costs.map((cost) => cost.statements)), {
    most: MOST_STATEMENTS,
  })
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const isLight = judge('server, ms of a processor', mean(costs.map((cost) => cost.serverMs)), {
    most: MOST_SERVER_MS,
  })
  const isCheap = judge('everything, ms of a processor', mean(costs.map((cost) => cost.allMs)), {
    most: MOST_MS,
  })
  process.exitCode = isShort && isLight && isCheap ? 0 : 1
} finally {
  await server.stop()
  await db.end()
  await postgres.stop('immediate')
  await rm(directory, { recursive: true })
}

/** The server's own database. */
async function findDatabase(): Promise<string> {
  const { rows } = await db.query(
    "select datname as name from pg_database where datname ~ '_bench_'",
  )
  const url = new URL(postgres.url)
  url.pathname = `/${rows[0]?.name}`
  return url.href
}

async function measure(field: number) {
  const api = openApiClient(server.origin)
  const name = `cost_${field}`
  const session = await api.signIn(name)
  const { key } = await api.call<{ key: string }>('/api/uploads/key', session, {})
  const play = async (): Promise<number> => {
    const form = makeForm(`/k/${key}/api/app/upload-mpl-data`, raceOf(field))
    const began = performance.now()
    const answer = await fetch(`${server.origin}${form.path}`, {
      method: 'POST',
      headers: form.headers as Record<string, string>,
      body: new Uint8Array(form.body ?? []),
    })
    if (!answer.ok) {
      throw new Error(`${answer.status}: ${await answer.text()}`)
    }
    await answer.text()
    return performance.now() - began
  }
  for (let game = 0; game < FIRST_GAMES; game += 1) {
    await play()
  }
  await delay(SETTLED_MS)
  await db.query('select pg_stat_statements_reset()')
  const before = await used()
  const times: number[] = []
  for (let game = 0; game < GAMES; game += 1) {
    times.push(await play())
  }
  await delay(SETTLED_MS)
  const after = await used()
  const { rows } = await db.query(
    `select sum(calls)::float8 as calls, sum(total_exec_time + total_plan_time) as ms, sum(rows)::float8 as rows
    from pg_stat_statements where query not like '%pg_stat_statements%' and toplevel
      and query not like '%from changes where number%' and query not like 'notify%'`,
  )
  const each = (value: number) => value / GAMES
  const cost = {
    answerMs: median(times),
    serverMs: each(after.serverMs - before.serverMs),
    allMs: each(after.serverMs + after.databaseMs - before.serverMs - before.databaseMs),
    statements: each(rows[0].calls),
    statementMs: each(rows[0].ms),
    rows: each(rows[0].rows),
    logKb: each(after.log - before.log) / 1_000,
  }
  print(
    [field, ...Object.values(cost).map((value) => value.toFixed(value < 10 ? 1 : 0))].join('\t'),
  )
  await printStatements()
  return cost
}

async function printStatements(): Promise<void> {
  const { rows } = await db.query(
    `select calls, total_exec_time as ms, regexp_replace(left(query, 1500), '\\s+', ' ', 'g') as query
    from pg_stat_statements order by total_exec_time desc limit $1`,
    [Number(process.env.STATEMENTS ?? 0)],
  )
  for (const { calls, ms, query } of rows) {
    print(`  ${each(calls)} calls\t${each(ms)} ms\t${query.slice(0, 160)}`)
  }
  function each(value: number) {
    return (value / GAMES).toFixed(1)
  }
}

/** Processor time so far, and how far the database's log has come. */
async function used(): Promise<{ serverMs: number; databaseMs: number; log: number }> {
  const { rows } = await db.query("select (pg_current_wal_lsn() - '0/0')::float8 as log")
  const [pid = ''] = (
    await readFile(path.join(directory, 'data/data/postmaster.pid'), 'utf8')
  ).split('\n')
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
  const times = await Promise.all([pid, ...children].map(processorMs))
  return {
    serverMs: await processorMs(server.pid),
    databaseMs: times.reduce((sum, ms) => sum + ms, 0),
    log: rows[0].log,
  }
}

async function processorMs(pid: number | string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Its own, and that of its children which have ended.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks * TICK_MS
}

/** A race in which everybody finishes; the order is another one each time. */
function raceOf(field: number): Readonly<Record<string, string>> {
  const id = randomUUID()
  const order = Array.from({ length: field }, (_, index) => `racer_${index}`)
    .map((login) => ({ login, by: Math.random() }))
    .toSorted((a, b) => a.by - b.by)
  const rows = order.map(({ login }, index) =>
    [
      ...[id, index + 1, login, login, 'Twitch', 'FF8800FF', (field - index) * 10, 0, 0, 1],
      ...[(70 + index + Math.random()).toFixed(6), 'false'],
    ].join(','),
  )
  const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`
  return {
    raceData: lines(
      'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal,TimeInRaceSeconds,Eliminated',
      ...rows,
    ),
    summaryData: lines(
      'SchemaVersion,SnapshotId,GeneratedAtUtc,Status,GameMode,SessionType,MapName,MapCreator,PlayerCount,FinishedCount,EliminatedCount,WinnerPlatform,WinnerUsername',
      `4,${id},${new Date().toISOString()},Final,Race,Qualifying,Bar Track,Some Builder,${field},${field},0,Twitch,${order[0]?.login}`,
    ),
    checkpointData: lines('Number,Username,DisplayName,NameColor'),
  }
}
