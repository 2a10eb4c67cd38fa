import type { Access, Endpoint } from '@rollcall/contract/endpoint'
import { BEARER_PROTOCOL } from '@rollcall/contract/live'
import type { Scope } from '@rollcall/contract/scopes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { KEY_MARKS } from './made-keys.ts'

/** The user of a live session, or the owner of an API key. Roles come from the database with every request. */
export interface SignedIn {
  /** For an API key, no session has it. */
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

export interface ApiKeyHolder {
  id: number
  scopes: readonly Scope[]
  owner: SignedIn
}

/** Who may call at all. */
export interface Callers {
  sessions: Sessions
  /** The key and its owner, or null if there is no such key. */
  findApiKey(key: string): Promise<ApiKeyHolder | null>
}

declare module 'fastify' {
  interface FastifyRequest {
    bearer: string | null
    /** The bearer looks like an API key. */
    hasApiKey: boolean
    /** The call's API key, once it has been looked up. */
    apiKeyId: number | null
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
  app.decorateRequest('hasApiKey', false)
  app.decorateRequest('apiKeyId', null)
  app.decorateRequest('tokenUserId', null)
  app.decorateRequest('tokenSessionId', null)
  app.decorateRequest('signedIn', null)
  // Without a token there is nothing to wait for, and a promise for each such call would cost measurable time.
  app.addHook('onRequest', (request, _reply, done) => {
    takeBearerOfSocket(request)
    const bearer = readBearer(request)
    if (bearer === null) {
      done()
    } else if (bearer.startsWith(KEY_MARKS.api)) {
      request.hasApiKey = true
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

/** A browser cannot send headers with a call for a WebSocket, so a page names its token among the protocols. */
function takeBearerOfSocket({ headers }: FastifyRequest): void {
  const named = headers['sec-websocket-protocol']?.split(/ *, */) ?? []
  const bearer = named.find((protocol) => protocol.startsWith(BEARER_PROTOCOL))
  if (bearer !== undefined && headers.upgrade !== undefined) {
    headers.authorization ??= `Bearer ${bearer.slice(BEARER_PROTOCOL.length)}`
  }
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
 * Counts the call for its user or API key. Throws 401 if the call needs a live session and has none, 403 if the role or
 * the key's scope is missing.
 */
export async function checkAccess(
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint: { access, scope }, callers }: { endpoint: Endpoint; callers: Callers },
): Promise<void> {
  const { sessions, findApiKey } = callers
  if (request.hasApiKey) {
    const owner = await findKeyOwner(request, reply, { scope, findApiKey })
    // Where anyone may call, a key does not say who its owner is.
    request.signedIn = access === 'user' ? owner : null
    return
  }
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

/** The owner of an API key with the scope. */
async function findKeyOwner(
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, findApiKey }: { scope: Scope | undefined } & Pick<Callers, 'findApiKey'>,
): Promise<SignedIn> {
  const holder = await findApiKey(readBearer(request) ?? '')
  request.apiKeyId = holder?.id ?? null
  await request.countForApiKey(reply)
  if (holder === null) {
    throw new ApiError('api_key_unknown')
  }
  if (scope === undefined) {
    throw new ApiError('api_key_not_taken')
  }
  if (!holder.scopes.includes(scope)) {
    throw new ApiError('api_key_lacks_scope', { scope })
  }
  return holder.owner
}

async function findSignedIn(request: FastifyRequest, sessions: Sessions): Promise<SignedIn | null> {
  if (request.tokenSessionId === null) {
    return null
  }
  const session = await sessions.findLive(request.tokenSessionId, request.ip)
  return session?.userId === request.tokenUserId ? session : null
}
