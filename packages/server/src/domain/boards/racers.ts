/**
 * A channel's racers by points, in a season or since an instant, without those whom the channel does not want on its boards
 * (`standings/off-boards.ts`). Chat bots, overlays, companions and dashboards ask
 * for these boards again and again, so they are cached.
 */
import type { Racer } from '@rollcall/scoring/racer'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import type { CacheTag } from '../../platform/changes/topics.ts'
import { readPortions } from '../../platform/database/read-portions.ts'
import type { Db } from '../../platform/database/schema.ts'
import { GIVEN_UP } from '../people/login-owners.ts'
import { CHANNEL_SCOPE, joinTied } from '../people/racer-names.ts'
import { isOnBoards } from '../standings/off-boards.ts'
import { Board, type BoardRules } from './board.ts'
import {
  type Covered,
  coversSeason,
  coversSeasonsUpTo,
  coversTime,
  findOwnerships,
  type Ownership,
} from './changed-logins.ts'

export interface RacerRow extends Racer, Partial<Omit<Ownership, 'racerId'>> {
  racerId: number
  /** The place of a hidden racer among equals, after those who are not hidden; null for these. */
  tied: number | null
  /** What the board ranks by. */
  points: number
  /** How many tilt levels the racer played; only on a board of levels. */
  levels?: number
  /**
   * Only on the board of a day, a week or a month: some points may be from after it, up to this day; null if none are.
   */
  lastDay?: string | null
}

/** One more column, computed from a racer's rows of points. */
interface FurtherColumn {
  name: 'levels' | 'lastDay'
  sum: RawBuilder<unknown>
}

export interface RacersParams {
  /** Unique among all boards. */
  key: string
  tags: readonly CacheTag[]
  /** Selects rows of racer_id and points; a racer may have several. */
  points: RawBuilder<unknown>
  channelId: number
  further?: FurtherColumn
  covers: Covered
  /** If not given, the board has no number of games. */
  countGames?: () => Promise<number>
}

export interface RacerBoard {
  /** Tied racers are ordered by login, hidden ones last. Only the first MOST_RANKED racers are on it. */
  board: Board<RacerRow, 'points'>
  /** How many racers there are, ranked or not. */
  total: number
  /** All racers' points, also of those whom the channel does not want on its boards. */
  points: number
  /** The racers whom the channel does not want on its boards. */
  off: ReadonlySet<number>
  /** Games since the instant; 0 for any other board. */
  games: number
}

export const RACER_RULES: BoardRules<RacerRow, 'points'> = {
  getId: ({ racerId }) => racerId,
  getValue: ({ points }) => points,
  compareTied: (a, b) =>
    (a.tied ?? 0) - (b.tied ?? 0) ||
    compareCodePoints(a.login, b.login) ||
    compareCodePoints(a.platform, b.platform),
}

/** A board with nobody on it. */
export const NO_RACERS: RacerBoard = {
  board: new Board({ points: [] }, RACER_RULES),
  total: 0,
  points: 0,
  off: new Set(),
  games: 0,
}

/** Per channel. */
const MOST_RANKED = 100_000
/** Rows of all boards together: about 60 MB. */
const MOST_CACHED = 500_000

export class RacerBoards {
  readonly #db: Db
  readonly #cache: CachedValues<RacerBoard>

