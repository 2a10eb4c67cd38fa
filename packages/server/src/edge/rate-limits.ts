import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { RateLimit } from '@rollcall/contract/endpoint'
import { MINUTE_MS } from '@rollcall/formats/durations'
import { normalLogin } from '@rollcall/scoring/racer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Limits, RATE_LIMITS, RATES } from '../limits.ts'
import type { Db } from '../platform/database/schema.ts'
import { ApiError } from './api-error.ts'
import { sharedCounts, startDeletingCounts } from './shared-counts.ts'

/** Limits against guessing: all processes count together. Of the others, each process counts its own calls. */
const SHARED: readonly RateLimit[] = ['sign-in', 'codes', 'code-guesses']
/** People can share an address, so an address may call more often than one person. */
export const ADDRESS_FACTOR = 10
/** A chat bot asks about many channels from one address. */
const BOT_FACTOR = 50
/** A customer has any number of IPv6 addresses, but only one network. */
const IPV6_NETWORK_BITS = 64

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts the call for the user of the token's session after the lookup, or for the address if the session has
     * ended.
     */
    countForSession(): Promise<void>
    /** Counts the call for its API key after the lookup, or for the address if there is no such key, and says so in headers. */
    countForApiKey(reply: FastifyReply): Promise<void>
    /**
     * Counts the call for the user that an upload's proof named, unless it was already counted for a session's user.
     */
    countForUser(userId: number): Promise<void>
    /** Counts a call that takes more work against another limit as well, for its `ownerKey`. */
    countFor(limit: RateLimit): Promise<void>
  }
}

interface Counted {
  max: number
  remaining: number
  ttlInSeconds: number
}

/** @param tell is called with what is left, even if that is nothing */
type Gate =
  | ((request: FastifyRequest, key: string, tell?: (counted: Counted) => void) => Promise<void>)
  | null

/** The limit of one caller, and the seconds in which it counts; null: none. */
export function limitOf(
  limits: Limits,
  limit: RateLimit,
): { calls: number | null; seconds: number } {
  const { setting, minutes } = RATES[limit]
  return { calls: limits[setting], seconds: minutes * 60 }
}

interface Counters {
  own: FastifyInstance['createRateLimit']
  shared: FastifyInstance['createRateLimit']
}

/** Counts by session first, then by user, so that a flood is refused before its session is looked up. */
export async function limitRates(
  app: FastifyInstance,
  { limits, db, warn }: { limits: Limits; db: Db; warn: (message: string) => void },
): Promise<void> {
  const counters = await openCounters(app, db)
  startDeletingCounts(app, { db, warn })
  const caller = openGates(counters, limits, 1)
  const address = openGates(counters, limits, ADDRESS_FACTOR)
  const bot = openGate(counters, limits, { limit: 'chat', factor: BOT_FACTOR })

  app.addHook('onRequest', (request, _reply, done) => {
    const limit = findLimit(request)
    const gate = limit === undefined ? null : caller[limit]
    const { countedBy } = request.routeOptions.config.endpoint ?? {}
    if (gate === null) {
      done()
    } else if (request.hasApiKey && limit !== undefined) {
      // It counts for the key once that is known; a flood of guessed keys ends here.
      address[limit]?.(request, networkKey(request)).then(() => done(), done)
    } else if (countedBy !== undefined) {
      const params = request.params as Record<string, string>
      const key = `${countedBy} ${normalLogin(params[countedBy] ?? '')}`
      Promise.all([gate(request, key), bot?.(request, networkKey(request))]).then(
        () => done(),
        done,
      )
    } else {
      const key = limit === 'sign-in' ? networkKey(request) : callerKey(request)
      gate(request, key).then(() => done(), done)
    }
  })

  countLater(app, { caller, address })
}

type Gates = Readonly<Record<RateLimit, Gate>>

/** The counts that must wait until somebody knows whose call it is. */
function countLater(app: FastifyInstance, { caller, address }: { caller: Gates; address: Gates }) {
  app.decorateRequest('countForSession', async function (this: FastifyRequest) {
    const limit = findLimit(this)
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

  app.decorateRequest('countForApiKey', async function (this: FastifyRequest, reply) {
    const limit = findLimit(this)
    if (limit !== undefined) {
      await caller[limit]?.(this, callerKey(this), ({ max, remaining, ttlInSeconds }) =>
        reply.headers({
          'x-ratelimit-limit': max,
          'x-ratelimit-remaining': remaining,
          'x-ratelimit-reset': ttlInSeconds,
        }),
      )
    }
  })

  app.decorateRequest('countForUser', async function (this: FastifyRequest, userId: number) {
    const limit = findLimit(this)
    if (limit !== undefined && this.signedIn === null) {
      await caller[limit]?.(this, userKey(userId))
    }
  })

  app.decorateRequest('countFor', async function (this: FastifyRequest, limit: RateLimit) {
    await caller[limit]?.(this, ownerKey(this))
  })
}

export const networkOf = (ip: string): string => normalizeIP(ip, IPV6_NETWORK_BITS)

export const networkKey = ({ ip }: FastifyRequest): string => networkOf(ip)

export function callerKey(request: FastifyRequest): string {
  if (request.apiKeyId !== null) {
    return apiKeyKey(request.apiKeyId)
  }
  return request.tokenSessionId === null ? networkKey(request) : `session ${request.tokenSessionId}`
}

const apiKeyKey = (id: number): string => `API key ${id}`

export const userKey = (userId: number): string => `user ${userId}`

/** Who a request counts for: the API key's, the user's, or the address's if nobody is signed in. */
export function ownerKey(request: FastifyRequest): string {
  if (request.apiKeyId !== null) {
    return apiKeyKey(request.apiKeyId)
  }
  return request.signedIn === null ? networkKey(request) : userKey(request.signedIn.userId)
}

function findLimit(request: FastifyRequest): RateLimit | undefined {
  const { endpoint } = request.routeOptions.config
  return endpoint && (endpoint.rateLimit ?? 'general')
}

/** The library has one store in each part of an app. */
async function openCounters(app: FastifyInstance, db: Db): Promise<Counters> {
  const open = async (options: object) => {
    let counter = app.createRateLimit
    await app.register(async (part) => {
      await part.register(rateLimit, { global: false, ...options })
      counter = part.createRateLimit
    })
    return counter
  }
  return { own: await open({}), shared: await open({ store: sharedCounts(db) }) }
}

function openGates(counters: Counters, limits: Limits, factor: number): Gates {
  const gates = RATE_LIMITS.map((limit) => [limit, openGate(counters, limits, { limit, factor })])
  return Object.fromEntries(gates) as Gates
}

function openGate(
  { own, shared }: Counters,
  limits: Limits,
  { limit, factor }: { limit: RateLimit; factor: number },
): Gate {
  const { setting, minutes } = RATES[limit]
  const max = limits[setting]
  if (max === null) {
    return null
  }
  const isShared = SHARED.includes(limit)
  const open = isShared ? shared : own
  const keys = new WeakMap<FastifyRequest, string>()
  const count = open({
    max: max * factor,
    timeWindow: minutes * MINUTE_MS,
    keyGenerator: (request) => keys.get(request) ?? '',
  })
  return async (request, key, tell) => {
    keys.set(request, isShared ? `${limit} ${factor} ${key}` : key)
    const counted = await count(request)
    if (counted.isAllowed) {
      return
    }
    tell?.(counted)
    if (counted.isExceeded) {
      const seconds = Math.max(1, counted.ttlInSeconds)
      const headers = { 'retry-after': String(seconds) }
      throw new ApiError('too_many_requests', { seconds }, { headers })
    }
  }
}
