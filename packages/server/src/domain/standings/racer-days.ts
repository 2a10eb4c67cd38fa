/** The days of a racer: from stored days, and from the games of the day that is not over. docs/scoring.md, Days. */
import type { RacerPage } from '@rollcall/contract/racers'
import { longestRun } from '@rollcall/scoring/streaks'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import { ask } from '../../platform/database/ask.ts'
import { ownsAllOf, ownsInSeason, ownsUpTo } from '../people/login-owners.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from './channel-labels.ts'
import { CLOSING_GRACE } from './day-closings.ts'
import { beginningOf, type DayFilter, marbleDayOf, UNDATED } from './marble-days.ts'
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
  ranks: RacerPage['ranks']
  streak: RacerPage['streak']
}

/** Whether the login of the query's `owned` was the person's during the whole day. */
const isOwnDay = (day: RawBuilder<unknown>) =>
  sql<boolean>`(owned.is_whole or ${ownsAllOf('owned', {
    from: beginningOf(day),
    until: beginningOf(sql`(${day} + 1)`),
  })})`

/** Whether the rank at the close of the `row`'s day is the person's, and theirs alone. */
const isOwnRank = sql<boolean>`(
  owned.is_whole or (
    ${ownsUpTo('owned', beginningOf(sql`(row.day + 1)`))} and ${ownsInSeason('owned', sql`row.season`)}
  )
)`

interface DaysParams {
  season: number
  now: Date
  /** Which days the answer shows; absent: all of them. */
  isShown: DayFilter | undefined
}

const closedDays = (person: Person, { season, now, isShown }: DaysParams) => sql`
  select row.season, row.channel_id, nullif(row.day, ${UNDATED}::date) as day, row.last_day,
    case when own.is_day then row.games else 0 end as games,
    case when own.is_day then row.game_race_points + row.game_royale_points else 0 end
      + case when ${ownsInSeason('owned', sql`row.season`)}
        then row.snapshot_race_points + row.snapshot_royale_points else 0 end
      as points,
    case when ${isOwnRank} then row.rank end as rank
  from ${racersOfPeople([person])} as owned
  join racer_days as row on row.racer_id = owned.racer_id
  cross join lateral (
    select row.day < ${firstOpenDay(now)} and ${isOwnDay(sql`row.day`)} as is_day
  ) as own
  where row.season <= ${season} and ${
    isShown?.({
      channelId: sql`row.channel_id`,
      day: sql`row.day`,
      lastDay: sql`row.last_day`,
    }) ?? sql`true`
  }`

/** The first day that may not have closed yet. */
const firstOpenDay = (now: Date) => marbleDayOf(sql`(${now}::timestamptz - ${CLOSING_GRACE})`)

/** The games that count of days that have not closed yet. */
const openDays = (person: Person, asked: DaysParams) =>
  countedGames(asked, {
    owned: racersOfPeople([person]),
    isPlayed: sql`game.finished_at >= ${beginningOf(firstOpenDay(asked.now))}`,
  })

/**
 * The games that count of closed days on which the login changed hands: the stored row of such a day is the sum of
 * several people.
 */
const splitDays = (person: Person, asked: DaysParams) =>
  countedGames(asked, {
    owned: sql`(
      select distinct owned.*, split.day
      from ${racersOfPeople([person])} as owned
      cross join lateral (
        values (${marbleDayOf(sql`owned.started_at`)}), (${marbleDayOf(sql`owned.ended_at`)})
      ) as split (day)
      where split.day < ${firstOpenDay(asked.now)} and not ${isOwnDay(sql`split.day`)}
    )`,
    isPlayed: sql`(
      game.finished_at >= ${beginningOf(sql`owned.day`)}
      and game.finished_at < ${beginningOf(sql`(owned.day + 1)`)}
    )`,
  })

function countedGames(
  { season, isShown }: DaysParams,
  { owned, isPlayed }: { owned: RawBuilder<unknown>; isPlayed: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const day = marbleDayOf(sql`game.finished_at`)
  const isDayShown = isShown?.({ channelId: sql`game.channel_id`, day, lastDay: sql`null::date` })
  return sql`
    select game.season, game.channel_id, ${day} as day,
      null::date as last_day, 1 as games, coalesce(result.points, 0) as points, null::integer as rank
    from ${owned} as owned
    join racer_totals as total on total.racer_id = owned.racer_id and total.season <= ${season}
    join channels as channel on channel.id = total.channel_id
    join channel_seasons as channel_season
      on channel_season.channel_id = total.channel_id and channel_season.season = total.season
    join games as game on game.channel_id = total.channel_id and game.season = total.season
      and ${isPlayed}
    join game_results as result on result.channel_id = game.channel_id
      and result.season = game.season and result.game_id = game.id
      and result.racer_id = owned.racer_id
    where ${COUNTS_IN_SEASON} and ${isOfPerson} and ${isDayShown ?? sql`true`}`
}

export async function findDays(
  context: Pick<AppContext, 'db' | 'pool'>,
  person: Person,
  asked: DaysParams,
): Promise<RacerDays> {
  const { now } = asked
  const today = marbleDayOf(sql`${now}::timestamptz`)
  const { runs, endsAt, ...days } = await ask<
    Omit<RacerDays, 'streak' | 'endsAt'> & { endsAt: string; runs: string[] }
  >(
    context,
    sql`
    with played as materialized (
      ${closedDays(person, asked)}
      union all
      ${splitDays(person, asked)}
      union all
      ${openDays(person, asked)}
    )
    select ${today}::text as today, (${today} - interval '1 year' + interval '1 day')::date::text as "yearAgo",
      ${beginningOf(sql`(${today} + 1)`)} as "endsAt",
      (${daysOf(sql`played`)}) as days,
      (${bestRankOf(sql`played`)}) as "bestRank",
      (${ranksOf(sql`played`, asked)}) as ranks,
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

/** Of two logins on one day, the better one. */
const ranksOf = (played: RawBuilder<unknown>, { season }: DaysParams) => sql`
  select json_build_object('channel', ${CHANNEL_LABEL}, 'days', main.days)
  from (
    select ranked.channel_id,
      json_agg(json_build_object('day', day, 'rank', rank) order by day)
        filter (where rank is not null and day is not null) as days
    from (
      select channel_id, day, min(rank) as rank, sum(points) as points
      from ${played} as played where season = ${season}
      group by channel_id, day
    ) as ranked
    group by ranked.channel_id
    having count(day) filter (where rank is not null) > 0
    order by sum(points) desc, ranked.channel_id
    limit 1
  ) as main
  join channels as channel on channel.id = main.channel_id
  ${JOIN_STREAMER}`
