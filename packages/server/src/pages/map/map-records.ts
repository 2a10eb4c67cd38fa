/** The fastest finishes on a map: docs/scoring.md, Maps. */
import { MAP_RECORDS, type MapRecord } from '@rollcall/contract/maps'
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import { isOfOthers, ownsAt } from '../../domain/people/login-owners.ts'
import { laterChannelOf, SCOPE_ANYWHERE } from '../../domain/people/racer-names.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from '../../domain/standings/channel-labels.ts'
import {
  joinNames,
  KNOWN_NAMES,
  type KnownNames,
  labelAnywhere,
  takeLook,
} from '../../domain/standings/racer-looks.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { isPublicGame } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { ask } from '../../platform/database/ask.ts'

type Context = Pick<AppContext, 'db' | 'pool'>

interface MapParams {
  mapId: number
  holds: readonly Hold[]
}

/** Races whose times count, of the query's `game`. */
const isTimed = ({ mapId, holds }: MapParams) => sql`
  game.map_id = ${mapId} and game.fastest_us is not null and ${isPublicGame(holds)}`

/** Finishes whose times count, of the query's `result`. */
const isFinish = sql`not result.eliminated and result.time_us > 0`

/** How many of the fastest races the search for the fastest racers begins with; each further round takes more. */
const FIRST_RACES = 20
const TIMES_MORE = 8

/**
 * The racers with the fastest finishes, each with their own fastest; of equal ones, the earlier. A hidden racer has
 * another on each channel where they first raced after they hid. Races have an index
 * by time, results do not. No finish in a race is faster than that race's fastest, so the fastest few races are
 * enough if they contain enough racers who are faster than the next race.
 */
export async function findFastestRacers(context: Context, asked: MapParams): Promise<MapRecord[]> {
  for (let races = FIRST_RACES; ; races *= TIMES_MORE) {
    const question = sql`
      with fastest as materialized (
        select game.* from games as game
        where ${isTimed(asked)}
        order by game.fastest_us, game.id
        limit ${sql.lit(races + 1)}
      ),
      best as (
        select distinct on (result.racer_id, later.channel_id)
          result.racer_id, result.time_us, result.position, game.id, game.channel_id, game.finished_at
        from fastest as game
        join game_results as result on result.channel_id = game.channel_id
          and result.season = game.season and result.game_id = game.id
        join racers as racer on racer.id = result.racer_id
        cross join lateral (select ${laterChannelOf(sql`game.channel_id`)} as channel_id) as later
        where ${isFinish} and (
          result.time_us < (select max(fastest_us) from fastest)
          or (select count(*) from fastest) <= ${sql.lit(races)}
        )
        order by result.racer_id, later.channel_id, result.time_us, game.finished_at, game.id
      )
      select (select count(*) from fastest) as races, ${recordsOf(sql`best`)} as records`
    const found = await ask<{ races: number; records: StoredRecord[] }>(context, question)
    if (found.races <= races || found.records.length >= MAP_RECORDS) {
      return found.records.map(recordOf)
    }
  }
}

/** The channels with the fastest finishes, each with its own fastest; of equal ones, the earlier. */
export async function findFastestChannels(
  context: Context,
  asked: MapParams,
): Promise<MapRecord[]> {
  const question = sql`
    with recursive played as (
      ${nextChannel(asked, sql`0`)}
      union all
      select following.channel_id
      from played cross join lateral (${nextChannel(asked, sql`played.channel_id`)}) as following
    ),
    fastest as (
      select game.*
      from played
      cross join lateral (
        select game.* from games as game
        where game.channel_id = played.channel_id and ${isTimed(asked)}
        order by game.fastest_us, game.finished_at, game.id
        limit 1
      ) as game
      order by game.fastest_us, game.finished_at, game.id
      limit ${sql.lit(MAP_RECORDS)}
    ),
    best as (
      select first.racer_id, first.time_us, first.position, game.id, game.channel_id, game.finished_at
      from fastest as game
      cross join lateral (
        select result.racer_id, result.time_us, result.position
        from game_results as result
        where result.channel_id = game.channel_id and result.season = game.season
          and result.game_id = game.id and ${isFinish}
        order by result.time_us, result.position
        limit 1
      ) as first
    )
    select ${recordsOf(sql`best`)} as records`
  const { records } = await ask<{ records: StoredRecord[] }>(context, question)
  return records.map(recordOf)
}

/** The channel after this one with a race on the map; a step through the index, however many races there are. */
const nextChannel = ({ mapId }: MapParams, after: RawBuilder<unknown>) => sql`(
  select channel_id from games
  where map_id = ${mapId} and channel_id > ${after} and is_rankable and fastest_us is not null
  order by channel_id limit 1
)`

type StoredRecord = Omit<MapRecord, 'racer'> & Racer & KnownNames & { number: number }

/** The best rows, as JSON, ordered by time; of equal ones the earlier first, and within one race the better place. */
const recordsOf = (rows: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(record order by record.number), '[]')
  from (
    select row.number, row.rank, row.time_us / 1000000.0 as seconds, row.id as "gameId",
      row.finished_at as "finishedAt", ${CHANNEL_LABEL} as channel,
      racer.platform, racer.login, ${KNOWN_NAMES}
    from (
      select *, row_number() over (order by time_us, finished_at, id, position) as number,
        rank() over (order by time_us) as rank
      from ${rows} order by number limit ${sql.lit(MAP_RECORDS)}
    ) as row
    join racers as racer on racer.id = row.racer_id
    join channels as channel on channel.id = row.channel_id
    ${JOIN_STREAMER}
    ${joinNames(sql`row.channel_id`, {
      isOfOthers: isOfOthers('racer', ownsAt('period', sql`row.finished_at`)),
      scope: SCOPE_ANYWHERE,
    })}
  ) as record
)`

function recordOf(stored: StoredRecord) {
  const {
    row: { number: _, finishedAt, ...record },
    look,
  } = takeLook(stored)
  return {
    ...record,
    finishedAt: new Date(finishedAt).toISOString(),
    racer: labelAnywhere(look),
  }
}
