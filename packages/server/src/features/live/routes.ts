import { Readable } from 'node:stream'
import { followTopics, type LiveTopic } from '@rollcall/contract/live'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { concernsOf } from '../../changes/topics.ts'
import { askingFor } from '../../database/shared-pool.ts'
import { ApiError } from '../../http/api-error.ts'
import { ADDRESS_FACTOR, ownerKey } from '../../http/rate-limits.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { Shows } from '../show/views.ts'
import { type Followed, isCheckedAgain, openConcerns } from './concerns.ts'

const PING_MS = 20_000
/** Sessions that are looked up at once. */
const SESSIONS_AT_ONCE = 4
/** Changes within this time are sent together. */
const GATHER_MS = 100
const MOST_UNREAD_BYTES = 64 * 1024
/** For whom the database is asked about those who follow. */
const LIVE = 'live'

export function serveLive(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  shows: Shows,
): void {
  const { changes, config, sessions, warn } = context
  const findConcerns = openConcerns(context, shows)
  const streams = new Set<LiveStream>()
  const places = new Map<string, number>()

  const pingAll = async () => {
    const groups = Map.groupBy(streams, ({ session }) => session && `${session.id} ${session.ip}`)
    const waiting = groups.values()
    const pingInTurn = async () => {
      for (const group of waiting) {
        const session = group[0]?.session ?? null
        const isLive =
          session === null || (await sessions.findLive(session.id, session.ip)) !== null
        for (const stream of group) {
          stream.ping(isLive)
        }
      }
    }
    await Promise.all(Array.from({ length: SESSIONS_AT_ONCE }, pingInTurn))
  }
  let isPinging = false
  const pings = setInterval(() => {
    if (isPinging) {
      return
    }
    isPinging = true
    askingFor(LIVE, pingAll)
      .catch((error: Error) => warn(`live streams cannot be checked: ${error.message}`))
      .finally(() => {
        isPinging = false
      })
  }, PING_MS)
  const endFollowing = changes.follow((topic) => {
    const within = topic === '' ? null : concernsOf(topic)
    for (const stream of streams) {
      stream.hear(topic, within)
    }
  })
  app.addHook('preClose', async () => {
    clearInterval(pings)
    endFollowing()
    for (const stream of streams) {
      stream.end()
    }
  })

  /** @throws {ApiError} `too_many_requests` where there is none, of all or of the caller's own */
  function takePlace(owner: string, most: number): () => void {
    const taken = places.get(owner) ?? 0
    const inUse = places.values().reduce((sum, count) => sum + count, 0)
    if (taken >= most || inUse >= config.limits.MAX_LIVE_STREAMS) {
      throw new ApiError(
        'too_many_requests',
        taken >= most
          ? `You have ${most} pages that follow the server. Close some of them.`
          : 'Too many pages follow the server at the moment.',
        { headers: { 'retry-after': '60' } },
      )
    }
    places.set(owner, taken + 1)
    return () => {
      const left = (places.get(owner) ?? 0) - 1
      if (left > 0) {
        places.set(owner, left)
      } else {
        places.delete(owner)
      }
    }
  }

  serve(followTopics, async ({ query: { topics }, caller, request, reply }) => {
    const { MAX_LIVE_STREAMS_OF_ONE: most } = config.limits
    const leavePlace = takePlace(ownerKey(request), caller === null ? most * ADDRESS_FACTOR : most)
    const stream = new LiveStream({
      follow: () => findConcerns(topics, caller),
      session: caller && { id: caller.sessionId, ip: request.ip },
      warn,
    })
    stream.body.once('close', () => {
      streams.delete(stream)
      leavePlace()
    })
    try {
      // What changes meanwhile is not missed: a page asks again once its stream has begun.
      await stream.begin()
    } catch (error) {
      stream.body.destroy()
      throw error
    }
    streams.add(stream)
    reply.headers({
      'content-type': 'text/event-stream',
      // A proxy that gathers answers would hold the events back.
      'x-accel-buffering': 'no',
      // A server that closes would wait for the connection to be used again.
      connection: 'close',
    })
    return reply.send(stream.body)
  })
}

interface StreamParts {
  follow: () => Promise<Followed>
  session: { id: string; ip: string } | null
  warn: (message: string) => void
}

class LiveStream {
  readonly body = new Readable({ read() {} })
  readonly #parts: StreamParts
  #followed: Followed = new Map()
  readonly #changed = new Set<LiveTopic>()
  #isTelling = false
  #hasEnded = false

  constructor(parts: StreamParts) {
    this.#parts = parts
  }

  get session(): StreamParts['session'] {
    return this.#parts.session
  }

  async begin(): Promise<void> {
    this.#followed = await this.#parts.follow()
    this.#write('ping', '')
  }

  /**
   * A topic of the change feed; an empty one where some may have been missed.
   *
   * @param within what it concerns; null: everything
   */
  hear(topic: string, within: readonly string[] | null): void {
    if (this.session !== null && topic === `session:${this.session.id}`) {
      this.end()
      return
    }
    for (const [asked, sets] of this.#followed) {
      const isConcerned = (concern: string) => sets.some((concerns) => concerns.has(concern))
      if (within === null || within.some(isConcerned)) {
        this.#changed.add(asked)
      }
    }
    if (this.#changed.size > 0 && !this.#isTelling) {
      this.#isTelling = true
      setTimeout(() => void askingFor(LIVE, () => this.#tell()), GATHER_MS)
    }
  }

  ping(isSessionLive: boolean): void {
    if (isSessionLive) {
      this.#write('ping', '')
    } else {
      this.end()
    }
  }

  get #isOver(): boolean {
    return this.#hasEnded || this.body.destroyed
  }

  end(): void {
    if (!this.#hasEnded) {
      this.#hasEnded = true
      this.body.push(null)
    }
  }

  async #tell(): Promise<void> {
    if (this.#isOver) {
      return
    }
    await this.#orEnd(async () => {
      // Who may follow, and whose games count, may be what has changed.
      if ([...this.#changed].some(isCheckedAgain)) {
        this.#followed = await this.#parts.follow()
      }
      for (const topic of this.#changed) {
        this.#write('changed', topic)
      }
    })
    this.#changed.clear()
    this.#isTelling = false
  }

  /** Ends a stream that cannot go on; the page opens another one and learns why. */
  async #orEnd(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) {
        this.#parts.warn(`a live stream ends: ${(error as Error).message}`)
      }
      this.end()
    }
  }

  #write(event: 'changed' | 'ping', data: string): void {
    if (this.body.readableLength > MOST_UNREAD_BYTES) {
      this.body.destroy()
    }
    if (!this.#isOver) {
      this.body.push(`event: ${event}\ndata: ${data}\n\n`)
    }
  }
}
