/** What the event leaderboard shows is what its address says; how far the reveal has come is not in it. */
import { mergeBoards } from '@rollcall/scoring/merge-boards'
import { type Ranked, rankRows } from '@rollcall/scoring/ranking'
import { alignedFormat, type FormatPoints } from '#ui/format-number.ts'
import { streamerName } from '#ui/streamer-name.ts'
import type { EventBoard } from './queries.ts'

export type BoardRacer = EventBoard['leaderboard'][number]
export type RankedRacer = Ranked<BoardRacer>

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

export function rankedRacers(boards: readonly EventBoard[], shown: EventBoard | null) {
  const rows: readonly BoardRacer[] =
    shown === null ? mergeBoards(boards.map(({ leaderboard }) => leaderboard)) : shown.leaderboard
  return rankRows(rows)
}

/** Two decimals for all rows of an event where any has them, so that the columns line up. */
export function pointsFormatOf(boards: readonly EventBoard[]): FormatPoints {
  return alignedFormat(
    boards.flatMap(({ leaderboard }) => leaderboard.map(({ event_points }) => event_points)),
  )
}

const FROM_COMPANION = 'Points as uploaded by the companion'
const FROM_GAMES = 'Points scored here from the games of the event'
const LATER_GAMES = 'with later games scored here'

/** null: the answer does not say. */
export function sourceOf(boards: readonly EventBoard[], shown: EventBoard | null): string | null {
  const meant = shown === null ? boards : [shown]
  if (meant.some(({ source }) => source === undefined)) {
    return null
  }
  const uploaded = meant.filter(({ source }) => source !== 'games')
  const handedOver = meant.filter(({ source }) => source === 'handover')
  if (uploaded.length === 0) {
    return FROM_GAMES
  }
  return [
    uploaded.length === meant.length
      ? FROM_COMPANION
      : `${FROM_COMPANION} for ${namesOf(uploaded)}, else scored here from the games of the event`,
    handedOver.length === 0 ? '' : `, ${LATER_GAMES}`,
    handedOver.length === 0 || handedOver.length === meant.length
      ? ''
      : ` for ${namesOf(handedOver)}`,
  ].join('')
}

function namesOf(boards: readonly EventBoard[]): string {
  return new Intl.ListFormat('en-US').format(boards.map(streamerName))
}

/** Whether a row can say more of its points than that they were uploaded. */
export function isExplained(boards: readonly EventBoard[], shown: EventBoard | null): boolean {
  return (shown === null ? boards : [shown]).some(
    ({ source }) => source === 'games' || source === 'handover',
  )
}
