import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { normalLogin } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import { ask } from '../../platform/database/ask.ts'
import { aggregateColumns, type Columns, toRows } from '../../platform/database/columns.ts'
import type { Db } from '../../platform/database/schema.ts'
import { OWNED_NOW, ownsAt, ownsInSeason, racersOfUser } from '../people/login-owners.ts'
import { CHANNEL_NAME, JOIN_STREAMER } from '../standings/channel-labels.ts'
import { COUNTED_COLUMNS, COUNTED_SUMS, COUNTS_IN_SEASON } from '../standings/season-totals.ts'
import type { ChannelOfRacer, ChannelSum, DashboardNumbers, SeasonSum } from './racer-numbers.ts'

export interface RacerQuestion {
  userId: number
  season?: number
  channelId?: number
}

type Context = Pick<AppContext, 'db' | 'pool'>

/** The names of a racer's totals, and the columns that each is the sum of. */
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

/** Sums leave out unknown numbers; a sum is null if all of them are unknown. */
const sumColumns = (columns: Readonly<Record<string, string>>) =>
  sql.join(Object.values(columns).map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))

/** Sums of the rows of `played` for each season, the oldest first. */
export const SEASONS_PLAYED = sql`
  select ${aggregateColumns<SeasonSum>({ season: 'season', ...TOTALS })} as seasons
  from (select season, ${sumColumns(TOTALS)} from played group by season order by season) as season`

/** The oldest season first. */
export async function listSeasonSums(context: Context, asked: RacerQuestion): Promise<SeasonSum[]> {
  const question = sql`${played(asked)} ${SEASONS_PLAYED}`
  const { seasons } = await ask<{ seasons: Columns<SeasonSum> }>(context, question)
  return toRows(seasons)
}

/** Ordered by the channels' logins. */
export async function listChannels(context: Context, asked: RacerQuestion): Promise<ChannelSum[]> {
  const question = sql`
    ${played(asked)}
    select ${aggregateColumns<ChannelSum>({
      id: 'id',
      name: 'name',
      username: 'username',
      displayName: 'display_name',
      profileImageUrl: 'profile_image_url',
      ...MODE_TOTALS,
    })} as channels
    from (
      select channel.id, channel.name, owner.username, owner.display_name, owner.profile_image_url, sums.*
      from (select channel_id, ${sumColumns(MODE_TOTALS)} from played group by channel_id) as sums
      join channels as channel on channel.id = sums.channel_id
      left join users as owner on owner.id = channel.user_id
      order by channel.login collate "C", channel.id
    ) as channel`
  const { channels } = await ask<{ channels: Columns<ChannelSum> }>(context, question)
  return toRows(channels)
}

/** Everything that a dashboard shows. */
export async function readDashboard(
  context: Context,
  asked: RacerQuestion,
): Promise<DashboardNumbers> {
  const racer = await ask<{
    seasons: Columns<SeasonSum>
    best: DashboardNumbers['best']
    bestChannels: Columns<DashboardNumbers['bestChannels'][number]>
    racerIds: number[]
    currentSeason: number
  }>(
    context,
    sql`
      ${played(asked)},
      best as (
        select season, channel_id, points
        from played
        where points is not null
        order by season desc, points desc, channel_id
        limit 1
      )
      select
        (${SEASONS_PLAYED}) as seasons,
        (
          select json_build_object(
            'season', best.season, 'points', best.points,
            'channelId', channel.id, 'channel', ${CHANNEL_NAME}
          )
          from best join channels as channel on channel.id = best.channel_id ${JOIN_STREAMER}
        ) as best,
        (
          select ${aggregateColumns<DashboardNumbers['bestChannels'][number]>({ name: 'name', points: 'points' })}
          from (
            select ${CHANNEL_NAME} as name, sums.points
            from (select channel_id, sum(points) as points from played group by channel_id) as sums
            join channels as channel on channel.id = sums.channel_id ${JOIN_STREAMER}
            order by sums.points desc nulls last, channel.login collate "C", channel.id
            limit ${CHANNELS_SHOWN}
          ) as channel
        ) as "bestChannels",
        array(select distinct racer_id from owned) as "racerIds",
        ${CURRENT_SEASON} as "currentSeason"`,
  )
  return {
    seasons: toRows(racer.seasons),
    best: racer.best,
    bestChannels: toRows(racer.bestChannels),
    racerIds: racer.racerIds,
    currentSeason: racer.currentSeason,
  }
}

