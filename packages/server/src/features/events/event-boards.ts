/**
 * An event's boards as a reader sees them now. Each is stored with a stamp of what it was made from, and made again
 * when that has changed (docs/architecture.md, An event's boards).
 */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { findParticipants, mergeStamps, type Participant } from './board-basis.ts'
import { readAtOneMoment, type Streamer } from './event-sight.ts'
import type { Reader } from './held-games.ts'
import {
  findStored,
  makeMergedBoard,
  makeStreamerBoard,
  type StoredBoard,
  supersede,
  sweepBoards,
} from './make-board.ts'
import { makeTurns, type Turns } from './turns.ts'

export interface AskedEvent {
  eventId: number
  /** Organisers take turns when boards are made. */
  organiserId: number
}

export interface StreamerBoard extends Streamer, StoredBoard {
  source: NonNullable<StoredBoard['source']>
}

/** The boards of the participants who have results, ordered by login. */
export interface BoardsOfEvent extends AskedEvent {
  streamers: readonly StreamerBoard[]
  /** One for each participant, ordered by login; null if they no longer take part. */
  stamps: readonly (string | null)[]
  /** The bases of all participants' boards. */
  bases: readonly string[]
  /** Whether only one streamer takes part, so that no boards are merged. */
  isAlone: boolean
}

/** A board to read rows from. */
export interface ShownBoard {
  eventId: number
  /** null if the board has no rows. */
  id: number | null
  rowCount: number
  hasDecimals: boolean
  /** The channel that names and colours its rows; null for the names and colours of merged boards. */
  channelId: number | null
  /** The streamers' boards that it consists of. */
  parts: readonly StreamerBoard[]
}

/** How many boards are made at once, in total and for one organiser. */
const AT_ONCE = 3
const PER_ORGANISER = 2

export class EventBoards {
  readonly #db: Db
  readonly #slowDb: Db
  readonly #now: () => Date
  readonly #takeTurns: Turns = makeTurns(AT_ONCE, { share: PER_ORGANISER })
  /**
   * Boards that are being made, by stamp and kind of reader. A second request for the same board waits for the first.
   */
  readonly #making = new Map<string, Promise<StoredBoard | null>>()

  constructor({ db, slowDb, now }: Pick<AppContext, 'db' | 'slowDb' | 'now'>) {
    this.#db = db
    this.#slowDb = slowDb
    this.#now = now
  }

