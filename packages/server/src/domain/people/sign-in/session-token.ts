/**
 * The tokens we sign: one algorithm, and a fixed issuer, audience and type, so that no token passes for another kind.
 */
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const ALGORITHM = 'HS256'
const ISSUER = 'rollcall'

interface Purpose {
  audience: string
  type: string
}

const SESSION: Purpose = { audience: 'rollcall-session', type: 'rollcall-session+jwt' }
const TICKET: Purpose = { audience: 'rollcall-upload', type: 'rollcall-ticket+jwt' }

const Claims = z.object({ sid: z.uuid(), sub: z.coerce.number().int().positive() })

interface TokenContent {
  sessionId: string
  userId: number
}

/** A session token does not expire; the session row decides whether it is valid. */
export async function signSessionToken(key: Uint8Array, content: TokenContent): Promise<string> {
  return unsigned(SESSION, content).sign(key)
}

export async function signUploadTicket(
  key: Uint8Array,
  content: TokenContent,
  expiresAt: Date,
): Promise<string> {
  return unsigned(TICKET, content).setExpirationTime(expiresAt).sign(key)
}

function unsigned(purpose: Purpose, content: TokenContent): SignJWT {
  return new SignJWT({ sid: content.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: purpose.type })
    .setSubject(String(content.userId))
    .setIssuer(ISSUER)
    .setAudience(purpose.audience)
}

export function readSessionToken(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<TokenContent | null> {
  return read(key, SESSION, token, now)
}

export function readUploadTicket(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<TokenContent | null> {
  return read(key, TICKET, token, now)
}

async function read(
  key: Uint8Array,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<TokenContent | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: purpose.audience,
      typ: purpose.type,
      currentDate: now,
    })
    const claims = Claims.safeParse(payload)
    return claims.success ? { sessionId: claims.data.sid, userId: claims.data.sub } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) {
      return null
    }
    throw error
  }
}
