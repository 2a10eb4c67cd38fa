import { CROWN_MIN_MARBLES } from '@rollcall/scoring/games'
import { normalLogin } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Columns, columnsOf, rowsOf } from '../../database/columns.ts'
import type { Db } from '../../database/schema.ts'
import { COUNTS_IN_SEASON } from '../standings/season-totals.ts'
import type { ChannelOfRacer, ChannelSum, LoginPeriod, Racer, SeasonSum } from './racer.ts'

export interface RacerQuestion {
  userId: number
  season?: number
  channelId?: number
}

type Context = Pick<AppContext, 'db' | 'pool'>

/** By name, the columns that a racer's rows are added up from. */
const MODE_TOTALS = {
  racePoints: 'race_points',
  raceGames: 'race_games',
  raceWins: 'race_wins',
  royalePoints: 'royale_points',
  royaleGames: 'royale_games',
  royaleWins: 'royale_wins',
} as const
const TOTALS = {
  ...MODE_TOTALS,
  crownWins: 'crown_wins',
  kills: 'kills',
  gamesWithRacePoints: 'games_with_race_points',
  gamesWithRaceWins: 'games_with_race_wins',
  gamesWithRoyalePoints: 'games_with_royale_points',
  gamesWithRoyaleWins: 'games_with_royale_wins',
  gamesWithCrownWins: 'games_with_crown_wins',
  gamesWithKills: 'games_with_kills',
} as const

/** Unknown numbers are left out; null: all are unknown. */
const sumsOf = (columns: Readonly<Record<string, string>>) =>
  sql.join(Object.values(columns).map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))

const SEASONS = sql`
  select ${columnsOf<SeasonSum>({ season: 'season', ...TOTALS })} as seasons
  from (select season, ${sumsOf(TOTALS)} from played group by season order by season) as season`

/** The oldest season first. */
export async function listSeasons(context: Context, asked: RacerQuestion): Promise<SeasonSum[]> {
  const question = sql`${played(asked)} ${SEASONS}`
  const { seasons } = await ask<{ seasons: Columns<SeasonSum> }>(context, 'racer seasons', question)
  return rowsOf(seasons)
}

/** By the channels' logins. */
export async function listChannels(context: Context, asked: RacerQuestion): Promise<ChannelSum[]> {
  const question = sql`
    ${played(asked)}
    select ${columnsOf<ChannelSum>({
      id: 'id',
      name: 'name',
      username: 'username',
      profileImageUrl: 'profile_image_url',
      ...MODE_TOTALS,
    })} as channels
    from (
      select channel.id, channel.name, owner.username, owner.profile_image_url, sums.*
      from (select channel_id, ${sumsOf(MODE_TOTALS)} from played group by channel_id) as sums
      join channels as channel on channel.id = sums.channel_id
      left join users as owner on owner.id = channel.user_id
      order by channel.login collate "C", channel.id
    ) as channel`
  const { channels } = await ask<{ channels: Columns<ChannelSum> }>(
    context,
    'racer channels',
    question,
  )
  return rowsOf(channels)
}

/** What a dashboard shows. */
export async function getRacer(context: Context, asked: RacerQuestion): Promise<Racer> {
  const racer = await ask<{
    seasons: Columns<SeasonSum>
    best: Racer['best']
    bestChannels: Columns<Racer['bestChannels'][number]>
    periods: Columns<LoginPeriod>
  }>(
    context,
    'racer',
    sql`
      ${played(asked)},
      best as (
        select season, channel_id, sum(points) as points
        from played
        where points is not null
        group by season, channel_id
        order by season desc, points desc, channel_id
        limit 1
      )
      select
        (${SEASONS}) as seasons,
        (
          select json_build_object(
            'season', best.season, 'points', best.points,
            'channelId', channel.id, 'channel', channel.name
          )
          from best join channels as channel on channel.id = best.channel_id
        ) as best,
        (
          select ${columnsOf<Racer['bestChannels'][number]>({ name: 'name', points: 'points' })}
          from (
            select channel.name, sums.points
            from (select channel_id, sum(points) as points from played group by channel_id) as sums
            join channels as channel on channel.id = sums.channel_id
            order by sums.points desc nulls last, channel.login collate "C", channel.id
            limit ${CHANNELS_SHOWN}
          ) as channel
        ) as "bestChannels",
        (
          select ${columnsOf<LoginPeriod>({
            platform: 'platform',
            login: 'login',
            firstSeason: 'first_season',
            lastSeason: 'last_season',
          })}
          from login_periods
          where user_id = ${asked.userId}
        ) as periods`,
  )
  return {
    seasons: rowsOf(racer.seasons),
    best: racer.best,
    bestChannels: rowsOf(racer.bestChannels),
    periods: rowsOf(racer.periods),
  }
}

