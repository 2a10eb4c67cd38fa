/**
 * The boards of an event as a reader sees them now: each is stored with a stamp of what it was made of, and made anew
 * where that has changed (docs/architecture.md, An event's boards).
 */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { findParticipants, type Participant, stampsOfMerged } from './board-basis.ts'
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
import { type Turns, turnsOf } from './turns.ts'

export interface AskedEvent {
  eventId: number
  /** Whose turn it is when boards are made. */
  organiserId: number
}

export interface StreamerBoard extends Streamer, StoredBoard {
  source: NonNullable<StoredBoard['source']>
}

/** The boards of those who take part and have results, by login. */
export interface BoardsOfEvent extends AskedEvent {
  streamers: readonly StreamerBoard[]
  /** Of all who take part, by login; null: somebody no longer does. */
  stamps: readonly (string | null)[]
  /** What the boards of all who take part are made of, but for what is held back from the reader. */
  bases: readonly string[]
  /** Only one streamer takes part, so that no board is merged with another. */
  isAlone: boolean
}

/** A board to be read. */
export interface ShownBoard {
  /** null: it has no rows. */
  id: number | null
  rowCount: number
  hasDecimals: boolean
  /** Whose channel's names and colours its rows have; null: those that racers have everywhere. */
  channelId: number | null
  /** The streamers' boards that it is made of. */
  parts: readonly StreamerBoard[]
}

/** Boards that are made at once, and those of one organiser. */
const AT_ONCE = 3
const OF_ONE_ORGANISER = 2

export class EventBoards {
  readonly #db: Db
  readonly #slowDb: Db
  readonly #now: () => Date
  readonly #takeTurns: Turns = turnsOf(AT_ONCE, { share: OF_ONE_ORGANISER })
  /** The boards being made, by stamp and kind of reader: a second request for the same board waits for the first. */
  readonly #making = new Map<string, Promise<StoredBoard | null>>()

  constructor({ db, slowDb, now }: Pick<AppContext, 'db' | 'slowDb' | 'now'>) {
    this.#db = db
    this.#slowDb = slowDb
    this.#now = now
  }

  /**
   * The streamers' boards; those whose stamp is no longer the one of now are made first.
   *
   * @param reader who sees their own games that another event holds; without one the boards are everybody else's
   * @throws {ApiError} `busy` where too much of the organiser's waits
   */
  async ofStreamers({ eventId, organiserId }: AskedEvent, reader?: Reader): Promise<BoardsOfEvent> {
    // At one moment: of somebody who takes part again between two statements nothing would seem to be held.
    const participants = await readAtOneMoment(this.#db, (trx) =>
      findParticipants(trx, { eventId, now: this.#now(), reader }),
    )
    const stamps = participants.map(({ stamp }) => stamp)
    const stored = await findStored(this.#db, { eventId, stamps })
    const boards = new Map(stored.map((board) => [board.stamp, board as StoredBoard | null]))
    const missing = participants.filter(({ stamp }) => !boards.has(stamp)).values()
    const makeMissing = async () => {
      for (const { channelId, userId, stamp } of missing) {
        const make = () => this.#makeOfStreamer({ eventId, channelId, reader })
        // While it waits for its turn the streamer may agree to a seal: then it has what its own reader may see.
        const key = `${stamp} ${reader?.isAdmin || reader?.userId === userId ? 'whole' : 'public'}`
        boards.set(stamp, await this.#once(key, organiserId, make))
      }
    }
    await Promise.all(Array.from({ length: OF_ONE_ORGANISER }, makeMissing))
    return {
      eventId,
      organiserId,
      stamps: stamps.map((stamp) => boards.get(stamp)?.stamp ?? null),
      bases: participants.map(({ basis }) => basis),
      isAlone: participants.length === 1,
      streamers: participants.flatMap((participant) => resultsOf(participant, boards)),
    }
  }

  /** One streamer's board, or with null the one of all streamers, which is made first where it is not there. */
  async toShow(boards: BoardsOfEvent, userId: number | null): Promise<ShownBoard> {
    const { streamers, isAlone } = boards
    const parts = streamers.filter((board) => userId === null || board.userId === userId)
    const [first, ...others] = parts
    if (first === undefined) {
      return { id: null, rowCount: 0, hasDecimals: false, channelId: null, parts }
    }
    const isOfOne = userId !== null || isAlone
    const { id, rowCount, hasDecimals } = others.length === 0 ? first : await this.#merged(boards)
    return { id, rowCount, hasDecimals, channelId: isOfOne ? first.channelId : null, parts }
  }

  async #merged({ eventId, organiserId, streamers, bases }: BoardsOfEvent): Promise<StoredBoard> {
    const stamps = stampsOfMerged({ boards: streamers, bases })
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

  /** As it is once its turn has come; null: the streamer no longer takes part. */
  async #makeOfStreamer({
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

function resultsOf(
  { userId, username, displayName, channelId, stamp }: Participant,
  boards: ReadonlyMap<string, StoredBoard | null>,
): StreamerBoard[] {
  const board = boards.get(stamp) ?? null
  return board === null || board.source === null
    ? []
    : [{ ...board, source: board.source, userId, username, displayName, channelId }]
}

const SERIALIZATION_FAILURE = '40001'

/** The second attempt finds what another process has made at the same time. */
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

/** Whether everybody else than streamers and admins would see the same boards now. In a transaction. */
export async function areOfNow(
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

/** Deletes, once a minute, boards that nobody needs any more. */
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
