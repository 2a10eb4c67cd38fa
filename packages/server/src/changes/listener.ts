/** This process's connection for what all processes announce. It is replaced when it is lost. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const TRUSTED_MS = 1_500
/** After this long without an answer we ask the database, and still serve readers meanwhile. */
const PING_AFTER_MS = 500
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 2_000
const CHANNEL = 'changes'

interface ListenerOptions {
  url: string
  onTopic: (topic: string) => void
  /** Called when the connection may miss notifications from now on. */
  onLoss: () => void
  onReturn: () => void
  warn: (message: string) => void
}

export class Listener {
  readonly #options: ListenerOptions
  readonly #stopped = new AbortController()
  #client: pg.Client | null = null
  #answeredAtMs = Number.NEGATIVE_INFINITY
  #ping: Promise<boolean> | null = null

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  /** Resolves after the first attempt. If that fails, tries again until it succeeds or is closed. */
  async start(): Promise<void> {
    if (!(await this.#connect())) {
      void this.#reconnect()
    }
  }

  isCurrent(): boolean | Promise<boolean> {
    if (this.#client === null) {
      return false
    }
    const ageMs = performance.now() - this.#answeredAtMs
    if (ageMs > PING_AFTER_MS) {
      this.#ping ??= this.#askDatabase(this.#client).finally(() => {
        this.#ping = null
      })
    }
    return ageMs <= TRUSTED_MS || (this.#ping ?? false)
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    const client = this.#client
    this.#client = null
    await client?.end()
  }

  async #connect(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: TRUSTED_MS,
      query_timeout: TRUSTED_MS,
      keepAlive: true,
    })
    client.on('notification', ({ payload }) => this.#options.onTopic(payload ?? ''))
    // Without a handler the error would end the process. An 'end' follows it.
    client.on('error', () => {})
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      this.#options.warn(`Changes of other processes are not heard: ${(error as Error).message}`)
      await client.end().catch(() => {})
      return false
    }
    if (this.#stopped.signal.aborted) {
      await client.end()
      return true
    }
    this.#client = client
    this.#answeredAtMs = performance.now()
    this.#options.onReturn()
    return true
  }

  #lose(client: pg.Client): void {
    if (this.#client === client) {
      this.#client = null
      this.#options.onLoss()
      void this.#reconnect()
    }
  }

  async #reconnect(): Promise<void> {
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)) {
      await delay(waitMs, undefined, { ref: false })
      if (this.#stopped.signal.aborted || (await this.#connect())) {
        return
      }
    }
  }

  /** Notifications come before the answer, so the answer proves that no more of them are on the way. */
  async #askDatabase(client: pg.Client): Promise<boolean> {
    const askedAtMs = performance.now()
    try {
      await client.query('select 1')
    } catch {
      // The server or the network is frozen. While a query is unanswered, this closes the socket at once.
      void client.end()
      return false
    }
    this.#answeredAtMs = askedAtMs
    return this.#client === client
  }
}
