/** Who may go on and who waits, so that large uploads leave room for everybody else. */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import { networkKey } from '../../http/rate-limits.ts'
import { type Limits, MIB } from '../../limits.ts'
import type { ChannelProof } from './channel-proof.ts'
import { LARGE_BYTES } from './file-reader.ts'

const RETRY_SECONDS = 30
const STOPPING = 'The server is stopping.'
/** What waits when the server is told to stop; its connections are cut two seconds later. */
const LAST_TURN_MS = 5_000
/** Of the memory for forms, by one user or from one address. */
const SHARE = 1 / 4

interface HeldForm {
  owner: string
  bytes: number
}

interface Turn {
  channel: string
  userId: number
  isLarge: boolean
}

export class UploadPlaces {
  readonly #limits: Limits
  readonly #forms: Line<HeldForm>
  readonly #turns: Line<Turn>

  constructor(limits: Limits) {
    const { MAX_UPLOADS_AT_ONCE: atOnce, MAX_UPLOADS_WAITING: maxWaiting } = limits
    const maxBytes = limits.UPLOAD_MEMORY_MIB * MIB
    const sentences = {
      tooMany: `${maxWaiting} uploads of yours are waiting already.`,
      tooLong: `The server is busy with other uploads; this one has waited for ${limits.UPLOAD_WAIT_SECONDS} seconds.`,
    }
    this.#limits = limits
    this.#forms = new Line({
      ...sentences,
      mayStart: (form, held) => {
        const own = held.filter(({ owner }) => owner === form.owner)
        return hasRoom(form, held, maxBytes) && hasRoom(form, own, maxBytes * SHARE)
      },
      mayWait: ({ owner }, waiting) =>
        waiting.filter((other) => other.owner === owner).length < maxWaiting,
    })
    this.#turns = new Line({
      ...sentences,
      mayStart: (turn, running) => {
        const large = running.filter(({ isLarge }) => isLarge)
        return (
          running.every(({ channel }) => channel !== turn.channel) &&
          (!turn.isLarge ||
            (large.length < atOnce && large.every(({ userId }) => userId !== turn.userId)))
        )
      },
      // Of small ones no more wait than the rate limit lets come.
      mayWait: ({ channel, userId, isLarge }, waiting) =>
        !isLarge ||
        waiting.filter(
          (other) => other.isLarge && (other.channel === channel || other.userId === userId),
        ).length < maxWaiting,
    })
  }

  /**
   * Runs what reads a form and works on it, once there is memory for it. A small one does not wait.
   *
   * @param maxBytes what the form holds where its size is not said
   * @throws {ApiError} `busy`
   */
  withForm<Result>(
    request: FastifyRequest,
    { maxBytes, deadline }: { maxBytes: number; deadline: number },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const bytes = Math.min(Number(request.headers['content-length'] ?? maxBytes), maxBytes)
    const { signedIn } = request
    const owner = signedIn === null ? networkKey(request) : `user ${signedIn.userId}`
    return bytes <= LARGE_BYTES ? work() : this.#forms.run({ owner, bytes }, deadline, work)
  }

  /**
   * Runs what reads and stores a proved upload in its turn: of one channel one after the other, of large
   * ones few at once and of one uploader one.
   *
   * @throws {ApiError} `busy`
   */
  inTurn<Result>(
    { uploader, channel: { ownerId, platform, login } }: ChannelProof,
    { bytes, deadline }: { bytes: number; deadline: number },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const channel = ownerId === null ? `${platform} ${login}` : `user ${ownerId}`
    const turn = { channel, userId: uploader.userId, isLarge: bytes > LARGE_BYTES }
    return this.#turns.run(turn, deadline, work)
  }

  /**
   * Runs what changes much of the user's own channel at once, in its turn among the large uploads.
   *
   * @throws {ApiError} `busy`
   */
  inOwnTurn<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
    const turn = { channel: `user ${userId}`, userId, isLarge: true }
    return this.#turns.run(turn, this.deadline(), work)
  }

  /** When an upload that comes now has waited for long enough. */
  deadline(): number {
    return performance.now() + this.#limits.UPLOAD_WAIT_SECONDS * 1_000
  }

  /** Those who wait have a few seconds left. */
  close(): void {
    this.#forms.close()
    this.#turns.close()
  }
}

/** One that is larger than the room is taken alone. */
function hasRoom({ bytes }: HeldForm, held: readonly HeldForm[], room: number): boolean {
  return held.length === 0 || held.reduce((sum, form) => sum + form.bytes, bytes) <= room
}

interface Rules<Entry> {
  mayStart: (entry: Entry, running: readonly Entry[]) => boolean
  mayWait: (entry: Entry, waiting: readonly Entry[]) => boolean
  tooMany: string
  tooLong: string
}

function busy(why: string): ApiError {
  return new ApiError(
    'busy',
    `${why} Nothing was stored; please send it again in ${RETRY_SECONDS} seconds.`,
    { headers: { 'retry-after': String(RETRY_SECONDS) } },
  )
}

/** In the order of arrival, except that one who may not start yet lets others pass. */
class Line<Entry> {
  readonly #rules: Rules<Entry>
  readonly #running = new Set<Entry>()
  readonly #waiting = new Map<Entry, PromiseWithResolvers<void>>()
  #lastTurn = Number.POSITIVE_INFINITY

  constructor(rules: Rules<Entry>) {
    this.#rules = rules
  }

  async run<Result>(entry: Entry, deadline: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#rules.mayStart(entry, [...this.#running])) {
      this.#running.add(entry)
    } else {
      await this.#wait(entry, deadline)
    }
    try {
      return await work()
    } finally {
      this.#running.delete(entry)
      this.#startWaiting()
    }
  }

  close(): void {
    this.#lastTurn = performance.now() + LAST_TURN_MS
    setTimeout(() => {
      for (const { reject } of this.#waiting.values()) {
        reject(busy(STOPPING))
      }
    }, LAST_TURN_MS).unref()
  }

  async #wait(entry: Entry, deadline: number): Promise<void> {
    if (performance.now() > this.#lastTurn) {
      throw busy(STOPPING)
    }
    if (!this.#rules.mayWait(entry, [...this.#waiting.keys()])) {
      throw busy(this.#rules.tooMany)
    }
    const turn = Promise.withResolvers<void>()
    this.#waiting.set(entry, turn)
    const timer = setTimeout(
      () => turn.reject(busy(this.#rules.tooLong)),
      Math.max(0, deadline - performance.now()),
    )
    try {
      await turn.promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(entry)
    }
  }

  #startWaiting(): void {
    for (const [entry, turn] of this.#waiting) {
      if (this.#rules.mayStart(entry, [...this.#running])) {
        this.#running.add(entry)
        this.#waiting.delete(entry)
        turn.resolve()
      }
    }
  }
}
