/**
 * A channel's racers by points, in a season or since an instant. Chat bots, overlays, companions and dashboards ask
 * for these boards again and again, so they are cached.
 */
import type { Racer } from '@rollcall/scoring/racer'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import type { Concern } from '../../changes/topics.ts'
import { readPortions } from '../../database/read-portions.ts'
import type { Db } from '../../database/schema.ts'
import { Board, type BoardRules } from './board.ts'

export interface RacerRow extends Racer {
  racerId: number
  /** What the board ranks by. */
  points: number
  /** How many tilt levels the racer played; only on a board of levels. */
  levels?: number
  /**
   * Only on a day's board: some of the points may be from a later day, up to this one; null if all are from the day.
   */
  lastDay?: string | null
}

/** One more column, computed from a racer's rows of points. */
interface FurtherColumn {
  name: 'levels' | 'lastDay'
  sum: RawBuilder<unknown>
}

export interface AskedRacers {
  /** Unique among all boards. */
  key: string
  concerns: readonly Concern[]
  /** Selects rows of racer_id and points; a racer may have several. */
  points: RawBuilder<unknown>
  further?: FurtherColumn
}

export interface RacerBoard {
  /** Tied racers are ordered by login. Only the first MOST_RANKED racers are on it. */
  board: Board<RacerRow, 'points'>
  /** How many racers there are, on the board or not. */
  total: number
  /** All racers' points. */
  points: number
  /** Games since the instant; 0 for any other board. */
  games: number
}

export interface RacerBoards {
  inSeason(asked: { channelId: number; season: number }): Promise<RacerBoard>
  /** In all seasons up to one. */
  upToSeason(asked: { channelId: number; season: number }): Promise<RacerBoard>
  since(asked: { channelId: number; instant: Date }): Promise<RacerBoard>
  /** A board of any other points. */
  of(asked: AskedRacers): Promise<RacerBoard>
}

export const RACER_RULES: BoardRules<RacerRow, 'points'> = {
  getId: ({ racerId }) => racerId,
  getValue: ({ points }) => points,
  compareTied: (a, b) =>
    compareCodePoints(a.login, b.login) || compareCodePoints(a.platform, b.platform),
}

/** Per channel. */
const MOST_RANKED = 100_000
/** Rows of all boards together: about 60 MB. */
const MOST_CACHED = 500_000

export function cacheRacerBoards({ db, changes }: Pick<AppContext, 'db' | 'changes'>): RacerBoards {
  const cache = new CachedValues<RacerBoard>(changes, {
    maxSize: MOST_CACHED,
    measure: ({ board }) => board.size + 1,
  })
  return {
    inSeason: async ({ channelId, season }) =>
      cache.get({
        key: `${channelId} season ${season}`,
        concerns: [
          `season:${season}/channel:${channelId}`,
          `games:${channelId}`,
          `channel:${channelId}`,
          'logins',
        ],
        load: async () => ({
          ...(await load(db, selectSeasonPoints(channelId, season))),
          games: 0,
        }),
      }),
    upToSeason: async ({ channelId, season }) =>
      cache.get({
        key: `${channelId} up to season ${season}`,
        concerns: [
          `games:${channelId}`,
          `snapshots:${channelId}`,
          `channel:${channelId}`,
          'logins',
        ],
        load: async () => ({
          ...(await load(db, selectPointsUpTo(channelId, season))),
          games: 0,
        }),
      }),
    since: async ({ channelId, instant }) =>
      cache.get({
        key: `${channelId} since ${instant.toISOString()}`,
        concerns: [`games:${channelId}`, 'logins'],
        load: async () => ({
          ...(await load(db, selectPointsSince(channelId, instant))),
          games: await countGames(db, { channelId, instant }),
        }),
      }),
    of: async ({ key, concerns, points, further }) =>
      cache.get({
        key,
        concerns: [...concerns, 'logins'],
        load: async () => ({ ...(await load(db, points, further)), games: 0 }),
      }),
  }
}

type PointRows = AskedRacers['points']

const selectSeasonPoints = (channelId: number, season: number): PointRows => sql`
  select racer_id, points from racer_totals
  where channel_id = ${channelId} and season = ${season}`

const selectPointsUpTo = (channelId: number, season: number): PointRows => sql`
  select racer_id, points from racer_totals
  where channel_id = ${channelId} and season <= ${season}`

const playedSince = (channelId: number, instant: Date) => sql`
  game.channel_id = ${channelId} and game.is_rankable
    and game.mode in ('race', 'royale') and game.finished_at >= ${instant}`

const selectPointsSince = (channelId: number, instant: Date): PointRows => sql`
  select result.racer_id, result.points
  from games as game
  join game_results as result on result.channel_id = game.channel_id
    and result.season = game.season and result.game_id = game.id
  where ${playedSince(channelId, instant)}`

async function load(
  db: Db,
  points: PointRows,
  further?: FurtherColumn,
): Promise<Omit<RacerBoard, 'games'>> {
  const column = further && sql.ref(further.name)
  const racers: RacerRow[] = []
  let all = { total: 0, points: 0 }
  await db
    .transaction()
    .setAccessMode('read only')
    .execute((trx) =>
      readPortions<RacerRow & { total: number; allPoints: number }>(
        trx,
        sql`
          select racer.id as "racerId", racer.platform, racer.login, earned.points,
            ${column ? sql`earned.${column},` : sql``}
            count(*) over () as total, sum(earned.points) over () as "allPoints"
          from (
            select racer_id, coalesce(sum(points), 0) as points
              ${further ? sql`, ${further.sum} as ${column}` : sql``}
            from (${points}) as earned
            group by racer_id
          ) as earned
          join racers as racer on racer.id = earned.racer_id
          order by earned.points desc, racer.login collate "C", racer.platform collate "C"
          limit ${MOST_RANKED}`,
        ({ total, allPoints, ...racer }) => {
          racers.push(racer)
          all = { total, points: allPoints }
        },
      ),
    )
  return { board: new Board({ points: racers }, RACER_RULES), ...all }
}

async function countGames(
  db: Db,
  { channelId, instant }: { channelId: number; instant: Date },
): Promise<number> {
  const { rows } = await sql<{ games: number }>`
    select count(*) as games from games as game where ${playedSince(channelId, instant)}`.execute(
    db,
  )
  return rows[0]?.games ?? 0
}
