/**
 * Whether a racer's dashboard slows down as others race: every dashboard call of a racer with 3
 * seasons in 200 channels, with 1,000 and with 1,000,000 racer rows in the database.
 *
 * Run with `npm run bench`; a server's database instead of the embedded one with DATABASE_URL, which
 * must name an empty database. Prints the median answer time of each call and the ratio.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@rollcall/server/config'
import { signPracticeToken } from '@rollcall/server/features/auth/practice-platform'
import { prepareServer } from '@rollcall/server/start'
import { sql } from 'kysely'

const RACER = 'bench_racer'
const CHANNELS = 200
const SEASONS = [73, 74, 75]
const FEW = 1_000
const MANY = 1_000_000
const ROWS_A_CHANNEL = 2_000
const PORTIONS = 30
const WARM_UP = 200
const CALLS = 300
/** The issue's bound on MANY against FEW. */
const MOST_TIMES_SLOWER = 1.5

const PATHS = [
  '/api/dashboard/lifetime-stats',
  '/api/dashboard/get-user-seasons',
  '/api/dashboard/channels',
  '/api/dashboard/get-user-season-channels/74',
  '/api/dropdowns/user-seasons-channel/channel_7',
  '/api/dashboard/channel/channel_7',
  '/api/dashboard/season/74/channel_7',
]

const print = (line: string) => process.stdout.write(`${line}\n`)
const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
const server = await prepareServer({
  config: readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMIT_GENERAL: 'off',
    DATABASE_URL: process.env.DATABASE_URL,
    SESSION_SECRET: 'only-for-the-bench-0123456789abcdef',
  }),
  warn: print,
})
const { app, context } = server
const { db } = context
await app.listen({ port: 0, host: '127.0.0.1' })

try {
  const headers = await signIn()
  await fillRacer()
  await fillOthers(FEW - CHANNELS * SEASONS.length, 'few')
  const few = await measureAll(headers)
  // In portions: a statement of the server may not take longer than a request can wait.
  for (let portion = 1; portion <= PORTIONS; portion += 1) {
    await fillOthers((MANY - FEW) / PORTIONS, `many_${portion}_`)
  }
  const many = await measureAll(headers)
  report(few, many)
} finally {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function signIn(): Promise<{ authorization: string }> {
  const token = await signPracticeToken(context.keys.signing, RACER)
  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/twitch',
    headers: { authorization: `Bearer ${token}` },
  })
  return { authorization: `Bearer ${response.json().token}` }
}

/** The racer's own rows: one a channel and season. */
async function fillRacer(): Promise<void> {
  await sql`
    insert into channels (platform, login, name)
    select 'twitch', 'channel_' || n, 'Channel_' || n from generate_series(1, ${CHANNELS}::integer) n
  `.execute(db)
  await sql`insert into seasons select unnest(${SEASONS}::integer[]) on conflict do nothing`.execute(
    db,
  )
  await fillSeasons(sql`channel.login like 'channel\_%'`)
  await fillRacers(sql`channel.login like 'channel\_%'`, sql`values (${RACER}::text)`)
}

/** Rows of other racers, in channels of their own. */
async function fillOthers(rows: number, prefix: string): Promise<void> {
  const channels = Math.max(1, Math.round(rows / (ROWS_A_CHANNEL * SEASONS.length)))
  const perChannel = Math.ceil(rows / (channels * SEASONS.length))
  await sql`
    insert into channels (platform, login, name)
    select 'twitch', ${prefix} || n, ${prefix} || n from generate_series(1, ${channels}::integer) n
  `.execute(db)
  const mine = sql`channel.login like ${`${prefix}%`}`
  await fillSeasons(mine)
  await fillRacers(mine, sql`select 'racer' || n from generate_series(1, ${perChannel}::integer) n`)
  await sql`analyze`.execute(db)
}

async function fillSeasons(which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into channel_seasons
      (channel_id, season, points, total_games, points_per_game, source, marble_day,
       snapshot_hash, racer_count)
    select channel.id, season, 1000, 10, 100, 'snapshot', current_date, '', 1
    from channels as channel, unnest(${SEASONS}::integer[]) as season where ${which}`.execute(db)
}

async function fillRacers(
  which: ReturnType<typeof sql>,
  logins: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    insert into season_racers
      (channel_id, season, platform, login, race_points, race_wins, race_games,
       royale_points, royale_wins, royale_games, crown_wins)
    select channel.id, season, 'twitch', racer.login, 100, 1, 20, 50, 1, 5, 0
    from channels as channel, unnest(${SEASONS}::integer[]) as season, (${logins}) as racer (login)
    where ${which}`.execute(db)
}

/** Milliseconds: the median of each path. */
async function measureAll(headers: { authorization: string }): Promise<Map<string, number>> {
  const medians = new Map<string, number>()
  for (const url of PATHS) {
    const times: number[] = []
    for (let call = 0; call < WARM_UP + CALLS; call += 1) {
      const start = performance.now()
      const response = await app.inject({ method: 'GET', url, headers })
      const durationMs = performance.now() - start
      if (response.statusCode !== 200) {
        throw new Error(`${url}: ${response.body}`)
      }
      if (call >= WARM_UP) {
        times.push(durationMs)
      }
    }
    medians.set(url, times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
  }
  return medians
}

function report(few: Map<string, number>, many: Map<string, number>): void {
  print(`dashboards of one racer, median of ${CALLS} calls, ms`)
  print(['call', FEW, MANY, 'ratio'].join('\t'))
  let isTooSlow = false
  for (const [url, before] of few) {
    const after = many.get(url) ?? Number.NaN
    const ratio = after / before
    isTooSlow ||= !(ratio <= MOST_TIMES_SLOWER)
    print([url, before.toFixed(2), after.toFixed(2), ratio.toFixed(2)].join('\t'))
  }
  print(isTooSlow ? `FAILED: more than ${MOST_TIMES_SLOWER} times slower` : 'ok')
  process.exitCode = isTooSlow ? 1 : 0
}
