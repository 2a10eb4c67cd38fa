/** Pages of a channel's boards, with names, and the caller's own row. */
import {
  CHANNEL_BOARD_PAGE_SIZE,
  type ChannelBoardRow,
  type pageOfChannelBoard,
} from '@rollcall/contract/channels'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { Ranked } from '@rollcall/scoring/ranking'
import { sql } from 'kysely'
import { isRowOf, isSharedRow, type RacerBoard, type RacerRow } from '../../domain/boards/racers.ts'
import { racersOfUser } from '../../domain/people/login-owners.ts'
import {
  fitOfRacer,
  isCalled,
  joinNames,
  labelOf,
  looksOf,
} from '../../domain/standings/racer-looks.ts'
import { namedBy } from '../../platform/database/folded-names.ts'
import type { Db } from '../../platform/database/schema.ts'
import { countGames, type TotalsParams } from './board-points.ts'

interface ChannelBoard {
  channelId: number
  board: RacerBoard['board']
  /** Set on a board of points in whole seasons, whose rows also say games and wins. */
  seasons?: Pick<TotalsParams, 'span' | 'mode'> | undefined
}

type PlaceOnBoard = NonNullable<ResponseOf<typeof pageOfChannelBoard>['found']>

interface BoardPage {
  rows: ChannelBoardRow[]
  total: number
  totalPages: number
}

interface PageParams {
  page: number
  limit?: number
}

/** @param search part of a name as the channel shows it, compared as by `foldName`; empty: all rows */
export async function pageOfRacerBoard(
  db: Db,
  shown: ChannelBoard,
  { search, ...asked }: PageParams & { search: string },
): Promise<BoardPage> {
  const { pageOf } = await searchBoard(db, shown, search)
  return pageOf(asked)
}

interface FoundRows {
  pageOf: (asked: PageParams) => Promise<BoardPage>
  /** The place of the racer whom the search names; null: nobody, or several. */
  findNamed: () => Promise<PlaceOnBoard | null>
}

/** Searches the board once, for any number of its pages. */
export async function searchBoard(db: Db, shown: ChannelBoard, search: string): Promise<FoundRows> {
  const { board } = shown
  const words = search.trim()
  const found = words === '' ? null : await findCalled(db, shown, words)
  return {
    async pageOf({ page, limit = CHANNEL_BOARD_PAGE_SIZE }) {
      const { rows, total } = board.page({
        column: 'points',
        isAscending: false,
        page,
        limit,
        ...(found !== null && { matches: ({ racerId }) => found.ids.has(racerId) }),
      })
      return {
        rows: await shownRows(db, shown, rows),
        total,
        totalPages: Math.ceil(total / limit),
      }
    },
    async findNamed() {
      const named = found?.named ?? null
      const place = named === null ? null : board.find(named, 'points')
      return place && readPlace(db, shown, place)
    },
  }
}

/** The racers on the board whose name contains the words, and the one of them whom the words name. */
async function findCalled(
  db: Db,
  { channelId, board }: ChannelBoard,
  words: string,
): Promise<{ ids: ReadonlySet<number>; named: number | null }> {
  const listed = board.list('points')
  const { rows } = await sql<{ ids: number[]; named: number | null }>`
    select coalesce(array_agg(id), '{}') as ids, ${namedBy(sql`id`)} as named
    from (
      select racer.id, ${fitOfRacer(words)} as fit
      from unnest(
        ${listed.map(({ racerId }) => racerId)}::integer[],
        ${listed.map(({ isOfOthers = false }) => isOfOthers)}::boolean[]
      ) as asked (id, others)
      join racers as racer on racer.id = asked.id
      ${joinNames(sql`${channelId}::integer`, { isOfOthers: sql<boolean>`asked.others` })}
      where ${isCalled(words)}
    ) as called`.execute(db)
  const { ids = [], named = null } = rows[0] ?? {}
  return { ids: new Set(ids), named }
}

/** The best row under a login that was the user's in what the board covers; null if the user is not on the board. */
export async function findOwn(
  db: Db,
  shown: ChannelBoard,
  userId: number,
): Promise<PlaceOnBoard | null> {
  const { rows: racers } = await sql<{ id: number }>`
    select owned.racer_id as id from ${racersOfUser(userId)} as owned`.execute(db)
  const [best] = racers
    .flatMap(({ id }) => shown.board.find(id, 'points') ?? [])
    .filter(({ row }) => isRowOf(row, userId))
    .toSorted((a, b) => a.before - b.before)
  return best === undefined ? null : readPlace(db, shown, best)
}

async function readPlace(
  db: Db,
  shown: ChannelBoard,
  { row: own, before }: { row: Ranked<RacerRow>; before: number },
): Promise<PlaceOnBoard | null> {
  const { above, below } = shown.board.neighbours(own, 'points')
  const [row, ...others] = await shownRows(db, shown, [
    own,
    ...[above, below].flatMap((neighbour) => neighbour ?? []),
  ])
  return row === undefined
    ? null
    : {
        row,
        ...(isSharedRow(own) && { isShared: true as const }),
        page: 1 + Math.floor(before / CHANNEL_BOARD_PAGE_SIZE),
        above: others.find(({ score }) => score > row.score) ?? null,
        below: others.find(({ score }) => score < row.score) ?? null,
      }
}

/** Whether the channel does not want the user on its boards. */
export async function isOff(
  db: Db,
  { off }: Pick<RacerBoard, 'off'>,
  userId: number,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select owned.racer_id as id from ${racersOfUser(userId)} as owned`.execute(db)
  return rows.some(({ id }) => off.has(id))
}

async function shownRows(
  db: Db,
  { channelId, seasons }: ChannelBoard,
  rows: readonly Ranked<RacerRow>[],
): Promise<ChannelBoardRow[]> {
  const looks = await looksOf(db, { channelId, racers: rows })
  const counts =
    seasons && (await countGames(db, { ...seasons, channelId, racerIds: rows.map(idOf) }))
  return looks.map(({ racerId, rank, points, levels, lastDay, ...look }) => ({
    ...labelOf(look),
    rank,
    score: points,
    ...(levels !== undefined && { levels }),
    ...(typeof lastDay === 'string' && { lastDay }),
    ...counts?.get(racerId),
  }))
}

const idOf = ({ racerId }: RacerRow) => racerId
