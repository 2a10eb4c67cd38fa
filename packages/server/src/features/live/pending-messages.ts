/** The messages that wait for a stream's reader: only the newest of each topic, no matter how slowly it reads. */
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
      // Nothing leaves before the reader is ready, so that newer messages can still replace waiting ones.
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

  /** How long messages have been waiting for the reader. */
  get waitingMs(): number {
    return this.#waitingSinceMs === null ? 0 : performance.now() - this.#waitingSinceMs
  }

  /** @param frame the whole message; all streams that carry the topic share one buffer */
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

  /**
   * Ends the stream after the few messages that are waiting.
   *
   * @param retryMs when the reader should open the next stream
   */
  end(retryMs?: number): void {
    if (this.isOver) {
      return
    }
    this.#hasEnded = true
    for (let message = this.#next(); message !== null; message = this.#next()) {
      this.body.push(message)
    }
    if (retryMs !== undefined) {
      this.body.push(`retry: ${retryMs}\n\n`)
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
      // The stream calls `read` again as soon as the reader has taken it.
      this.body.push(message)
    }
  }

  /** Frames go first, so that the first ping means that all of them were sent. */
  #next(): Buffer | string | null {
    for (const [topic, frame] of this.#frames) {
      this.#frames.delete(topic)
      return frame
    }
    for (const topic of this.#changed) {
      this.#changed.delete(topic)
      return writeMessage('changed', topic)
    }
    for (const topic of this.#refused) {
      this.#refused.delete(topic)
      return writeMessage('refused', topic)
    }
    if (this.#isPinging) {
      this.#isPinging = false
      return writeMessage('ping', '')
    }
    return null
  }
}

function writeMessage(event: 'changed' | 'refused' | 'ping', data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`
}
