/** Connections that callers share: whoever asks for many at once, or holds them long, leaves some for others. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

const CONNECTIONS = 20
/** What each caller may have, whatever others do. */
const SHARE = 4
/** More than its share a caller may have only while fewer than these are in use. */
const IN_USE = 8

const callers = new AsyncLocalStorage<string>()

/**
 * Connections that the work asks for are that caller's.
 *
 * @param caller a text: timers that the work leaves behind keep it for minutes, and would keep a request with it
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

interface Waiting {
  caller: string
  start: () => void
}

export class SharedPool extends pg.Pool {
  readonly #waitMs: number
  readonly #held = new Map<string, number>()
  #inUse = 0
  readonly #callerOf = new WeakMap<pg.PoolClient, string>()
  readonly #waiting = new Set<Waiting>()

  /** @param waitMs how long a caller waits for a turn of its own and a connection together */
  constructor(config: pg.PoolConfig, { waitMs }: { waitMs: number }) {
    super({ ...config, max: CONNECTIONS, connectionTimeoutMillis: waitMs })
    this.#waitMs = waitMs
    this.on('release', (_error, client) => {
      const caller = this.#callerOf.get(client)
      if (caller !== undefined) {
        this.#callerOf.delete(client)
        this.#giveBack(caller)
      }
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

  async #connectFor(caller: string): Promise<pg.PoolClient> {
    const end = performance.now() + this.#waitMs
    const isWaiting = !this.#mayTake(caller)
    if (isWaiting) {
      await this.#turnOf(caller)
    } else {
      this.#take(caller)
    }
    try {
      const connecting = super.connect()
      const client = await (isWaiting ? connectedBy(end, connecting) : connecting)
      this.#callerOf.set(client, caller)
      return client
    } catch (error) {
      this.#giveBack(caller)
      throw error
    }
  }

  #heldBy(caller: string): number {
    return this.#held.get(caller) ?? 0
  }

  #mayTake(caller: string): boolean {
    return this.#heldBy(caller) < SHARE || this.#inUse < IN_USE
  }

  #take(caller: string): void {
    this.#held.set(caller, this.#heldBy(caller) + 1)
    this.#inUse += 1
  }

  /** Resolves once a connection is counted as the caller's. */
  #turnOf(caller: string): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting)
      turn.reject(new TooMuchAtOnceError())
    }, this.#waitMs)
    const waiting: Waiting = {
      caller,
      start: () => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
        this.#take(caller)
        turn.resolve()
      },
    }
    this.#waiting.add(waiting)
    return turn.promise
  }

  #giveBack(caller: string): void {
    const held = this.#heldBy(caller) - 1
    if (held > 0) {
      this.#held.set(caller, held)
    } else {
      this.#held.delete(caller)
    }
    this.#inUse -= 1
    for (const waiting of this.#waiting) {
      if (this.#mayTake(waiting.caller)) {
        waiting.start()
        return
      }
    }
  }
}

async function connectedBy(
  end: number,
  connecting: Promise<pg.PoolClient>,
): Promise<pg.PoolClient> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new TooMuchAtOnceError())
    connecting.then(
      (client) => client.release(),
      () => {},
    )
  }, end - performance.now())
  try {
    return await Promise.race([connecting, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
