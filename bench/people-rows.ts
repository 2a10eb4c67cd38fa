/**
 * The server's half of the bench of people's pages: racers with seasons and days on 500 channels, games on some of them,
 * and a channel of 50,000 racers. Row n of `racers` is person n; the first ones, the regulars, meet each other all the time.
 */

import { announce } from '@rollcall/server/platform/changes/change-feed'
import { createSeasonPartitions } from '@rollcall/server/platform/database/season-partitions'
import type { RunningServer } from '@rollcall/server/start'
import { sql } from 'kysely'

export const REGULARS = 21
export const SEASONS = [73, 74, 75]
export const BIG_CHANNEL = 'big_channel'
export const BIG_CHANNEL_RACERS = 50_000
export const MAPS = 200
const PEOPLE = 100_000
const CHANNELS = 500
/** Where the regulars have seasons and days, and where they play. */
const THEIR_CHANNELS = 100
const THEIR_STAGES = 20
const DAYS = 20
const STAGES = 200
const FIELD = 50
/** So that no statement takes long, and people are neighbours in the indexes. */
const CHANNELS_AT_ONCE = 5

type Db = RunningServer['context']['db']

interface Amounts {
  totals: number
  days: number
  results: number
}

/** Makes about these many rows. */
export async function fillPeople(
  { context: { slowDb: db } }: RunningServer,
  { totals, days, results }: Amounts,
): Promise<void> {
  await fillNames(db)
  const seasons = CHANNELS * SEASONS.length
  const racers = Math.round((totals - BIG_CHANNEL_RACERS) / seasons)
  const daily = Math.round(days / seasons / DAYS)
  const games = Math.round(results / STAGES / SEASONS.length / FIELD)
  for (let first = 1; first <= CHANNELS; first += CHANNELS_AT_ONCE) {
    const channels = { first, last: first + CHANNELS_AT_ONCE - 1 }
    for (const season of SEASONS) {
      await inBulk(db, (trx) => fillTotals(trx, { ...channels, season, racers }))
      await inBulk(db, (trx) => fillDays(trx, { ...channels, season, daily }))
      if (first <= STAGES) {
        await inBulk(db, (trx) => fillGames(trx, { ...channels, season, games }))
      }
    }
  }
  await inBulk(db, fillBigChannel)
  await countPlays(db)
  // Otherwise the database would clean up what was filled while it is measured.
  await sql`
    vacuum analyze racers, racer_totals, racer_days, games, game_results, maps, channel_racers`.execute(
    db,
  )
}

/** Skips the check that each row's channel has the season. */
async function inBulk(db: Db, fill: (trx: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await fill(trx)
  })
}

async function fillNames(db: Db): Promise<void> {
  for (const season of SEASONS) {
    await createSeasonPartitions(db, season)
  }
  await sql`
    insert into seasons select unnest(${SEASONS}::integer[]) on conflict do nothing`.execute(db)
  await sql`
    insert into racers (platform, login, display_name)
    select 'twitch', 'person_' || n, 'Person_' || n
    from generate_series(1, ${sql.lit(PEOPLE)}) as n`.execute(db)
  await sql`
    insert into channels (platform, login, name)
    select 'twitch', 'channel_' || n, 'Channel_' || n
    from generate_series(1, ${sql.lit(CHANNELS)}) as n`.execute(db)
  await sql`
    insert into channel_seasons (channel_id, season, points, total_games, points_per_game, source, racer_count)
    select channel.id, season, 1000, 10, 100, 'games', 0
    from channels as channel, unnest(${SEASONS}::integer[]) as season`.execute(db)
  await sql`
    insert into maps (key, name, creator)
    select 'bench ' || n, 'Mountain ' || n, 'Somebody'
    from generate_series(1, ${sql.lit(MAPS)}) as n`.execute(db)
}

interface Portion {
  first: number
  last: number
  season: number
}

/** The regulars, and then people who are neighbours, so that filling takes minutes. */
const personAt = (most: number) => sql`case
  when channel <= ${most} and place <= ${sql.lit(REGULARS)} then place
  else ${sql.lit(REGULARS)} + 1 + (channel::bigint * 7919 + place) % (${sql.lit(PEOPLE)} - ${sql.lit(REGULARS)})
end`

async function fillTotals(
  trx: Db,
  { first, last, season, racers }: Portion & { racers: number },
): Promise<void> {
  await sql`
    insert into racer_totals (channel_id, season, racer_id, counted_race_games, counted_race_points,
      counted_race_wins, races_with_points, counted_royale_games, counted_royale_points,
      royales_with_points)
    select channel, ${season}::integer, ${personAt(THEIR_CHANNELS)}, 20, (place * 7919 + channel) % 5000,
      place % 3, 20, 5, place % 50, 5
    from generate_series(${first}::integer, ${last}::integer) as channel,
      generate_series(1, ${racers}::integer) as place`.execute(trx)
}

/** A season has 40 days, on every other of which everybody plays. */
const dayOf = (season: number) =>
  sql`(current_date - ${sql.lit((76 - season) * 2 * DAYS + 1)} + 2 * day)`

