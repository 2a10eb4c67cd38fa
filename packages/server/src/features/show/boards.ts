/** The board of a show: how the event stands now, and what it was when it was frozen. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { type listControlRows, SHOW_PAGE_SIZE } from '@rollcall/contract/show'
import type { BoardRow } from '@rollcall/scoring/board-row'
import type { Term } from '@rollcall/scoring/explanation'
import { mergeBoards } from '@rollcall/scoring/merge-boards'
import type { RacerLabel } from '@rollcall/scoring/racer'
import type { Ranked } from '@rollcall/scoring/ranking'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { Pace } from '../../pace.ts'
import {
  findEventToScore,
  findResults,
  listStreamers,
  readAtOneMoment,
} from '../events/event-board.ts'
import { findHeldGames, type HeldGames } from '../events/held-games.ts'
import { nameRows } from '../events/named-rows.ts'
import { noSuchEvent } from '../events/refusals.ts'
import type { Turns } from '../events/turns.ts'
import { rankBoard } from './rank-board.ts'

interface BoardOf {
  eventId: number
  /** null: All Streamers. */
  userId: number | null
}

export type StandingRow = Pick<Ranked<BoardRow>, 'rank' | 'event_points'> & RacerLabel

interface BoardParts {
  held: readonly HeldGames[]
  maxRacers: number
  /** Whether rows carry the terms that their points are the sum of. */
  isExplained: boolean
}

/**
 * How the event stands, ranked. In a transaction that sees one moment.
 *
 * @throws {ApiError} for more racers than a show may have
 */
export async function loadBoard(
  trx: Db,
  { eventId, userId, held, maxRacers, isExplained }: BoardOf & BoardParts,
): Promise<Ranked<BoardRow>[]> {
  const event = await findEventToScore(trx, eventId)
  if (event === null) {
    throw noSuchEvent()
  }
  // Rows of one name come together, however they are divided.
  const portions = Array.from({ length: PORTIONS }, (): BoardRow[] => [])
  const pace = new Pace()
  let racers = 0
  const streamers = await listStreamers(trx, eventId, userId ?? undefined)
  for (const { channelId } of streamers) {
    const results = await findResults(trx, { event, channelId, held })
    const isAlone = streamers.length === 1
    const rows = results ? await nameRows(trx, { channelId, results, isAlone }) : []
    for (const { terms, ...row } of rows) {
      racers += 1
      if (racers > maxRacers) {
        throw new ApiError(
          'invalid',
          `A show takes boards of up to ${maxRacers} racers together; this event has more.`,
        )
      }
      portions[portionOf(row.racer_name)]?.push(isExplained && terms ? { ...row, terms } : row)
      if (pace.isOver()) {
        await pace.pause()
      }
    }
    await nextTurn()
  }
  const merged: BoardRow[] = []
  for (const portion of portions) {
    merged.push(...mergeBoards([portion]))
    await nextTurn()
  }
  return rankBoard(merged)
}

/** Between two of them others are answered. */
const PORTIONS = 64

function portionOf(name: string): number {
  let sum = 0
  for (let index = 0; index < name.length; index += 1) {
    sum += name.charCodeAt(index)
  }
  return sum % PORTIONS
}

export type Standings = (of: BoardOf, organiserId: number) => Promise<readonly StandingRow[]>

/** Boards that were looked at lately. */
export function cacheStandings(
  { config, db, changes, now }: Pick<AppContext, 'config' | 'db' | 'changes' | 'now'>,
  takeTurns: Turns,
): Standings {
  const maxRacers = config.limits.MAX_SHOW_RACERS
  const cache = new CachedValues<StandingRow[]>(changes, {
    maxSize: 2 * maxRacers,
    sizeOf: (rows) => rows.length + 1,
  })
  return async (of, organiserId) => {
    const streamers = await listStreamers(db, of.eventId, of.userId ?? undefined)
    const held = await findHeldGames(db, { eventId: of.eventId, now: now() })
    const channelIds = streamers.map(({ channelId }) => channelId)
    return cache.get({
      // What is held ends with time, too.
      key: JSON.stringify([of.eventId, of.userId, channelIds, held]),
      concerns: [
        `event:${of.eventId}`,
        'racers',
        ...streamers.map(({ channelId }) => `games:${channelId}` as const),
      ],
      load: async () => {
        const rows = await takeTurns(organiserId, () =>
          readAtOneMoment(db, async (trx) =>
            loadBoard(trx, {
              ...of,
              // Anew: while this board waited for its turn, a streamer may have agreed to a seal.
              held: await findHeldGames(trx, { eventId: of.eventId, now: now() }),
              ...{ maxRacers, isExplained: false },
            }),
          ),
        )
        const pace = new Pace()
        const standings: StandingRow[] = []
        for (const { rank, racer_name, display_name, color, event_points } of rows) {
          standings.push({ rank, racer_name, display_name, color, event_points })
          if (pace.isOver()) {
            await pace.pause()
          }
        }
        return standings
      },
    })
  }
}