  /**
   * The streamers' boards. Boards that are not current are made first.
   *
   * @param reader sees their own games even if another event holds them; without a reader, boards are as others see
   * them
   * @throws {ApiError} 503 if too many boards of the organiser are waiting
   */
  async getStreamerBoards(
    { eventId, organiserId }: AskedEvent,
    reader?: Reader,
  ): Promise<BoardsOfEvent> {
    // At one moment: if a participant came back between two statements, none of their games would seem to be held.
    const participants = await readAtOneMoment(this.#db, (trx) =>
      findParticipants(trx, { eventId, now: this.#now(), reader }),
    )
    const stamps = participants.map(({ stamp }) => stamp)
    const stored = await findStored(this.#db, { eventId, stamps })
    const boards = new Map(stored.map((board) => [board.stamp, board as StoredBoard | null]))
    const missing = participants.filter(({ stamp }) => !boards.has(stamp)).values()
    const makeMissing = async () => {
      for (const { channelId, userId, stamp } of missing) {
        const make = () => this.#makeStreamerBoard({ eventId, channelId, reader })
        // While the request waits, the streamer may agree to a seal; the board then shows what this kind of reader may
        // see.
        const key = `${stamp} ${reader?.isAdmin || reader?.userId === userId ? 'whole' : 'public'}`
        boards.set(stamp, await this.#once(key, organiserId, make))
      }
    }
    await Promise.all(Array.from({ length: PER_ORGANISER }, makeMissing))
    return {
      eventId,
      organiserId,
      stamps: stamps.map((stamp) => boards.get(stamp)?.stamp ?? null),
      bases: participants.map(({ basis }) => basis),
      isAlone: participants.length === 1,
      streamers: participants.flatMap((participant) => boardsWithResults(participant, boards)),
    }
  }

  /** One streamer's board, or for null the board of All Streamers, which is made first if it is not stored. */
  async getBoard(boards: BoardsOfEvent, userId: number | null): Promise<ShownBoard> {
    const { eventId, streamers, isAlone } = boards
    const parts = streamers.filter((board) => userId === null || board.userId === userId)
    const [first, ...others] = parts
    if (first === undefined) {
      return { eventId, id: null, rowCount: 0, hasDecimals: false, channelId: null, parts }
    }
    const isOneStreamers = userId !== null || isAlone
    const { id, rowCount, hasDecimals } = others.length === 0 ? first : await this.#merged(boards)
    return {
      eventId,
      id,
      rowCount,
      hasDecimals,
      channelId: isOneStreamers ? first.channelId : null,
      parts,
    }
  }

  async #merged({ eventId, organiserId, streamers, bases }: BoardsOfEvent): Promise<StoredBoard> {
    const stamps = mergeStamps({ boards: streamers, bases })
    const [stored] = await findStored(this.#db, { eventId, stamps: [stamps.stamp] })
    const made =
      stored ??
      (await this.#once(stamps.stamp, organiserId, async () => {
        const board = await this.#slowDb
          .transaction()
          .execute((trx) => makeMergedBoard(trx, { eventId, boards: streamers, stamps }))
        await supersede(this.#slowDb, { eventId, channelId: null, board })
        return board
      }))
    if (made === null) {
      throw new Error(`the merged board of event ${eventId} was not made`)
    }
    return made
  }

  /** Makes the board as it is when its turn comes; null if the streamer no longer takes part. */
  async #makeStreamerBoard({
    eventId,
    channelId,
    reader,
  }: {
    eventId: number
    channelId: number
    reader: Reader | undefined
  }): Promise<StoredBoard | null> {
    const board = await this.#slowDb
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const asked = { eventId, channelId, now: this.#now(), reader }
        const [participant] = await findParticipants(trx, asked)
        return participant === undefined ? null : makeStreamerBoard(trx, { eventId, participant })
      })
    if (board !== null) {
      await supersede(this.#slowDb, { eventId, channelId, board })
    }
    return board
  }

  #once(
    key: string,
    organiserId: number,
    make: () => Promise<StoredBoard | null>,
  ): Promise<StoredBoard | null> {
    const running = this.#making.get(key)
    if (running !== undefined) {
      return running
    }
    const made = this.#takeTurns(organiserId, () => unlessMadeMeanwhile(make)).finally(() =>
      this.#making.delete(key),
    )
    this.#making.set(key, made)
    return made
  }
}

function boardsWithResults(
  { userId, username, displayName, channelId, stamp }: Participant,
  boards: ReadonlyMap<string, StoredBoard | null>,
): StreamerBoard[] {
  const board = boards.get(stamp) ?? null
  return board === null || board.source === null
    ? []
    : [{ ...board, source: board.source, userId, username, displayName, channelId }]
}

const SERIALIZATION_FAILURE = '40001'

/** If another process made the board at the same time, the second attempt finds it. */
async function unlessMadeMeanwhile<Board>(make: () => Promise<Board>): Promise<Board> {
  try {
    return await make()
  } catch (error) {
    if ((error as { code?: unknown }).code !== SERIALIZATION_FAILURE) {
      throw error
    }
    return make()
  }
}

/** Whether the boards that others see are still current. Needs a transaction. */
export async function areCurrent(
  trx: Db,
  { eventId, stamps }: BoardsOfEvent,
  now: Date,
): Promise<boolean> {
  const participants = await findParticipants(trx, { eventId, now, reader: undefined })
  return (
    participants.length === stamps.length &&
    participants.every(({ stamp }, index) => stamp === stamps[index])
  )
}

const SWEEP_MS = 60_000

/** Once a minute deletes boards that nobody needs any more. */
export function startSweepingBoards(
  app: FastifyInstance,
  { db, warn }: Pick<AppContext, 'db' | 'warn'>,
): void {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = sweepBoards(db).catch((error: Error) =>
      warn(`superseded boards of events cannot be deleted: ${error.message}`),
    )
  }, SWEEP_MS)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
