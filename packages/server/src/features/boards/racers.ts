/**
 * A channel's racers by their points, of a season or since an instant. Chat bots, overlays, companions and
 * dashboards ask for these boards again and again, so they are remembered until they change.
 */
import type { Racer } from '@rollcall/scoring/racer'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import { readPortions } from '../../database/read-portions.ts'
import type { Db } from '../../database/schema.ts'
import { Board, type BoardRules } from './board.ts'

export interface RacerRow extends Racer {
  racerId: number
  points: number
}

export interface RacerBoard {
  /** Those of one rank by login; of more than can be remembered the first. */
  board: Board<RacerRow, 'points'>
  /** How many racers there are, remembered or not. */
  total: number
  /** Of all of them. */
  points: number
  /** Games since an instant; 0 of a season. */
  games: number
}

export interface RacerBoards {
  ofSeason(asked: { channelId: number; season: number }): Promise<RacerBoard>
  since(asked: { channelId: number; instant: Date }): Promise<RacerBoard>
}

export const RACER_RULES: BoardRules<RacerRow, 'points'> = {
  idOf: ({ racerId }) => racerId,
  valueOf: ({ points }) => points,
  compareTied: (a, b) =>
    compareCodePoints(a.login, b.login) || compareCodePoints(a.platform, b.platform),
}

/** Of one channel. */
const MOST_RANKED = 100_000
/** Of all channels together: some 60 MB. */
const MOST_REMEMBERED = 500_000

export function cacheRacerBoards({ db, changes }: Pick<AppContext, 'db' | 'changes'>): RacerBoards {
  const cache = new CachedValues<RacerBoard>(changes, {
    maxSize: MOST_REMEMBERED,
    sizeOf: ({ board }) => board.size + 1,
  })
  return {
    ofSeason: async ({ channelId, season }) =>
      cache.get({
        key: `${channelId} season ${season}`,
        concerns: [
          `season:${season}/channel:${channelId}`,
          `games:${channelId}`,
          `channel:${channelId}`,
        ],
        load: async () => ({ ...(await load(db, pointsOfSeason(channelId, season))), games: 0 }),
      }),
    since: async ({ channelId, instant }) =>
      cache.get({
        key: `${channelId} since ${instant.toISOString()}`,
        concerns: [`games:${channelId}`],
        load: async () => ({
          ...(await load(db, pointsSince(channelId, instant))),
          games: await countGames(db, { channelId, instant }),
        }),
      }),
  }
}

/** Rows of racer_id and points, of which a racer may have several. */
type PointRows = RawBuilder<unknown>

const pointsOfSeason = (channelId: number, season: number): PointRows => sql`
  select racer_id, points from racer_totals
  where channel_id = ${channelId} and season = ${season}`

const playedSince = (channelId: number, instant: Date) => sql`
  game.channel_id = ${channelId} and game.is_rankable
    and game.mode in ('race', 'royale') and game.finished_at >= ${instant}`

const pointsSince = (channelId: number, instant: Date): PointRows => sql`
  select result.racer_id, result.points
  from games as game
  join game_results as result on result.channel_id = game.channel_id
    and result.season = game.season and result.game_id = game.id
  where ${playedSince(channelId, instant)}`

async function load(db: Db, points: PointRows): Promise<Omit<RacerBoard, 'games'>> {
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
            count(*) over () as total, sum(earned.points) over () as "allPoints"
          from (
            select racer_id, coalesce(sum(points), 0) as points
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
