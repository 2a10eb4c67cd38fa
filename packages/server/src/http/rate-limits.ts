import rateLimit from '@fastify/rate-limit'
import type { RateLimit } from '@rollcall/contract/endpoint'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { RateLimits } from '../config.ts'
import { ApiError } from './api-error.ts'

const MINUTE_MS = 60_000
const WINDOW_MS: Record<RateLimit, number> = {
  general: MINUTE_MS,
  search: MINUTE_MS,
  'sign-in': 10 * MINUTE_MS,
  uploads: 10 * MINUTE_MS,
}

/** Counts per signed-in user, else per address; every limit has a count of its own. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, context) =>
      new ApiError(
        'too_many_requests',
        `That was too often. Please try again in ${Math.ceil(context.ttl / 1000)} seconds.`,
      ),
  })
}

/** The route's part of it: which limit counts its calls. */
export function rateLimitOf(limit: RateLimit, limits: RateLimits): RouteOptions['config'] {
  const max = limits[limit]
  return {
    rateLimit:
      max === null
        ? false
        : {
            max,
            timeWindow: WINDOW_MS[limit],
            keyGenerator: (request: FastifyRequest) =>
              `${limit} ${request.tokenUserId === null ? request.ip : `user ${request.tokenUserId}`}`,
          },
  }
}
