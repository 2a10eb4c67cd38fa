/** Pages of a channel's boards, with names, and the caller's own row. */
import { CHANNEL_BOARD_PAGE_SIZE, type ChannelBoardRow } from '@rollcall/contract/channels'
import type { Ranked } from '@rollcall/scoring/ranking'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { RacerBoard, RacerRow } from '../boards/racers.ts'
import { isCalled, joinNames, labelOf, looksOf } from '../standings/racer-looks.ts'

interface ChannelBoard {
  channelId: number
  board: RacerBoard['board']
}

interface BoardPage {
  rows: ChannelBoardRow[]
  total: number
  totalPages: number
}

interface AskedPage {
  page: number
  limit?: number
}

/** @param search part of a name as the channel shows it, letter case ignored; empty: all rows */
export async function pageOfRacerBoard(
  db: Db,
  shown: ChannelBoard,
  { search, ...asked }: AskedPage & { search: string },
): Promise<BoardPage> {
  const pageOf = await searchBoard(db, shown, search)
  return pageOf(asked)
}

/** Searches the board once, for any number of its pages. */
export async function searchBoard(
  db: Db,
  { channelId, board }: ChannelBoard,
  search: string,
): Promise<(asked: AskedPage) => Promise<BoardPage>> {
  const words = search.trim()
  const found = words === '' ? null : await findCalled(db, { channelId, board }, words)
  return async ({ page, limit = CHANNEL_BOARD_PAGE_SIZE }) => {
    const { rows, total } = board.page({
      column: 'points',
      isAscending: false,
      page,
      limit,
      ...(found !== null && { matches: ({ racerId }) => found.has(racerId) }),
    })
    return {
      rows: await shownRows(db, channelId, rows),
      total,
      totalPages: Math.ceil(total / limit),
    }
  }
}

/** The racers on the board whose name contains the words. */
async function findCalled(
  db: Db,
  { channelId, board }: ChannelBoard,
  words: string,
): Promise<ReadonlySet<number>> {
  const ids = board.list('points').map(({ racerId }) => racerId)
  const { rows } = await sql<{ id: number }>`
    select racer.id
    from unnest(${ids}::integer[]) as asked (id)
    join racers as racer on racer.id = asked.id
    ${joinNames(sql`${channelId}::integer`)}
    where ${isCalled(words)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

interface OwnRow {
  row: ChannelBoardRow
  page: number
  above: ChannelBoardRow | null
  below: ChannelBoardRow | null
}

/**
 * The best row under a login that belongs to the user now, with the next better and the next lower one; null if the
 * user is not on the board.
 */
export async function findOwn(
  db: Db,
  { channelId, board }: ChannelBoard,
  userId: number,
): Promise<OwnRow | null> {
  const { rows: racers } = await sql<{ id: number }>`
    select racer.id
    from login_periods as period
    join racers as racer on racer.platform = period.platform and racer.login = period.login
    where period.user_id = ${userId} and not exists (
      select from login_periods as later
      where later.platform = period.platform and later.login = period.login
        and later.user_id <> period.user_id and later.started_at >= period.ended_at
    )`.execute(db)
  const [best] = racers
    .flatMap(({ id }) => board.find(id, 'points') ?? [])
    .toSorted((a, b) => a.before - b.before)
  if (best === undefined) {
    return null
  }
  const { above, below } = board.neighbours(best.row, 'points')
  const [row, ...others] = await shownRows(db, channelId, [
    best.row,
    ...[above, below].flatMap((neighbour) => neighbour ?? []),
  ])
  return row === undefined
    ? null
    : {
        row,
        page: 1 + Math.floor(best.before / CHANNEL_BOARD_PAGE_SIZE),
        above: others.find(({ score }) => score > row.score) ?? null,
        below: others.find(({ score }) => score < row.score) ?? null,
      }
}

async function shownRows(
  db: Db,
  channelId: number,
  rows: readonly Ranked<RacerRow>[],
): Promise<ChannelBoardRow[]> {
  const looks = await looksOf(db, { channelId, racers: rows })
  return looks.map(({ rank, points, levels, lastDay, ...look }) => ({
    ...labelOf(look),
    rank,
    score: points,
    ...(levels !== undefined && { levels }),
    ...(typeof lastDay === 'string' && { lastDay }),
  }))
}
