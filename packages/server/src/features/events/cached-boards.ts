/** The boards of events: each streamer's is scored, serialised and compressed once for all readers. */
import { EventBoard, EventBoardRow } from '@rollcall/contract/events'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import { ApiError } from '../../http/api-error.ts'
import { WrittenList, type WrittenPart, writePart } from '../../http/written-parts.ts'
import { MIB } from '../../limits.ts'
import { differingName } from '../auth/users.ts'
import {
  findEventToScore,
  findResults,
  listStreamers,
  readAtOneMoment,
  type Streamer,
  type StreamerResults,
} from './event-board.ts'
import { findHeldGames, type HeldGames, heldGamesOf, type Reader } from './held-games.ts'
import { nameRows } from './named-rows.ts'
import { turnsOf } from './turns.ts'

/** `none` where the streamer has no results. */
type CachedBoard = WrittenPart | typeof NONE
const NONE = { deflated: Buffer.alloc(0) }

interface AskedBoard {
  event: EventToShow
  streamer: Streamer
  reader: Reader
  isAlone: boolean
  /** Of this streamer's channel, as the reader may not see them. */
  held: readonly HeldGames[]
}

/** Boards that are loaded at once, and those of one answer; more would delay other requests. */
const AT_ONCE = 2

interface EventToShow {
  eventId: number
  organiserId: number
}

export function cacheEventBoards({
  config,
  db,
  changes,
  now,
}: Pick<AppContext, 'config' | 'db' | 'changes' | 'now'>): (
  event: EventToShow,
  reader: Reader,
) => Promise<WrittenList<EventBoard>> {
  const maxMib = config.limits.MAX_EVENT_ANSWER_MIB
  const cache = new CachedValues<CachedBoard>(changes, {
    maxSize: Math.floor(maxMib * MIB),
    sizeOf: ({ deflated }) => deflated.length + 1,
  })
  const takeTurns = turnsOf(AT_ONCE)

  async function load(asked: AskedBoard): Promise<CachedBoard> {
    const { event, streamer, reader, isAlone } = asked
    const { eventId } = event
    const { channelId } = streamer
    const results = await readAtOneMoment(db, async (trx) => {
      const toScore = await findEventToScore(trx, eventId)
      // Anew: while this board waited for its turn, its streamer may have agreed to a seal.
      const found = await findHeldGames(trx, { eventId, now: now(), reader })
      const held = heldGamesOf(found, channelId)
      const results = toScore && (await findResults(trx, { event: toScore, channelId, held }))
      return results && { ...results, rows: await nameRows(trx, { channelId, results, isAlone }) }
    })
    return results === null ? NONE : writePart(jsonOf(streamer, results))
  }

  async function find(asked: AskedBoard): Promise<CachedBoard> {
    const { event, streamer, held, isAlone } = asked
    const { eventId, organiserId } = event
    const { userId, username, displayName, channelId } = streamer
    return cache.get({
      // Readers differ in it, and it ends with time.
      key: JSON.stringify([eventId, userId, username, displayName, channelId, held, isAlone]),
      concerns: [
        `event:${eventId}/details`,
        `event:${eventId}/channel:${channelId}`,
        `games:${channelId}`,
        'racers',
      ],
      load: () => takeTurns(organiserId, () => load(asked)),
    })
  }

  return async (event, reader) => {
    const { eventId } = event
    const streamers = await listStreamers(db, eventId)
    const held = await findHeldGames(db, { eventId, now: now(), reader })
    const boards: CachedBoard[] = streamers.map(() => NONE)
    const waiting = streamers.entries()
    let bytes = 0
    const findInTurn = async () => {
      for (const [index, streamer] of waiting) {
        const board = await find({
          ...{ event, streamer, reader, isAlone: streamers.length === 1 },
          held: heldGamesOf(held, streamer.channelId),
        })
        boards[index] = board
        bytes += board.deflated.length
        if (bytes > maxMib * MIB) {
          throw new ApiError(
            'too_large',
            `This event has more racers than a leaderboard of ${maxMib} MiB can show.`,
          )
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, findInTurn))
    return new WrittenList<EventBoard>(boards.filter((board) => 'hash' in board))
  }
}

/** An `EventBoard`, row by row. */
function* jsonOf(
  { userId, username, displayName }: Streamer,
  { source, rows }: Pick<StreamerResults, 'source' | 'rows'>,
): Generator<string> {
  const { leaderboard: _, ...board } = EventBoard.parse({
    userId,
    username,
    ...differingName(displayName, username),
    source,
    leaderboard: [],
  })
  yield `${JSON.stringify(board).slice(0, -1)},"leaderboard":[`
  let comma = ''
  for (const { terms: _, ...row } of rows) {
    yield comma + JSON.stringify(EventBoardRow.parse({ id: `${userId} ${row.racer_name}`, ...row }))
    comma = ','
  }
  yield ']}'
}
