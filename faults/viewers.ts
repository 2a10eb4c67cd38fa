/** More viewers of a show than the server has sockets for: their pages ask nginx, which asks the server once for all. */
import https from 'node:https'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { ShowView } from '@rollcall/contract/show-view'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { Show } from './cluster/show.ts'
import { Tally } from './cluster/tally.ts'
import { type Fault, must, PATIENCE, pause, readCount } from './fault.ts'
import { FaultLoad } from './fault-load.ts'
import { type Front, NAME, startNginx } from './fronts.ts'
import { countCalls, startServer } from './server-process.ts'

/** As `web/src/api/asked-show.ts`. */
const ASK_MS = 2_000
const SPREAD_MS = 500
const CONNECTIONS = 100
const PRESS_EVERY_MS = 4_000
const LATE_MS = 3_000
const MOST_CALLS_A_SECOND = 5
const ROUTES = ['/api/show/:token/now', '/api/show/:token/frame/:version']

export const viewers: Fault = {
  name: 'viewers',
  promise:
    'however many viewers ask nginx, it asks the server at most 5 times a second, nobody is early, and all have the last version within 3 s',
  async run({ directory, progress }) {
    const presses = readCount('FAULT_PRESSES', 10)
    const count = readCount('FAULT_VIEWERS', 5_000)
    const port = await findFreePort()
    const front = await startNginx(directory, port)
    try {
      const { origin } = await startServer({ dataDir: path.join(directory, 'data'), port })
      const load = new FaultLoad()
      await load.join(origin, ['ada'])
      const show = new Show(origin, new Tally())
      await show.begin(load)
      const audience = new Audience(front, { token: show.publicToken, count })
      const before = await countAll(origin)
      const began = performance.now()
      audience.come()
      const lateMs: number[] = []
      for (let press = 1; press <= presses; press += 1) {
        await show.press()
        const wasEarly = audience.newest > (await versionOfViewers(origin, show.publicToken))
        must(!wasEarly, 'Somebody had a version that the server did not show yet')
        lateMs.push(await audience.catchUp(origin, show.version))
        progress(`press ${press}`)
        await pause(PRESS_EVERY_MS)
      }
      const seconds = (performance.now() - began) / 1_000
      await audience.leave()
      const perSecond = ((await countAll(origin)) - before) / seconds
      must(
        perSecond <= MOST_CALLS_A_SECOND,
        `nginx asked the server ${perSecond.toFixed(1)} times a second`,
      )
      const asked = audience.calls / seconds
      return `${count} viewers, ${asked.toFixed(0)} calls a second; nginx asked the server ${perSecond.toFixed(1)} times a second; the last viewer had each of ${presses} steps ${Math.max(...lateMs).toFixed(0)} ms after it was due`
    } finally {
      await front.stop()
    }
  },
}

interface ShownNow {
  version: string
  nextInMs: number | null
}

async function countAll(origin: string): Promise<number> {
  const counts = await Promise.all(ROUTES.map((route) => countCalls(origin, route)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function versionOfViewers(origin: string, token: string): Promise<number> {
  const answer = await fetch(new URL(`/api/show/public/${token}`, origin))
  return ((await answer.json()) as ShowView).version
}

/** Viewers who share some connections. Each asks as a page does. */
class Audience {
  calls = 0
  readonly #front: Front
  readonly #token: string
  readonly #agent: https.Agent
  /** The version of the show that each has. */
  readonly #versions: number[]
  #visits: Promise<void>[] = []
  #hasEnded = false

  constructor(front: Front, { token, count }: { token: string; count: number }) {
    this.#front = front
    this.#token = token
    this.#versions = Array.from({ length: count }, () => 0)
    this.#agent = new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS, ...front.tls })
  }

  get newest(): number {
    return Math.max(...this.#versions)
  }

  come(): void {
    this.#visits = this.#versions.map((_, viewer) => this.#visit(viewer))
  }

  async leave(): Promise<void> {
    this.#hasEnded = true
    await Promise.all(this.#visits)
    this.#agent.destroy()
  }

  /** Waits until the step is due and everybody has it; returns how long after it was due the last one had it. */
  async catchUp(origin: string, version: number): Promise<number> {
    while ((await versionOfViewers(origin, this.#token)) < version) await pause(20)
    const dueAt = performance.now()
    while (this.#versions.some((has) => has < version)) {
      must(
        performance.now() - dueAt < LATE_MS * PATIENCE,
        `After ${LATE_MS * PATIENCE} ms, not everybody had version ${version}`,
      )
      await pause(20)
    }
    return performance.now() - dueAt
  }

  async #visit(viewer: number): Promise<void> {
    let shown = ''
    await pause(Math.random() * ASK_MS)
    while (!this.#hasEnded) {
      const now = JSON.parse((await this.#get('now')) ?? '{}') as ShownNow
      if (now.version !== shown) {
        const frame = await this.#get(`frame/${now.version}`)
        if (frame !== null) {
          shown = now.version
          this.#versions[viewer] = Number(/"version":(\d+)/.exec(frame)?.[1])
        }
      }
      const soonMs = (now.nextInMs ?? ASK_MS) + Math.random() * SPREAD_MS
      await pause(Math.min(ASK_MS, soonMs))
    }
  }

  /** null: it is no longer there. */
  async #get(what: string): Promise<string | null> {
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    const request = https.get(
      new URL(`/api/show/${this.#token}/${what}`, this.#front.origin),
      { agent: this.#agent, headers: { host: NAME } },
      (answer) => {
        this.calls += 1
        const status = answer.statusCode
        text(answer).then((body) => {
          if (status === 200 || status === 404) resolve(status === 200 ? body : null)
          else reject(new Error(`A viewer was answered ${status}: ${body.slice(0, 200)}`))
        }, reject)
      },
    )
    request.on('error', reject)
    return promise
  }
}
