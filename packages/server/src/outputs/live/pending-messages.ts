/** The messages that wait for a page: only the newest of each topic, no matter how slowly it reads. */
import { type LiveTopic, writeMessage } from '@rollcall/contract/live'

/** The part of a WebSocket that messages need. */
export interface Socket {
  /** @param taken is called once the system has taken the message, or with the error that ended the socket */
  send(message: Buffer | string, options: { binary: false }, taken: (error?: Error) => void): void
  close(): void
  terminate(): void
}

export class PendingMessages {
  readonly #frames = new Map<LiveTopic, Buffer>()
  readonly #changed = new Set<LiveTopic>()
  readonly #refused = new Set<LiveTopic>()
  #socket: Socket | null = null
  #isPinging = false
  /** One message is sent at a time, so that newer ones can still replace those that wait. */
  #isSending = false
  #waitingSinceMs: number | null = null
  #isOver = false
  #returnAfterMs: number | null = null

  get isOver(): boolean {
    return this.#isOver
  }

  /** How long messages have been waiting for the reader. */
  get waitingMs(): number {
    return this.#waitingSinceMs === null ? 0 : performance.now() - this.#waitingSinceMs
  }

  /** Sends what is waiting, and from now on whatever comes. */
  attach(socket: Socket): void {
    this.#socket = socket
    if (this.#isOver) {
      this.#finish()
    } else {
      this.#write()
    }
  }

  /** @param frame the whole message; all pages that follow the topic share one buffer */
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
   * Closes the socket after the few messages that are waiting.
   *
   * @param returnAfterMs when the page should come back
   */
  end(returnAfterMs?: number): void {
    if (this.#isOver) {
      return
    }
    this.#isOver = true
    this.#returnAfterMs = returnAfterMs ?? null
    this.#finish()
  }

  /** Closes the socket at once. */
  cut(): void {
    this.#isOver = true
    this.#socket?.terminate()
  }

  #finish(): void {
    const socket = this.#socket
    if (socket === null) {
      return
    }
    for (let message = this.#next(); message !== null; message = this.#next()) {
      socket.send(message, { binary: false }, () => {})
    }
    if (this.#returnAfterMs !== null) {
      const last = writeMessage({ kind: 'return', afterMs: this.#returnAfterMs })
      socket.send(last, { binary: false }, () => {})
    }
    socket.close()
  }

  #write(): void {
    if (this.#isOver || this.#socket === null) {
      return
    }
    if (this.#isSending) {
      this.#waitingSinceMs ??= performance.now()
      return
    }
    const message = this.#next()
    if (message !== null) {
      this.#isSending = true
      this.#socket.send(message, { binary: false }, (error) => {
        this.#isSending = false
        this.#waitingSinceMs = null
        if (error === undefined || error === null) {
          this.#write()
        } else {
          this.#isOver = true
        }
      })
    }
  }

  /** Frames go first, so that the first ping means that all of them were sent. */
  #next(): Buffer | string | null {
    for (const [topic, frame] of this.#frames) {
      this.#frames.delete(topic)
      return frame
    }
    for (const kind of ['changed', 'refused'] as const) {
      const topics = kind === 'changed' ? this.#changed : this.#refused
      for (const topic of topics) {
        topics.delete(topic)
        return writeMessage({ kind, topic })
      }
    }
    if (this.#isPinging) {
      this.#isPinging = false
      return writeMessage({ kind: 'ping' })
    }
    return null
  }
}
