import { normalLogin } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../app-context.ts'
import { changedSince } from '../../database/changes.ts'
import { type Columns, columnsOf, rowsOf } from '../../database/columns.ts'
import { prepared } from '../../database/prepared-statements.ts'
import type { ChannelOfRacer, Racer, RacerRow } from './racer.ts'

/** A racer as the database had them, and by what it knows when that was. */
export interface ReadRacer {
  racer: Racer
  /** The latest at which they are known to have been so. */
  snapshot: string
  readAt: Date
  /** What decides which rows count: the current season, and the racer's logins in their times. */
  basis: string
}

interface ChannelRow {
  id: number
  name: string
  username: string | null
  profileImageUrl: string | null
}

/**
 * What a user has raced, under every login they owned in the seasons they owned it, up to the current
 * one. One statement; it reads the user's own rows only.
 */
export async function readRacer(db: Db, userId: number): Promise<ReadRacer> {
  const { rows: answers } = await sql<{
    snapshot: string
    readAt: Date
    basis: string
    rows: Columns<RacerRow>
    channels: Columns<ChannelRow>
  }>`
    ${prepared}
    with played as (
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
    mine as materialized (
      select * from played where season <= (select value::integer from settings where key = 'season')
    )
    select
      pg_current_snapshot()::text as snapshot,
      now() as "readAt",
      ${basisOf(userId)} as basis,
      (
        select ${columnsOf<RacerRow>({
          season: 'season',
          channelId: 'channel_id',
          racePoints: 'race_points',
          raceGames: 'race_games',
          raceWins: 'race_wins',
          royalePoints: 'royale_points',
          royaleGames: 'royale_games',
          royaleWins: 'royale_wins',
          crownWins: 'crown_wins',
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
      ) as channels`.execute(db)
  const [answer] = answers
  if (answer === undefined) {
    throw new Error('a statement without a row')
  }
  const { rows, channels, ...known } = answer
  return {
    racer: { rows: rowsOf(rows), channels: rowsOf(channels).map(channelOf) },
    ...known,
  }
}

/** For how long a racer can be asked about: the database keeps changes twice as long, by its own clock. */
const ASKED_FOR = sql`interval '30 minutes'`

/**
 * The database's snapshot now, if what was read of a user is what would be read with it: nothing that a
 * dashboard shows of anybody has changed since, and the same rows count. null where it may be something
 * else. Every writer of racers' rows writes their channel's season, which is noted, with them.
 */
export async function findSnapshotUnchanged(
  db: Db,
  userId: number,
  { snapshot, readAt, basis }: ReadRacer,
): Promise<string | null> {
  const { rows } = await sql<{ snapshot: string }>`
    ${prepared}
    select pg_current_snapshot()::text as snapshot
    where
      -- By the index whatever the snapshot, which a prepared statement's plan knows nothing of.
      (
        select changed_tx from board_changes where ${changedSince(snapshot)}
        order by changed_tx limit 1
      ) is null
      and now() - ${readAt}::timestamptz < ${ASKED_FOR}
      and ${basisOf(userId)} = ${basis}`.execute(db)
  return rows[0]?.snapshot ?? null
}

function basisOf(userId: number): RawBuilder<string> {
  return sql`json_build_array(
    (select value from settings where key = 'season'),
    (
      select json_agg(period order by id) from login_periods as period
      where period.user_id = ${userId}
    )
  )::text`
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

function channelOf({ id, name, username, profileImageUrl }: ChannelRow): ChannelOfRacer {
  return { id, name, owner: username === null ? null : { username, profileImageUrl } }
}

/** A channel as it was with a snapshot of the database. */
export interface FoundChannel extends ChannelOfRacer {
  snapshot: string
}

/**
 * The channel of that name, letter case ignored: that of the name's present owner, before one whose
 * streamer has lost the name and not been seen since.
 */
export async function findChannel(db: Db, name: string): Promise<FoundChannel | null> {
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
      sql<string>`pg_current_snapshot()::text`.as('snapshot'),
    ])
    .modifyFront(prepared)
    .where('channel.platform', '=', 'twitch')
    .where('channel.login', '=', normalLogin(name))
    .orderBy((order) => order('period.id', 'is not', null), 'desc')
    .orderBy('channel.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { ...channelOf(row), snapshot: row.snapshot }
}
