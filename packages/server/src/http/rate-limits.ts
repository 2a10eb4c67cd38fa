/** Rate limits per user and per address, each over all endpoints that name it. */
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { RateLimit } from '@rollcall/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limits } from '../limits.ts'
import { ApiError } from './api-error.ts'

const MINUTE_MS = 60_000
const WINDOWS = {
  general: { setting: 'RATE_LIMIT_GENERAL', windowMs: MINUTE_MS },
  search: { setting: 'RATE_LIMIT_SEARCH', windowMs: MINUTE_MS },
  'sign-in': { setting: 'RATE_LIMIT_SIGN_IN', windowMs: 10 * MINUTE_MS },
  uploads: { setting: 'RATE_LIMIT_UPLOADS', windowMs: 10 * MINUTE_MS },
  events: { setting: 'RATE_LIMIT_EVENTS', windowMs: 10 * MINUTE_MS },
  reports: { setting: 'RATE_LIMIT_REPORTS', windowMs: 10 * MINUTE_MS },
  live: { setting: 'RATE_LIMIT_LIVE', windowMs: MINUTE_MS },
} as const satisfies Record<RateLimit, { setting: keyof Limits; windowMs: number }>
/** People can share an address, so together they may call more often than one of them. */
const ADDRESS_FACTOR = 10
/** A customer has any number of IPv6 addresses, but one network. */
const IPV6_NETWORK_BITS = 64

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts the call for the user of the token's session, once it was looked up; for the address where
     * that session has ended.
     *
     * @throws {ApiError} `too_many_requests`
     */
    countForSession(): Promise<void>
    /**
     * Counts the call for the user whom an upload's proof named; a session's user was counted before.
     *
     * @throws {ApiError} `too_many_requests`
     */
    countForUser(userId: number): Promise<void>
  }
}

type Gate = ((request: FastifyRequest, key: string) => Promise<void>) | null

/**
 * Counts every call of an endpoint: for the signed-in user, else for the address; and the users of an
 * address together. Sign-in counts by address only: there is no user yet. Whose a token is, is known only
 * when its session was looked up; so that a flood is refused before, the session is counted first.
 */
export async function limitRates(app: FastifyInstance, limits: Limits): Promise<void> {
  await app.register(rateLimit, { global: false })
  const caller = gatesOf(app, limits, 1)
  const address = gatesOf(app, limits, ADDRESS_FACTOR)

  app.addHook('onRequest', (request, _reply, done) => {
    const limit = limitOf(request)
    const gate = limit === undefined ? null : caller[limit]
    if (gate === null) {
      done()
    } else {
      const { tokenSessionId } = request
      const isOfSession = tokenSessionId !== null && limit !== 'sign-in'
      const key = isOfSession ? `session ${tokenSessionId}` : networkKey(request)
      gate(request, key).then(() => done(), done)
    }
  })

  app.decorateRequest('countForSession', async function (this: FastifyRequest) {
    const limit = limitOf(this)
    if (limit === undefined || this.tokenSessionId === null) {
      return
    }
    if (this.signedIn === null) {
      await caller[limit]?.(this, networkKey(this))
    } else {
      await caller[limit]?.(this, userKey(this.signedIn.userId))
      await address[limit]?.(this, networkKey(this))
    }
  })

  app.decorateRequest('countForUser', async function (this: FastifyRequest, userId: number) {
    const limit = limitOf(this)
    if (limit !== undefined && this.signedIn === null) {
      await caller[limit]?.(this, userKey(userId))
    }
  })
}

/** What counts as one address. */
export const networkKey = ({ ip }: FastifyRequest): string => normalizeIP(ip, IPV6_NETWORK_BITS)

const userKey = (userId: number): string => `user ${userId}`

function limitOf(request: FastifyRequest): RateLimit | undefined {
  const { endpoint } = request.routeOptions.config
  return endpoint && (endpoint.rateLimit ?? 'general')
}

function gatesOf(app: FastifyInstance, limits: Limits, factor: number): Record<RateLimit, Gate> {
  const gate = (limit: RateLimit) => {
    const { setting, windowMs } = WINDOWS[limit]
    return openGate(app, { max: limits[setting], windowMs, factor })
  }
  return {
    general: gate('general'),
    search: gate('search'),
    'sign-in': gate('sign-in'),
    uploads: gate('uploads'),
    events: gate('events'),
    reports: gate('reports'),
    live: gate('live'),
  }
}

function openGate(
  app: FastifyInstance,
  { max, windowMs, factor }: { max: number | null; windowMs: number; factor: number },
): Gate {
  if (max === null) {
    return null
  }
  const keys = new WeakMap<FastifyRequest, string>()
  const count = app.createRateLimit({
    max: max * factor,
    timeWindow: windowMs,
    keyGenerator: (request) => keys.get(request) ?? '',
  })
  return async (request, key) => {
    keys.set(request, key)
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) {
      const seconds = Math.max(1, counted.ttlInSeconds)
      throw new ApiError(
        'too_many_requests',
        `That was too often. Please try again in ${seconds} seconds.`,
        { headers: { 'retry-after': String(seconds) } },
      )
    }
  }
}
