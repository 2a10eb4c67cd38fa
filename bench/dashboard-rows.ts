/** The server's half of the dashboards' bench: one racer's rows, and as many of others as asked for. */
import type { RunningServer } from '@rollcall/server/start'
import { type RawBuilder, sql } from 'kysely'

export const RACER = 'bench_racer'
/** Seasons of the racer in each of so many channels: 600 rows. */
export const CHANNELS = 200
export const SEASONS = [73, 74, 75]
const ROWS_A_CHANNEL = 500
/** A statement of the server may not take longer than a request can wait. */
const CHANNELS_A_PORTION = 80
/** How many people the others are. */
const PEOPLE = 100_000

type Db = RunningServer['context']['db']

/** The racer's own rows: one a channel and season. */
export async function fillRacer({ context: { db } }: RunningServer): Promise<void> {
  await fill(db, { prefix: 'channel_', channels: CHANNELS, logins: sql`select ${RACER}::text` })
}

/** Rows of other racers, in channels of their own, until there are so many in all. */
export async function fillOthers({ context: { db } }: RunningServer, rows: number): Promise<void> {
  const { rows: counts } = await sql<{ racers: number; channels: number }>`
    select (select count(*) from season_racers) as racers, (select count(*) from channels) as channels
    `.execute(db)
  const { racers = 0, channels: made = 0 } = counts[0] ?? {}
  const channels = Math.ceil((rows - racers) / (ROWS_A_CHANNEL * SEASONS.length))
  const perChannel = Math.ceil((rows - racers) / (channels * SEASONS.length))
  for (let done = 0; done < channels; done += CHANNELS_A_PORTION) {
    await fill(db, {
      prefix: `other_${made + done}_`,
      channels: Math.min(CHANNELS_A_PORTION, channels - done),
      // Neighbours in a channel are neighbours in the index, so that filling takes minutes.
      logins: sql`
        select 'racer_' || (channel.id::bigint * 7919 + n) % ${PEOPLE}
        from generate_series(1, ${perChannel}::integer) as n`,
    })
  }
  await sql`analyze`.execute(db)
}

async function fill(
  db: Db,
  { prefix, channels, logins }: { prefix: string; channels: number; logins: RawBuilder<unknown> },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into channels (platform, login, name)
      select 'twitch', ${prefix} || n, ${prefix} || n
      from generate_series(1, ${channels}::integer) as n`.execute(trx)
    await sql`
      insert into seasons select unnest(${SEASONS}::integer[]) on conflict do nothing`.execute(trx)
    const mine = sql`
      select id from channels where left(login, ${prefix.length}) = ${prefix}`
    await sql`
      insert into channel_seasons
        (channel_id, season, points, total_games, points_per_game, source, marble_day,
         snapshot_hash, racer_count)
      select channel.id, season, 1000, 10, 100, 'snapshot', current_date, '', 1
      from (${mine}) as channel, unnest(${SEASONS}::integer[]) as season`.execute(trx)
    // Whether each row's channel has that season is not checked row by row: it was made just above.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into season_racers
        (channel_id, season, platform, login, race_points, race_wins, race_games,
         royale_points, royale_wins, royale_games, crown_wins)
      select channel.id, season, 'twitch', racer.login, 100, 1, 20, 50, 1, 5, 0
      from (${mine}) as channel, unnest(${SEASONS}::integer[]) as season,
        lateral (${logins}) as racer (login)`.execute(trx)
  })
  // What a server's own background processes would do.
  await sql`checkpoint`.execute(db)
}

/** Marks what is visible to all, as a server's autovacuum would in the middle of the measurement. */
export async function vacuum({ context: { db } }: RunningServer): Promise<void> {
  await sql`vacuum (analyze) season_racers`.execute(db)
}
