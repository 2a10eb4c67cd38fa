import { once } from 'node:events'
import path from 'node:path'
import type { LiveMessage } from '@rollcall/contract/live'
import { askForSocket } from '@rollcall/server/testing/followed-stream'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { checkStored } from './check-stored.ts'
import { type Fault, must, pause, readCount, until } from './fault.ts'
import { FaultLoad } from './fault-load.ts'
import { SEASON } from './fault-load-files.ts'
import { type ServerProcess, type ServerSettings, startServer } from './server-process.ts'

/** As often as a load balancer asks. */
const CHECK_MS = 1_000
const FOLLOWERS = 20
const CAUGHT_UP_MS = 20_000

export const rollingUpdate: Fault = {
  name: 'rolling',
  promise:
    'two servers on one PostgreSQL are replaced in turn: no call fails, and followers come back and catch up',
  async run(place) {
    const times = readCount('FAULT_ROLLS', 4)
    const { databaseUrl } = await place.postgres()
    const { servers, settings } = await startTwo(place.directory, databaseUrl)
    const balancer = new Balancer(servers.map(({ origin }) => origin))
    await balancer.check()
    const load = new FaultLoad()
    await load.join(balancer.next(), ['ada', 'grace'])
    let isOver = false
    const isDone = () => isOver
    const followers = Array.from({ length: FOLLOWERS }, () => new Follower())
    const going = Promise.all([
      load.play(() => balancer.next(), {
        isOver: isDone,
        onAnswer: ({ status, error }) => must(status === 200, `Answered ${status}: ${error}`),
        everyMs: 20,
      }),
      balancer.keepChecking(isDone),
      ...followers.map((follower) => follower.follow(() => balancer.next(), isDone)),
    ])
    // Errors are thrown where `going` is awaited; until then they must not end the run.
    going.catch(() => {})
    const begun = load.uploads
    await Promise.race([
      going,
      until('uploads go', async () => load.uploads > begun + 20, { withinMs: 20_000 }),
    ])
    for (let time = 0; time < times; time += 1) {
      const index = time % servers.length
      const [server, its] = [servers[index], settings[index]]
      must(server !== undefined && its !== undefined, 'a server')
      const { code } = await server.stop()
      must(code === 0, `The server ended with ${code}: ${server.output()}`)
      servers[index] = await startServer(its)
      const before = load.uploads
      await Promise.race([
        going,
        until(
          'the new server takes calls',
          async () => balancer.isReady(its.port) && load.uploads > before + 20,
          { withinMs: 20_000 },
        ),
      ])
      place.progress(`${time + 1} of ${times}`)
    }
    const lastUploadAt = performance.now()
    const caughtUpMs = await until(
      'every follower has heard of an upload after the last replacement',
      async () => followers.every(({ heardAt }) => heardAt > lastUploadAt),
      { withinMs: CAUGHT_UP_MS },
    )
    isOver = true
    for (const follower of followers) follower.leave()
    await going
    for (const server of servers) await server.stop()
    await checkStored(load, settings[0] ?? { dataDir: '' })
    const returns = followers.flatMap((follower) => follower.returns)
    must(returns.length > 0, 'No stream said when to come back')
    return `${times} replacements, ${load.uploads} uploads, 0 failed; ${returns.length} streams ended with a time to come back between ${Math.min(...returns)} and ${Math.max(...returns)} ms; all ${FOLLOWERS} followers caught up after ${(caughtUpMs / 1000).toFixed(1)} s`
  },
}

async function startTwo(directory: string, databaseUrl: string) {
  const settings = await Promise.all(
    ['a', 'b'].map(
      async (name): Promise<ServerSettings> => ({
        dataDir: path.join(directory, name),
        port: await findFreePort(),
        databaseUrl,
      }),
    ),
  )
  // One starts first: both would create the database's settings.
  const servers: ServerProcess[] = []
  for (const its of settings) servers.push(await startServer(its))
  return { servers, settings }
}

/** Sends calls in turn to the servers that were ready when it last asked. */
class Balancer {
  readonly #origins: readonly string[]
  #ready: readonly string[] = []
  #turn = 0

  constructor(origins: readonly string[]) {
    this.#origins = origins
  }

  next(): string {
    this.#turn += 1
    const origin = this.#ready[this.#turn % this.#ready.length]
    must(origin !== undefined, 'No server is ready')
    return origin
  }

  isReady(port: number): boolean {
    return this.#ready.some((origin) => origin.endsWith(`:${port}`))
  }

  async check(): Promise<void> {
    const answers = await Promise.all(
      this.#origins.map(async (origin) => {
        const answer = await fetch(new URL('/ready', origin)).catch(() => null)
        return answer?.status === 200 ? [origin] : []
      }),
    )
    this.#ready = answers.flat()
  }

  async keepChecking(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.check()
      await pause(CHECK_MS)
    }
  }
}

/** A page that follows a season: it comes back when the server says, and to any server. */
class Follower {
  heardAt = 0
  readonly returns: number[] = []
  readonly #leaving = new AbortController()

  leave(): void {
    this.#leaving.abort()
  }

  async follow(next: () => string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const retryMs = await this.#read(next()).catch((error: Error) => {
        if (!isOver()) throw error
        return 0
      })
      if (!isOver()) await pause(retryMs)
    }
  }

  /** Follows until the server ends it, and returns when to come back. */
  async #read(origin: string): Promise<number> {
    let retryMs = 0
    const hear = (text: string) => {
      const message = JSON.parse(text) as LiveMessage
      if (message.kind === 'changed') this.heardAt = performance.now()
      if (message.kind === 'return') {
        retryMs = message.afterMs
        this.returns.push(retryMs)
      }
    }
    const answered = await askForSocket({ origin }, `everyone/season:${SEASON}`, {}, { hear })
    must('socket' in answered, `A socket was answered ${answered.status}`)
    const { socket } = answered
    const leave = () => socket.close()
    this.#leaving.signal.addEventListener('abort', leave)
    if (this.#leaving.signal.aborted) leave()
    await once(socket, 'close')
    return retryMs
  }
}
