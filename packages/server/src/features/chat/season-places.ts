/** The racers of a channel's current season, ranked by their points; one statement for each question. */
import { normalLogin, type Racer, racerName } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { COUNTS_IN_SEASON } from '../uploads/season-of-games.ts'

/** A racer on the list, called as on their user or in their last game. */
export interface Place {
  name: string
  points: number
  rank: number
}

interface FoundPlace extends Racer {
  shownName: string | null
  points: number
  rank: number
}

export interface SeasonOfChannel {
  name: string
  season: number
}

/** null where nobody has such a channel. `neighbour` is who is next above, or below for the first. */
export async function findRank(
  db: Db,
  { channel, racers }: { channel: string; racers: readonly Racer[] },
): Promise<(SeasonOfChannel & { of: number; own: Place | null; neighbour: Place | null }) | null> {
  const { rows } = await sql<
    SeasonOfChannel & { of: number; own: FoundPlace | null; neighbour: FoundPlace | null }
  >`
    with ${placesOf(channel)},
    own as (
      select places.*
      from places
      join unnest(
        ${racers.map(({ platform }) => platform)}::text[],
        ${racers.map(({ login }) => normalLogin(login))}::text[]
      ) with ordinality as asked (platform, login, number)
        on asked.platform in (places.platform, '') and asked.login = places.login
      order by asked.number, places.rank, places.platform
      limit 1
    )
    select channel.name, channel.season,
      (select count(*) from places) as of,
      (select ${shown(sql.ref('own'))} from own) as own,
      (
        select ${shown(sql.ref('other'))}
        from own cross join lateral (
          select * from places
          where places.rank < own.rank or (own.rank = 1 and places.rank > 1)
          order by case when own.rank = 1 then rank else -rank end, platform, login
          limit 1
        ) as other
      ) as neighbour
    from channel`.execute(db)
  const [found] = rows
  return found === undefined
    ? null
    : { ...found, own: placeOf(found.own), neighbour: placeOf(found.neighbour) }
}

/** null where nobody has such a channel. */
export async function findTop(
  db: Db,
  { channel, count }: { channel: string; count: number },
): Promise<(SeasonOfChannel & { places: Place[] }) | null> {
  const { rows } = await sql<SeasonOfChannel & { places: FoundPlace[] }>`
    with ${placesOf(channel)}
    select channel.name, channel.season, (
      select coalesce(json_agg(${shown(sql.ref('first'))} order by rank, platform, login), '[]')
      from (select * from places order by rank, platform, login limit ${count}) as first
    ) as places
    from channel`.execute(db)
  const [found] = rows
  return found === undefined
    ? null
    : { ...found, places: found.places.flatMap((place) => placeOf(place) ?? []) }
}

function placeOf(found: FoundPlace | null): Place | null {
  return found && { ...found, name: found.shownName ?? racerName(found) }
}

/** Of two channels of one name its present owner's, as on the dashboard. */
const placesOf = (channel: string) => sql`
  channel as (
    select channel.id, channel.name, channel.handed_over_at, setting.value::integer as season
    from channels as channel
    join settings as setting on setting.key = 'season'
    left join login_periods as period
      on period.user_id = channel.user_id and period.platform = channel.platform
      and period.login = channel.login and period.ended_at is null
    where channel.platform = 'twitch' and channel.login = ${normalLogin(channel)}
    order by period.id is not null desc, channel.id desc
    limit 1
  ),
  played as (
    select racer.platform, racer.login,
      coalesce(racer.race_points, 0) + coalesce(racer.royale_points, 0) as points
    from channel
    join season_racers as racer
      on racer.channel_id = channel.id and racer.season = channel.season
    union all
    select result.platform, result.login, coalesce(sum(result.points), 0)
    from channel
    join channel_seasons as standing
      on standing.channel_id = channel.id and standing.season = channel.season
    join games as game on game.channel_id = channel.id and game.season = channel.season
    join game_results as result
      on result.channel_id = game.channel_id
      and result.season = game.season
      and result.game_id = game.id
    where ${COUNTS_IN_SEASON}
    group by result.platform, result.login
  ),
  places as materialized (
    select platform, login, sum(points) as points, rank() over (order by sum(points) desc) as rank
    from played
    group by platform, login
  )`

/** Of a place called so in the query. A name that somebody else had before is theirs no longer. */
const shown = (place: RawBuilder<unknown>) => sql`json_build_object(
  'platform', ${place}.platform, 'login', ${place}.login,
  'points', ${place}.points, 'rank', ${place}.rank,
  'shownName', coalesce(
    (
      select owner.username
      from login_periods as period
      join users as owner on owner.id = period.user_id
      where period.platform = ${place}.platform and period.login = ${place}.login
        and period.ended_at is null
    ),
    (
      select result.display_name
      from game_results as result
      where result.platform = ${place}.platform and result.login = ${place}.login
      order by result.season desc, result.game_id desc
      limit 1
    )
  )
)`
