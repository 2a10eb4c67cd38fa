import { normalLogin } from '@rollcall/scoring/racer'
import { z } from 'zod'

export interface PlatformUser {
  platform: 'twitch'
  platformUserId: string
  login: string
  displayName: string
  profileImageUrl: string | null
}

/** `refused`: the platform or we reject the token. `unreachable`: we could not find out. */
type Refusal = { kind: 'refused'; reason: string } | { kind: 'unreachable'; reason: string }

export interface Platform {
  /** The user to whom the platform issued a token for our client id with our scope. */
  identify(token: string): Promise<{ kind: 'user'; user: PlatformUser } | Refusal>
  validate(token: string, platformUserId: string): Promise<{ kind: 'valid' } | Refusal>
}

interface PlatformAddresses {
  clientId: string
  /** A function, because the practice platform's port is known only once the server listens. */
  authUrl: () => string
  apiUrl: () => string
  timeoutMs?: number | undefined
}

export const SIGN_IN_SCOPE = 'user:read:email'

const TIMEOUT_MS = 5_000
const MAX_BODY_BYTES = 16 * 1024
/** RFC 6750, 2.1; we send nothing else to the platform. */
const TOKEN = /^[\w.~+/=-]{1,2000}$/

const Validation = z.object({
  client_id: z.string(),
  login: z.string().min(1),
  scopes: z.array(z.string()),
  user_id: z.string().min(1),
  expires_in: z.number().positive(),
})

const Users = z.object({
  data: z.tuple([
    z.object({
      id: z.string(),
      login: z.string().min(1).max(512),
      display_name: z.string(),
      profile_image_url: z.string().max(2_000),
    }),
  ]),
})

type Validated = { kind: 'valid'; platformUserId: string } | Refusal

export function createPlatform(addresses: PlatformAddresses): Platform {
  const validateToken = async (token: string): Promise<Validated> => {
    if (!TOKEN.test(token)) {
      return refused('this is no token')
    }
    const answer = await call(addresses, `${addresses.authUrl()}/oauth2/validate`, {
      authorization: `OAuth ${token}`,
    })
    if (answer.kind !== 'body') {
      return answer
    }
    const validation = Validation.safeParse(answer.body)
    if (!validation.success) {
      return refused('the platform does not say whose token this is')
    }
    // The most important line of sign-in: a token made for another app proves nothing to us.
    if (validation.data.client_id !== addresses.clientId) {
      return refused('the token was issued to another client id')
    }
    if (!validation.data.scopes.includes(SIGN_IN_SCOPE)) {
      return refused('the token lacks the scope')
    }
    return { kind: 'valid', platformUserId: validation.data.user_id }
  }

  return {
    async identify(token) {
      const validated = await validateToken(token)
      if (validated.kind !== 'valid') {
        return validated
      }
      const answer = await call(addresses, `${addresses.apiUrl()}/helix/users`, {
        authorization: `Bearer ${token}`,
        'client-id': addresses.clientId,
      })
      if (answer.kind !== 'body') {
        return answer
      }
      const users = Users.safeParse(answer.body)
      if (!users.success || users.data.data[0].id !== validated.platformUserId) {
        return refused('the platform names another user than the token')
      }
      const [user] = users.data.data
      return {
        kind: 'user',
        user: {
          platform: 'twitch',
          platformUserId: user.id,
          login: normalLogin(user.login),
          displayName: user.display_name,
          profileImageUrl: checkPicture(user.profile_image_url),
        },
      }
    },

    async validate(token, platformUserId) {
      const validated = await validateToken(token)
      if (validated.kind !== 'valid') {
        return validated
      }
      return validated.platformUserId === platformUserId
        ? { kind: 'valid' }
        : refused('the token belongs to another user')
    },
  }
}

function checkPicture(url: string): string | null {
  return /^(?:https?:\/\/|\/(?!\/))/i.test(url) ? url : null
}

function refused(reason: string): Refusal {
  return { kind: 'refused', reason }
}

async function call(
  { timeoutMs = TIMEOUT_MS }: PlatformAddresses,
  url: string,
  headers: Record<string, string>,
): Promise<{ kind: 'body'; body: unknown } | Refusal> {
  try {
    const response = await fetch(url, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readCapped(response)
    if (response.status === 400 || response.status === 401 || response.status === 403) {
      return refused(`the platform answered ${response.status}`)
    }
    if (response.status !== 200 || text === null) {
      return unreachable(`the platform answered ${response.status}`)
    }
    const body = parseJson(text)
    return body === undefined ? unreachable('the answer is no JSON') : { kind: 'body', body }
  } catch (error) {
    return unreachable(error instanceof Error ? error.message : 'unknown')
  }
}

function unreachable(reason: string): Refusal {
  return { kind: 'unreachable', reason }
}

/** undefined for invalid JSON: the parser's own message would put the text into the log. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readCapped(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > MAX_BODY_BYTES) {
      return null
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
