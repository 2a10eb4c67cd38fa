/** Reads a whole season into memory, in portions between which other requests are answered. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../app-context.ts'
import { listBoardRows } from './queries.ts'
import { SeasonBoard } from './season-board.ts'

/** A statement's worth; a million channels are 400 of them. */
const PORTION = 2_500
/** For so long the thread may be kept from answering. */
const TURN_MS = 4

/** Each portion as the database has it then; what changed meanwhile is the caller's to follow. */
export async function loadBoard(db: Db, season: number): Promise<SeasonBoard> {
  const board = new SeasonBoard()
  const read = (after: number) => listBoardRows(db, { season, after, limit: PORTION })
  let reading: ReturnType<typeof read> | null = read(0)
  while (reading !== null) {
    const rows: Awaited<ReturnType<typeof read>> = await reading
    const last = rows.at(-1)
    // The database reads the next ones while these are put in.
    reading = last === undefined || rows.length < PORTION ? null : read(last.channelId)
    board.fill(rows)
  }
  await inTurns(board.finish())
  return board
}

/** Goes through the steps, letting others have the thread whenever it was held for a while. */
export async function inTurns(steps: Iterable<void>): Promise<void> {
  let since = performance.now()
  for (const _ of steps) {
    if (performance.now() - since > TURN_MS) {
      await nextTurn()
      since = performance.now()
    }
  }
}
