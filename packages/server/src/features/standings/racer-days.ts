/** The days of a racer: from stored days, and from the games of the day that is not over. docs/scoring.md, Days. */
import type { RacerPage } from '@rollcall/contract/racers'
import { longestRun } from '@rollcall/scoring/streaks'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { ask } from '../../database/ask.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from './channel-labels.ts'
import { CLOSING_GRACE } from './day-closings.ts'
import { beginningOf, marbleDayOf, UNDATED } from './marble-days.ts'
import { isOfPerson, type Person, racersOfPeople } from './person.ts'
import { COUNTS_IN_SEASON } from './season-totals.ts'

interface PlayedDay {
  season: number
  /** YYYY-MM-DD; null: the points belong to no day. */
  day: string | null
  lastDay: string | null
  points: number
  games: number
}

export interface RacerDays {
  /** Today, YYYY-MM-DD, and when it ends. */
  today: string
  endsAt: Date
  yearAgo: string
  /** By season and day, the undated ones first. */
  days: PlayedDay[]
  bestRank: RacerPage['bestRank']
  streak: RacerPage['streak']
}

/** Whether the query's `row`, of `racer_days`, was the query's `owned` racer's when its day began. */
const isOwnDay = sql<boolean>`(
  (owned.started_at is null or ${beginningOf(sql`row.day`)} >= owned.started_at)
  and (owned.ended_at is null or ${beginningOf(sql`row.day`)} < owned.ended_at)
)`

/** Of a snapshot, which cannot be split by an instant. */
const isOwnSeason = sql<boolean>`(
  row.season >= coalesce(owned.first_season, row.season)
  and row.season <= coalesce(owned.last_season, row.season)
)`

const closedDays = (person: Person, season: number) => sql`
  select row.season, row.channel_id, nullif(row.day, ${UNDATED}::date) as day, row.last_day,
    case when ${isOwnDay} then row.games else 0 end as games,
    case when ${isOwnDay} then row.game_race_points + row.game_royale_points else 0 end
      + case when ${isOwnSeason} then row.snapshot_race_points + row.snapshot_royale_points else 0 end
      as points,
    case when ${isOwnDay} then row.rank end as rank
  from ${racersOfPeople([person])} as owned
  join racer_days as row on row.racer_id = owned.racer_id
  where row.season <= ${season}`

/** The games that count of days that have not closed yet. */
const openDays = (person: Person, { season, now }: { season: number; now: Date }) => {
  const firstOpenDay = marbleDayOf(sql`(${now}::timestamptz - ${CLOSING_GRACE})`)
  return sql`
    select game.season, game.channel_id, ${marbleDayOf(sql`game.finished_at`)} as day,
      null::date as last_day, 1 as games, coalesce(result.points, 0) as points, null::integer as rank
    from ${racersOfPeople([person])} as owned
    join racer_totals as total on total.racer_id = owned.racer_id and total.season <= ${season}
    join channels as channel on channel.id = total.channel_id
    join channel_seasons as channel_season
      on channel_season.channel_id = total.channel_id and channel_season.season = total.season
    join games as game on game.channel_id = total.channel_id and game.season = total.season
      and game.finished_at >= ${beginningOf(firstOpenDay)}
    join game_results as result on result.channel_id = game.channel_id
      and result.season = game.season and result.game_id = game.id
      and result.racer_id = owned.racer_id
    where ${COUNTS_IN_SEASON} and ${isOfPerson}`
}

export async function findDays(
  context: Pick<AppContext, 'db' | 'pool'>,
  person: Person,
  { season, now }: { season: number; now: Date },
): Promise<RacerDays> {
  const today = marbleDayOf(sql`${now}::timestamptz`)
  const { runs, endsAt, ...days } = await ask<
    Omit<RacerDays, 'streak' | 'endsAt'> & { endsAt: string; runs: string[] }
  >(
    context,
    sql`
    with played as materialized (
      ${closedDays(person, season)}
      union all
      ${openDays(person, { season, now })}
    )
    select ${today}::text as today, (${today} - interval '1 year' + interval '1 day')::date::text as "yearAgo",
      ${beginningOf(sql`(${today} + 1)`)} as "endsAt",
      (${daysOf(sql`played`)}) as days,
      (${bestRankOf(sql`played`)}) as "bestRank",
      array(
        select distinct day::text from played
        where day is not null and last_day is null and (games > 0 or points > 0)
      ) as runs`,
  )
  return { ...days, endsAt: new Date(endsAt), streak: longestRun(runs) }
}

const daysOf = (played: RawBuilder<unknown>) => sql`
  select coalesce(json_agg(found order by season, day nulls first), '[]')
  from (
    select season, day, max(last_day) as "lastDay", sum(points) as points, sum(games) as games
    from ${played} as played
    group by season, day
    having sum(points) <> 0 or sum(games) > 0
  ) as found`

/** The first time that it was so good. */
const bestRankOf = (played: RawBuilder<unknown>) => sql`
  select json_build_object(
    'rank', best.rank, 'day', best.day, 'season', best.season, 'channel', ${CHANNEL_LABEL}
  )
  from (
    select * from ${played} as played where rank is not null and day is not null
    order by rank, day, channel_id
    limit 1
  ) as best
  join channels as channel on channel.id = best.channel_id
  ${JOIN_STREAMER}`
