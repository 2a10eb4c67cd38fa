import type { BodyOf } from '@rollcall/contract/endpoint'
import {
  findOwnRow,
  LEADERBOARD_PAGE_SIZE,
  LeaderboardRow,
  listSeasons,
  pageOfLeaderboard,
} from '@rollcall/contract/leaderboards'
import { exportLeaderboard } from '@rollcall/contract/leaderboards-export'
import { foldName } from '@rollcall/scoring/names'
import type { Ranked } from '@rollcall/scoring/ranking'
import type {
  BoardAnswer,
  CachedBoard,
  SeasonBoards,
  StreamerRow,
} from '../../domain/boards/season.ts'
import { findChannelId } from '../../domain/people/sign-in/users.ts'
import { differingName } from '../../domain/people/user-names.ts'
import { type CurrentSettings, getSettings } from '../../domain/site/settings.ts'
import { listSeasonNumbers } from '../../domain/standings/seasons.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { portionsOf, sendExport } from '../../edge/send-export.ts'
import { type Serve, WrittenAnswer } from '../../edge/serve-endpoint.ts'
import { CachedValues, whenLoaded } from '../../platform/changes/cached-values.ts'

/** Serialised pages per board; with 100 rows each, they take about 6 MB. */
const MOST_ANSWERS = 256

export function serveLeaderboards(
  serve: Serve,
  { db, changes }: AppContext,
  boards: SeasonBoards,
): void {
  const settings = new CachedValues<CurrentSettings>(changes, { maxSize: 1, measure: () => 1 })

  serve(listSeasons, async () => {
    const { season: current } = await getSettings(db)
    const numbers = await listSeasonNumbers(db, { current })
    return numbers.map((number) => ({
      id: number,
      name: `Season ${number}`,
      selected: number === current,
    }))
  })

  serve(pageOfLeaderboard, ({ body }) =>
    whenLoaded(
      settings.get({ key: 'settings', tags: ['settings'], load: () => getSettings(db) }),
      ({ season: current }) =>
        body.season > current
          ? { data: [], totalPages: 0 }
          : whenLoaded(boards.of(body.season), (cached) => answerFrom(cached, body)),
    ),
  )

  serve(exportLeaderboard, async ({ query, reply }) => {
    const { season, format, ...sorting } = query
    const { season: current } = await getSettings(db)
    // All at once, because the board changes while the file is sent.
    const all = { ...sorting, page: 1, limit: Number.MAX_SAFE_INTEGER }
    const rows = season > current ? [] : pageOf(await boards.of(season), all).rows
    return sendExport(reply, {
      format,
      name: ['season', season],
      row: LeaderboardRow,
      rows: portionsOf(rows),
    })
  })

  serve(findOwnRow, async ({ caller, query: { season, sortBy, sortOrder } }) => {
    const channelId = await findChannelId(db, caller.userId)
    const { season: current } = await getSettings(db)
    if (channelId === null || season > current) {
      return { own: null }
    }
    return { own: placeOn(await boards.of(season), { channelId, sortBy, sortOrder }) }
  })
}

function placeOn(
  { board }: CachedBoard,
  {
    channelId,
    sortBy,
    sortOrder,
  }: Pick<RowsParams, 'sortBy' | 'sortOrder'> & { channelId: number },
) {
  const found = board.find(channelId, sortBy)
  if (found === null) {
    return null
  }
  const before = sortOrder === 'DESC' ? found.before : board.size - 1 - found.before
  const { above, below } = board.neighbours(found.row, sortBy)
  return {
    row: shownRow(found.row),
    page: 1 + Math.floor(before / LEADERBOARD_PAGE_SIZE),
    above: above && shownRow(above),
    below: below && shownRow(below),
  }
}

/** Serialises a page once until the board changes, because most people ask for the same few pages. */
function answerFrom(cached: CachedBoard, asked: RowsParams): BoardAnswer {
  const { answers } = cached
  const { page, limit, sortBy, sortOrder } = asked
  const key = `${page} ${limit} ${sortBy} ${sortOrder} ${filterOf(asked)}`
  const known = answers.get(key)
  if (known !== undefined) {
    return known
  }
  const { rows, total } = pageOf(cached, asked)
  const answer = WrittenAnswer.of(pageOfLeaderboard.response, {
    data: rows,
    totalPages: Math.ceil(total / limit),
  })
  if (answers.size >= MOST_ANSWERS) {
    answers.clear()
  }
  answers.set(key, answer)
  return answer
}

type RowsParams = Omit<BodyOf<typeof pageOfLeaderboard>, 'season'>

const filterOf = ({ channel }: RowsParams): string => foldName(channel.trim())

function pageOf(
  { board }: CachedBoard,
  asked: RowsParams,
): { rows: LeaderboardRow[]; total: number } {
  const { page, limit, sortBy, sortOrder } = asked
  const filter = filterOf(asked)
  const { rows, total } = board.page({
    column: sortBy,
    isAscending: sortOrder === 'ASC',
    page,
    limit,
    ...(filter !== '' && { matches: (row) => isNamed(row, filter) }),
  })
  return { rows: rows.map(shownRow), total }
}

/** @param filter folded */
function isNamed({ login, displayName }: StreamerRow, filter: string): boolean {
  return [login, displayName ?? ''].some((name) => foldName(name).includes(filter))
}

function shownRow({ displayName, ...row }: Ranked<StreamerRow>): LeaderboardRow {
  return { ...row, ...differingName(displayName, row.username) }
}
