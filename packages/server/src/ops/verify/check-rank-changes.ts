/** Checks what games changed on the board of their day against a plain recomputation from games and snapshots. */
import { MOST_CHANGES } from '@rollcall/contract/games'
import { type RawBuilder, sql } from 'kysely'
import { findRankChanges } from '../../pages/game/rank-changes.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { Differ } from './compare.ts'

const MOST_GAMES = 50

/** Whether the query's `game` counts on its `channel`, whose season is `summed`. */
export const isCounted = sql`
  game.is_rankable and game.mode in ('race', 'royale')
  and (summed.source <> 'snapshot' or game.finished_at >= channel.handed_over_at)`

/** A marble day begins at noon in New York. */
export const dayOf = (instant: RawBuilder<unknown>) =>
  sql`(${instant} at time zone 'America/New_York' - interval '12 hours')::date`

/** The games of the last marble day on which any were played. */
export async function checkRankChanges(db: Db, differ: Differ): Promise<number> {
  const { rows: games } = await sql<PlayedGame>`
    select game.id, game.channel_id as "channelId", game.season, game.mode,
      game.finished_at as "finishedAt", ${dayOf(sql`game.finished_at`)}::text as day
    from games as game
    join channels as channel on channel.id = game.channel_id
    join channel_seasons as summed
      on summed.channel_id = game.channel_id and summed.season = game.season
    where ${isCounted} and ${dayOf(sql`game.finished_at`)} = (
      select max(${dayOf(sql`finished_at`)}) from games where is_rankable
    )
    order by game.finished_at desc, game.id desc
    limit ${MOST_GAMES}`.execute(db)
  for (const game of games) {
    const changes = await findRankChanges(db, game, game.finishedAt)
    const said = JSON.stringify(changes?.map(({ from, to }) => [from, to]))
    const right = JSON.stringify(changesBy(game.id, await listPartsOfDay(db, game)))
    if (said !== right) {
      differ(
        `The game ${game.id} changed the ranks ${said ?? 'of nobody'} where games and snapshots say ${right}.`,
      )
    }
  }
  return games.length
}

interface PlayedGame {
  id: number
  channelId: number
  season: number
  mode: 'race' | 'royale'
  finishedAt: Date
  day: string
}

interface PartOfDay {
  racerId: number
  /** null: what snapshots add to the day. */
  gameId: number | null
  points: number
}

/** Everything on the board of the day up to the game, in the order of logins. */
async function listPartsOfDay(db: Db, game: PlayedGame): Promise<PartOfDay[]> {
  const { rows } = await sql<PartOfDay>`
    select part.* from (
      select result.racer_id as "racerId", game.id as "gameId", coalesce(result.points, 0) as points
      from games as game
      join channels as channel on channel.id = game.channel_id
      join channel_seasons as summed
        on summed.channel_id = game.channel_id and summed.season = game.season
      join game_results as result on result.game_id = game.id
      where game.channel_id = ${game.channelId} and ${isCounted}
        and ${dayOf(sql`game.finished_at`)} = ${game.day}::date
        and (game.finished_at, game.id) <= (${game.finishedAt}::timestamptz, ${game.id}::bigint)
      union all
      -- What the snapshot says, without what earlier and later days and undated points have of it.
      select dated.racer_id, null,
        coalesce(total.snapshot_race_points + total.snapshot_royale_points, 0) - coalesce((
          select sum(snapshot_race_points + snapshot_royale_points) from racer_days as other
          where other.channel_id = ${game.channelId} and other.season = dated.season
            and other.racer_id = dated.racer_id and other.day <> ${game.day}::date
        ), 0)
      from (
        select distinct season, racer_id from racer_days
        where channel_id = ${game.channelId} and day = ${game.day}::date
      ) as dated
      left join (
        select season, racer_id, coalesce(snapshot_race_points, 0) as snapshot_race_points,
          coalesce(snapshot_royale_points, 0) as snapshot_royale_points
        from racer_totals where channel_id = ${game.channelId} and in_snapshot
      ) as total on total.season = dated.season and total.racer_id = dated.racer_id
    ) as part
    join racers as racer on racer.id = part."racerId"
    where (part."gameId" is not null or part.points > 0) and not exists (
      select from off_boards as off
      where off.channel_id = ${game.channelId} and off.racer_id = part."racerId"
    )
    order by racer.login, racer.id`.execute(db)
  return rows
}

function changesBy(gameId: number, parts: readonly PartOfDay[]): [number | null, number][] {
  const before = boardOf(parts.filter((part) => part.gameId !== gameId))
  const after = boardOf(parts)
  const rankOn = (board: ReadonlyMap<number, number>, racerId: number) => {
    const own = board.get(racerId)
    return own === undefined ? null : 1 + [...board.values()].filter((it) => it > own).length
  }
  return before.size === 0
    ? []
    : parts
        .filter((part) => part.gameId === gameId && part.points > 0)
        .map(({ racerId }): [number | null, number] => [
          rankOn(before, racerId),
          rankOn(after, racerId) ?? 0,
        ])
        .filter(([from, to]) => from === null || to < from)
        .toSorted(([, a], [, b]) => a - b)
        .slice(0, MOST_CHANGES)
}

function boardOf(parts: readonly PartOfDay[]): ReadonlyMap<number, number> {
  const board = new Map<number, number>()
  for (const { racerId, points } of parts) {
    board.set(racerId, (board.get(racerId) ?? 0) + points)
  }
  return board
}
