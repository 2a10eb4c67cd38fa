import type { LiveTopic } from '@rollcall/contract/live'
import { ApiError } from '../../edge/api-error.ts'
import { askingFor } from '../../platform/database/shared-pool.ts'
import { isCheckedAgain, type Subscription, type Subscriptions } from './following.ts'
import { PendingMessages, type Socket } from './pending-messages.ts'

/** The owner of the database connections that answer questions about followers. */
export const LIVE = 'live'
/** Changes within this time are sent together. */
const GATHER_MS = 100
/** A reader that takes nothing for this long is cut off. */
const LONGEST_WAIT_MS = 60_000

interface StreamParts {
  mayFollow: (topics: Iterable<LiveTopic>) => Promise<Subscriptions>
  session: { id: string; ip: string } | null
  warn: (message: string) => void
}

/** What one page follows: hears changes and sends what the page may know. */
export class LiveStream {
  readonly #pending = new PendingMessages()
  readonly #parts: StreamParts
  readonly #followed = new Map<LiveTopic, Subscription>()
  /** The frames that it sent last. */
  readonly #delivered = new Map<LiveTopic, Buffer>()
  /** Topics that have changed; true means that the page must ask again, even if its frame is the same. */
  readonly #changed = new Map<LiveTopic, boolean>()
  /** The changes it heard before it knew what the reader may follow. */
  #heardEarly: Parameters<LiveStream['hear']>[] | null = []
  #isTelling = false

  constructor(parts: StreamParts) {
    this.#parts = parts
  }

  get session(): StreamParts['session'] {
    return this.#parts.session
  }

  /** The page's socket is open. */
  attach(socket: Socket): void {
    this.#pending.attach(socket)
  }

  /**
   * Sends the frame of each topic that has one, then refusals, then a ping.
   *
   * @throws {ApiError} if the caller may not follow any of the topics
   */
  async begin(topics: readonly LiveTopic[]): Promise<void> {
    const refused = await this.#follow(topics)
    const [refusal] = refused.values()
    if (refusal !== undefined && this.#followed.size === 0) {
      throw refusal
    }
    for (const [topic, { frame }] of this.#followed) {
      this.#deliver(topic, frame)
    }
    for (const topic of refused.keys()) {
      this.#pending.refused(topic)
    }
    this.#pending.ping()
    const early = this.#heardEarly ?? []
    this.#heardEarly = null
    for (const heard of early) {
      this.hear(...heard)
    }
  }

  /** Follows the topics that the caller may follow; returns refusals for the others. */
  async #follow(topics: Iterable<LiveTopic>): Promise<Map<LiveTopic, ApiError>> {
    const refused = new Map<LiveTopic, ApiError>()
    for (const [followed, answer] of await this.#parts.mayFollow(topics)) {
      if (answer instanceof ApiError) {
        refused.set(followed, answer)
        this.#followed.delete(followed)
        this.#delivered.delete(followed)
      } else {
        this.#followed.set(followed, answer)
      }
    }
    return refused
  }

  #deliver(topic: LiveTopic, frame: Buffer | null): void {
    const before = this.#delivered.get(topic)
    if (frame === null) {
      this.#delivered.delete(topic)
    } else if (before === undefined || !(before === frame || before.equals(frame))) {
      this.#delivered.set(topic, frame)
      this.#pending.frame(topic, frame)
    }
  }

  /**
   * Hears a topic of the change feed, or an empty one if some may have been missed. May be called before `begin`.
   *
   * @param touched the tags that the topic touches; null means all
   */
  hear(topic: string, touched: readonly string[] | null): void {
    if (this.session !== null && topic === `session:${this.session.id}`) {
      this.#pending.end()
      return
    }
    this.#heardEarly?.push([topic, touched])
    for (const [followed, { changedBy, framedBy }] of this.#followed) {
      const isTouched = (sets: readonly ReadonlySet<string>[]) =>
        sets.some((tags) => touched === null || touched.some((tag) => tags.has(tag)))
      const mustAsk = isTouched(changedBy)
      if (mustAsk || isTouched(framedBy)) {
        this.#changed.set(followed, mustAsk || this.#changed.get(followed) === true)
      }
    }
    if (this.#changed.size > 0 && !this.#isTelling) {
      this.#isTelling = true
      setTimeout(() => void askingFor(LIVE, () => this.#tell()), GATHER_MS)
    }
  }

  ping(isSessionLive: boolean): void {
    if (this.#pending.waitingMs > LONGEST_WAIT_MS) {
      this.#pending.cut()
    } else if (isSessionLive) {
      this.#pending.ping()
    } else {
      this.#pending.end()
    }
  }

  /** @param returnAfterMs when the page should come back */
  end(returnAfterMs?: number): void {
    this.#pending.end(returnAfterMs)
  }

  async #tell(): Promise<void> {
    try {
      while (this.#changed.size > 0 && !this.#pending.isOver) {
        const changed = new Map(this.#changed)
        this.#changed.clear()
        // The change may affect who may follow a topic, and which changes concern it.
        const refused = await this.#follow([...changed.keys()].filter(isCheckedAgain))
        for (const [topic, mustAsk] of changed) {
          const frame = this.#followed.get(topic)?.frame ?? null
          if (refused.has(topic)) {
            this.#pending.refused(topic)
            continue
          }
          this.#deliver(topic, frame)
          if (mustAsk || frame === null) {
            this.#pending.changed(topic)
          }
        }
        if (this.#followed.size === 0) {
          this.#pending.end()
        }
      }
    } catch (error) {
      // The page opens another socket, and the answer to that says why.
      if (!(error instanceof ApiError)) {
        this.#parts.warn(`a live stream ends: ${(error as Error).message}`)
      }
      this.#pending.end()
    }
    this.#isTelling = false
  }
}
