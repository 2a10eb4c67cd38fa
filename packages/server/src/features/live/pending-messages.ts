/** What waits for the reader of a stream: of each topic only the newest, however slowly it is read. */
import { Readable } from 'node:stream'
import type { LiveTopic } from '@rollcall/contract/live'

export class PendingMessages {
  readonly body: Readable
  readonly #frames = new Map<LiveTopic, Buffer>()
  readonly #changed = new Set<LiveTopic>()
  readonly #refused = new Set<LiveTopic>()
  #isPinging = false
  #mayWrite = false
  #waitingSinceMs: number | null = null
  #hasEnded = false

  constructor() {
    this.body = new Readable({
      // Nothing is taken out before the reader can have it: what waits here can still be superseded.
      highWaterMark: 0,
      read: () => {
        this.#mayWrite = true
        this.#waitingSinceMs = null
        this.#write()
      },
    })
  }

  get isOver(): boolean {
    return this.#hasEnded || this.body.destroyed
  }

  /** For how long something has been waiting for the reader. */
  get waitingMs(): number {
    return this.#waitingSinceMs === null ? 0 : performance.now() - this.#waitingSinceMs
  }

  /** @param frame the message as it is sent; one buffer for all streams that carry the topic */
  frame(topic: LiveTopic, frame: Buffer): void {
    this.#frames.set(topic, frame)
    this.#write()
  }

  changed(topic: LiveTopic): void {
    this.#changed.add(topic)
    this.#write()
  }

  refused(topic: LiveTopic): void {
    this.#frames.delete(topic)
    this.#changed.delete(topic)
    this.#refused.add(topic)
    this.#write()
  }

  ping(): void {
    this.#isPinging = true
    this.#write()
  }

  /** After what waits: that is little. */
  end(): void {
    if (this.isOver) {
      return
    }
    this.#hasEnded = true
    for (let message = this.#next(); message !== null; message = this.#next()) {
      this.body.push(message)
    }
    this.body.push(null)
  }

  #write(): void {
    if (this.isOver) {
      return
    }
    if (!this.#mayWrite) {
      this.#waitingSinceMs ??= performance.now()
      return
    }
    const message = this.#next()
    if (message !== null) {
      this.#mayWrite = false
      // As soon as the reader has taken it, `read` is called again.
      this.body.push(message)
    }
  }

  /** Frames come first, so that the first ping says that all of them have come. */
  #next(): Buffer | string | null {
    for (const [topic, frame] of this.#frames) {
      this.#frames.delete(topic)
      return frame
    }
    for (const topic of this.#changed) {
      this.#changed.delete(topic)
      return messageOf('changed', topic)
    }
    for (const topic of this.#refused) {
      this.#refused.delete(topic)
      return messageOf('refused', topic)
    }
    if (this.#isPinging) {
      this.#isPinging = false
      return messageOf('ping', '')
    }
    return null
  }
}

function messageOf(event: 'changed' | 'refused' | 'ping', data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`
}
