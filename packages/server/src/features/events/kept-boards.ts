/**
 * Boards written out once for all who look at them. Each is kept under the version of what it is made
 * of, which every call asks the database for; so nothing old is ever shown, and what one streamer plays
 * costs one board.
 */
import type { EventBoard } from '@rollcall/contract/events'
import { LRUCache } from 'lru-cache'
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
  const kept = new LRUCache<string, WrittenBoard>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ json }) => json.length,
  })
  const underWay = new Map<string, Promise<WrittenBoard | null>>()

  async function write(event: EventToScore, standing: Standing): Promise<WrittenBoard | null> {
    const { version, rows } = await loadRows(db, event, standing)
    if (version === null) return null
    const { userId, username, source } = standing
    const board = new WrittenAnswer({
      userId,
      username,
      source,
      leaderboard: rows.map(({ terms: _, ...row }) => ({
        id: `${userId} ${row.racer_name}`,
        ...row,
      })),
    })
    // An upload may have come since the standing was read.
    kept.set(keyOf(event, { ...standing, version }), board)
    return board
  }

  /** null where its results have gone meanwhile. */
  async function find(event: EventToScore, standing: Standing): Promise<WrittenBoard | null> {
    const key = keyOf(event, standing)
    const known = kept.get(key)
    if (known !== undefined) return known
    const running = underWay.get(key)
    if (running !== undefined) return running
    const writing = write(event, standing).finally(() => underWay.delete(key))
    underWay.set(key, writing)
    return writing
  }

  return {
    async list(event) {
      const standings = await listStandings(db, event)
      const boards: (WrittenBoard | null)[] = standings.map(() => null)
      const asked = standings.entries()
      const findOnes = async () => {
        for (const [index, standing] of asked) boards[index] = await find(event, standing)
      }
      // One is read while one is scored; no more at once, so that others get their turn.
      await Promise.all([findOnes(), findOnes()])
      return WrittenAnswer.list(boards.filter((board) => board !== null))
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