const CHANNELS_SHOWN = 10

const CURRENT_SEASON = sql<number>`(select value::integer from settings where key = 'season')`

/** Whether the caller asked for `row`, which is a row of totals or a game. */
const isAsked = sql`
  row.season <= ${CURRENT_SEASON}
  and row.season = coalesce((select season from asked), row.season)
  and row.channel_id = coalesce((select channel_id from asked), row.channel_id)`

/** The snapshot's numbers, and for each the number that says in how many games it was recorded. */
const SNAPSHOT_NUMBERS = {
  race_points: 'race_games',
  race_wins: 'race_games',
  royale_points: 'royale_games',
  royale_wins: 'royale_games',
  crown_wins: 'royale_games',
  kills: 'royale_games',
} as const

const snapshotSums = sql.join([
  ...['race_games', 'royale_games', ...Object.keys(SNAPSHOT_NUMBERS)].map(
    (name) => sql`sum(${sql.ref(`snapshot_${name}`)})::float8 as ${sql.ref(`snapshot_${name}`)}`,
  ),
  ...Object.entries(SNAPSHOT_NUMBERS).map(
    ([name, games]) => sql`
      sum(${sql.ref(`snapshot_${games}`)}) filter (where ${sql.ref(`snapshot_${name}`)} is not null)::float8
        as ${sql.ref(`snapshot_games_with_${name}`)}`,
  ),
])

const countedSums = sql.join(
  COUNTED_COLUMNS.map((name) => sql`sum(${sql.ref(name)}::float8) as ${sql.ref(name)}`),
)

/** The sum of the known numbers; null if both are unknown. */
const addKnown = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql`case when ${one} is null then ${other} else ${one} + coalesce(${other}, 0) end`

const hasGames = sql`counted_race_games + counted_royale_games > 0`

/** A number from the games that count; null without such games, or if no game of the mode has it. */
const known = (sum: string, { games, knownIn }: { games: string; knownIn: string }) => sql`
  case
    when not (${hasGames}) then null
    when ${sql.ref(games)} = 0 then 0
    when ${sql.ref(knownIn)} > 0 then ${sql.ref(sum)}
  end`

const counted = (name: string) => sql`case when ${hasGames} then ${sql.ref(name)} end`
const withSnapshot = (name: string, games: RawBuilder<unknown>) =>
  sql`${addKnown(sql.ref(`snapshot_${name}`), games)} as ${sql.ref(name)}`

/** Totals of the snapshot and of the games that count in addition: docs/scoring.md, Handover. */
const SUMMED_PARTS = sql.join([
  withSnapshot(
    'race_points',
    known('counted_race_points', { games: 'counted_race_games', knownIn: 'races_with_points' }),
  ),
  withSnapshot('race_games', counted('counted_race_games')),
  withSnapshot('race_wins', counted('counted_race_wins')),
  withSnapshot(
    'royale_points',
    known('counted_royale_points', {
      games: 'counted_royale_games',
      knownIn: 'royales_with_points',
    }),
  ),
  withSnapshot('royale_games', counted('counted_royale_games')),
  withSnapshot('royale_wins', counted('counted_royale_wins')),
  // All royale wins except the first; if the snapshot has a royale win, that was the first.
  withSnapshot(
    'crown_wins',
    sql`case when ${hasGames} then
      greatest(0, crownable_wins + case when has_won_before then 1 else 0 end - 1) end`,
  ),
  // A snapshot does not record kills, so they are unknown until a royale is played.
  withSnapshot(
    'kills',
    sql`case when not (in_snapshot and counted_royale_games = 0) then
      ${known('counted_kills', { games: 'counted_royale_games', knownIn: 'royales_with_kills' })} end`,
  ),
  withSnapshot('games_with_race_points', counted('races_with_points')),
  withSnapshot('games_with_race_wins', counted('counted_race_games')),
  withSnapshot('games_with_royale_points', counted('royales_with_points')),
  withSnapshot('games_with_royale_wins', counted('counted_royale_games')),
  withSnapshot('games_with_crown_wins', counted('counted_royale_games')),
  withSnapshot('games_with_kills', counted('royales_with_kills')),
])

