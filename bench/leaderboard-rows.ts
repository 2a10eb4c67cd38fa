/** The server's half of the leaderboard's benches: seasons of any size, and a bare route for comparison. */
import type { AddressInfo } from 'node:net'
import type { RunningServer } from '@rollcall/server/start'
import Fastify from 'fastify'
import { sql } from 'kysely'

/** The server's statements must not take longer than a request may. */
const PORTION = 20_000

interface SeasonToFill {
  season: number
  channels: number
}

/**
 * Makes channels with names of two words and a number, half of them with a picture; a tenth share their points with
 * another channel. Triggers do not run: nobody has asked for the board yet.
 */
export async function fillSeason(
  { context: { slowDb: db } }: RunningServer,
  { season, channels }: SeasonToFill,
): Promise<void> {
  await sql`insert into seasons (number) values (${season}) on conflict do nothing`.execute(db)
  for (let done = 0; done < channels; done += PORTION) {
    const upTo = Math.min(done + PORTION, channels)
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`
        with person as (
          select n,
            (array['Marble', 'Speedy', 'Rolling', 'Lucky', 'Tiny', 'Royal', 'Golden', 'Night',
              'Salty', 'Wobbly', 'Cosmic'])[1 + n % 11]
            || (array['Racer', 'Fox', 'Queen', 'Knight', 'Zebra', 'Goblin', 'Wizard', 'Panda',
              'Otter', 'Comet', 'Dragon', 'Pirate', 'Badger'])[1 + n / 11 % 13]
            || '_' || ${season}::text || n as name
          from generate_series(${done + 1}::integer, ${upTo}::integer) as n
        ), owner as (
          insert into users (platform, platform_user_id, login, username, profile_image_url, created_at)
          select 'twitch', 'bench-' || name, lower(name), name,
            'https://static-cdn.jtvnw.net/jtv_user_pictures/' || md5(name) || '-profile_image-300x300.png',
            now()
          from person where n % 2 = 0
          returning id, username
        ), channel as (
          insert into channels (platform, login, name, user_id)
          select 'twitch', lower(name), name, owner.id
          from person left join owner on owner.username = person.name
          order by n
          returning id
        )
        insert into channel_seasons
          (channel_id, season, points, total_games, points_per_game, race_high_score,
           royale_high_score, source, marble_day, snapshot_hash, racer_count)
        select id, ${season}, 1000 + id::bigint * 7919 % 900001, 1 + id % 400,
          round((1000 + id::bigint * 7919 % 900001)::numeric / (1 + id % 400), 2),
          nullif(id % 977, 0), nullif(id % 613, 0), 'snapshot', current_date, '', 1
        from channel`.execute(trx)
    })
  }
  await sql`analyze`.execute(db)
  await sql`checkpoint`.execute(db)
}

/** Starts a Fastify in the server's own process that answers every question with these bytes, and returns its port. */
export async function listenBare(_server: RunningServer, answer: string): Promise<number> {
  const app = Fastify()
  app.post('/api/leaderboard/', async (_request, reply) => {
    reply.type('application/json; charset=utf-8')
    return answer
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

export interface MemoryUse {
  /** The resident memory of the process. */
  resident: number
  /** Array buffers, which are outside the heap. */
  buffers: number
}

export function memoryUse(): MemoryUse {
  const { rss, arrayBuffers } = process.memoryUsage()
  return { resident: rss, buffers: arrayBuffers }
}
