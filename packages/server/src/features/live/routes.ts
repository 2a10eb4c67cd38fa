import { Readable } from 'node:stream'
import { followTopics, type LiveTopic } from '@rollcall/contract/live'
import type { FastifyInstance } from 'fastify'
import { UnitsInUse } from '../../admission/units-in-use.ts'
import type { AppContext } from '../../app-context.ts'
import { concernsOf } from '../../changes/topics.ts'
import { askingFor } from '../../database/shared-pool.ts'
import { ApiError } from '../../http/api-error.ts'
import { ADDRESS_FACTOR, ownerKey } from '../../http/rate-limits.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { Limits } from '../../limits.ts'
import type { Shows } from '../show/views.ts'
import { type Admission, type Concerns, isCheckedAgain, openConcerns } from './concerns.ts'

const PING_MS = 20_000
/** Sessions that are looked up at once. */
const SESSIONS_AT_ONCE = 4
/** Changes within this time are sent together. */
const GATHER_MS = 100
const MOST_UNREAD_BYTES = 64 * 1024
/** Of all streams; the rest is kept for people who are signed in. */
const STRANGERS_SHARE = 0.8
/** Each change is compared with every topic, so a stream of more of them takes more places. */
const TOPICS_OF_A_PLACE = 20
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
  const takePlace = openPlaces(config.limits)

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

  serve(followTopics, async ({ query: { topics }, caller, request, reply }) => {
    const leavePlace = takePlace(ownerKey(request), {
      isStranger: caller === null,
      size: Math.ceil(topics.length / TOPICS_OF_A_PLACE),
    })
    const stream = new LiveStream({
      admit: (asked) => findConcerns(asked, caller),
      session: caller && { id: caller.sessionId, ip: request.ip },
      warn,
    })
    stream.body.once('close', () => {
      streams.delete(stream)
      leavePlace()
    })
    try {
      // What changes meanwhile is not missed: a page asks again once its stream has begun.
      await stream.begin(topics)
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

interface Taking {
  isStranger: boolean
  size: number
}

/** Places of streams. Nobody waits for one, so they are counted, not queued. */
function openPlaces({ MAX_LIVE_STREAMS: all, MAX_LIVE_STREAMS_OF_ONE: ofOne }: Limits) {
  const everybody = new UnitsInUse()
  const strangers = new UnitsInUse()

  /** @throws {ApiError} `too_many_requests` where too few are left, of all or of the caller's own */
  return (owner: string, { isStranger, size }: Taking): (() => void) => {
    const most = isStranger ? ofOne * ADDRESS_FACTOR : ofOne
    if (everybody.by(owner) + size > most) {
      throw tooManyPages(`You have ${most} pages that follow the server. Close some of them.`)
    }
    const isFull =
      everybody.byAll + size > all || (isStranger && strangers.byAll + size > all * STRANGERS_SHARE)
    if (isFull) {
      throw tooManyPages('Too many pages follow the server at the moment.')
    }
    const leave = everybody.take(owner, size)
    const leaveStrangers = isStranger ? strangers.take(owner, size) : () => {}
    return () => {
      leave()
      leaveStrangers()
    }
  }
}

function tooManyPages(sentence: string): ApiError {
  return new ApiError('too_many_requests', sentence, { headers: { 'retry-after': '60' } })
}

interface StreamParts {
  admit: (topics: Iterable<LiveTopic>) => Promise<Admission>
  session: { id: string; ip: string } | null
  warn: (message: string) => void
}

class LiveStream {
  readonly body = new Readable({ read() {} })
  readonly #parts: StreamParts
  readonly #followed = new Map<LiveTopic, readonly Concerns[]>()
  readonly #changed = new Set<LiveTopic>()
  #isTelling = false
  #hasEnded = false

  constructor(parts: StreamParts) {
    this.#parts = parts
  }

  get session(): StreamParts['session'] {
    return this.#parts.session
  }

  /** @throws {ApiError} where none of the topics is for the caller */
  async begin(topics: readonly LiveTopic[]): Promise<void> {
    const refused = await this.#admit(topics)
    const [refusal] = refused.values()
    if (refusal !== undefined && this.#followed.size === 0) {
      throw refusal
    }
    this.#write('ping', '')
    for (const topic of refused.keys()) {
      this.#write('refused', topic)
    }
  }

  /** What may be followed is followed from now on; gives the rest. */
  async #admit(topics: Iterable<LiveTopic>): Promise<Map<LiveTopic, ApiError>> {
    const refused = new Map<LiveTopic, ApiError>()
    for (const [topic, admitted] of await this.#parts.admit(topics)) {
      if (admitted instanceof ApiError) {
        refused.set(topic, admitted)
        this.#followed.delete(topic)
      } else {
        this.#followed.set(topic, admitted)
      }
    }
    return refused
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
    await this.#orEnd(async () => {
      while (this.#changed.size > 0 && !this.#isOver) {
        const changed = [...this.#changed]
        // Who may follow, and whose games count, may be what has changed.
        const refused = await this.#admit(changed.filter(isCheckedAgain))
        for (const topic of changed) {
          this.#changed.delete(topic)
          this.#write(refused.has(topic) ? 'refused' : 'changed', topic)
        }
        if (this.#followed.size === 0) {
          this.end()
        }
      }
    })
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

  #write(event: 'changed' | 'refused' | 'ping', data: string): void {
    if (this.body.readableLength > MOST_UNREAD_BYTES) {
      this.body.destroy()
    }
    if (!this.#isOver) {
      this.body.push(`event: ${event}\ndata: ${data}\n\n`)
    }
  }
}
