/** Answers with an event's boards: all of them, as the specification demands, or a page of one. */

import { EventBoard, type EventBoardPage, EventBoardRow } from '@rollcall/contract/events-boards'
import { StreamedList } from '../../../edge/streamed-list.ts'
import { Turns } from '../../../edge/turns.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { differingName } from '../../people/user-names.ts'
import type { BoardsOfEvent, EventBoards, StreamerBoard } from './event-boards.ts'
import { pageOfBoard, readBoardRows } from './read-board.ts'

const PAGE_SIZE = 100

interface BoardParams {
  streamer: number | 'all' | 'own'
  callerId: number
}

/**
 * The board is the streamer's. If that streamer has none, it is the caller's own board if it has rows, otherwise
 * All Streamers, which is null.
 */
export function chooseBoard(
  { streamers }: BoardsOfEvent,
  { streamer, callerId }: BoardParams,
): number | null {
  const asked = streamers.find(({ userId }) => userId === streamer)
  const own = streamers.find(({ userId, rowCount }) => userId === callerId && rowCount > 0)
  return streamer === 'all' ? null : ((asked ?? own)?.userId ?? null)
}

export async function answerPage(
  db: Db,
  boards: EventBoards,
  found: BoardsOfEvent,
  { page, ...asked }: BoardParams & { page: number },
): Promise<EventBoardPage> {
  const { streamers } = found
  const userId = chooseBoard(found, asked)
  const board = await boards.getBoard(found, userId)
  const { rows, totalPages } = await pageOfBoard(db, board, { page, pageSize: PAGE_SIZE })
  return {
    userId,
    streamers: streamers.map(toHead),
    rowCount: board.rowCount,
    hasDecimals: board.hasDecimals || streamers.some(({ hasDecimals }) => hasDecimals),
    page,
    totalPages,
    rows: rows.map(({ position, ...row }) => ({ id: String(position), ...row })),
  }
}

const toHead = ({ userId, username, displayName, source }: StreamerBoard) => ({
  userId,
  username,
  source,
  ...differingName(displayName, username),
})

/** How many portions of boards are read and serialised at once, for all answers together. */
const AT_ONCE = 2
const turns = new Turns(AT_ONCE, { maxWaiting: Number.POSITIVE_INFINITY })

/** Every row of every streamer, read as fast as the connection accepts them. */
export function answerBoards(db: Db, found: BoardsOfEvent): StreamedList<EventBoard> {
  return new StreamedList(writePieces(db, found))
}

async function* writePieces(
  db: Db,
  { eventId, streamers, isAlone, organiserId }: BoardsOfEvent,
): AsyncGenerator<string> {
  let before = '['
  for (const board of streamers) {
    const { leaderboard: _, ...head } = EventBoard.parse({ ...toHead(board), leaderboard: [] })
    yield `${before}${JSON.stringify(head).slice(0, -1)},"leaderboard":[`
    let comma = ''
    const portions = readBoardRows(db, { ...board, eventId })
    const next = () => turns.run(organiserId, () => portions.next())
    for (let read = await next(); read.done !== true; read = await next()) {
      const texts = read.value.map(({ merged_name, ...row }) =>
        JSON.stringify(
          EventBoardRow.parse({
            id: `${board.userId} ${row.racer_name}`,
            ...row,
            ...(!isAlone && merged_name !== undefined && { merged_name }),
          }),
        ),
      )
      yield comma + texts.join()
      comma = ','
    }
    yield ']}'
    before = ','
  }
  yield streamers.length === 0 ? '[]' : ']'
}