  constructor({ db, changes }: Pick<AppContext, 'db' | 'changes'>) {
    this.#db = db
    this.#cache = new CachedValues(changes, {
      maxSize: MOST_CACHED,
      measure: ({ board }) => board.size + 1,
    })
  }

  inSeason({ channelId, season }: { channelId: number; season: number }): Promise<RacerBoard> {
    return this.of({
      key: `${channelId} season ${season}`,
      tags: [`season:${season}/channel:${channelId}`, `games:${channelId}`, `channel:${channelId}`],
      channelId,
      points: selectSeasonPoints(channelId, season),
      covers: coversSeason({ channelId, season }),
    })
  }

  /** In all seasons up to one. */
  upToSeason({ channelId, season }: { channelId: number; season: number }): Promise<RacerBoard> {
    return this.of({
      key: `${channelId} up to season ${season}`,
      tags: [`games:${channelId}`, `snapshots:${channelId}`, `channel:${channelId}`],
      channelId,
      points: selectPointsUpTo(channelId, season),
      covers: coversSeasonsUpTo({ channelId, season }),
    })
  }

  since({ channelId, instant }: { channelId: number; instant: Date }): Promise<RacerBoard> {
    return this.of({
      key: `${channelId} since ${instant.toISOString()}`,
      tags: [`games:${channelId}`],
      channelId,
      points: selectPointsSince(channelId, instant),
      covers: coversTime({ channelId, from: sql`${instant}::timestamptz` }),
      countGames: () => countGames(this.#db, { channelId, instant }),
    })
  }

  /** A board of any other points. */
  async of({
    key,
    tags,
    countGames: count = async () => 0,
    ...asked
  }: RacersParams): Promise<RacerBoard> {
    return this.#cache.get({
      key,
      tags: [...tags, 'logins'],
      load: async () => ({ ...(await load(this.#db, asked)), games: await count() }),
    })
  }
}

type PointRows = RacersParams['points']

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

type RowsToRank = Pick<RacersParams, 'channelId' | 'points' | 'further' | 'covers'>

const load = (db: Db, asked: RowsToRank): Promise<Omit<RacerBoard, 'games'>> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute((trx) => rankRacers(trx, asked))

/** A season's board as it is now, in the transaction. */
export async function readSeasonBoard(
  trx: Db,
  { channelId, season }: { channelId: number; season: number },
): Promise<RacerBoard> {
  const points = selectSeasonPoints(channelId, season)
  const covers = coversSeason({ channelId, season })
  return { ...(await rankRacers(trx, { channelId, points, covers })), games: 0 }
}

async function rankRacers(
  trx: Db,
  { channelId, points, further, covers }: RowsToRank,
): Promise<Omit<RacerBoard, 'games'>> {
  const column = further && sql.ref(further.name)
  const racers: RacerRow[] = []
  const changed = new Map<number, RacerRow>()
  let all = { total: 0, points: 0 }
  await readPortions<RacerRow & { total: number; allPoints: number; isGivenUp: boolean }>(
    trx,
    sql`
          select racer.id as "racerId", racer.platform, racer.login, earned.points,
            1 + tied.number as tied,
            ${column ? sql`earned.${column},` : sql``}
            count(*) over () as total, earned.all_points as "allPoints",
            given_up.login is not null as "isGivenUp"
          from (
            select racer_id, coalesce(sum(points), 0) as points,
              sum(coalesce(sum(points), 0)) over () as all_points
              ${further ? sql`, ${further.sum} as ${column}` : sql``}
            from (${points}) as earned
            group by racer_id
          ) as earned
          join racers as racer on racer.id = earned.racer_id
          left join ${GIVEN_UP} as given_up
            on given_up.platform = racer.platform and given_up.login = racer.login
          ${joinTied(CHANNEL_SCOPE(sql`${channelId}::integer`))}
          where ${isOnBoards(sql`${channelId}::integer`, sql`earned.racer_id`)}
          order by earned.points desc, tied.number nulls first, racer.login collate "C", racer.platform collate "C"
          limit ${MOST_RANKED}`,
    ({ total, allPoints, isGivenUp, ...racer }) => {
      racers.push(racer)
      all = { total, points: allPoints }
      if (isGivenUp) {
        changed.set(racer.racerId, racer)
      }
    },
  )
  for (const { racerId, ...whose } of await findOwnerships(trx, [...changed.keys()], covers)) {
    Object.assign(changed.get(racerId) ?? {}, whose)
  }
  return {
    board: new Board({ points: racers }, RACER_RULES),
    ...all,
    off: await findOff(trx, channelId),
  }
}

async function findOff(trx: Db, channelId: number): Promise<ReadonlySet<number>> {
  const rows = await trx
    .selectFrom('off_boards')
    .select('racer_id')
    .where('channel_id', '=', channelId)
    .execute()
  return new Set(rows.map((row) => row.racer_id))
}

/** Whether some of the row may be the user's: the login was theirs then, or they raced under it. */
export const isRowOf = ({ owners }: RacerRow, userId: number | null): boolean =>
  // The owner of a login that nobody has ever given up is its only one.
  owners === undefined || owners.includes(userId)

/** Whether the row has several owners. */
export const isSharedRow = ({ owners = [] }: Pick<RacerRow, 'owners'>): boolean => owners.length > 1

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
