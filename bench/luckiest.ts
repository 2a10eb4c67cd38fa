/**
 * How long the board of the luckiest racers takes on a site with 100 busy channels: when it is counted, and in between.
 * Run with `npm run bench`; with DATABASE_URL, in a new database on that server.
 */
import type { RunningServer } from '@rollcall/server/start'
import { sql } from 'kysely'
import { judge, p99, print } from './figures.ts'
import { startMeasured } from './measured-server.ts'

const SEASON = 75
const PEOPLE = 100_000
/** One racer in so many has signed in. */
const OWNED = 20
const GAMES_OF_CHANNEL = 420
const FIELD = 50

const CHANNELS = 100
const VISITS = 200
const MAX_COUNTING_MS = 10_000
const MAX_VISIT_MS = 60

/** The server's process imports this file too, for the functions that fill its database. */
if (import.meta.main) {
  const server = await startMeasured()
  try {
    await server.run(import.meta.url, 'fillWeek', CHANNELS)
    const results = CHANNELS * GAMES_OF_CHANNEL * FIELD
    print(`${results.toLocaleString('en')} results of a week, ${server.databaseName}`)
    const visit = async () => {
      const start = performance.now()
      const response = await fetch(new URL('/api/racers/luckiest', server.origin))
      const { racers } = (await response.json()) as { racers: unknown[] }
      if (racers.length === 0) throw new Error('nobody was lucky')
      return performance.now() - start
    }
    const first = await visit()
    const times: number[] = []
    for (let call = 0; call < VISITS; call += 1) times.push(await visit())
    const verdicts = [
      judge('counting the board, ms', first, { most: MAX_COUNTING_MS }),
      judge('the board in between, p99, ms', p99(times), { most: MAX_VISIT_MS }),
    ]
    process.exitCode = verdicts.every(Boolean) ? 0 : 1
  } finally {
    await server.stop()
  }
}

/** Plays a week of games on this many channels, each with a thousand racers of its own choice. */
export async function fillWeek(
  { context: { slowDb: db } }: RunningServer,
  channels: number,
): Promise<void> {
  await sql`insert into seasons (number) values (${SEASON}) on conflict do nothing`.execute(db)
  await sql`
    insert into racers (platform, login)
    select 'twitch', 'racer_' || n from generate_series(1, ${PEOPLE}::integer) as n`.execute(db)
  await sql`
    with person as (
      insert into users (platform, platform_user_id, login, username, created_at)
      select 'twitch', 'bench-' || login, login, login, now() from racers where id % ${OWNED} = 0
      returning id, login
    )
    insert into login_periods (platform, login, user_id)
    select 'twitch', login, id from person`.execute(db)
  for (let channel = 1; channel <= channels; channel += 1) {
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`
        with channel as (
          insert into channels (platform, login, name)
          values ('twitch', ${`channel_${channel}`}, ${`channel_${channel}`})
          returning id
        ),
        game as (
          insert into games (channel_id, season, mode, game_key, content_hash, file_kind, finished_at,
            is_rankable, player_count, eliminated_count)
          select id, ${SEASON}, 'race', id || ' ' || n, repeat('a', 64), 'game file',
            now() - n * interval '20 minutes', true, ${FIELD}, 0
          from channel, generate_series(1, ${GAMES_OF_CHANNEL}::integer) as n
          returning id, channel_id
        )
        insert into game_results
          (channel_id, season, game_id, racer_id, position, points, time_us, eliminated, is_top_tiltee)
        select channel_id, ${SEASON}, id,
          1 + (channel_id * 1000 + (id * 31 + place * 7) % 1000) % ${PEOPLE}, place, 50 - place,
          60000000 + place, false, false
        from game, generate_series(1, ${FIELD}::integer) as place`.execute(trx)
    })
  }
  await sql`analyze`.execute(db)
}
