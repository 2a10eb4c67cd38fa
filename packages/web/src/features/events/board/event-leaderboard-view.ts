/** The event leaderboard's address decides what it shows, except how far the reveal has come. */
import { mergeBoards } from '@rollcall/scoring/merge-boards'
import { type Ranked, rankRows } from '@rollcall/scoring/ranking'
import { formatList } from '#ui/format-list.ts'
import { alignedFormat, type FormatPoints, pointsFormat } from '#ui/format-number.ts'
import { streamerName } from '#ui/streamer-name.ts'
import type { EventBoard, EventBoardPage } from '../queries.ts'
import { texts } from './texts.ts'

export type BoardRacer = EventBoard['leaderboard'][number]
export type RankedRacer = Ranked<BoardRacer> & { readonly is_disqualified?: true | undefined }
/** A streamer with results. */
export type BoardHead = Omit<EventBoard, 'leaderboard'>

/** A board as far as it has been loaded. */
export interface BoardSoFar {
  readonly streamers: readonly BoardHead[]
  /** The streamer whose board it is; null: All Streamers. */
  readonly userId: number | null
  /** The first rows, best first. */
  readonly rows: readonly RankedRacer[]
  /** How many rows the whole board has. */
  readonly total: number
  readonly formatPoints: FormatPoints
}

const ALL = 'all'

export interface EventLeaderboardView {
  /** A streamer's user id, all of them, or null: the default for this user. */
  readonly streamer: number | typeof ALL | null
  readonly isDetailed: boolean
}

/** A meaningless address means the default. */
export function eventViewFromSearch(search: URLSearchParams): EventLeaderboardView {
  return {
    streamer: streamerFrom(search.get('streamer')),
    isDetailed: search.get('details') === 'on',
  }
}

export function searchFromEventView({
  streamer,
  isDetailed,
}: EventLeaderboardView): URLSearchParams {
  const search = new URLSearchParams()
  if (streamer !== null) {
    search.set('streamer', String(streamer))
  }
  if (isDetailed) {
    search.set('details', 'on')
  }
  return search
}

export function streamerFrom(text: string | null): EventLeaderboardView['streamer'] {
  if (text === ALL) {
    return ALL
  }
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/**
 * The board to show: the one in the address, else the person's own, else null for All Streamers. A streamer without a
 * board is ignored.
 */
export function boardToShow(
  boards: readonly EventBoard[],
  {
    streamer,
    currentUserId,
  }: Pick<EventLeaderboardView, 'streamer'> & { readonly currentUserId: number | null },
): EventBoard | null {
  if (streamer === ALL) {
    return null
  }
  return (
    boards.find(({ userId }) => userId === streamer) ??
    boards.find(({ userId }) => userId === currentUserId) ??
    null
  )
}

/** The board to show from an answer without pages, merged and ranked here. */
export function boardFromList(
  boards: readonly EventBoard[],
  asked: Parameters<typeof boardToShow>[1],
): BoardSoFar {
  const shown = boardToShow(boards, asked)
  const lists = boards.map(({ leaderboard }) => leaderboard)
  const rows: readonly BoardRacer[] = shown?.leaderboard ?? mergeBoards(lists)
  return {
    streamers: boards,
    userId: shown?.userId ?? null,
    rows: rankRows(rows),
    total: rows.length,
    // All boards of an event use the same format.
    formatPoints: alignedFormat(lists.flat().map(({ event_points }) => event_points)),
  }
}

/** The board that begins with these pages. */
export function boardFromPages(pages: readonly [EventBoardPage, ...EventBoardPage[]]): BoardSoFar {
  const [{ streamers, userId, rowCount, hasDecimals }] = pages
  const rows = new Map<string, RankedRacer>()
  for (const page of pages.filter((each) => each.userId === userId)) {
    for (const row of page.rows) {
      // A page loaded after a change may repeat a racer, who stays where the reveal has shown them.
      if (!rows.has(row.racer_name)) {
        rows.set(row.racer_name, row)
      }
    }
  }
  return {
    streamers,
    userId,
    total: rowCount,
    rows: [...rows.values()],
    formatPoints: pointsFormat({ hasDecimals }),
  }
}

type BoardStreamers = Pick<BoardSoFar, 'streamers' | 'userId'>

/** The streamers whose results are on the board. */
const listContributors = ({ streamers, userId }: BoardStreamers): readonly BoardHead[] =>
  streamers.filter((streamer) => userId === null || streamer.userId === userId)

/** Returns null if the answer does not say. */
export function describeSource(board: BoardStreamers): string | null {
  const contributors = listContributors(board)
  if (contributors.some(({ source }) => source === undefined)) {
    return null
  }
  const uploaded = contributors.filter(({ source }) => source !== 'games')
  const handedOver = contributors.filter(({ source }) => source === 'handover')
  const { source } = texts
  if (uploaded.length === 0) {
    return source.games
  }
  const first =
    uploaded.length === contributors.length ? source.companion : source.mixed(listNames(uploaded))
  if (handedOver.length === 0) {
    return first
  }
  return handedOver.length === contributors.length
    ? source.withLaterGames(first)
    : source.withLaterGamesFor(first, listNames(handedOver))
}

function listNames(boards: readonly BoardHead[]): string {
  return formatList(boards.map(streamerName))
}

/** Whether a row can say more about its points than that they were uploaded. */
export function isExplained(board: BoardStreamers): boolean {
  return listContributors(board).some(({ source }) => source === 'games' || source === 'handover')
}
