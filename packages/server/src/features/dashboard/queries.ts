import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'

/** A racer's sums over some rows. Unknown numbers are left out of a sum; null: none was known. */
export interface RacerTotals {
  racePoints: number | null
  raceGames: number | null
  raceWins: number | null
  royalePoints: number | null
  royaleGames: number | null
  royaleWins: number | null
  crownWins: number | null
  kills: number | null
}

export interface ChannelOfRacer {
  id: number
  name: string
  /** Its streamer, where one has signed in. */
  owner: { username: string; profileImageUrl: string | null } | null
}

/** The same rows three times: all together, by season (oldest first), by channel (by name). */
export interface RacerSums {
  /** null where there are no rows at all. */
  all: RacerTotals | null
  seasons: { season: number; totals: RacerTotals }[]
  channels: { channel: ChannelOfRacer; totals: RacerTotals }[]
}

export interface RacerQuestion {
  userId: number
  season?: number
  channelId?: number
}

interface SumRow extends RacerTotals {
  season: number | null
  channelId: number | null
  name: string | null
  username: string | null
  profileImageUrl: string | null
}

/**
 * What a user has raced, under every login they owned in the seasons they owned it, cut to a season
 * or a channel where the question names one. One statement; it reads the user's own rows only.
 */
export async function sumRacer(db: Db, question: RacerQuestion): Promise<RacerSums> {
  const { userId, season, channelId } = question
  const ofSeason = season === undefined ? sql`` : sql`and racer.season = ${season}`
  const ofChannel = channelId === undefined ? sql`` : sql`and racer.channel_id = ${channelId}`
  const { rows } = await sql<SumRow>`
    with sums as (
      select
        racer.season,
        racer.channel_id,
        sum(racer.race_points) as race_points,
        sum(racer.race_games) as race_games,
        sum(racer.race_wins) as race_wins,
        sum(racer.royale_points) as royale_points,
        sum(racer.royale_games) as royale_games,
        sum(racer.royale_wins) as royale_wins,
        sum(racer.crown_wins) as crown_wins,
        sum(racer.kills) as kills
      from login_periods as period
      join season_racers as racer
        on racer.platform = period.platform
        and racer.login = period.login
        and racer.season >= coalesce(period.first_season, racer.season)
        and racer.season <= coalesce(period.last_season, racer.season)
      where period.user_id = ${userId}
        and racer.season <= (select value::integer from settings where key = 'season')
        ${ofSeason}
        ${ofChannel}
      group by grouping sets ((), (racer.season), (racer.channel_id))
      having count(*) > 0
    )
    select
      sums.season,
      sums.channel_id as "channelId",
      channel.name,
      owner.username,
      owner.profile_image_url as "profileImageUrl",
      race_points as "racePoints",
      race_games as "raceGames",
      race_wins as "raceWins",
      royale_points as "royalePoints",
      royale_games as "royaleGames",
      royale_wins as "royaleWins",
      crown_wins as "crownWins",
      kills
    from sums
    left join channels as channel on channel.id = sums.channel_id
    left join users as owner on owner.id = channel.user_id
    order by sums.season, channel.login collate "C", sums.channel_id`.execute(db)
  return {
    all: rows.find((row) => row.season === null && row.channelId === null) ?? null,
    seasons: rows.flatMap((row) =>
      row.season === null ? [] : [{ season: row.season, totals: row }],
    ),
    channels: rows.flatMap((row) =>
      row.channelId === null ? [] : [{ channel: channelOf(row, row.channelId), totals: row }],
    ),
  }
}

function channelOf({ name, username, profileImageUrl }: SumRow, id: number): ChannelOfRacer {
  return {
    id,
    name: name ?? '',
    owner: username === null ? null : { username, profileImageUrl },
  }
}

/**
 * The channel of that name, letter case ignored: that of the name's present owner, before one whose
 * streamer has lost the name and not been seen since.
 */
export async function findChannel(db: Db, name: string): Promise<ChannelOfRacer | null> {
  const row = await db
    .selectFrom('channels as channel')
    .leftJoin('users as owner', 'owner.id', 'channel.user_id')
    .leftJoin('login_periods as period', (join) =>
      join
        .onRef('period.user_id', '=', 'channel.user_id')
        .onRef('period.platform', '=', 'channel.platform')
        .onRef('period.login', '=', 'channel.login')
        .on('period.ended_at', 'is', null),
    )
    .select([
      'channel.id',
      'channel.name',
      'owner.username',
      'owner.profile_image_url as profileImageUrl',
    ])
    .where('channel.platform', '=', 'twitch')
    .where('channel.login', '=', name.normalize('NFC').toLowerCase())
    .orderBy((order) => order('period.id', 'is not', null), 'desc')
    .orderBy('channel.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
    ? null
    : {
        id: row.id,
        name: row.name,
        owner:
          row.username === null
            ? null
            : { username: row.username, profileImageUrl: row.profileImageUrl },
      }
}
