/** Connections that callers share. A caller who asks for many, or holds them for long, must leave some for others. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { Queue } from '../admission/queue.ts'

const CONNECTIONS = 20
/** How many connections each caller can always have, no matter how many others are in use. */
const SHARE = 4
/** A caller may have more than its share only while fewer than this are in use. */
const IN_USE = 8

const callers = new AsyncLocalStorage<string>()

/**
 * Counts the connections that the work asks for as the caller's.
 *
 * @param caller a text, because timers of the work keep it for minutes; a request would stay in memory as long
 */
export function askingFor<Result>(caller: string, work: () => Result): Result {
  return callers.run(caller, work)
}

export class TooMuchAtOnceError extends Error {
  constructor() {
    super('one caller waited too long for connections that the same caller has')
  }
}

type Callback = Parameters<typeof pg.Pool.prototype.connect>[0]

export class SharedPool extends pg.Pool {
  readonly #waitMs: number
  readonly #queue = new Queue({
    capacity: IN_USE,
    guaranteed: SHARE,
    refuse: () => new TooMuchAtOnceError(),
  })
  readonly #leaves = new WeakMap<pg.PoolClient, () => void>()

  /** @param waitMs how long a caller waits for its turn, and then for a connection */
  constructor(config: pg.PoolConfig, { waitMs }: { waitMs: number }) {
    super({ ...config, max: CONNECTIONS, connectionTimeoutMillis: waitMs })
    this.#waitMs = waitMs
    this.on('release', (_error, client) => {
      const leave = this.#leaves.get(client)
      this.#leaves.delete(client)
      leave?.()
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const caller = callers.getStore()
    const connected = caller === undefined ? super.connect() : this.#connectFor(caller)
    if (callback === undefined) {
      return connected
    }
    connected.then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #connectFor(owner: string): Promise<pg.PoolClient> {
    const deadline = performance.now() + this.#waitMs
    const leave = await this.#queue.enter({ owner, deadline })
    try {
      const client = await super.connect()
      this.#leaves.set(client, leave)
      return client
    } catch (error) {
      leave()
      throw error
    }
  }
}