async function fillDays(
  trx: Db,
  { first, last, season, daily }: Portion & { daily: number },
): Promise<void> {
  await sql`
    insert into racer_days (channel_id, season, day, racer_id, games, game_race_points,
      game_royale_points, points_so_far, rank)
    select channel, ${season}::integer, ${dayOf(season)}, ${personAt(THEIR_CHANNELS)}, 5,
      (place * 7919 + day * 31) % 2000, place % 40, place * day, place
    from generate_series(${first}::integer, ${last}::integer) as channel,
      generate_series(0, ${sql.lit(DAYS)} - 1) as day,
      generate_series(1, ${daily}::integer) as place`.execute(trx)
}

/** Every fourth game is a royale. Every fifth is on one map, which so is by far the most played. */
async function fillGames(
  trx: Db,
  { first, last, season, games }: Portion & { games: number },
): Promise<void> {
  await sql`
    with game as (
      insert into games (channel_id, season, mode, game_key, content_hash, file_kind, finished_at,
        is_rankable, map_id, player_count, eliminated_count, fastest_us, session_type)
      select channel, ${season}::integer, case when n % 4 = 0 then 'royale' else 'race' end,
        season_key.key || ' ' || n, repeat('a', 64), 'game file',
        now() - ${sql.lit((75 - season) * 40 + 1)} * interval '1 day' - n * interval '3 hours', true,
        case when n % 5 = 0 then 1 else 1 + (channel * 31 + n) % ${sql.lit(MAPS)} end, ${sql.lit(FIELD)}, 0,
        case when n % 4 > 0 then 60000000 + (channel * 7919 + n * 104729) % 5000000 end, 'Qualifying'
      from generate_series(${first}::integer, ${last}::integer) as channel,
        generate_series(1, ${games}::integer) as n,
        (select ${String(season)} as key) as season_key
      returning id, channel_id as channel, mode, fastest_us
    )
    insert into game_results (channel_id, season, game_id, racer_id, position, points, time_us,
      eliminated, kills, damage, is_top_tiltee)
    select channel, ${season}::integer, id, ${personAt(THEIR_STAGES)}, position, ${sql.lit(FIELD)} - position,
      coalesce(fastest_us, 60000000) + (position - 1) * 1000, mode = 'royale' and position > 1,
      case when mode = 'royale' then position % 4 end, case when mode = 'royale' then position * 5 end,
      false
    from game, generate_series(1, ${sql.lit(FIELD)}) as place,
      lateral (select 1 + (place * 7 + id) % ${sql.lit(FIELD)} as position) as placed`.execute(trx)
}

async function fillBigChannel(trx: Db): Promise<void> {
  await sql`
    with channel as (
      insert into channels (platform, login, name) values ('twitch', ${BIG_CHANNEL}, ${BIG_CHANNEL})
      returning id
    ), season as (
      insert into channel_seasons (channel_id, season, points, total_games, points_per_game, source, racer_count)
      select id, 75, 1000, 10, 100, 'games', 0 from channel
    ), days as (
      insert into racer_days (channel_id, season, day, racer_id, games, game_race_points, points_so_far, rank)
      select id, 75, current_date - 3, person, 5, person % 3000, person, person
      from channel, generate_series(1, ${sql.lit(BIG_CHANNEL_RACERS)}) as person
    ), named as (
      insert into channel_racers (channel_id, racer_id, display_name, color, named_at)
      select id, person, 'Person ' || person, 'FF8800FF', now()
      from channel, generate_series(1, ${sql.lit(BIG_CHANNEL_RACERS)}) as person
    )
    insert into racer_totals (channel_id, season, racer_id, counted_race_games, counted_race_points,
      races_with_points, counted_royale_games, counted_royale_points, royales_with_points)
    select id, 75, person, 20, person % 9000, 20, 5, person % 50, 5
    from channel, generate_series(1, ${sql.lit(BIG_CHANNEL_RACERS)}) as person`.execute(trx)
}

async function countPlays(db: Db): Promise<void> {
  await sql`
    update maps set plays = played.plays, racers = played.racers, race_racers = played.race_racers
    from (
      select map_id, count(*) as plays, sum(player_count) as racers,
        coalesce(sum(player_count) filter (where mode = 'race'), 0) as race_racers
      from games group by map_id
    ) as played
    where maps.id = played.map_id`.execute(db)
}

/** As if a game had come in: what is remembered of the big channel is out of date. */
export async function touchBigChannel({ context: { changes, db } }: RunningServer): Promise<void> {
  const { id } = await db
    .selectFrom('channels')
    .select('id')
    .where('login', '=', BIG_CHANNEL)
    .executeTakeFirstOrThrow()
  await changes.transaction(async (trx) =>
    announce(trx, [`season:75/channel:${id}`, `games:${id}`]),
  )
}

/** Ids of games, spread over all of them. */
export async function someGames(
  { context: { db } }: RunningServer,
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from games order by id * 7919 % 99991 limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}
