/** How often one may call: per user, per address, and each limit over all the endpoints that name it. */
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { RateLimit } from '@rollcall/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimits } from '../config.ts'
import { ApiError } from './api-error.ts'

const MINUTE_MS = 60_000
const WINDOW_MS: Record<RateLimit, number> = {
  general: MINUTE_MS,
  search: MINUTE_MS,
  'sign-in': 10 * MINUTE_MS,
  uploads: 10 * MINUTE_MS,
  reports: 10 * MINUTE_MS,
}
/** People behind one address share it, so together they may call more often than one of them. */
const ADDRESS_FACTOR = 10
/** A customer's IPv6 addresses are as many as they like; their network is one. */
const IPV6_NETWORK_BITS = 64

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts the call for a user whom no session named, but an upload's proof.
     *
     * @throws {ApiError} `too_many_requests`
     */
    countForUser(userId: number): Promise<void>
  }
}

/** null: the limit is lifted. */
type Gate = ((request: FastifyRequest, key: string) => Promise<void>) | null

/**
 * Counts every call of an endpoint: for the signed-in user, else for the address; and the users of an
 * address together. Sign-in counts by address only: whoever signs in is nobody as yet.
 */
export async function limitRates(app: FastifyInstance, limits: RateLimits): Promise<void> {
  await app.register(rateLimit, { global: false })
  const caller = gatesOf(app, limits, 1)
  const address = gatesOf(app, limits, ADDRESS_FACTOR)

  const countCall = async (request: FastifyRequest, limit: RateLimit) => {
    const network = normalizeIP(request.ip, IPV6_NETWORK_BITS)
    const { tokenUserId } = request
    if (tokenUserId === null || limit === 'sign-in') {
      await caller[limit]?.(request, network)
    } else {
      await caller[limit]?.(request, userKey(tokenUserId))
      await address[limit]?.(request, network)
    }
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const limit = limitOf(request)
    if (limit === undefined || caller[limit] === null) {
      done()
    } else {
      countCall(request, limit).then(() => done(), done)
    }
  })

  app.decorateRequest('countForUser', async function (this: FastifyRequest, userId: number) {
    const limit = limitOf(this)
    // A session has been counted for its user before.
    if (limit !== undefined && this.tokenUserId === null) {
      await caller[limit]?.(this, userKey(userId))
    }
  })
}

const userKey = (userId: number): string => `user ${userId}`

function limitOf(request: FastifyRequest): RateLimit | undefined {
  const { endpoint } = request.routeOptions.config
  return endpoint && (endpoint.rateLimit ?? 'general')
}

function gatesOf(
  app: FastifyInstance,
  limits: RateLimits,
  factor: number,
): Record<RateLimit, Gate> {
  const gate = (limit: RateLimit) => openGate(app, { limit, max: limits[limit], factor })
  return {
    general: gate('general'),
    search: gate('search'),
    'sign-in': gate('sign-in'),
    uploads: gate('uploads'),
    reports: gate('reports'),
  }
}

function openGate(
  app: FastifyInstance,
  { limit, max, factor }: { limit: RateLimit; max: number | null; factor: number },
): Gate {
  if (max === null) {
    return null
  }
  const keys = new WeakMap<FastifyRequest, string>()
  const count = app.createRateLimit({
    max: max * factor,
    timeWindow: WINDOW_MS[limit],
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
