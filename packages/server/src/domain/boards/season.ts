/** A season's board: streamers, ranked by their channels' numbers. docs/walks.md, "A leaderboard page". */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import {
  type LeaderboardRow,
  type pageOfLeaderboard,
  SORT_FIELDS,
  type SortColumn,
} from '@rollcall/contract/leaderboards'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import type { WrittenAnswer } from '../../edge/serve-endpoint.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import { readPortions } from '../../platform/database/read-portions.ts'
import type { Db } from '../../platform/database/schema.ts'
import { Board, type BoardRules, type Orders } from './board.ts'

/** The limit for the rows of all boards together, which take about 600 MB. */
const MOST_ROWS = 2_000_000

/** If more channels than this have changed, it is quicker to load the board again. */
export const MANY_CHANGES = 500
/** For how long it may block the thread. */
const TURN_MS = 4

/** The login is in lower case. Filters search it, and ties are ordered by it. */
export interface StreamerRow extends Omit<LeaderboardRow, 'rank' | 'display_name'> {
  /** null if pages show the username. */
  displayName: string | null
}

export const SORT_COLUMNS = Object.keys(SORT_FIELDS) as SortColumn[]

export const STREAMER_RULES: BoardRules<StreamerRow, SortColumn> = {
  getId: ({ channelId }) => channelId,
  getValue: (row, column) => row[SORT_FIELDS[column]],
  compareTied: (a, b) => compareCodePoints(a.login, b.login) || a.channelId - b.channelId,
}

export type SeasonBoard = Board<StreamerRow, SortColumn>

export type BoardAnswer = WrittenAnswer<ResponseOf<typeof pageOfLeaderboard>>

export interface CachedBoard {
  board: SeasonBoard
  /** Serialised pages by question; valid until the board changes. */
  answers: Map<string, BoardAnswer>
}

/** Each season's board, kept up to date as long as somebody asks for it. */
export class SeasonBoards {
  readonly #db: Db
  readonly #cache: CachedValues<CachedBoard>
  /** Loads one season at a time, so that somebody who asks for many seasons leaves connections for others. */
  #lastLoad: Promise<unknown> = Promise.resolve()

  constructor({ db, changes }: Pick<AppContext, 'db' | 'changes'>) {
    this.#db = db
    this.#cache = new CachedValues(changes, {
      maxSize: MOST_ROWS,
      measure: ({ board }) => board.size + 1,
    })
  }

  of(season: number): CachedBoard | Promise<CachedBoard> {
    return this.#cache.get({
      key: String(season),
      tags: [`season:${season}`, 'channel'],
      load: async () => ({ board: await this.#load(season), answers: new Map() }),
      update: async ({ board, answers }, topics) => {
        const isUpdated = await updateBoard(this.#db, { season, board, topics })
        answers.clear()
        return isUpdated
      },
    })
  }

  #load(season: number): Promise<SeasonBoard> {
    const loading = this.#lastLoad.then(() => loadBoard(this.#db, season))
    this.#lastLoad = loading.catch(() => {})
    return loading
  }
}

const SORTED_BY: Record<SortColumn, RawBuilder<unknown>> = {
  'Total Points': sql`channel_season.points`,
  'Total Races': sql`channel_season.total_games`,
  PPR: sql`channel_season.points_per_game`,
  'Race HS': sql`channel_season.race_high_score`,
  'BR HS': sql`channel_season.royale_high_score`,
}

const boardRows = (season: number) => sql`
  select
    channel_season.channel_id as "channelId", channel.platform, channel.login, channel.name as username,
    owner.display_name as "displayName",
    owner.profile_image_url as "profileImageUrl", channel_season.points as "totalPoints",
    channel_season.total_games as "totalRaces", channel_season.points_per_game as "pointsPerRace",
    channel_season.race_high_score as "raceHighScore", channel_season.royale_high_score as "battleRoyaleHighScore"
  from channel_seasons as channel_season
  join channels as channel on channel.id = channel_season.channel_id
  left join users as owner on owner.id = channel.user_id
  where channel_season.season = ${season}`

async function loadBoard(db: Db, season: number): Promise<SeasonBoard> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const rows = new Map<number, StreamerRow>()
      await readPortions<StreamerRow>(trx, boardRows(season), (row) => rows.set(row.channelId, row))
      const orders: [SortColumn, StreamerRow[]][] = []
      for (const column of SORT_COLUMNS) {
        const order: StreamerRow[] = []
        await readPortions<{ id: number }>(trx, channelsBy(column, season), ({ id }) => {
          const row = rows.get(id)
          if (row !== undefined) {
            order.push(row)
          }
        })
        orders.push([column, order])
      }
      return new Board(
        Object.fromEntries(orders) as Orders<StreamerRow, SortColumn>,
        STREAMER_RULES,
      )
    })
}

const channelsBy = (column: SortColumn, season: number) => sql`
  select channel_season.channel_id as id
  from channel_seasons as channel_season
  join channels as channel on channel.id = channel_season.channel_id
  where channel_season.season = ${season}
  order by ${SORTED_BY[column]} desc nulls last, channel.login collate "C", channel_season.channel_id`

/** Updates the channels that the topics name; false if it is better to load the whole board again. */
async function updateBoard(
  db: Db,
  { season, board, topics }: { season: number; board: SeasonBoard; topics: readonly string[] },
): Promise<boolean> {
  const channels = [...new Set(topics.map(readChannelId))]
  if (channels.length > MANY_CHANGES) {
    return false
  }
  const { rows } = await sql<StreamerRow>`
    ${boardRows(season)} and channel_season.channel_id = any(${channels}::integer[])`.execute(db)
  const found = new Map(rows.map((row) => [row.channelId, row]))
  let since = performance.now()
  for (const channelId of channels) {
    const row = found.get(channelId)
    if (row === undefined) {
      board.remove(channelId)
    } else {
      board.replace(row)
    }
    if (performance.now() - since > TURN_MS) {
      await nextTurn()
      since = performance.now()
    }
  }
  return true
}

/** Of a topic that ends with one. */
export function readChannelId(topic: string): number {
  return Number(topic.slice(topic.lastIndexOf(':') + 1))
}