const played = ({ userId, ...asked }: RacerQuestion) => playedBy(racersOfUser(userId), asked)

/**
 * Selects as `played` what a person raced up to the current season, under every login in the seasons in which they
 * owned it. One row for each channel and season, because crown wins count per person and not per login. A login that
 * never changed hands is read from its totals. For any other, each game counts for its owner at that instant.
 *
 * @param racers the person's racers, with the columns of `racersOfPeople`
 */
export const playedBy = (
  racers: RawBuilder<unknown>,
  { season, channelId }: Omit<RacerQuestion, 'userId'> = {},
) => sql`
  with
  -- Materialized, or the database would plan anew for each channel and season.
  asked as materialized (
    select ${season ?? null}::integer as season, ${channelId ?? null}::integer as channel_id
  ),
  owned as materialized (select * from ${racers} as owned),
  parts as (
    select row.season, row.channel_id, row.in_snapshot, ${sql.join(
      [...Object.keys(SNAPSHOT_NUMBERS), 'race_games', 'royale_games'].map((name) =>
        sql.ref(`snapshot_${name}`),
      ),
    )}, ${sql.join(
      COUNTED_COLUMNS.map(
        (name) => sql`case when is_whole then ${sql.ref(name)} else 0 end as ${sql.ref(name)}`,
      ),
    )}
    from owned
    join racer_totals as row on row.racer_id = owned.racer_id
      and (is_whole or (row.in_snapshot and ${ownsInSeason('owned', sql`row.season`)}))
    where ${isAsked}
    union all
    select row.season, row.channel_id, false, ${sql.join(
      [...Object.keys(SNAPSHOT_NUMBERS), 'race_games', 'royale_games'].map(() => sql`null`),
    )}, ${sql.join(COUNTED_COLUMNS.map((name) => sql.ref(name)))}
    from (${gamesUnderChangedLogins}) as row
  ),
  person as (
    select season, channel_id, bool_or(in_snapshot) as in_snapshot,
      bool_or(coalesce(snapshot_royale_wins, 0) > 0) as has_won_before,
      ${snapshotSums}, ${countedSums}
    from parts
    group by season, channel_id
  ),
  played as (
    select *, ${addKnown(sql`race_points`, sql`royale_points`)} as points
    from (select season, channel_id, ${SUMMED_PARTS} from person) as total
  )`

const gamesUnderChangedLogins = sql`
  select row.season, row.channel_id, ${sql.join(
    COUNTED_COLUMNS.map((name) => sql`${COUNTED_SUMS[name]} as ${sql.ref(name)}`),
  )}
  from owned
  join game_results as result on result.racer_id = owned.racer_id
  join games as row
    on row.channel_id = result.channel_id and row.season = result.season and row.id = result.game_id
  cross join lateral (select row.*) as game
  join channels as channel on channel.id = game.channel_id
  join channel_seasons as channel_season
    on channel_season.channel_id = game.channel_id and channel_season.season = game.season
  where not is_whole and ${isAsked} and ${COUNTS_IN_SEASON}
    and ${ownsAt('owned', sql`game.finished_at`)}
  group by row.season, row.channel_id`

/** Two channels may have the same name, letter case ignored; the one of the present owner comes first. */
export async function findChannelCalled(
  db: Db,
  name: string,
  platform: string = DEFAULT_PLATFORM,
): Promise<(ChannelOfRacer & { platform: string; login: string }) | null> {
  const channel = await db
    .selectFrom('channels as channel')
    .leftJoin('users as owner', 'owner.id', 'channel.user_id')
    .select([
      'channel.id',
      'channel.platform',
      'channel.login',
      'channel.name',
      'owner.username',
      'owner.display_name as displayName',
      'owner.profile_image_url as profileImageUrl',
    ])
    .where('channel.platform', '=', platform)
    .where('channel.login', '=', normalLogin(name))
    .orderBy(
      sql`exists (
        select from ${OWNED_NOW} as owned where owned.user_id = channel.user_id
          and owned.platform = channel.platform and owned.login = channel.login
      )`,
      'desc',
    )
    .orderBy('channel.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return channel ?? null
}
