/** Who may go on and who waits, so that large uploads leave room for everybody else. */
import type { FastifyRequest } from 'fastify'
import { Queue, type Refusal } from '../../admission/queue.ts'
import { ApiError } from '../../http/api-error.ts'
import { ownerKey, userKey } from '../../http/rate-limits.ts'
import { type Limits, MIB } from '../../limits.ts'
import type { ChannelProof } from './channel-proof.ts'
import { LARGE_BYTES } from './read-files.ts'

const RETRY_SECONDS = 30
/** What waits when the server is told to stop; its connections are cut two seconds later. */
const LAST_TURN_MS = 5_000
/** Of the memory for forms, by one user or from one address. */
const SHARE = 1 / 4

export class UploadPlaces {
  readonly #waitSeconds: number
  /** Of memory, in bytes. */
  readonly #forms: Queue
  /** Of large uploads; small ones wait for their channel only. */
  readonly #turns: Queue

  constructor(limits: Limits) {
    const { MAX_UPLOADS_WAITING: maxWaiting, UPLOAD_WAIT_SECONDS: waitSeconds } = limits
    const sentences: Record<Refusal, string> = {
      'too many': `${maxWaiting} uploads of yours are waiting already.`,
      'too late': `The server is busy with other uploads; this one has waited for ${waitSeconds} seconds.`,
      stopping: 'The server is stopping.',
    }
    const refuse = (reason: Refusal) =>
      new ApiError(
        'busy',
        `${sentences[reason]} Nothing was stored; please send it again in ${RETRY_SECONDS} seconds.`,
        { headers: { 'retry-after': String(RETRY_SECONDS) } },
      )
    const memory = limits.UPLOAD_MEMORY_MIB * MIB
    this.#waitSeconds = waitSeconds
    this.#forms = new Queue({ capacity: memory, share: memory * SHARE, maxWaiting, refuse })
    this.#turns = new Queue({ capacity: limits.MAX_UPLOADS_AT_ONCE, share: 1, maxWaiting, refuse })
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
    const size = Math.min(Number(request.headers['content-length'] ?? maxBytes), maxBytes)
    return size <= LARGE_BYTES
      ? work()
      : this.#forms.run({ owner: ownerKey(request), size, deadline }, work)
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
    const channel = ownerId === null ? `${platform} ${login}` : userKey(ownerId)
    const size = bytes > LARGE_BYTES ? 1 : 0
    return this.#turns.run({ owner: uploader.userId, size, key: channel, deadline }, work)
  }

  /**
   * Runs what changes much of the user's own channel at once, in its turn among the large uploads.
   *
   * @throws {ApiError} `busy`
   */
  inOwnTurn<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
    const turn = { owner: userId, key: userKey(userId), deadline: this.deadline() }
    return this.#turns.run(turn, work)
  }

  /** When an upload that comes now has waited for long enough. */
  deadline(): number {
    return performance.now() + this.#waitSeconds * 1_000
  }

  /** Those who wait have a few seconds left. */
  close(): void {
    this.#forms.close({ afterMs: LAST_TURN_MS })
    this.#turns.close({ afterMs: LAST_TURN_MS })
  }
}
