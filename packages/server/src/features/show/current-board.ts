/** The board as the event's results make it now: what the overlay and the control room list before a show. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { type listControlRows, SHOW_PAGE_SIZE } from '@rollcall/contract/show'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { BoardsOfEvent, EventBoards, ShownBoard } from '../events/event-boards.ts'
import { pageOfBoard } from '../events/read-board.ts'
import type { RowOfShow } from './frozen-board.ts'

interface BoardOf {
  eventId: number
  /** null: All Streamers. */
  userId: number | null
}

/** The current board as everybody may see it, and the streamers' boards that it is made of. */
export type CurrentBoards = (
  of: BoardOf,
  organiserId: number,
) => Promise<{ board: ShownBoard; found: BoardsOfEvent }>

/** They refuse more racers than a show may have. */
export function openCurrentBoards(
  { config }: Pick<AppContext, 'config'>,
  boards: EventBoards,
): CurrentBoards {
  const maxRacers = config.limits.MAX_SHOW_RACERS
  return async ({ eventId, userId }, organiserId) => {
    const found = await boards.ofStreamers({ eventId, organiserId })
    const shown = found.streamers.filter((board) => userId === null || board.userId === userId)
    if (shown.reduce((sum, { rowCount }) => sum + rowCount, 0) > maxRacers) {
      throw new ApiError(
        'invalid',
        `A show takes boards of up to ${maxRacers} racers together; this event has more.`,
      )
    }
    return { board: await boards.toShow(found, userId), found }
  }
}

/** The racers of that page among those whose name holds the words, with their place as id. */
export async function pageOfCurrent(
  db: Db,
  board: ShownBoard,
  asked: { page: number; search: string },
): Promise<ResponseOf<typeof listControlRows>> {
  const { rows, ...counts } = await pageOfBoard(db, board, { ...asked, pageSize: SHOW_PAGE_SIZE })
  return { ...counts, rows: rows.map((row) => ({ ...listedRow(row), isUncovered: false })) }
}

/** What a show's rows say of a racer, with the place as id. */
export function listedRow({
  position,
  rank,
  racer_name,
  display_name,
  color,
  event_points,
}: RowOfShow & { position: number }) {
  return { id: String(position), rank, racer_name, display_name, color, event_points }
}