/** The one row of it. Each connection plans it once: planning it anew took half the time of a call. */
async function ask<Row extends object>(
  { db, pool }: Context,
  name: string,
  question: RawBuilder<unknown>,
): Promise<Row> {
  const { sql: text, parameters } = question.compile(db)
  const { rows } = await pool.query<Row>({ name, text, values: [...parameters] })
  const [row] = rows
  if (row === undefined) {
    throw new Error('a statement without a row')
  }
  return row
}

const CHANNELS_SHOWN = 10

/** Of a racer's row or game, by the names that both queries below have. */
const isAsked = (name: 'racer' | 'game') => sql`
  ${sql.ref(name)}.season <= (select value::integer from settings where key = 'season')
  and ${sql.ref(name)}.season = coalesce((select season from asked), ${sql.ref(name)}.season)
  and ${sql.ref(name)}.channel_id
    = coalesce((select channel_id from asked), ${sql.ref(name)}.channel_id)`

/**
 * What a user has raced, under every login in the seasons they owned it, up to the current season. Games go on from
 * the snapshot before the handover: who has won a royale there has won before, and kills that it does not tell stay
 * unknown until a royale is played. docs/scoring.md, Handover.
 */
const played = ({ userId, season, channelId }: RacerQuestion) => sql`
  with
  -- Apart, or the database would plan for each channel and season anew.
  asked as materialized (
    select ${season ?? null}::integer as season, ${channelId ?? null}::integer as channel_id
  ),
  snapshots as not materialized (
    select
      racer.season, racer.channel_id,
      -- Whole numbers, which these hold exactly and add up fastest.
      race_points::float8, race_games::float8, race_wins::float8, royale_points::float8,
      royale_games::float8, royale_wins::float8, crown_wins::float8, kills::float8,
      case when race_points is not null then race_games end::float8 as games_with_race_points,
      case when race_wins is not null then race_games end::float8 as games_with_race_wins,
      case when royale_points is not null then royale_games end::float8 as games_with_royale_points,
      case when royale_wins is not null then royale_games end::float8 as games_with_royale_wins,
      case when crown_wins is not null then royale_games end::float8 as games_with_crown_wins,
      case when kills is not null then royale_games end::float8 as games_with_kills
    from login_periods as period
    join season_racers as racer
      on racer.platform = period.platform
      and racer.login = period.login
      and racer.season >= coalesce(period.first_season, racer.season)
      and racer.season <= coalesce(period.last_season, racer.season)
    where period.user_id = ${userId} and ${isAsked('racer')}
  ),
  games as materialized (${gamesOf(userId)}),
  played as (
    select *, case
      when race_points is null then royale_points
      else race_points + coalesce(royale_points, 0)
    end as points
    from (
      select * from snapshots
      union all
      select
        season, channel_id, race_points, race_games, race_wins,
        royale_points, royale_games, royale_wins,
        greatest(0, crownable_wins + case when had_won then 1 else 0 end - 1),
        case when had_won is not null and royale_games = 0 then null else kills end,
        games_with_race_points, race_games, games_with_royale_points, royale_games,
        royale_games, games_with_kills
      from games
      left join lateral (
        select bool_or(coalesce(royale_wins, 0) > 0) as had_won
        from snapshots
        where snapshots.season = games.season and snapshots.channel_id = games.channel_id
      ) as before on true
    ) as known
  )`

/** Here a login's periods count by the instant. docs/scoring.md, Crown wins. */
function gamesOf(userId: number) {
  return sql`
    select
      game.season, game.channel_id,
      case
        when bool_or(is_race) then sum(result.points) filter (where is_race) else 0
      end::float8 as race_points,
      count(*) filter (where is_race) as race_games,
      count(*) filter (where is_race and is_win) as race_wins,
      case
        when bool_or(not is_race) then sum(result.points) filter (where not is_race) else 0
      end::float8 as royale_points,
      count(*) filter (where not is_race) as royale_games,
      count(*) filter (where not is_race and is_win) as royale_wins,
      count(*) filter (
        where not is_race and is_win and game.player_count >= ${CROWN_MIN_MARBLES}
      ) as crownable_wins,
      case
        when bool_or(not is_race) then sum(result.kills) filter (where not is_race) else 0
      end::float8 as kills,
      count(result.points) filter (where is_race) as games_with_race_points,
      count(result.points) filter (where not is_race) as games_with_royale_points,
      count(result.kills) filter (where not is_race) as games_with_kills
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
      and ${isAsked('game')}
      and ${COUNTS_IN_SEASON}
      and game.finished_at >= coalesce(period.started_at, game.finished_at)
      and (period.ended_at is null or game.finished_at < period.ended_at)
    group by game.season, game.channel_id`
}

/** Two may have the name, letter case ignored: its present owner's comes before one not seen since. */
export async function findChannel(db: Db, name: string): Promise<ChannelOfRacer | null> {
  const channel = await db
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
  return channel ?? null
}
