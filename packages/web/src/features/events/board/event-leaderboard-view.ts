/** What the event leaderboard shows is what its address says; how far the reveal has come is not in it. */
import { mergeBoards } from '@rollcall/scoring/merge-boards'
import { type Ranked, rankRows } from '@rollcall/scoring/ranking'
import { formatList } from '#ui/format-list.ts'
import { alignedFormat, type FormatPoints, pointsFormat } from '#ui/format-number.ts'
import { streamerName } from '#ui/streamer-name.ts'
import type { EventBoard, EventBoardPage } from '../queries.ts'
import { texts } from './texts.ts'

export type BoardRacer = EventBoard['leaderboard'][number]
export type RankedRacer = Ranked<BoardRacer>
/** A streamer with results. */
export type BoardHead = Omit<EventBoard, 'leaderboard'>

/** A board as far as it has been loaded. */
export interface ShownBoard {
  readonly streamers: readonly BoardHead[]
  /** Whose board it is; null: all streamers together. */
  readonly userId: number | null
  /** The first ones, the best first. */
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

/** What makes no sense counts as the default. */
export function viewFromSearch(search: URLSearchParams): EventLeaderboardView {
  return {
    streamer: streamerFrom(search.get('streamer')),
    isDetailed: search.get('details') === 'on',
  }
}

export function searchFromView({ streamer, isDetailed }: EventLeaderboardView): URLSearchParams {
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
 * The board to show: the one in the address, else the person's own, else null for all of them.
 * A streamer without a board counts as none in the address.
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

/** The board to show of an answer without pages, merged and ranked here. */
export function boardOfList(
  boards: readonly EventBoard[],
  asked: Parameters<typeof boardToShow>[1],
): ShownBoard {
  const shown = boardToShow(boards, asked)
  const lists = boards.map(({ leaderboard }) => leaderboard)
  const rows: readonly BoardRacer[] = shown?.leaderboard ?? mergeBoards(lists)
  return {
    streamers: boards,
    userId: shown?.userId ?? null,
    rows: rankRows(rows),
    total: rows.length,
    // The same for all boards of an event.
    formatPoints: alignedFormat(lists.flat().map(({ event_points }) => event_points)),
  }
}

/** The board whose first pages these are. */
export function boardOfPages(pages: readonly [EventBoardPage, ...EventBoardPage[]]): ShownBoard {
  const [{ streamers, userId, rowCount, hasDecimals }] = pages
  const rows = new Map<string, RankedRacer>()
  for (const page of pages.filter((each) => each.userId === userId)) {
    for (const row of page.rows) {
      // A page that was loaded after a change may name a racer again, who stays where the reveal has shown them.
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

type HeadsOfBoard = Pick<ShownBoard, 'streamers' | 'userId'>

/** Those of whose results the board is made. */
const meantBy = ({ streamers, userId }: HeadsOfBoard): readonly BoardHead[] =>
  streamers.filter((streamer) => userId === null || streamer.userId === userId)

/** null: the answer does not say. */
export function sourceOf(board: HeadsOfBoard): string | null {
  const meant = meantBy(board)
  if (meant.some(({ source }) => source === undefined)) {
    return null
  }
  const uploaded = meant.filter(({ source }) => source !== 'games')
  const handedOver = meant.filter(({ source }) => source === 'handover')
  const { source } = texts
  if (uploaded.length === 0) {
    return source.games
  }
  const first =
    uploaded.length === meant.length ? source.companion : source.mixed(namesOf(uploaded))
  if (handedOver.length === 0) {
    return first
  }
  return handedOver.length === meant.length
    ? source.withLaterGames(first)
    : source.withLaterGamesOf(first, namesOf(handedOver))
}

function namesOf(boards: readonly BoardHead[]): string {
  return formatList(boards.map(streamerName))
}

/** Whether a row can say more of its points than that they were uploaded. */
export function isExplained(board: HeadsOfBoard): boolean {
  return meantBy(board).some(({ source }) => source === 'games' || source === 'handover')
}
