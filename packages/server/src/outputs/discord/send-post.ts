/** One attempt to post, and its outcome. */
import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { postProblem, type StoredPostProblem } from './post-problems.ts'
import { lookupPublic, PrivateAddressError, type Webhook } from './webhook-address.ts'

const TIMEOUT_MS = 5_000
/**
 * Cloudflare is in front of Discord. With these it says that it could not connect: refused, no route, TLS or
 * certificate failed.
 */
const NOT_SENT_ON = new Set([521, 523, 525, 526])

export type Outcome =
  | { state: 'posted' }
  /** Nothing can have been posted, so another attempt cannot post twice. */
  | { state: 'waiting'; problem: StoredPostProblem; afterMs?: number }
  | { state: 'failed' | 'unknown'; problem: StoredPostProblem }

/** Does not follow redirects. The reason for a failure never contains the address. */
export async function sendPost({ url, isOwn }: Webhook, form: FormData): Promise<Outcome> {
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const isHttps = url.protocol === 'https:'
  const to = new URL(url)
  // Makes Discord answer only after it has stored the message.
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
      resolve(readOutcome(response.statusCode ?? 0, response.headers['retry-after']))
      response.destroy()
    })
    request.on('socket', (socket) => {
      socket.once(isHttps ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    })
    request.on('error', (error) => resolve(judgeFailure(error, isConnected)))
    request.end(body)
  })
}

function readOutcome(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) {
    return { state: 'posted' }
  }
  if (status === 429) {
    const seconds = Number(retryAfter)
    return {
      state: 'waiting',
      problem: postProblem('discord_asked_to_wait'),
      ...(seconds > 0 && { afterMs: Math.ceil(seconds * 1000) }),
    }
  }
  // A proxy in front of Discord passed the request on, but got no answer or did not understand it.
  if ((status === 504 || status >= 520) && !NOT_SENT_ON.has(status)) {
    return LOST
  }
  if (status >= 500) {
    return { state: 'waiting', problem: postProblem('discord_unavailable', { status }) }
  }
  if (status === 401 || status === 403 || status === 404) {
    return { state: 'failed', problem: postProblem('webhook_unknown') }
  }
  return status >= 300 && status < 400
    ? { state: 'failed', problem: postProblem('webhook_redirects') }
    : { state: 'failed', problem: postProblem('discord_refused', { status }) }
}

const LOST: Outcome = { state: 'unknown', problem: postProblem('post_answer_lost') }

function judgeFailure(error: Error, isConnected: boolean): Outcome {
  if (error instanceof PrivateAddressError) {
    return { state: 'failed', problem: postProblem('webhook_private') }
  }
  return isConnected ? LOST : { state: 'waiting', problem: postProblem('discord_unreachable') }
}
