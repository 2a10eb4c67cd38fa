/**
 * Who may upload for the channel that a file names: its streamer by upload key, session, ticket or
 * paired address, or an admin. The name in the file is a claim; without a proof nothing is taken.
 */

import { HOUR_MS } from '@rollcall/formats/durations'
import { normalisedLogin } from '@rollcall/formats/names'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import { uploadKeyInAddress } from '../../http/companion-addresses.ts'
import { hasProxyHeader, hostNameOf, isAnonymous, isLoopbackRequest } from '../../http/loopback.ts'
import { findOwner } from '../auth/login-ownership.ts'
import { readUploadTicket } from '../auth/session-token.ts'
import { listUsersSeenAt } from '../auth/sessions.ts'
import { findUser, type User } from '../auth/users.ts'
import type { ChannelTarget } from './channels.ts'
import { findHolderOf, type KeyHolder } from './upload-keys.ts'
import { UploadProblem } from './upload-problem.ts'

export interface Credential {
  kind: 'key' | 'session' | 'ticket'
  uploader: User
  /** Whose key it is, where it is a companion's. */
  companionId: number | null
}

export interface ChannelProof {
  kind: Credential['kind'] | 'pairing'
  uploader: User
  companionId: number | null
  channel: ChannelTarget
}

const PAIRING_MS = 12 * HOUR_MS

/**
 * For calls of the companion that are not uploads but need the same proof: the streamer of the
 * claimed channel, also for an admin's call.
 */
export async function proveUploader(
  context: AppContext,
  request: FastifyRequest,
  claim: string,
): Promise<User> {
  try {
    refuseEndedSession(request)
    const credential = await findCredential(context, request, undefined)
    const { channel } = await proveChannel(context, request, { credential, claim })
    const streamer = channel.ownerId === null ? null : await findUser(context.db, channel.ownerId)
    if (streamer === null) {
      throw new UploadProblem('channel_missing', 'Nobody has signed in for this channel yet.')
    }
    return streamer
  } catch (error) {
    throw asApiError(error)
  }
}

/**
 * Whose upload key it is, for calls that take no other proof.
 *
 * @throws {ApiError} `not_authorised`, `companion_disconnected`, or `too_many_requests`
 */
export async function proveKey(
  context: AppContext,
  request: FastifyRequest,
  key: string,
): Promise<KeyHolder> {
  try {
    const holder = await findHolderOf(context.db, key, context.now())
    if (holder === null) {
      throw keyNotValid(context)
    }
    await request.countForUser(holder.uploader.userId)
    return holder
  } catch (error) {
    throw asApiError(error)
  }
}

function asApiError(error: unknown): unknown {
  return error instanceof UploadProblem ? new ApiError(error, error.message) : error
}

function keyNotValid({ config }: AppContext): UploadProblem {
  return new UploadProblem(
    'not_authorised',
    `This upload key is not valid. Copy the companion's address again from ${config.publicUrl}/upload-key`,
  )
}

/** @throws {UploadProblem} `not_authorised` (401) where the session that is shown has ended */
export function refuseEndedSession(request: FastifyRequest): void {
  if (request.signedIn === null && request.headers.authorization !== undefined) {
    throw new UploadProblem('not_authorised', 'Your session has ended. Please sign in again.')
  }
}

/** @throws {UploadProblem} `not_authorised` (401) where one is given and is not valid */
export async function findCredential(
  context: AppContext,
  request: FastifyRequest,
  uploadKeyField: string | undefined,
): Promise<Credential | null> {
  const { db, keys, now, sessions } = context
  const given = uploadKeyInAddress(request.raw) ?? (uploadKeyField?.trim() || undefined)
  if (given !== undefined) {
    const holder = await findHolderOf(db, given, now())
    if (holder !== null) {
      return { kind: 'key', ...holder }
    }
    const ticket = await readUploadTicket(keys.signing, given, now())
    const session = ticket && (await sessions.findLive(ticket.sessionId, request.ip))
    if (session) {
      return { kind: 'ticket', uploader: session, companionId: null }
    }
    throw keyNotValid(context)
  }
  return request.signedIn && { kind: 'session', uploader: request.signedIn, companionId: null }
}

