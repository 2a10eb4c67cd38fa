/**
 * An event's boards as a reader sees them now. Each is stored with a hash of what it was made from, and made again
 * when that has changed (docs/walks.md, An event's boards).
 */

import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../edge/app-context.ts'
import { Turns } from '../../../edge/turns.ts'
import { answerOfRun, DryRunDone } from '../../../platform/database/dry-run.ts'
import { everyMinute } from '../../../platform/database/every-minute.ts'
import { readAtOneMoment } from '../../../platform/database/read-at-one-moment.ts'
import type { Db } from '../../../platform/database/schema.ts'
import type { Viewer } from '../../rights/roles.ts'
import { seesHeldGames } from '../../visibility/held-games.ts'
import type { Streamer } from '../streamers.ts'
import { findAdjustments, type StoredAdjustment } from './adjustments.ts'
import { findParticipants, mergeHashes, type Participant } from './board-hashes.ts'
import { makeRoom } from './board-quota.ts'
import {
  findStored,
  makeMergedBoard,
  makeStreamerBoard,
  noteRead,
  type StoredBoard,
  supersede,
  sweepBoards,
} from './make-board.ts'

export interface EventParams {
  eventId: number
  /** Organisers take turns when boards are made. */
  organiserId: number
}

export interface StreamerBoard extends Streamer, StoredBoard {
  source: NonNullable<StoredBoard['source']>
}

/** The boards of the participants who have results, ordered by login. */
export interface BoardsOfEvent extends EventParams {
  streamers: readonly StreamerBoard[]
  /** One for each participant, ordered by login; null if they no longer take part. */
  viewerHashes: readonly (string | null)[]
  /** Those of all participants' boards. */
  inputsHashes: readonly string[]
  /** Whether only one streamer takes part, so that no boards are merged unless there are adjustments. */
  isAlone: boolean
  /** What organisers have changed on the board of All Streamers. */
  adjustments: readonly StoredAdjustment[]
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

/** Whether the board is stored beside its parts; otherwise it is the only one of them, or has no rows. */
export const isMerged = ({ id, parts }: ShownBoard): boolean =>
  id !== null && parts.every((part) => part.id !== id)

/** How many boards are made at once, in total and for one organiser. */
const AT_ONCE = 3
const PER_ORGANISER = 2

export class EventBoards {
  readonly #db: Db
  readonly #slowDb: Db
  readonly #now: () => Date
  readonly #mostRows: number
  readonly #turns = new Turns(AT_ONCE, { share: PER_ORGANISER })
  /**
   * Boards that are being made, by hash and kind of reader. A second request for the same board waits for the first.
   */
  readonly #making = new Map<string, Promise<StoredBoard | null>>()

  constructor({ db, slowDb, now, config }: Pick<AppContext, 'db' | 'slowDb' | 'now' | 'config'>) {
    this.#db = db
    this.#slowDb = slowDb
    this.#now = now
    this.#mostRows = config.limits.MAX_BOARD_ROWS
  }

