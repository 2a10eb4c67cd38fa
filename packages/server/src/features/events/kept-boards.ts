/**
 * Boards written out once for all who look at them. Each is kept under the version of what it is made
 * of, which every call asks the database for; so nothing old is ever shown, and what one streamer plays
 * costs one board.
 */
import type { EventBoard } from '@rollcall/contract/events'
import type { Db } from '../../app-context.ts'
import { WrittenAnswer } from '../../http/serve-endpoint.ts'
import { type EventToScore, listStandings, loadRows, type Standing } from './event-board.ts'

type WrittenBoard = WrittenAnswer<EventBoard>

/** Some 100 boards of 2,500 racers. */
const MOST_CHARACTERS = 64 * 1024 * 1024

export interface KeptBoards {
  list(event: EventToScore): Promise<WrittenAnswer<EventBoard[]>>
}

export function keepBoards(db: Db): KeptBoards {
  /** The one that was asked for last stands last. */
  const kept = new Map<string, WrittenBoard>()
  const underWay = new Map<string, Promise<WrittenBoard | null>>()
  let characters = 0

  function keep(key: string, board: WrittenBoard): void {
    if (kept.has(key)) return
    kept.set(key, board)
    characters += board.json.length
    for (const [oldKey, old] of kept) {
      if (characters <= MOST_CHARACTERS || oldKey === key) break
      kept.delete(oldKey)
      characters -= old.json.length
    }
  }

  async function write(event: EventToScore, { userId }: Standing): Promise<WrittenBoard | null> {
    // Version and rows of one instant: an upload may come in between.
    const read = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const [standing] = await listStandings(trx, event, userId)
        return standing && { standing, rows: await loadRows(trx, event, standing) }
      })
    if (read === undefined) return null
    const { standing, rows } = read
    const board = new WrittenAnswer({
      userId,
      username: standing.username,
      source: standing.source,
      leaderboard: rows.map(({ terms: _, ...row }) => ({
        id: `${userId} ${row.racer_name}`,
        ...row,
      })),
    })
    keep(keyOf(event, standing), board)
    return board
  }

  /** null where its results have gone meanwhile. */
  async function find(event: EventToScore, standing: Standing): Promise<WrittenBoard | null> {
    const key = keyOf(event, standing)
    const known = kept.get(key)
    if (known !== undefined) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const running = underWay.get(key)
    if (running !== undefined) return running
    const writing = write(event, standing).finally(() => underWay.delete(key))
    underWay.set(key, writing)
    return writing
  }

  return {
    async list(event) {
      const boards: WrittenBoard[] = []
      // One after the other: between them others get their turn.
      for (const standing of await listStandings(db, event)) {
        const board = await find(event, standing)
        if (board !== null) boards.push(board)
      }
      return WrittenAnswer.list(boards)
    },
  }
}

function keyOf(
  { id, startsAt, endsAt, configuration }: EventToScore,
  { userId, username, channelId, source, version }: Standing,
): string {
  return JSON.stringify([
    ...[id, userId, username, channelId, source, version],
    ...(source === 'games' ? [startsAt, endsAt, configuration] : []),
  ])
}