/** The racers of that page among those whose name holds the words, with their place as id. */
export async function pageOfStandings(
  standings: readonly StandingRow[],
  { page, search }: { page: number; search: string },
): Promise<ResponseOf<typeof listControlRows>> {
  const wanted = search.trim().toLowerCase()
  const isWanted = (name = '') => name.toLowerCase().includes(wanted)
  const pace = new Pace()
  const found: StandingRow[] = []
  const positions: number[] = []
  for (const [index, row] of standings.entries()) {
    if (isWanted(row.racer_name) || isWanted(row.display_name)) {
      found.push(row)
      positions.push(index + 1)
    }
    if (pace.isOver()) {
      await pace.pause()
    }
  }
  const from = (page - 1) * SHOW_PAGE_SIZE
  return {
    rows: found.slice(from, from + SHOW_PAGE_SIZE).map((row, index) => ({
      ...row,
      id: String(positions[from + index]),
      isUncovered: false,
    })),
    total: found.length,
    totalPages: Math.ceil(found.length / SHOW_PAGE_SIZE),
  }
}

type FrozenRow = StandingRow & Pick<BoardRow, 'terms'>

/** Rows sent to the database at once. */
const PORTION = 5_000

/** A board that the event's show has frozen. */
export interface FrozenBoard {
  eventId: number
  /** null: none, which has no rows. */
  board: number | null
}

export async function freezeRows(
  trx: Db,
  { eventId, board }: FrozenBoard,
  rows: readonly FrozenRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += PORTION) {
    const portion = rows.slice(from, from + PORTION)
    await sql`
      insert into show_rows
        (event_id, board, position, rank, racer_name, display_name, color, event_points, terms)
      select ${eventId}, ${board}, ${from} + number, rank, racer_name, display_name, color,
        event_points, terms
      from unnest(
        ${portion.map(({ rank }) => rank)}::integer[],
        ${portion.map(({ racer_name }) => racer_name)}::text[],
        ${portion.map(({ display_name = null }) => display_name)}::text[],
        ${portion.map(({ color = null }) => color)}::text[],
        ${portion.map(({ event_points }) => event_points)}::numeric[],
        ${portion.map(({ terms }) => JSON.stringify(terms ?? []))}::jsonb[]
      ) with ordinality as row
        (rank, racer_name, display_name, color, event_points, terms, number)`.execute(trx)
    await nextTurn()
  }
}

/** Those that neither the show nor a step of it shows any more. */
export async function forgetBoards(trx: Db, eventId: number): Promise<void> {
  // From board to board by the index: a distinct would read every row of each.
  await sql`
    with recursive present as (
      select min(board) as board from show_rows where event_id = ${eventId}
      union all
      select (select min(board) from show_rows where event_id = ${eventId} and board > present.board)
      from present
      where present.board is not null
    )
    delete from show_rows
    where event_id = ${eventId} and board in (
      select board from present
      except select board from show_steps where event_id = ${eventId}
      except select board from shows where event_id = ${eventId}
    )`.execute(trx)
}

export interface StoredRow {
  position: number
  rank: number
  racer_name: string
  display_name: string | null
  color: string | null
  event_points: number
}

const STORED = sql`position, rank, racer_name, display_name, color, event_points`

/** Rows from a rank on, that are named so. */
export async function pageOfRows(
  db: Db,
  asked: AskedPage & { search: string },
): Promise<{ rows: StoredRow[]; total: number; totalPages: number }> {
  const search = asked.search.trim()
  const { total, rows } =
    search === '' ? await findPage(db, asked) : await searchPage(db, { ...asked, search })
  return { rows, total, totalPages: Math.ceil(total / asked.pageSize) }
}

interface AskedPage extends FrozenBoard {
  fromRank: number
  page: number
  pageSize: number
}

