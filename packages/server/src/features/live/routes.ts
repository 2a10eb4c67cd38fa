import { Readable } from 'node:stream'
import { followTopics, type LiveTopic } from '@rollcall/contract/live'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { isWithin } from '../../changes/topics.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { Shows } from '../show/views.ts'
import { type Followed, findConcerns, isCheckedAgain } from './concerns.ts'

const PING_MS = 20_000
/** Changes within this time are sent together. */
const GATHER_MS = 100
const MOST_UNREAD_BYTES = 64 * 1024

export function serveLive(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  shows: Shows,
): void {
  const { changes, config, sessions, warn } = context
  const streams = new Set<LiveStream>()
  const pings = setInterval(() => {
    for (const stream of streams) {
      void stream.ping()
    }
  }, PING_MS)
  app.addHook('preClose', async () => {
    clearInterval(pings)
    for (const stream of streams) {
      stream.end()
    }
  })

  serve(followTopics, async ({ query: { topics }, caller, request, reply }) => {
    if (streams.size >= config.limits.MAX_LIVE_STREAMS) {
      throw new ApiError('too_many_requests', 'Too many pages follow the server at the moment.', {
        headers: { 'retry-after': '60' },
      })
    }
    const stream = new LiveStream({
      follow: () => findConcerns({ ...context, shows }, topics, caller),
      isSessionLive: async () =>
        caller === null || (await sessions.findLive(caller.sessionId, request.ip)) !== null,
      sessionTopic: caller && `session:${caller.sessionId}`,
      warn,
    })
    // What changes meanwhile is not missed: a page asks again once its stream has begun.
    await stream.begin()
    const endFollowing = changes.follow((topic) => stream.hear(topic))
    streams.add(stream)
    stream.body.once('close', () => {
      endFollowing()
      streams.delete(stream)
    })
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
  isSessionLive: () => Promise<boolean>
  sessionTopic: string | null
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

  async begin(): Promise<void> {
    this.#followed = await this.#parts.follow()
    this.#write('ping', '')
  }

  /** A topic of the change feed; an empty one where some may have been missed. */
  hear(topic: string): void {
    if (topic === this.#parts.sessionTopic) {
      this.end()
      return
    }
    for (const [asked, concerns] of this.#followed) {
      if (topic === '' || concerns.some((concern) => isWithin(topic, concern))) {
        this.#changed.add(asked)
      }
    }
    if (this.#changed.size > 0 && !this.#isTelling) {
      this.#isTelling = true
      setTimeout(() => void this.#tell(), GATHER_MS)
    }
  }

  async ping(): Promise<void> {
    if (this.#isOver) {
      return
    }
    await this.#orEnd(async () => {
      if (!(await this.#parts.isSessionLive())) {
        throw new ApiError('unauthenticated', 'The session has ended.')
      }
      this.#write('ping', '')
    })
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
