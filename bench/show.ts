/**
 * A show whose public page has 2,000 followers: how long after a step is due each of them has the new rows, whether
 * any follower missed a step, and how much memory they cost the server. With DATABASE_URL, half of them follow a
 * second process on the same database.
 *
 * Run with `node bench/show.ts`, or `SHOW_FOLLOWERS=10000 node bench/show.ts`; with DATABASE_URL, in a new database on
 * that server.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openApiClient } from '@rollcall/demo/api-client'
import { askForSocket } from '@rollcall/server/testing/followed-stream'
import type { WebSocket } from 'ws'
import { createFilledEvent } from './event-rows.ts'
import { judge, p99, print } from './figures.ts'
import { type MeasuredServer, startMeasured } from './measured-server.ts'

const USUAL_FOLLOWERS = 2_000
const FOLLOWERS = Number(process.env.SHOW_FOLLOWERS ?? USUAL_FOLLOWERS)
const IS_USUAL = FOLLOWERS <= USUAL_FOLLOWERS
const RACERS = 800
const START_RANK = 500
const PRESSES = 15
/** Long enough for a step with a rank above 10 to become due, and for every follower to get it. */
const PAUSE_MS = 4_000
const MAX_MS = IS_USUAL ? 500 : 1_000
/** For a press, once everybody is following. The memory of more followers is only reported. */
const ADDED_BY_PRESS_MB = IS_USUAL ? { most: 100 } : {}
const ADDED_MB = IS_USUAL ? { most: 150 } : {}
/** The time after a step is due during which frames may still be on their way. */
const SOON_MS = 250
const OPENED_AT_ONCE = 50
/** By then, memory that was used briefly has been returned; everybody is still following. */
const REST_MS = 20_000

interface Room {
  version: number
  publicToken: string | null
  coming: readonly { inMs: number }[]
}

const FRAME_VERSION = /^{"kind":"frame".*?"version":(\d+)/

/** A page that follows the show; its socket brings the views. */
class Follower {
  /** When it received the rows of each version. */
  readonly seenAt = new Map<number, number>()
  readonly #origin: string
  readonly #token: string
  #socket: WebSocket | null = null

  constructor(origin: string, token: string) {
    this.#origin = origin
    this.#token = token
  }

  /** Resolves once it has a view. */
  async open(): Promise<void> {
    const { promise: hasView, resolve } = Promise.withResolvers<void>()
    // Views are not read here, because real pages do that in their own browsers.
    const hear = (text: string) => {
      const [, version] = FRAME_VERSION.exec(text) ?? []
      if (version !== undefined) {
        this.seenAt.set(Number(version), performance.now())
        resolve()
      }
    }
    const topic = `link/show:${this.#token}`
    const answered = await askForSocket({ origin: this.#origin }, topic, {}, { hear })
    if (!('socket' in answered)) {
      throw new Error(`A socket was answered with ${answered.status}`)
    }
    this.#socket = answered.socket
    await hasView
  }

  close(): void {
    this.#socket?.terminate()
  }
}

const server = await startMeasured({
  MAX_LIVE_STREAMS: String(2 * FOLLOWERS),
  MAX_LIVE_STREAMS_OF_ONE: String(FOLLOWERS),
})
const beside = server.databaseName === 'embedded' ? null : await server.beside()
const followers: Follower[] = []
try {
  const client = openApiClient(server.origin)
  const host = await client.signIn('bench_host')
  const eventId = await createFilledEvent(server, host, { streamers: 2, racers: RACERS })
  const control = `/api/show/control/${eventId}`
  await client.call(
    `${control}/settings`,
    host,
    {
      isSealed: true,
      isPublic: true,
      isListed: false,
      pausesOverlays: false,
    },
    'PUT',
  )
  const room = await client.call<Room>(`${control}/token`, host, { of: 'public' })
  const press = (version: number, move: object) =>
    client.call<Room>(`${control}/move`, host, { version, move })
  let { version } = await press(room.version, {
    kind: 'start',
    phase: 'live',
    startRank: START_RANK,
  })
  const before = readMemory(server)
  await openAll(room.publicToken ?? '')
  await delay(PAUSE_MS)
  const following = readMemory(server)
  const timesMs: number[] = []
  let highest = following
  let lost = 0
  for (let time = 0; time < PRESSES; time += 1) {
    const moved = await press(version, { kind: 'next' })
    const dueInMs = moved.coming.at(-1)?.inMs ?? 0
    const dueAt = performance.now() + dueInMs
    version = moved.version
    await delay(dueInMs + SOON_MS)
    highest = Math.max(highest, readMemory(server))
    await delay(PAUSE_MS - dueInMs - SOON_MS)
    for (const { seenAt } of followers) {
      const at = seenAt.get(version)
      if (at === undefined) {
        lost += 1
      } else {
        timesMs.push(at - dueAt)
      }
    }
  }
  await delay(REST_MS)
  const addedMb = readMemory(server) - before
  const processes = beside === null ? 'one process' : 'two processes'
  print(`${FOLLOWERS} followers of a show, ${processes}, ${server.databaseName}`)
  const verdicts = [
    judge('from the moment a step is due to the new rows, p99, ms', p99(timesMs), {
      most: MAX_MS,
    }),
    judge('slowest, ms', timesMs.toSorted((a, b) => a - b).at(-1) ?? Number.NaN, {
      most: PAUSE_MS,
    }),
    judge('versions that a follower did not see', lost, { most: 0 }),
    judge(
      'memory added to the first process right after a press, MB',
      highest - following,
      ADDED_BY_PRESS_MB,
    ),
    judge('memory added to the first process, at rest, MB', addedMb, ADDED_MB),
  ]
  process.exitCode = verdicts.every(Boolean) ? 0 : 1
} finally {
  for (const follower of followers) {
    follower.close()
  }
  await beside?.stop()
  await server.stop()
}

async function openAll(token: string): Promise<void> {
  const origins = [server.origin, ...(beside === null ? [] : [beside.origin])]
  for (let from = 0; from < FOLLOWERS; from += OPENED_AT_ONCE) {
    const opened = Array.from(
      { length: Math.min(OPENED_AT_ONCE, FOLLOWERS - from) },
      (_, index) => {
        const follower = new Follower(origins[index % origins.length] ?? '', token)
        followers.push(follower)
        return follower.open()
      },
    )
    await Promise.all(opened)
  }
}

/** The resident memory in MB. */
function readMemory({ pid }: MeasuredServer): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kib) * 1024) / 1_000_000
}
