/** The server's half of the dashboards' bench: makes the given number of racer rows, 600 of them for one racer. */
import type { RunningServer } from '@rollcall/server/start'
import { sql } from 'kysely'

export const RACER = 'bench_racer'
/** The racer's channels in each season: 600 rows, each among the other rows of its channel. */
export const CHANNELS = 200
export const SEASONS = [73, 74, 75]
const ROWS_PER_CHANNEL = 500
/** The server's statements must not take longer than a request may. */
const CHANNELS_PER_STATEMENT = 30
/** How many other people there are. */
const PEOPLE = 100_000

type Db = RunningServer['context']['db']

/** Makes this many racer rows, including the racer's own. */
export async function fillRows({ context: { db } }: RunningServer, rows: number): Promise<void> {
  await sql`
    insert into seasons select unnest(${SEASONS}::integer[]) on conflict do nothing`.execute(db)
  const channels = Math.ceil(rows / (ROWS_PER_CHANNEL * SEASONS.length))
  for (let first = 1; first <= channels; first += CHANNELS_PER_STATEMENT) {
    const last = Math.min(first + CHANNELS_PER_STATEMENT - 1, channels)
    await fillChannels(db, { first, last })
  }
}

async function fillChannels(
  db: Db,
  { first, last }: { first: number; last: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows: made } = await sql<{ id: number }>`
      insert into channels (platform, login, name)
      select 'twitch', 'channel_' || n, 'Channel_' || n
      from generate_series(${first}::integer, ${last}::integer) as n
      returning id`.execute(trx)
    const ids = made.map(({ id }) => id)
    await sql`
      insert into channel_seasons
        (channel_id, season, points, total_games, points_per_game, source, marble_day,
         snapshot_hash, racer_count)
      select id, season, 1000, 10, 100, 'snapshot', current_date, '', ${ROWS_PER_CHANNEL}
      from unnest(${ids}::integer[]) as id, unnest(${SEASONS}::integer[]) as season`.execute(trx)
    await sql`
      insert into racers (platform, login)
      select 'twitch', login from (
        select ${RACER} as login union all select 'racer_' || n from generate_series(0, ${PEOPLE}::integer) as n
      ) as named
      where not exists (select from racers limit 1)`.execute(trx)
    // Skips the check that each row's channel has the season, which was created just above.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into racer_totals
        (channel_id, season, in_snapshot, racer_id, snapshot_race_points, snapshot_race_wins,
         snapshot_race_games, snapshot_royale_points, snapshot_royale_wins,
         snapshot_royale_games, snapshot_crown_wins)
      select channel.id, season, true, racer.id, 100 + channel.n * 37 % 900, 1, 20, 50, 1, 5, 0
      from
        unnest(${ids}::integer[]) with ordinality as channel (id, n),
        unnest(${SEASONS}::integer[]) as season,
        generate_series(1, ${ROWS_PER_CHANNEL}::integer) as place,
        -- Neighbours in a channel are neighbours in the index, so that filling takes minutes.
        lateral (
          select case
            when place = 1 and ${first} + channel.n <= ${CHANNELS} + 1 then ${RACER}
            else 'racer_' || (channel.id::bigint * 7919 + place) % ${PEOPLE}
          end
        ) as named (login)
        join racers as racer on racer.platform = 'twitch' and racer.login = named.login`.execute(
      trx,
    )
  })
}

/** Updates the planner's statistics, as the database itself would some time later. */
export async function analyze({ context: { db } }: RunningServer): Promise<void> {
  await sql`analyze racers, racer_totals`.execute(db)
}
