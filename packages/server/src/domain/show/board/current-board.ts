/** An event's current board. The overlay and the control room list it before a show. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { listControlRows } from '@rollcall/contract/show'
import { SHOW_PAGE_SIZE } from '@rollcall/contract/show-links'
import { givesDecimals } from '@rollcall/scoring/points'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import type { BoardsOfEvent, EventBoards, ShownBoard } from '../../events/boards/event-boards.ts'
import type { FrozenRow } from '../../events/boards/frozen-board.ts'
import { pageOfBoard } from '../../events/boards/read-board.ts'
import { findEventToScore } from '../../events/event-to-score.ts'

interface BoardParams {
  eventId: number
  /** null for All Streamers. */
  userId: number | null
}

export interface BoardParts {
  boards: EventBoards
  maxRacers: number
}

/**
 * The current board as everybody may see it, and the streamers' boards from which it is made.
 *
 * @throws {ApiError} if it has more racers than a show may have
 */
export async function findCurrentBoard(
  { boards, maxRacers }: BoardParts,
  { eventId, userId }: BoardParams,
  organiserId: number,
): Promise<{ board: ShownBoard; found: BoardsOfEvent }> {
  const found = await boards.getStreamerBoards({ eventId, organiserId })
  const shown = found.streamers.filter((board) => userId === null || board.userId === userId)
  if (shown.reduce((sum, { rowCount }) => sum + rowCount, 0) > maxRacers) {
    throw new ApiError('board_too_large', { most: maxRacers })
  }
  return { board: await boards.getBoard(found, userId), found }
}

/** Whether the board can have points with decimals, whatever its rows have: that would tell about hidden ones. */
export async function canHaveDecimals(db: Db, { streamers, ...found }: BoardsOfEvent) {
  const { eventId, adjustments } = found
  const event = await findEventToScore(db, eventId)
  return (
    adjustments.length > 0 ||
    streamers.some(({ source }) => source !== null && source !== 'games') ||
    givesDecimals(event?.configuration)
  )
}

/** A page of the racers whose names contain the search words. The id of a row is its position. */
export async function pageOfCurrent(
  db: Db,
  board: ShownBoard,
  asked: { page: number; search: string },
): Promise<ResponseOf<typeof listControlRows>> {
  const { rows, ...counts } = await pageOfBoard(db, board, { ...asked, pageSize: SHOW_PAGE_SIZE })
  return { ...counts, rows: rows.map((row) => ({ ...toShowRow(row), isUncovered: false })) }
}

/** A row in the form that shows list. Its id is its position. */
export function toShowRow({
  position,
  rank,
  racer_name,
  display_name,
  color,
  event_points,
  is_disqualified,
}: FrozenRow & { position: number }) {
  return {
    ...{ id: String(position), rank, racer_name, display_name, color, event_points },
    ...(is_disqualified && { is_disqualified }),
  }
}
