import type { ChannelPosition } from '@rollcall/contract/dashboard'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import { ask } from '../../platform/database/ask.ts'
import { ownsUpTo } from '../people/login-owners.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from '../standings/channel-labels.ts'
import { beginningOf, type DayFilter, marbleDayOf } from '../standings/marble-days.ts'
import { type Person, racersOfPeople } from '../standings/person.ts'
import { placeOn } from './place-on-board.ts'
import { playedBy } from './racer-sums.ts'
import type { RacerBoards } from './racers.ts'

interface RanksParams {
  /** null: all seasons up to the current one. */
  season: number | null
  currentSeason: number
  now: Date
  /** How many marble days ago the rank before is from, at least; absent: before today. */
  daysAgo?: number
  /** Each channel may have to be ranked for it. */
  most: number
  /** The days that the rank before may be from; absent: any. */
  isShown?: DayFilter | undefined
}

type Standing = Pick<ChannelPosition, 'channelId' | 'channel' | 'points'> & {
  /** The latest that was stored for each racer while the login was the person's. */
  before: (NonNullable<ChannelPosition['before']> & { racerId: number })[]
}

/**
 * Where somebody is on channels, those with most points first, and how many more there are. The earlier rank was
 * stored with the last day on which they had played by then. A place on a row that they share is that row's, with its
 * points.
 */
export async function listChannelRanks(
  {
    db,
    pool,
    racerBoards,
  }: Pick<AppContext, 'db' | 'pool'> & {
    racerBoards: Pick<RacerBoards, 'inSeason' | 'upToSeason'>
  },
  person: Person,
  { season, currentSeason, now, daysAgo = 1, most, isShown }: RanksParams,
): Promise<{ channels: ChannelPosition[]; more: number }> {
  const found = await ask<{ channels: Standing[]; total: number }>(
    { db, pool },
    standingsOf(person, { season, now, daysAgo, most, isShown }),
  )
  const channels: ChannelPosition[] = []
  const racerIds = person.racers.map(({ racerId }) => racerId)
  for (const { channelId, channel, points, before } of found.channels) {
    const board = await (season === null
      ? racerBoards.upToSeason({ channelId, season: currentSeason })
      : racerBoards.inSeason({ channelId, season }))
    const place = placeOn(board, { userId: person.userId, racerIds, points })
    const { racerIds: rows, ...shown } = place
    const [latest] = before
      .filter(({ racerId }) => rows.includes(racerId))
      .toSorted((a, b) => compareCodePoints(b.day, a.day) || a.rank - b.rank)
    channels.push({
      ...{ channelId, channel, ...shown },
      before: latest === undefined ? null : { rank: latest.rank, day: latest.day },
    })
  }
  return {
    channels: channels.toSorted((a, b) => b.points - a.points || a.channelId - b.channelId),
    more: found.total - channels.length,
  }
}

/** Reads how somebody does on each channel now, and the ranks that were stored before. */
function standingsOf(
  person: Person,
  {
    season,
    now,
    daysAgo,
    most,
    isShown,
  }: Omit<RanksParams, 'currentSeason' | 'daysAgo'> & { daysAgo: number },
): RawBuilder<unknown> {
  const racers = racersOfPeople([person])
  const isDayShown = isShown?.({
    channelId: sql`row.channel_id`,
    day: sql`row.day`,
    lastDay: sql`row.last_day`,
  })
  return sql`
    ${playedBy(racers, season === null ? {} : { season })},
    standing as (
      select channel_id, sum(points)::float8 as points
      from played where points is not null
      group by channel_id
    )
    select coalesce(json_agg(found order by points desc, "channelId"), '[]') as channels,
      (select count(*) from standing) as total
    from (
      select channel.id as "channelId", ${CHANNEL_LABEL} as channel, mine.points,
        (
          select coalesce(
            json_agg(json_build_object('racerId', racer_id, 'rank', rank, 'day', day)), '[]'
          )
          from (
            select distinct on (row.racer_id) row.racer_id, row.rank, row.day
            from ${racers} as owned
            join racer_days as row on row.racer_id = owned.racer_id
              and row.season = ${season}::integer and row.channel_id = mine.channel_id
            where row.rank is not null
              and (owned.is_whole or ${ownsUpTo('owned', beginningOf(sql`(row.day + 1)`))})
              and row.day <= ${marbleDayOf(sql`${now}::timestamptz`)} - ${daysAgo}::integer
              and ${isDayShown ?? sql`true`}
            order by row.racer_id, row.day desc
          ) as latest
        ) as before
      from (select * from standing order by points desc, channel_id limit ${most}) as mine
      join channels as channel on channel.id = mine.channel_id
      ${JOIN_STREAMER}
    ) as found`
}