/** Positions have no gaps, so that a page is found without counting the rows before it. */
async function findPage(
  db: Db,
  { eventId, board, fromRank, page, pageSize }: AskedPage,
): Promise<{ total: number; rows: StoredRow[] }> {
  const { rows } = await sql<{ total: number; rows: StoredRow[] }>`
    with listed as (
      select
        (
          select min(position) from show_rows
          where event_id = ${eventId} and board = ${board} and rank = (
            select min(rank) from show_rows where event_id = ${eventId} and board = ${board} and rank >= ${fromRank}
          )
        ) as first,
        (select max(position) from show_rows where event_id = ${eventId} and board = ${board}) as last
    )
    select coalesce(last - first + 1, 0) as total, (
      select coalesce(json_agg(row order by position), '[]') from (
        select ${STORED} from show_rows
        where event_id = ${eventId} and board = ${board}
          and position >= first + ${(page - 1) * pageSize}::bigint
          and position < first + ${page * pageSize}::bigint
      ) as row
    ) as rows
    from listed`.execute(db)
  return rows[0] ?? { total: 0, rows: [] }
}

async function searchPage(
  db: Db,
  { eventId, board, fromRank, page, pageSize, search }: AskedPage & { search: string },
): Promise<{ total: number; rows: StoredRow[] }> {
  const { rows } = await sql<{ total: number; rows: StoredRow[] }>`
    with found as materialized (
      select ${STORED} from show_rows
      where event_id = ${eventId} and board = ${board} and rank >= ${fromRank}
        and (
          strpos(lower(racer_name), lower(${search})) > 0
          or strpos(lower(display_name), lower(${search})) > 0
        )
    )
    select (select count(*) from found) as total, (
      select coalesce(json_agg(row order by position), '[]') from (
        select * from found order by position limit ${pageSize} offset ${(page - 1) * pageSize}
      ) as row
    ) as rows`.execute(db)
  return rows[0] ?? { total: 0, rows: [] }
}

/** Positions have no gaps. */
export async function countRows(db: Db, { eventId, board }: FrozenBoard): Promise<number> {
  const { count } = await db
    .selectFrom('show_rows')
    .select(({ fn, val }) => fn.coalesce(fn.max('position'), val(0)).as('count'))
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether any of the frozen rows has points with decimals. */
export async function findDecimals(db: Db, { eventId, board }: FrozenBoard): Promise<boolean> {
  const row = await db
    .selectFrom('show_rows')
    .select('position')
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .where(sql<boolean>`event_points <> trunc(event_points)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The ranks next to one that there are on the frozen board. */
export async function findRanksAround(
  db: Db,
  { eventId, board, rank }: FrozenBoard & { rank: number },
): Promise<{ above: number | null; below: number | null }> {
  return db
    .selectFrom('show_rows')
    .select(({ fn }) => [
      fn.max<number | null>('rank').filterWhere('rank', '<', rank).as('above'),
      fn.min<number | null>('rank').filterWhere('rank', '>', rank).as('below'),
    ])
    .where('event_id', '=', eventId)
    .where('board', '=', board)
    .executeTakeFirstOrThrow()
}

/** An uncovered row's terms; null where it is hidden or there is none. */
export async function findTerms(
  db: Db,
  asked: FrozenBoard & { fromRank: number; position: number },
): Promise<readonly Term[] | null> {
  const row = await db
    .selectFrom('show_rows')
    .select('terms')
    .where('event_id', '=', asked.eventId)
    .where('board', '=', asked.board)
    .where('position', '=', asked.position)
    .where('rank', '>=', asked.fromRank)
    .executeTakeFirst()
  return row?.terms ?? null
}

const FIRST_PARTS = ['Amber', 'Brisk', 'Copper', 'Dusty', 'Eager', 'Frosty', 'Golden', 'Humble']
const SECOND_PARTS = ['Acorn', 'Button', 'Comet', 'Dimple', 'Ember', 'Flint', 'Gadget', 'Hazel']

/** Names and points that nobody has, with a shared rank among the first ten. */
export function inventBoard(startRank: number): StandingRow[] {
  const count = Math.min(Math.max(startRank + 9, 20), 200)
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / (FIRST_PARTS.length * SECOND_PARTS.length))
    const first = FIRST_PARTS[index % FIRST_PARTS.length]
    const second = SECOND_PARTS[Math.floor(index / FIRST_PARTS.length) % SECOND_PARTS.length]
    const rank = index === 4 ? 4 : index + 1
    return {
      rank,
      racer_name: `${first}${second}${round === 0 ? '' : round + 1}`,
      event_points: (count + 1 - rank) * 25,
    }
  })
}
