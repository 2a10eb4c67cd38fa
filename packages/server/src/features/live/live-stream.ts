import type { LiveTopic } from '@rollcall/contract/live'
import { askingFor } from '../../database/shared-pool.ts'
import { ApiError } from '../../http/api-error.ts'
import { type Followed, type Following, isCheckedAgain } from './following.ts'
import { PendingMessages } from './pending-messages.ts'

/** For whom the database is asked about those who follow. */
export const LIVE = 'live'
/** Changes within this time are sent together. */
const GATHER_MS = 100
/** A reader that has taken nothing for so long is cut off. */
const LONGEST_WAIT_MS = 60_000

interface StreamParts {
  mayFollow: (topics: Iterable<LiveTopic>) => Promise<Following>
  session: { id: string; ip: string } | null
  warn: (message: string) => void
}

/** One reader: hears of changes, and learns of them what the reader may know. */
export class LiveStream {
  readonly #pending = new PendingMessages()
  readonly #parts: StreamParts
  readonly #followed = new Map<LiveTopic, Followed>()
  /** The frame that was sent last. */
  readonly #delivered = new Map<LiveTopic, Buffer>()
  /** What has changed; true: so that the page must ask, whatever its frame is. */
  readonly #changed = new Map<LiveTopic, boolean>()
  /** What was heard before it was known what is followed. */
  #heardEarly: Parameters<LiveStream['hear']>[] | null = []
  #isTelling = false

  constructor(parts: StreamParts) {
    this.#parts = parts
  }

  get body(): PendingMessages['body'] {
    return this.#pending.body
  }

  get session(): StreamParts['session'] {
    return this.#parts.session
  }

  /**
   * Sends the frame of each topic that has one, then what is refused, then a ping.
   *
   * @throws {ApiError} where none of the topics is for the caller
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

  /** What may be followed is followed from now on; gives the rest. */
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
   * A topic of the change feed; an empty one where some may have been missed. From before `begin` on.
   *
   * @param within what it concerns; null: everything
   */
  hear(topic: string, within: readonly string[] | null): void {
    if (this.session !== null && topic === `session:${this.session.id}`) {
      this.#pending.end()
      return
    }
    this.#heardEarly?.push([topic, within])
    for (const [followed, { changedBy, framedBy }] of this.#followed) {
      const isWithin = (sets: readonly ReadonlySet<string>[]) =>
        sets.some((concerns) => within === null || within.some((concern) => concerns.has(concern)))
      const mustAsk = isWithin(changedBy)
      if (mustAsk || isWithin(framedBy)) {
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
      this.body.destroy()
    } else if (isSessionLive) {
      this.#pending.ping()
    } else {
      this.#pending.end()
    }
  }

  end(): void {
    this.#pending.end()
  }

  async #tell(): Promise<void> {
    try {
      while (this.#changed.size > 0 && !this.#pending.isOver) {
        const changed = new Map(this.#changed)
        this.#changed.clear()
        // Who may follow, and whose games count, may be what has changed.
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
      // The page opens another stream and learns why this one could not go on.
      if (!(error instanceof ApiError)) {
        this.#parts.warn(`a live stream ends: ${(error as Error).message}`)
      }
      this.#pending.end()
    }
    this.#isTelling = false
  }
}
