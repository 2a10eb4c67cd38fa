/**
 * Decides who may upload for the channel that a file names: its streamer, proven by upload key, session, ticket or
 * paired address, or an admin. The name in the file is only a claim; without proof we accept nothing.
 */

import { HOUR_MS } from '@rollcall/formats/durations'
import { normalisedLogin } from '@rollcall/formats/names'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { uploadKeyInAddress } from '../../../edge/companion-addresses.ts'
import {
  hasProxyHeader,
  isAnonymous,
  isLoopbackRequest,
  readHostName,
} from '../../../edge/loopback.ts'
import { findOwner } from '../../people/login-owners.ts'
import { readUploadTicket } from '../../people/sign-in/session-token.ts'
import { listUsersSeenAt } from '../../people/sign-in/sessions.ts'
import { findUser, type User } from '../../people/sign-in/users.ts'
import { hasChannelRight } from '../../rights/channel.ts'
import { withoutDeletedName } from '../names/deleted-names.ts'
import { UploadProblem } from '../upload-problem.ts'
import type { ChannelTarget } from './channels.ts'
import { findKeyHolder, type KeyHolder } from './upload-keys.ts'

export interface Credential {
  kind: 'key' | 'session' | 'ticket'
  uploader: User
  /** The companion that has the key; null if no companion has it. */
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
 * The streamer of the claimed channel, even if an admin calls. For calls of the companion that are not uploads but need
 * the same proof.
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
      throw new UploadProblem('channel_missing', { reason: 'streamer_unknown' })
    }
    return streamer
  } catch (error) {
    throw asApiError(error)
  }
}

/**
 * The holder of an upload key, for calls that accept no other proof.
 *
 * @throws {ApiError} `not_authorised`, `companion_disconnected`, or `too_many_requests`
 */
export async function proveKey(
  context: AppContext,
  request: FastifyRequest,
  key: string,
): Promise<KeyHolder> {
  try {
    const holder = await findKeyHolder(context.db, key, context.now())
    if (holder === null) {
      throw keyNotValid(context)
    }
    await request.countForUser(holder.uploader.userId)
    return holder
  } catch (error) {
    throw asApiError(error)
  }
}

/** Whether an upload with the same address and headers would be accepted for the claimed channel. */
export async function mayUpload(
  context: AppContext,
  request: FastifyRequest,
  claim: string,
): Promise<boolean> {
  try {
    const credential = await findCredential(context, request, undefined)
    await proveChannel(context, request, { credential, claim })
    return true
  } catch (error) {
    if (error instanceof UploadProblem) {
      return false
    }
    throw error
  }
}

function asApiError(error: unknown): unknown {
  return error instanceof UploadProblem ? new ApiError(error) : error
}

function keyNotValid({ config }: AppContext): UploadProblem {
  return new UploadProblem('not_authorised', { reason: 'invalid_key', site: config.publicUrl })
}

/** @throws {UploadProblem} `not_authorised` (401) if the call brings a session that has ended */
export function refuseEndedSession(request: FastifyRequest): void {
  if (request.signedIn === null && request.headers.authorization !== undefined) {
    throw new UploadProblem('not_authorised', { reason: 'session_ended' })
  }
}

/** @throws {UploadProblem} `not_authorised` (401) if the call brings a key or ticket that is not valid */
export async function findCredential(
  context: AppContext,
  request: FastifyRequest,
  uploadKeyField: string | undefined,
): Promise<Credential | null> {
  const { db, keys, now, sessions } = context
  const given = uploadKeyInAddress(request.raw) ?? (uploadKeyField?.trim() || undefined)
  if (given !== undefined) {
    const holder = await findKeyHolder(db, given, now())
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
 * Proves the channel that a file claims. An empty claim means the uploader's own channel.
 *
 * @throws {UploadProblem} `not_authorised`: 401 without any proof, 403 if the proof is for another channel;
 *   `channel_missing` if nothing says which channel the file is for
 * @throws {ApiError} `too_many_requests` if the uploader calls too often, regardless of the address
 */
export async function proveChannel(
  context: AppContext,
  request: FastifyRequest,
  { credential, claim }: { credential: Credential | null; claim: string },
): Promise<ChannelProof> {
  const named = await withoutDeletedName(context.db, context.keys.privacy, claim)
  const login = normalisedLogin(named)
  if (credential === null) {
    const uploader = await findPaired(context, request, login)
    await request.countForUser(uploader.userId)
    return { kind: 'pairing', uploader, companionId: null, channel: ownChannel(uploader) }
  }
  const { uploader } = credential
  await request.countForUser(uploader.userId)
  const ownerId =
    login === '' ? uploader.userId : await findOwner(context.db, { ...uploader, login })
  // A key speaks for its own channel only, also an admin's.
  const viewer = { ...uploader, isAdmin: uploader.isAdmin && credential.kind !== 'key' }
  if (!hasChannelRight('upload', { ownerId, viewer })) {
    throw new UploadProblem(
      'not_authorised',
      { reason: 'other_channel', channel: named, uploader: uploader.username },
      { status: 403 },
    )
  }
  if (ownerId === uploader.userId) {
    return { ...credential, channel: ownChannel(uploader) }
  }
  const owner = ownerId === null ? null : await findUser(context.db, ownerId)
  return {
    ...credential,
    channel: owner
      ? ownChannel(owner)
      : { platform: uploader.platform, login, name: named.trim(), ownerId: null },
  }
}

function ownChannel({ platform, login, username, userId }: User): ChannelTarget {
  return { platform, login, name: username, ownerId: userId }
}

/** The streamer whose session came from the same address. Refusals do not reveal which names exist. */
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
  const ownerId =
    login === '' ? onlyOne(seen) : await findOwner(db, { platform: DEFAULT_PLATFORM, login })
  const uploader = ownerId !== null && seen.includes(ownerId) ? await findUser(db, ownerId) : null
  if (uploader !== null) {
    return uploader
  }
  if (login === '' && seen.length > 1) {
    throw new UploadProblem('channel_missing', { reason: 'channel_unnamed' })
  }
  const reason = isAnonymous(request, config) ? 'silent_proxy' : 'no_proof'
  throw new UploadProblem('not_authorised', { reason, site: config.publicUrl })
}

function onlyOne(users: readonly number[]): number | null {
  return users.length === 1 ? (users[0] ?? null) : null
}

/** Whether pairing by address is allowed; never for web pages, foreign host names or unlisted proxies. */
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
  const isOwnHost = readHostName(request) === new URL(config.publicUrl).hostname
  // Fastify trusts only listed proxies; from anyone else such a header is forged.
  const isDisguised = hasProxyHeader(request) && request.ip === request.socket.remoteAddress
  const isKnown = isOwnHost && !isDisguised && !isAnonymous(request, config)
  return config.uploadPairing === 'address' && isKnown
}
