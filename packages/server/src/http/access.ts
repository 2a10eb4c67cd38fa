import type { Access, Endpoint } from '@rollcall/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

/** The user of a live session. Roles come from the database with every request. */
export interface SignedIn {
  sessionId: string
  userId: number
  platform: string
  login: string
  username: string
  /** null if pages show the username. */
  displayName: string | null
  profileImageUrl: string | null
  isAdmin: boolean
}

export interface Sessions {
  /** Reads which session a token names and checks only the signature; null if the token is not ours. */
  readToken(token: string): Promise<{ sessionId: string; userId: number } | null>
  /** The live session, or null if it has ended. */
  findLive(sessionId: string, address: string): Promise<SignedIn | null>
}

declare module 'fastify' {
  interface FastifyRequest {
    bearer: string | null
    /** From the signed token; its session has not been looked up yet. */
    tokenUserId: number | null
    tokenSessionId: string | null
    signedIn: SignedIn | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export function recogniseCallers(app: FastifyInstance, sessions: Sessions): void {
  app.decorateRequest('bearer', null)
  app.decorateRequest('tokenUserId', null)
  app.decorateRequest('tokenSessionId', null)
  app.decorateRequest('signedIn', null)
  // Without a token there is nothing to wait for, and a promise for each such call would cost measurable time.
  app.addHook('onRequest', (request, _reply, done) => {
    const bearer = readBearer(request)
    if (bearer === null) {
      done()
    } else {
      request.bearer = bearer
      sessions.readToken(bearer).then((token) => {
        request.tokenUserId = token?.userId ?? null
        request.tokenSessionId = token?.sessionId ?? null
        done()
      }, done)
    }
  })
}

function readBearer({ headers: { authorization } }: FastifyRequest): string | null {
  return authorization === undefined
    ? null
    : (/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null)
}

export function isOpen({ headers }: FastifyRequest, access: Access): boolean {
  return access === 'anyone' && headers.authorization === undefined
}

/**
 * Counts the call for its user. Throws 401 if the call needs a live session and has none, 403 if the role is missing.
 */
export async function checkAccess(
  request: FastifyRequest,
  access: Access,
  sessions: Sessions,
): Promise<void> {
  if (access === 'platform-token') {
    return
  }
  const isGiven = request.headers.authorization !== undefined
  if (isGiven) {
    request.signedIn = await findSignedIn(request, sessions)
    await request.countForSession()
  }
  if (access === 'upload-proof' && request.routeOptions.config.endpoint?.multipart) {
    // The uploads feature refuses an upload with a bad token, since it leaves a receipt.
    return
  }
  if (request.signedIn === null && (isGiven || access === 'user' || access === 'admin')) {
    throw new ApiError(isGiven ? 'session_ended' : 'unauthenticated')
  }
  if (access === 'admin' && !request.signedIn?.isAdmin) {
    throw new ApiError('forbidden')
  }
}

async function findSignedIn(request: FastifyRequest, sessions: Sessions): Promise<SignedIn | null> {
  if (request.tokenSessionId === null) {
    return null
  }
  const session = await sessions.findLive(request.tokenSessionId, request.ip)
  return session?.userId === request.tokenUserId ? session : null
}
