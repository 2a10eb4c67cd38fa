import type { RacerChannel } from '@rollcall/contract/racers'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { RacerBoard, RacerBoards } from '../boards/racers.ts'
import { ask, playedBy } from '../dashboard/queries.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from '../standings/channel-labels.ts'
import { marbleDayOf } from '../standings/marble-days.ts'
import { type Person, racersOfPeople } from '../standings/person.ts'

/** Each may have to be ranked for it. */
const MOST_CHANNELS = 12
const DAYS_AGO = 7

interface SeasonOfChannel extends Pick<RacerChannel, 'channel' | 'points' | 'before'> {
  channelId: number
}

/**
 * Where somebody is on channels in a season, those with most points first, and how many more there are. The rank of
 * a week ago is the one that was stored with the last day that they had played until then.
 */
export async function listChannelRanks(
  { db, pool, racerBoards }: Pick<AppContext, 'db' | 'pool'> & { racerBoards: RacerBoards },
  person: Person,
  { season, now, most = MOST_CHANNELS }: { season: number; now: Date; most?: number },
): Promise<{ channels: RacerChannel[]; more: number }> {
  const racers = racersOfPeople([person])
  const question = sql`
    ${playedBy(racers, { season })}
    select coalesce(json_agg(found order by points desc, "channelId"), '[]') as channels,
      (select count(*) from played where points is not null) as total
    from (
      select channel.id as "channelId", ${CHANNEL_LABEL} as channel, mine.points,
        (
          select json_build_object('rank', row.rank, 'day', row.day)
          from ${racers} as owned
          join racer_days as row on row.racer_id = owned.racer_id
            and row.season = mine.season and row.channel_id = mine.channel_id
          where row.rank is not null
            and row.day <= ${marbleDayOf(sql`${now}::timestamptz`)} - ${DAYS_AGO}::integer
          order by row.day desc, row.rank
          limit 1
        ) as before
      from (
        select * from played where points is not null
        order by points desc, channel_id limit ${most}
      ) as mine
      join channels as channel on channel.id = mine.channel_id
      ${JOIN_STREAMER}
    ) as found`
  const found = await ask<{ channels: SeasonOfChannel[]; total: number }>(
    { db, pool },
    'racer ranks',
    question,
  )
  const channels: RacerChannel[] = []
  for (const { channelId, ...standing } of found.channels) {
    const board = await racerBoards.inSeason({ channelId, season })
    channels.push({ ...standing, ...rankOn(board, person, standing.points) })
  }
  return { channels, more: found.total - channels.length }
}

/** Of all logins of the person as one racer, who is not behind another of their own. */
function rankOn(
  { board, total }: RacerBoard,
  { racers }: Person,
  points: number,
): Pick<RacerChannel, 'rank' | 'of'> {
  const own = [...new Set(racers.map(({ racerId }) => racerId))].flatMap(
    (racerId) => board.find(racerId, 'points') ?? [],
  )
  const of = total - Math.max(0, own.length - 1)
  const [first, ...others] = own
  if (first !== undefined && others.length === 0 && first.row.points === points) {
    return { rank: first.row.rank, of }
  }
  const isOwn = new Set(own.map(({ row }) => row.racerId))
  const ahead = board
    .list('points')
    .filter((row) => row.points > points && !isOwn.has(row.racerId)).length
  const isRanked = board.size === total || own.length > 0
  return { rank: isRanked ? 1 + ahead : null, of }
}
