import { normalLogin } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../app-context.ts'
import { prepared } from '../../database/prepared-statements.ts'

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

/** The same rows summed up in three ways; those that were not asked for are empty. */
export interface RacerSums {
  /** Everything together; null where there are no rows at all. */
  all: RacerTotals | null
  /** The oldest first. */
  seasons: { season: number; totals: RacerTotals }[]
  /** By name. */
  channels: { channel: ChannelOfRacer; totals: RacerTotals }[]
}

export interface RacerQuestion {
  userId: number
  sums: readonly (keyof RacerSums)[]
  /** Of the channels only those with the most points, so many and what ties with the last. */
  bestChannels?: number
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

const GROUPING_SETS: Record<keyof RacerSums, RawBuilder<unknown>> = {
  all: sql`()`,
  seasons: sql`(season)`,
  channels: sql`(channel_id)`,
}
const NO_NUMBER = sql`null::integer`

/** Where nothing is known of any points, behind those that have none. */
const PLACE_AMONG_CHANNELS = sql`,
  rank() over (
    partition by channel_id is null
    order by coalesce(sum(race_points) + sum(royale_points), sum(race_points), sum(royale_points), -1) desc
  ) as place`

/**
 * What a user has raced, under every login they owned in the seasons they owned it, cut to a season
 * or a channel where the question names one. One statement; it reads the user's own rows only.
 */
export async function sumRacer(db: Db, question: RacerQuestion): Promise<RacerSums> {
  const { userId, sums, season, channelId, bestChannels } = question
  const groupingSets = sql.join(sums.map((way) => GROUPING_SETS[way]))
  const ofSeason = season === undefined ? sql`` : sql`and season = ${season}`
  const ofChannel = channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`
  const [place, isBest] =
    bestChannels === undefined
      ? [sql``, sql``]
      : [PLACE_AMONG_CHANNELS, sql`where sums.channel_id is null or place <= ${bestChannels}`]
  const { rows } = await sql<SumRow>`
    ${prepared}
    with mine as (
      select
        racer.season, racer.channel_id,
        race_points, race_games, race_wins,
        royale_points, royale_games, royale_wins, crown_wins, kills
      from login_periods as period
      join season_racers as racer
        on racer.platform = period.platform
        and racer.login = period.login
        and racer.season >= coalesce(period.first_season, racer.season)
        and racer.season <= coalesce(period.last_season, racer.season)
      where period.user_id = ${userId}
      union all
      ${gamesOf(userId)}
    ),
    sums as (
      select
        ${sums.includes('seasons') ? sql`season` : NO_NUMBER} as season,
        ${sums.includes('channels') ? sql`channel_id` : NO_NUMBER} as channel_id,
        sum(race_points) as race_points,
        sum(race_games) as race_games,
        sum(race_wins) as race_wins,
        sum(royale_points) as royale_points,
        sum(royale_games) as royale_games,
        sum(royale_wins) as royale_wins,
        sum(crown_wins) as crown_wins,
        sum(kills) as kills
        ${place}
      from mine
      where season <= (select value::integer from settings where key = 'season')
        ${ofSeason}
        ${ofChannel}
      group by grouping sets (${groupingSets})
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
    ${isBest}
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

/**
 * A user's games where a channel's season comes from its games, one row a channel and season. Here a
 * login's periods count by the instant; a royale win after the first among 10 marbles is a crown win.
 */
function gamesOf(userId: number) {
  return sql`
    select
      game.season, game.channel_id,
      case when bool_or(is_race) then sum(result.points) filter (where is_race) else 0 end,
      count(*) filter (where is_race),
      count(*) filter (where is_race and is_win),
      case when bool_or(not is_race) then sum(result.points) filter (where not is_race) else 0 end,
      count(*) filter (where not is_race),
      count(*) filter (where not is_race and is_win),
      greatest(count(*) filter (where not is_race and is_win and game.player_count >= 10) - 1, 0),
      case when bool_or(not is_race) then sum(result.kills) filter (where not is_race) else 0 end
    from login_periods as period
    join game_results as result
      on result.platform = period.platform and result.login = period.login
    join games as game
      on game.channel_id = result.channel_id
      and game.season = result.season
      and game.id = result.game_id
    join channel_seasons as standing
      on standing.channel_id = game.channel_id
      and standing.season = game.season
      and standing.source = 'games'
    cross join lateral (
      select
        game.mode = 'race' as is_race,
        result.position = 1 and not result.eliminated as is_win
    ) as told
    where period.user_id = ${userId}
      and game.is_rankable
      and game.mode in ('race', 'royale')
      and game.finished_at >= coalesce(period.started_at, game.finished_at)
      and (period.ended_at is null or game.finished_at < period.ended_at)
    group by game.season, game.channel_id`
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
    .modifyFront(prepared)
    .where('channel.platform', '=', 'twitch')
    .where('channel.login', '=', normalLogin(name))
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
