/** One attempt to post, and what can be said of it afterwards. */
import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { lookupPublic, PrivateAddressError, type Webhook } from './webhook-address.ts'

const TIMEOUT_MS = 5_000
/** By which Cloudflare, before Discord, says that it had no connection: refused, no route, TLS failed, or its certificate. */
const NOT_SENT_ON = new Set([521, 523, 525, 526])

export type Outcome =
  | { state: 'posted' }
  /** Nothing can have been posted, so another attempt posts nothing twice. */
  | { state: 'waiting'; reason: string; afterMs?: number }
  | { state: 'failed' | 'unknown'; reason: string }

/** Redirects are not followed. What is said of a failure never holds the address. */
export async function sendPost({ url, isOwn }: Webhook, form: FormData): Promise<Outcome> {
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const isHttps = url.protocol === 'https:'
  const to = new URL(url)
  // Answered once the message is there.
  to.searchParams.set('wait', 'true')
  const options: RequestOptions = {
    method: 'POST',
    agent: isHttps ? new HttpsAgent() : new HttpAgent(),
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': body.length,
      'user-agent': 'Rollcall',
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(!isOwn && { lookup: lookupPublic() }),
  }
  return new Promise((resolve) => {
    let isConnected = false
    const request = (isHttps ? requestHttps : requestHttp)(to, options, (response) => {
      resolve(outcomeOf(response.statusCode ?? 0, response.headers['retry-after']))
      response.destroy()
    })
    request.on('socket', (socket) => {
      socket.once(isHttps ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    })
    request.on('error', (error) => resolve(outcomeOfFailure(error, isConnected)))
    request.end(body)
  })
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) {
    return { state: 'posted' }
  }
  if (status === 429) {
    const seconds = Number(retryAfter)
    return {
      state: 'waiting',
      reason: 'Discord asked to wait.',
      ...(seconds > 0 && { afterMs: Math.ceil(seconds * 1000) }),
    }
  }
  // Whoever stands before Discord has sent it on, and has heard nothing, or not understood it.
  if ((status === 504 || status >= 520) && !NOT_SENT_ON.has(status)) {
    return LOST
  }
  if (status >= 500) {
    return { state: 'waiting', reason: `Discord could not take it (status ${status}).` }
  }
  if (status === 401 || status === 403 || status === 404) {
    return {
      state: 'failed',
      reason: 'Discord does not know this webhook any more. Make one there and give its address.',
    }
  }
  return status >= 300 && status < 400
    ? { state: 'failed', reason: 'The address leads somewhere else, which is not followed.' }
    : { state: 'failed', reason: `Discord refused it (status ${status}).` }
}

const LOST: Outcome = {
  state: 'unknown',
  reason: 'The answer was lost. Look in Discord whether the post is there.',
}

function outcomeOfFailure(error: Error, isConnected: boolean): Outcome {
  if (error instanceof PrivateAddressError) {
    return { state: 'failed', reason: 'The address leads into a private network.' }
  }
  return isConnected ? LOST : { state: 'waiting', reason: 'Discord could not be reached.' }
}
