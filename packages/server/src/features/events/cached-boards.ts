/** The boards of events: each streamer's is scored and serialised once for all readers. */
import { EventBoard } from '@rollcall/contract/events'
import { CachedValues } from '../../changes/cached-values.ts'
import type { ChangeFeed } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { WrittenAnswer } from '../../http/serve-endpoint.ts'
import { findEventToScore, findResults, listStreamers, type Streamer } from './event-board.ts'

/** `none` where the streamer has no results. */
type CachedBoard = WrittenAnswer<EventBoard> | typeof NONE
const NONE = { json: '' }

/** Some 100 boards of 2,500 racers. */
const MOST_CHARACTERS = 64 * 1024 * 1024
/** Boards of one event that are loaded at once; more would delay other requests. */
const AT_ONCE = 2

export function cacheEventBoards(
  db: Db,
  changes: ChangeFeed,
): (eventId: number) => Promise<WrittenAnswer<EventBoard[]>> {
  const cache = new CachedValues<CachedBoard>(changes, {
    maxSize: MOST_CHARACTERS,
    sizeOf: ({ json }) => json.length + 1,
  })

  async function find(eventId: number, streamer: Streamer): Promise<CachedBoard> {
    const { userId, username, channelId } = streamer
    return cache.get({
      key: JSON.stringify([eventId, userId, username, channelId]),
      concerns: [
        `event:${eventId}/details`,
        `event:${eventId}/channel:${channelId}`,
        `games:${channelId}`,
      ],
      load: async () => {
        const event = await findEventToScore(db, eventId)
        const results = event && (await findResults(db, event, channelId))
        return results === null
          ? NONE
          : WrittenAnswer.of(EventBoard, {
              userId,
              username,
              source: results.source,
              leaderboard: results.rows.map(({ terms: _, ...row }) => ({
                id: `${userId} ${row.racer_name}`,
                ...row,
              })),
            })
      },
    })
  }

  return async (eventId) => {
    const streamers = await listStreamers(db, eventId)
    const boards: CachedBoard[] = streamers.map(() => NONE)
    const waiting = streamers.entries()
    const findInTurn = async () => {
      for (const [index, streamer] of waiting) {
        boards[index] = await find(eventId, streamer)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, findInTurn))
    return WrittenAnswer.list(boards.filter((board) => board instanceof WrittenAnswer))
  }
}
