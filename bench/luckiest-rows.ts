/** The server's half of the bench of the luckiest racers: a week of games on a large site. */
import type { RunningServer } from '@rollcall/server/start'
import { sql } from 'kysely'

const SEASON = 75
const PEOPLE = 100_000
/** One racer in so many has signed in. */
const OWNED = 20
export const GAMES_OF_CHANNEL = 420
export const FIELD = 50

/** Plays a week of games on this many channels, each with a thousand racers of its own choice. */
export async function fillWeek(
  { context: { db } }: RunningServer,
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
          insert into games (channel_id, season, mode, game_key, content_hash, finished_at,
            is_rankable, player_count, eliminated_count)
          select id, ${SEASON}, 'race', id || ' ' || n, repeat('a', 64),
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
