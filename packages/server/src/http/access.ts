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
  /** null: the username is shown. */
  displayName: string | null
  profileImageUrl: string | null
  isAdmin: boolean
}

export interface Sessions {
  /** The session a token names, by its signature alone; null for a token that is not ours. */
  readToken(token: string): Promise<{ sessionId: string; userId: number } | null>
  /** The live session, or null where it has ended. */
  findLive(sessionId: string, address: string): Promise<SignedIn | null>
}

declare module 'fastify' {
  interface FastifyRequest {
    bearer: string | null
    /** What a signed token names, before its session is looked up. */
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
  // Without a token there is nothing to wait for; a promise for each such call was measurable.
  app.addHook('onRequest', (request, _reply, done) => {
    const bearer = bearerOf(request)
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

function bearerOf({ headers: { authorization } }: FastifyRequest): string | null {
  return authorization === undefined
    ? null
    : (/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null)
}

export function isOpen({ headers }: FastifyRequest, access: Access): boolean {
  return access === 'anyone' && headers.authorization === undefined
}

/** Counts the call for its user. Throws 401 without a live session where one is needed, 403 without the role. */
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
    // An upload with a bad token is refused by the uploads noun, since it leaves a receipt of it.
    return
  }
  if (request.signedIn === null && (isGiven || access === 'user' || access === 'admin')) {
    throw new ApiError(
      'unauthenticated',
      isGiven ? 'Your session has ended. Please sign in again.' : 'Please sign in first.',
    )
  }
  if (access === 'admin' && !request.signedIn?.isAdmin) {
    throw new ApiError('forbidden', 'Only admins may do this.')
  }
}

async function findSignedIn(request: FastifyRequest, sessions: Sessions): Promise<SignedIn | null> {
  if (request.tokenSessionId === null) {
    return null
  }
  const session = await sessions.findLive(request.tokenSessionId, request.ip)
  return session?.userId === request.tokenUserId ? session : null
}
