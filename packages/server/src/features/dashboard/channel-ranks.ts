import type { ChannelPosition } from '@rollcall/contract/dashboard'
import type { Ranked } from '@rollcall/scoring/ranking'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { ask } from '../../database/ask.ts'
import type { RacerBoard, RacerBoards, RacerRow } from '../boards/racers.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from '../standings/channel-labels.ts'
import { marbleDayOf } from '../standings/marble-days.ts'
import { type Person, racersOfPeople } from '../standings/person.ts'
import { playedBy } from './queries.ts'

interface AskedRanks {
  /** null: all seasons up to the current one. */
  season: number | null
  currentSeason: number
  now: Date
  /** How many marble days ago the rank before is from, at least. */
  daysAgo: number
  /** Each channel may have to be ranked for it. */
  most: number
}

type Standing = Pick<ChannelPosition, 'channelId' | 'channel' | 'points' | 'before'>

/**
 * Where somebody is on channels, those with most points first, and how many more there are. The earlier rank was
 * stored with the last day on which they had played by then.
 */
export async function listChannelRanks(
  { db, pool, racerBoards }: Pick<AppContext, 'db' | 'pool'> & { racerBoards: RacerBoards },
  person: Person,
  { season, currentSeason, now, daysAgo, most }: AskedRanks,
): Promise<{ channels: ChannelPosition[]; more: number }> {
  const racers = racersOfPeople([person])
  const question = sql`
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
          select json_build_object('rank', row.rank, 'day', row.day)
          from ${racers} as owned
          join racer_days as row on row.racer_id = owned.racer_id
            and row.season = ${season}::integer and row.channel_id = mine.channel_id
          where row.rank is not null
            and row.day <= ${marbleDayOf(sql`${now}::timestamptz`)} - ${daysAgo}::integer
          order by row.day desc, row.rank
          limit 1
        ) as before
      from (select * from standing order by points desc, channel_id limit ${most}) as mine
      join channels as channel on channel.id = mine.channel_id
      ${JOIN_STREAMER}
    ) as found`
  const found = await ask<{ channels: Standing[]; total: number }>({ db, pool }, question)
  const channels: ChannelPosition[] = []
  for (const standing of found.channels) {
    const { channelId, points } = standing
    const board = await (season === null
      ? racerBoards.upToSeason({ channelId, season: currentSeason })
      : racerBoards.inSeason({ channelId, season }))
    channels.push({ ...standing, ...rankOn(board, person, points) })
  }
  return { channels, more: found.total - channels.length }
}

/** Counts all logins of the person as one racer, who is never behind another of their own logins. */
function rankOn(
  { board, total }: RacerBoard,
  { racers }: Person,
  points: number,
): Pick<ChannelPosition, 'rank' | 'of' | 'next'> {
  const own = [...new Set(racers.map(({ racerId }) => racerId))].flatMap(
    (racerId) => board.find(racerId, 'points') ?? [],
  )
  const of = total - Math.max(0, own.length - 1)
  const [first, ...others] = own
  if (first !== undefined && others.length === 0 && first.row.points === points) {
    const { above } = board.neighbours(first.row, 'points')
    return { rank: first.row.rank, of, next: gapTo(above, points) }
  }
  const isOwn = new Set(own.map(({ row }) => row.racerId))
  const ahead = board.list('points').filter((row) => row.points > points && !isOwn.has(row.racerId))
  const next = ahead.at(-1)
  const rankOfNext = next && 1 + ahead.filter((row) => row.points > next.points).length
  const isRanked = board.size === total || own.length > 0
  return {
    rank: isRanked ? 1 + ahead.length : null,
    of,
    next: isRanked && next ? gapTo({ ...next, rank: rankOfNext ?? 1 }, points) : null,
  }
}

function gapTo(next: Ranked<RacerRow> | null, points: number): ChannelPosition['next'] {
  return next && { rank: next.rank, gap: next.points - points }
}
