import { followTopics } from '@rollcall/contract/live'
import type { FastifyInstance } from 'fastify'
import { UnitsInUse } from '../../admission/units-in-use.ts'
import type { AppContext } from '../../app-context.ts'
import { concernsOf } from '../../changes/topics.ts'
import { askingFor } from '../../database/shared-pool.ts'
import { ApiError } from '../../http/api-error.ts'
import { ADDRESS_FACTOR, ownerKey } from '../../http/rate-limits.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { Limits } from '../../limits.ts'
import { type LiveParts, openFollowing } from './following.ts'
import { LIVE, LiveStream } from './live-stream.ts'

const PING_MS = 20_000
/** Sessions that are looked up at once. */
const SESSIONS_AT_ONCE = 4
/** Of all streams; the rest is kept for people who are signed in. */
const STRANGERS_SHARE = 0.8
/** Each change is compared with every topic, so a stream of more of them takes more places. */
const TOPICS_OF_A_PLACE = 20

export function serveLive(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  parts: LiveParts,
): void {
  const { changes, config, warn } = context
  const mayFollow = openFollowing(context, parts)
  const streams = new Set<LiveStream>()
  const takePlace = openPlaces(config.limits)

  const endFollowing = changes.follow((topic) => {
    const within = topic === '' ? null : concernsOf(topic)
    for (const stream of streams) {
      stream.hear(topic, within)
    }
  })
  const endPings = startPings(streams, context)
  app.addHook('preClose', async () => {
    endFollowing()
    endPings()
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
      mayFollow: (followed) => mayFollow(followed, caller),
      session: caller && { id: caller.sessionId, ip: request.ip },
      warn,
    })
    // What changes while it begins is not missed.
    streams.add(stream)
    stream.body.once('close', () => {
      streams.delete(stream)
      leavePlace()
    })
    try {
      await stream.begin(topics)
    } catch (error) {
      stream.body.destroy()
      throw error
    }
    reply.headers({
      'content-type': 'text/event-stream',
      // A proxy that gathers answers would hold the messages back.
      'x-accel-buffering': 'no',
      // A server that closes would wait for the connection to be used again.
      connection: 'close',
    })
    return reply.send(stream.body)
  })
}

/** Every 20 s each reader hears something, or its stream ends with its session. */
function startPings(
  streams: ReadonlySet<LiveStream>,
  { sessions, warn }: Pick<AppContext, 'sessions' | 'warn'>,
): () => void {
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
  return () => clearInterval(pings)
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
