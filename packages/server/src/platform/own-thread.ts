/** A thread for work that would otherwise make everybody wait. It does one thing at a time. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export class OwnThread<Request, Reply> {
  readonly #program: URL
  readonly #idleMs: number
  #thread: Worker | null = null
  #idleTimer: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param idleMs after this long without work the thread ends and frees its memory */
  constructor(program: URL, { idleMs }: { idleMs: number }) {
    this.#program = program
    this.#idleMs = idleMs
  }

  ask(request: Request): Promise<Reply> {
    const reply = this.#last.then(() => this.#ask(request))
    this.#last = reply.catch(() => {})
    return reply
  }

  async #ask(request: Request): Promise<Reply> {
    clearTimeout(this.#idleTimer)
    this.#thread ??= this.#start()
    const replies = once(this.#thread, 'message')
    this.#thread.postMessage(request)
    try {
      const [reply] = (await replies) as [Reply]
      return reply
    } finally {
      this.#idleTimer = setTimeout(() => {
        void this.#thread?.terminate()
        this.#thread = null
      }, this.#idleMs).unref()
    }
  }

  #start(): Worker {
    const started = new Worker(this.#program)
    started.unref()
    started.once('error', () => {
      this.#thread = null
    })
    return started
  }
}
