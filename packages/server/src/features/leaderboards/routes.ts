import type { BodyOf } from '@rollcall/contract/endpoint'
import {
  findOwnRow,
  LEADERBOARD_PAGE_SIZE,
  type LeaderboardRow,
  listSeasons,
  pageOfLeaderboard,
} from '@rollcall/contract/leaderboards'
import { normalLogin } from '@rollcall/scoring/racer'
import type { Ranked } from '@rollcall/scoring/ranking'
import type { AppContext } from '../../app-context.ts'
import { CachedValues, whenLoaded } from '../../changes/cached-values.ts'
import { type Serve, WrittenAnswer } from '../../http/serve-endpoint.ts'
import { getSettings, type Settings } from '../../settings.ts'
import { differingName, findChannelId } from '../auth/users.ts'
import type { BoardAnswer, CachedBoard, SeasonBoards, StreamerRow } from '../boards/season.ts'
import { listSeasonNumbers } from '../standings/seasons.ts'

/** Serialised pages per board; with 100 rows each, they take about 6 MB. */
const MOST_ANSWERS = 256

export function serveLeaderboards(
  serve: Serve,
  { db, changes }: AppContext,
  boards: SeasonBoards,
): void {
  const settings = new CachedValues<Settings>(changes, { maxSize: 1, measure: () => 1 })

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
      settings.get({ key: 'settings', concerns: ['settings'], load: () => getSettings(db) }),
      ({ season: current }) =>
        body.season > current
          ? { data: [], totalPages: 0 }
          : whenLoaded(boards(body.season), (cached) => answerFrom(cached, body)),
    ),
  )

  serve(findOwnRow, async ({ caller, query: { season, sortBy, sortOrder } }) => {
    const channelId = await findChannelId(db, caller.userId)
    const { season: current } = await getSettings(db)
    if (channelId === null || season > current) {
      return { own: null }
    }
    const { board } = await boards(season)
    const found = board.find(channelId, sortBy)
    if (found === null) {
      return { own: null }
    }
    const before = sortOrder === 'DESC' ? found.before : board.size - 1 - found.before
    const { above, below } = board.neighbours(found.row, sortBy)
    return {
      own: {
        row: shownRow(found.row),
        page: 1 + Math.floor(before / LEADERBOARD_PAGE_SIZE),
        above: above && shownRow(above),
        below: below && shownRow(below),
      },
    }
  })
}

/** Serialises a page once until the board changes, because most people ask for the same few pages. */
function answerFrom(
  { board, answers }: CachedBoard,
  { channel, page, limit, sortBy, sortOrder }: BodyOf<typeof pageOfLeaderboard>,
): BoardAnswer {
  const filter = channel === '' ? '' : normalLogin(channel.trim())
  const key = `${page} ${limit} ${sortBy} ${sortOrder} ${filter}`
  const known = answers.get(key)
  if (known !== undefined) {
    return known
  }
  const { rows, total } = board.page({
    column: sortBy,
    isAscending: sortOrder === 'ASC',
    page,
    limit,
    ...(filter !== '' && { matches: (row) => isNamed(row, filter) }),
  })
  const answer = WrittenAnswer.of(pageOfLeaderboard.response, {
    data: rows.map(shownRow),
    totalPages: Math.ceil(total / limit),
  })
  if (answers.size >= MOST_ANSWERS) {
    answers.clear()
  }
  answers.set(key, answer)
  return answer
}

/** @param filter in lower case */
function isNamed({ login, displayName }: StreamerRow, filter: string): boolean {
  return login.includes(filter) || (displayName?.toLowerCase().includes(filter) ?? false)
}

function shownRow({ displayName, ...row }: Ranked<StreamerRow>): LeaderboardRow {
  return { ...row, ...differingName(displayName, row.username) }
}