  /**
   * The streamers' boards. Boards that are not current are made first.
   *
   * @param viewer sees their own games even if another event holds them; without one, boards are as others see
   * them
   * @throws {ApiError} 503 if too many boards of the organiser are waiting
   */
  async getStreamerBoards(
    { eventId, organiserId }: EventParams,
    viewer?: Viewer,
  ): Promise<BoardsOfEvent> {
    // At one moment: if a participant came back between two statements, none of their games would seem to be held.
    const { participants, adjustments } = await readAtOneMoment(this.#db, async (trx) => ({
      participants: await findParticipants(trx, { eventId, now: this.#now(), viewer }),
      adjustments: await findAdjustments(trx, eventId),
    }))
    const viewerHashes = participants.map(({ viewerHash }) => viewerHash)
    const stored = await findStored(this.#db, { eventId, viewerHashes })
    await noteRead(this.#db, stored, this.#now())
    const boards = new Map(stored.map((board) => [board.viewerHash, board as StoredBoard | null]))
    const missing = participants.filter(({ viewerHash }) => !boards.has(viewerHash))
    const waiting = missing.values()
    const makeMissing = async () => {
      for (const { channelId, userId, viewerHash } of waiting) {
        const make = () => this.#makeStreamerBoard({ eventId, channelId, viewer })
        // While the request waits, the streamer may agree to a seal; the board then shows what this kind of reader may
        // see.
        const key = `${viewerHash} ${seesHeldGames(userId, viewer) ? 'whole' : 'public'}`
        boards.set(viewerHash, await this.#once(key, organiserId, make))
      }
    }
    await Promise.all(Array.from({ length: PER_ORGANISER }, makeMissing))
    if (missing.length > 0) {
      await this.#makeRoom(
        organiserId,
        [...boards.values()].filter((board) => board !== null),
      )
    }
    return {
      eventId,
      organiserId,
      viewerHashes: viewerHashes.map((hash) => boards.get(hash)?.viewerHash ?? null),
      inputsHashes: participants.map(({ inputsHash }) => inputsHash),
      isAlone: participants.length === 1,
      adjustments,
      streamers: participants.flatMap((participant) => boardsWithResults(participant, boards)),
    }
  }

  /** One streamer's board, or for null the board of All Streamers, which is made first if it is not stored. */
  async getBoard(boards: BoardsOfEvent, userId: number | null): Promise<ShownBoard> {
    return shownBoard(boards, userId, () => this.#merged(boards))
  }

  /** Reads the board of All Streamers as it would be after a change, of which nothing stays. */
  async tryChange<Answer>(
    { eventId, organiserId }: EventParams,
    viewer: Viewer,
    { change, read }: TriedChange<Answer>,
  ): Promise<Answer> {
    const run = () =>
      answerOfRun(() =>
        this.#slowDb
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(async (trx): Promise<Answer> => {
            await change(trx)
            const board = await this.#makeAll(trx, { eventId, organiserId, viewer })
            throw new DryRunDone(await read(trx, board))
          }),
      )
    return this.#turns.run(organiserId, () => unlessMadeMeanwhile(run))
  }

  /** Makes all boards of the event in one transaction. */
  async #makeAll(
    trx: Db,
    { eventId, organiserId, viewer }: EventParams & { viewer: Viewer },
  ): Promise<ShownBoard> {
    const now = this.#now()
    const participants = await findParticipants(trx, { eventId, now, viewer })
    const adjustments = await findAdjustments(trx, eventId)
    const made = new Map<string, StoredBoard>()
    for (const participant of participants) {
      const board = await makeStreamerBoard(trx, { eventId, participant, now })
      made.set(participant.viewerHash, board)
    }
    const boards: BoardsOfEvent = {
      ...{ eventId, organiserId, adjustments, isAlone: participants.length === 1 },
      viewerHashes: participants.map(({ viewerHash }) => viewerHash),
      inputsHashes: participants.map(({ inputsHash }) => inputsHash),
      streamers: participants.flatMap((participant) => boardsWithResults(participant, made)),
    }
    const { streamers, inputsHashes } = boards
    const hashes = mergeHashes({ boards: streamers, inputsHashes, adjustments })
    return shownBoard(boards, null, () =>
      makeMergedBoard(trx, { eventId, boards: streamers, adjustments, hashes, now }),
    )
  }

  async #merged({
    eventId,
    organiserId,
    streamers,
    inputsHashes,
    adjustments,
  }: BoardsOfEvent): Promise<StoredBoard> {
    const hashes = mergeHashes({ boards: streamers, inputsHashes, adjustments })
    const [stored] = await findStored(this.#db, { eventId, viewerHashes: [hashes.viewerHash] })
    if (stored !== undefined) {
      await noteRead(this.#db, [stored], this.#now())
      return stored
    }
    const made = await this.#once(hashes.viewerHash, organiserId, async () => {
      const now = this.#now()
      const board = await this.#slowDb
        .transaction()
        .execute((trx) =>
          makeMergedBoard(trx, { eventId, boards: streamers, adjustments, hashes, now }),
        )
      await supersede(this.#slowDb, { eventId, channelId: null, board })
      return board
    })
    if (made === null) {
      throw new Error(`the merged board of event ${eventId} was not made`)
    }
    await this.#makeRoom(organiserId, [...streamers, made])
    return made
  }

  #makeRoom(organiserId: number, kept: readonly StoredBoard[]): Promise<void> {
    return makeRoom(this.#slowDb, { organiserId, mostRows: this.#mostRows }, kept)
  }

  /** Makes the board as it is when its turn comes; null if the streamer no longer takes part. */
  async #makeStreamerBoard({
    eventId,
    channelId,
    viewer,
  }: {
    eventId: number
    channelId: number
    viewer: Viewer | undefined
  }): Promise<StoredBoard | null> {
    const board = await this.#slowDb
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const now = this.#now()
        const [participant] = await findParticipants(trx, { eventId, channelId, now, viewer })
        return participant === undefined
          ? null
          : makeStreamerBoard(trx, { eventId, participant, now })
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
    const made = this.#turns
      .run(organiserId, () => unlessMadeMeanwhile(make))
      .finally(() => this.#making.delete(key))
    this.#making.set(key, made)
    return made
  }
}

interface TriedChange<Answer> {
  change: (trx: Db) => Promise<void>
  /** @param board All Streamers as the viewer would see it */
  read: (trx: Db, board: ShownBoard) => Promise<Answer>
}

async function shownBoard(
  { eventId, streamers, isAlone, adjustments }: BoardsOfEvent,
  userId: number | null,
  merge: () => Promise<StoredBoard>,
): Promise<ShownBoard> {
  const parts = streamers.filter((board) => userId === null || board.userId === userId)
  const [first, ...others] = parts
  if (first === undefined) {
    return { eventId, id: null, rowCount: 0, hasDecimals: false, channelId: null, parts }
  }
  const isOneStreamers = userId !== null || isAlone
  const isMerged = others.length > 0 || (userId === null && adjustments.length > 0)
  const { id, rowCount, hasDecimals } = isMerged ? await merge() : first
  return {
    eventId,
    id,
    rowCount,
    hasDecimals,
    channelId: isOneStreamers ? first.channelId : null,
    parts,
  }
}

function boardsWithResults(
  { userId, username, displayName, channelId, viewerHash }: Participant,
  boards: ReadonlyMap<string, StoredBoard | null>,
): StreamerBoard[] {
  const board = boards.get(viewerHash) ?? null
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
  { eventId, viewerHashes, adjustments }: BoardsOfEvent,
  now: Date,
): Promise<boolean> {
  const participants = await findParticipants(trx, { eventId, now, viewer: undefined })
  return (
    participants.length === viewerHashes.length &&
    participants.every(({ viewerHash }, index) => viewerHash === viewerHashes[index]) &&
    isDeepStrictEqual(await findAdjustments(trx, eventId), adjustments)
  )
}

/** Once a minute deletes boards that nobody needs any more. */
export function startSweepingBoards(
  app: FastifyInstance,
  { db, now, warn }: Pick<AppContext, 'db' | 'now' | 'warn'>,
): void {
  const failure = 'boards of events cannot be deleted'
  everyMinute(app, { work: () => sweepBoards(db, now()), failure, warn })
}
