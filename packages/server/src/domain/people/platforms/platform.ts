/** What we ask every platform with which people sign in. */
import type { SignInPlatform } from '@rollcall/scoring/platforms'

export interface PlatformUser {
  platform: SignInPlatform
  platformUserId: string
  login: string
  displayName: string
  profileImageUrl: string | null
}

/** `refused`: the platform or we reject the token. `unreachable`: we could not find out. */
export type Refusal = { kind: 'refused'; reason: string } | { kind: 'unreachable'; reason: string }

export interface Platform {
  /** What a page needs to send somebody to the platform's authorise page. */
  way(): { authorizeUrl: string; clientId: string; scope: string }
  /** The user to whom the platform issued a token for our client id with our scope. */
  identify(token: string): Promise<{ kind: 'user'; user: PlatformUser } | Refusal>
  validate(token: string, platformUserId: string): Promise<{ kind: 'valid' } | Refusal>
}

export interface PlatformAccess {
  clientId: string
  /** Where it is asked; absent: at its own addresses. Functions, because practice knows its port only once it listens. */
  authUrl?: (() => string) | undefined
  apiUrl?: (() => string) | undefined
  /** Where pages reach it, if not at `authUrl`. */
  pagesUrl?: string | undefined
  timeoutMs?: number | undefined
}

const TIMEOUT_MS = 5_000
const MAX_BODY_BYTES = 16 * 1024

export function refused(reason: string): Refusal {
  return { kind: 'refused', reason }
}

function unreachable(reason: string): Refusal {
  return { kind: 'unreachable', reason }
}

/** A platform's JSON; 400, 401 and 403 refuse, and anything else means that we could not find out. */
export async function askPlatform(
  url: string,
  {
    headers,
    timeoutMs = TIMEOUT_MS,
  }: { headers: Record<string, string>; timeoutMs?: number | undefined },
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
