import { randomInt } from 'node:crypto'
import { followTopics } from '@rollcall/contract/live'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { ADDRESS_FACTOR, ownerKey } from '../../edge/rate-limits.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import type { Limits } from '../../limits.ts'
import { UnitsInUse } from '../../platform/admission/units-in-use.ts'
import { listCacheTags } from '../../platform/changes/topics.ts'
import { askingFor } from '../../platform/database/shared-pool.ts'
import { Following, type LiveParts } from './following.ts'
import { LIVE, LiveStream } from './live-stream.ts'

const PING_MS = 20_000
/** How many sessions are looked up at once. */
const SESSIONS_AT_ONCE = 4
/** How much of the capacity visitors who are not signed in may use; the rest is for signed-in people. */
const STRANGERS_SHARE = 0.8
/** Each change is compared with every topic, so a stream with more topics takes more units. */
const TOPICS_PER_UNIT = 20
const RETRY = { 'retry-after': '60' }
/** When readers come back after the server has stopped: not all at once. */
const RETURN_MS = [500, 10_000] as const

export function serveLive(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  parts: LiveParts,
): void {
  const { changes, config, warn } = context
  const following = new Following(context, parts)
  const streams = new Set<LiveStream>()
  const admit = limitStreams(config.limits)

  const endFollowing = changes.follow((topic) => {
    const touched = topic === '' ? null : listCacheTags(topic)
    for (const stream of streams) {
      stream.hear(topic, touched)
    }
  })
  const endPings = startPings(streams, context)
  app.addHook('preClose', async () => {
    endFollowing()
    endPings()
    for (const stream of streams) {
      stream.end(randomInt(...RETURN_MS))
    }
  })

  serve(followTopics, async ({ query: { topics }, caller, request }) => {
    const leave = admit(ownerKey(request), {
      isStranger: caller === null,
      size: Math.ceil(topics.length / TOPICS_PER_UNIT),
    })
    const stream = new LiveStream({
      mayFollow: (followed) => following.of(followed, caller),
      session: caller && { id: caller.sessionId, ip: request.ip },
      warn,
    })
    // Added now, so that it misses no change while it begins.
    streams.add(stream)
    const drop = () => {
      streams.delete(stream)
      stream.end()
      leave()
    }
    try {
      await stream.begin(topics)
    } catch (error) {
      drop()
      throw error
    }
    return { open: (socket) => stream.attach(socket), drop }
  })
}

/** Every 20 s, each reader gets a ping, or its stream ends because its session has ended. */
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

/** Limits how many streams are open. Nobody waits for a stream, so they are counted and not queued. */
function limitStreams({ MAX_LIVE_STREAMS: all, MAX_LIVE_STREAMS_OF_ONE: perOwner }: Limits) {
  const everybody = new UnitsInUse()
  const strangers = new UnitsInUse()

  /** @throws {ApiError} 429 if too few are left, for everybody or for this owner */
  return (owner: string, { isStranger, size }: Taking): (() => void) => {
    const most = isStranger ? perOwner * ADDRESS_FACTOR : perOwner
    if (everybody.by(owner) + size > most) {
      throw new ApiError('too_many_pages', { most }, { headers: RETRY })
    }
    const isFull =
      everybody.byAll + size > all || (isStranger && strangers.byAll + size > all * STRANGERS_SHARE)
    if (isFull) {
      throw new ApiError('too_many_followers', {}, { headers: RETRY })
    }
    const leave = everybody.take(owner, size)
    const leaveStrangers = isStranger ? strangers.take(owner, size) : () => {}
    return () => {
      leave()
      leaveStrangers()
    }
  }
}
