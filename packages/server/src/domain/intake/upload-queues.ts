/** The queues for uploads, so that large ones leave room for everybody else. */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../edge/api-error.ts'
import { ownerKey, userKey } from '../../edge/rate-limits.ts'
import { type Limits, MIB } from '../../limits.ts'
import { Queue, type Refusal } from '../../platform/admission/queue.ts'
import type { ChannelProof } from './channels/channel-proof.ts'
import { LARGE_BYTES } from './files/read-files.ts'

const RETRY_SECONDS = 30
/** How long uploads may wait for their turn after the server starts to stop; connections are cut two seconds later. */
const LAST_TURN_MS = 5_000
/** How much of the memory for forms one user or address may use. */
const SHARE = 1 / 4

export class UploadQueues {
  readonly #waitSeconds: number
  /** For memory, in bytes. */
  readonly #forms: Queue
  /** For large uploads; small ones wait only for their channel. */
  readonly #turns: Queue

  constructor(limits: Limits) {
    const { MAX_UPLOADS_WAITING: maxWaiting, UPLOAD_WAIT_SECONDS: waitSeconds } = limits
    const seconds = RETRY_SECONDS
    const details = { headers: { 'retry-after': String(seconds) } }
    const refusals: Record<Refusal, () => ApiError> = {
      'too many': () =>
        new ApiError('too_many_uploads_waiting', { most: maxWaiting, seconds }, details),
      'too late': () =>
        new ApiError('upload_waited_too_long', { waited: waitSeconds, seconds }, details),
      stopping: () => new ApiError('server_stopping', { seconds }, details),
    }
    const refuse = (reason: Refusal) => refusals[reason]()
    const memory = limits.UPLOAD_MEMORY_MIB * MIB
    this.#waitSeconds = waitSeconds
    this.#forms = new Queue({ capacity: memory, share: memory * SHARE, maxWaiting, refuse })
    this.#turns = new Queue({ capacity: limits.MAX_UPLOADS_AT_ONCE, share: 1, maxWaiting, refuse })
  }

  /**
   * Runs `work`, which reads a form and processes it, once there is memory for it. Small forms do not wait.
   *
   * @param maxBytes the form's size if the request does not declare it
   * @throws {ApiError} 503
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
   * Runs `work`, which reads and stores a proven upload, in its turn: uploads for one channel run one after another,
   * only a few large uploads run at once, and only one large upload per uploader.
   *
   * @throws {ApiError} 503
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
   * Runs `work`, which changes much of the user's own channel at once, in its turn among large uploads.
   *
   * @throws {ApiError} 503
   */
  inOwnTurn<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
    const turn = { owner: userId, key: userKey(userId), deadline: this.deadline() }
    return this.#turns.run(turn, work)
  }

  /** When an upload that arrives now has waited long enough. */
  deadline(): number {
    return performance.now() + this.#waitSeconds * 1_000
  }

  /** Uploads that are waiting have a few more seconds. */
  close(): void {
    this.#forms.close({ afterMs: LAST_TURN_MS })
    this.#turns.close({ afterMs: LAST_TURN_MS })
  }
}
