import { Duplex } from 'node:stream'

/** One client connection to the database thread, in the shape of the socket that pg expects. */
export class WorkerStream extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #ended: () => void

  constructor(target: { send: (bytes: Uint8Array<ArrayBuffer>) => void; ended: () => void }) {
    super()
    this.#send = target.send
    this.#ended = target.ended
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  override _read(): void {
    // Replies are pushed as they come.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send(new Uint8Array(chunk))
    done()
  }

  /** pg corks the messages of one query, so that they cross the thread border together. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#ended()
    done(error)
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