/**
 * Proves the channel that a file claims; an empty claim means the uploader's own.
 *
 * @throws {UploadProblem} `not_authorised`: 401 without any proof, 403 where the proof is for
 *   another channel; `channel_missing` where nobody can tell whose file it is
 * @throws {ApiError} `too_many_requests` where the uploader calls too often, from any address
 */
export async function proveChannel(
  context: AppContext,
  request: FastifyRequest,
  { credential, claim }: { credential: Credential | null; claim: string },
): Promise<ChannelProof> {
  const login = normalisedLogin(claim)
  if (credential === null) {
    const uploader = await findPaired(context, request, login)
    await request.countForUser(uploader.userId)
    return { kind: 'pairing', uploader, companionId: null, channel: ownChannel(uploader) }
  }
  const { uploader } = credential
  await request.countForUser(uploader.userId)
  const ownerId =
    login === '' ? uploader.userId : await findOwner(context.db, { ...uploader, login })
  if (ownerId === uploader.userId) {
    return { ...credential, channel: ownChannel(uploader) }
  }
  if (!uploader.isAdmin || credential.kind === 'key') {
    throw new UploadProblem(
      'not_authorised',
      `The file is for the channel ${claim}, but this upload comes from ${uploader.username}. If you were renamed, sign in once so that your new name is known.`,
      { status: 403 },
    )
  }
  const owner = ownerId === null ? null : await findUser(context.db, ownerId)
  return {
    ...credential,
    channel: owner
      ? ownChannel(owner)
      : { platform: uploader.platform, login, name: claim.trim(), ownerId: null },
  }
}

function ownChannel({ platform, login, username, userId }: User): ChannelTarget {
  return { platform, login, name: username, ownerId: userId }
}

/** The streamer whose session was seen from the same address. The answer does not reveal which names exist. */
async function findPaired(
  context: AppContext,
  request: FastifyRequest,
  login: string,
): Promise<User> {
  const { db, now, config } = context
  const at = now()
  const seen = mayPair(context, request)
    ? await listUsersSeenAt(db, {
        address: request.ip,
        since: new Date(at.getTime() - PAIRING_MS),
        now: at,
      })
    : []
  const ownerId = login === '' ? onlyOne(seen) : await findOwner(db, { platform: 'twitch', login })
  const uploader = ownerId !== null && seen.includes(ownerId) ? await findUser(db, ownerId) : null
  if (uploader !== null) {
    return uploader
  }
  if (login === '' && seen.length > 1) {
    throw new UploadProblem('channel_missing', 'The file does not say which channel it is for.')
  }
  if (isAnonymous(request, config)) {
    throw new UploadProblem(
      'not_authorised',
      `This upload came through a proxy that does not say for whom. The server's operator must set PUBLIC_URL and TRUST_PROXY; the address with your upload key from ${config.publicUrl}/upload-key works without them.`,
    )
  }
  throw new UploadProblem(
    'not_authorised',
    `Nothing shows that this upload comes from the channel's streamer. Sign in at ${config.publicUrl} on this computer, or give the companion the address with your upload key from ${config.publicUrl}/upload-key`,
  )
}

function onlyOne(users: readonly number[]): number | null {
  return users.length === 1 ? (users[0] ?? null) : null
}

/** Whether pairing by address is allowed: never for web pages, foreign host names or unlisted proxies. */
function mayPair({ config }: AppContext, request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  const isFromPage =
    request.headers.origin !== undefined || site === 'cross-site' || site === 'same-site'
  if (isFromPage || config.uploadPairing === 'key') {
    return false
  }
  if (isLoopbackRequest(request, config)) {
    return true
  }
  const isOwnHost = hostNameOf(request) === new URL(config.publicUrl).hostname
  // Fastify trusts listed proxies only; from anybody else such a header is forged.
  const isDisguised = hasProxyHeader(request) && request.ip === request.socket.remoteAddress
  const isKnown = isOwnHost && !isDisguised && !isAnonymous(request, config)
  return config.uploadPairing === 'address' && isKnown
}
