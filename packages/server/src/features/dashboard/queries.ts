import { CROWN_MIN_MARBLES, crownWinsAmong } from '@rollcall/scoring/games'
import { normalLogin } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Columns, columnsOf, rowsOf } from '../../database/columns.ts'
import type { Db } from '../../database/schema.ts'
import { COUNTS_IN_SEASON } from '../uploads/season-of-games.ts'
import { pointsOfRacers } from '../uploads/season-points.ts'
import type { ChannelOfRacer, Racer, RacerRow, SeasonPlace } from './racer.ts'

interface RacerQuestion {
  userId: number
  season?: number | null
  channelId?: number | null
  /** Whether to count where they stand in their latest season. */
  withPlace?: boolean
}

interface PlayedRow extends RacerRow {
  /** null: a snapshot tells the crown wins themselves. */
  crownableWins: number | null
}

interface ChannelRow {
  id: number
  name: string
  username: string | null
  profileImageUrl: string | null
}

/** What a user has raced, under every login in the seasons they owned it, up to the current season. */
export async function getRacer(
  { db, pool }: Pick<AppContext, 'db' | 'pool'>,
  { userId, season = null, channelId = null, withPlace = false }: RacerQuestion,
): Promise<Racer> {
  const statement = sql`
    with played as (
      select
        racer.season, racer.channel_id,
        race_points, race_games, race_wins,
        royale_points, royale_games, royale_wins, crown_wins, null as crownable_wins, kills
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
    mine as materialized (
      select * from played
      where season <= (select value::integer from settings where key = 'season')
        and (${season}::integer is null or season = ${season})
        and (${channelId}::integer is null or channel_id = ${channelId})
    ),
    best as (
      select season, channel_id,
        sum(coalesce(race_points, 0) + coalesce(royale_points, 0)) as points
      from mine
      where ${withPlace}::boolean and (race_points is not null or royale_points is not null)
      group by season, channel_id
      order by season desc, points desc, channel_id
      limit 1
    ),
    others as (
      select coalesce(sum(points), 0) as points
      from (${pointsOfRacers(sql.ref('best'))}) as racer
      where not exists (
        select from login_periods as period, best
        where period.user_id = ${userId}
          and period.platform = racer.platform and period.login = racer.login
          and best.season between
            coalesce(period.first_season, best.season) and coalesce(period.last_season, best.season)
      )
      group by platform, login
    )
    select
      (
        select json_build_object(
          'season', best.season,
          'channelId', best.channel_id,
          'rank', 1 + (select count(*) from others where others.points > best.points),
          'of', 1 + (select count(*) from others)
        )
        from best
      ) as place,
      (
        select ${columnsOf<PlayedRow>({
          season: 'season',
          channelId: 'channel_id',
          racePoints: 'race_points',
          raceGames: 'race_games',
          raceWins: 'race_wins',
          royalePoints: 'royale_points',
          royaleGames: 'royale_games',
          royaleWins: 'royale_wins',
          crownWins: 'crown_wins',
          crownableWins: 'crownable_wins',
          kills: 'kills',
        })}
        from mine
      ) as rows,
      (
        select ${columnsOf<ChannelRow>({
          id: 'id',
          name: 'name',
          username: 'username',
          profileImageUrl: 'profile_image_url',
        })}
        from (
          select channel.id, channel.name, owner.username, owner.profile_image_url
          from channels as channel
          left join users as owner on owner.id = channel.user_id
          where channel.id in (select channel_id from mine)
          order by channel.login collate "C", channel.id
        ) as channel
      ) as channels`.compile(db)
  // Planned once by each connection: planning it anew took half the time of a call.
  const { rows: answers } = await pool.query<{
    place: SeasonPlace | null
    rows: Columns<PlayedRow>
    channels: Columns<ChannelRow>
  }>({ name: 'racer', text: statement.sql, values: [...statement.parameters] })
  const [answer] = answers
  if (answer === undefined) {
    throw new Error('a statement without a row')
  }
  return {
    rows: afterSnapshots(rowsOf(answer.rows)),
    channels: rowsOf(answer.channels).map(channelOf),
    place: answer.place,
  }
}

/**
 * Games go on from the snapshot before the handover: who has won a royale there has won before, and kills that it
 * does not tell stay unknown until a royale is played. docs/scoring.md, Handover.
 */
function afterSnapshots(rows: readonly PlayedRow[]): RacerRow[] {
  const placeOf = ({ season, channelId }: PlayedRow) => `${season} ${channelId}`
  const snapshots = Map.groupBy(
    rows.filter(({ crownableWins }) => crownableWins === null),
    placeOf,
  )
  return rows.map((played) => {
    const { crownableWins, ...row } = played
    if (crownableWins === null) {
      return row
    }
    const before = snapshots.get(placeOf(played)) ?? []
    const hadWon = before.some(({ royaleWins }) => (royaleWins ?? 0) > 0)
    return {
      ...row,
      crownWins: crownWinsAmong((hadWon ? 1 : 0) + crownableWins),
      kills: before.length > 0 && row.royaleGames === 0 ? null : row.kills,
    }
  })
}

/** Here a login's periods count by the instant. docs/scoring.md, Crown wins. */
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
      null,
      count(*) filter (
        where not is_race and is_win and game.player_count >= ${CROWN_MIN_MARBLES}
      ),
      case when bool_or(not is_race) then sum(result.kills) filter (where not is_race) else 0 end
    from login_periods as period
    join game_results as result
      on result.platform = period.platform and result.login = period.login
    join games as game
      on game.channel_id = result.channel_id
      and game.season = result.season
      and game.id = result.game_id
    join channels as channel on channel.id = game.channel_id
    join channel_seasons as standing
      on standing.channel_id = game.channel_id
      and standing.season = game.season
    cross join lateral (
      select
        game.mode = 'race' as is_race,
        result.position = 1 and not result.eliminated as is_win
    ) as told
    where period.user_id = ${userId}
      and ${COUNTS_IN_SEASON}
      and game.finished_at >= coalesce(period.started_at, game.finished_at)
      and (period.ended_at is null or game.finished_at < period.ended_at)
    group by game.season, game.channel_id`
}

function channelOf({ id, name, username, profileImageUrl }: ChannelRow): ChannelOfRacer {
  return { id, name, owner: username === null ? null : { username, profileImageUrl } }
}

/** Two may have the name, letter case ignored: its present owner's comes before one not seen since. */
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
    .where('channel.login', '=', normalLogin(name))
    .orderBy((order) => order('period.id', 'is not', null), 'desc')
    .orderBy('channel.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : channelOf(row)
}
