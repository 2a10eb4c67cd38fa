/** One attempt to post, and its outcome. */
import {
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { postProblem, type StoredPostProblem } from './post-problems.ts'
import { lookupPublic, PrivateAddressError, type Webhook } from './webhook-address.ts'

const TIMEOUT_MS = 5_000
const MAX_ANSWER_LENGTH = 100_000
/**
 * Cloudflare is in front of Discord. With these it says that it could not connect: refused, no route, TLS or
 * certificate failed.
 */
const NOT_SENT_ON = new Set([521, 523, 525, 526])

export type Outcome =
  | { state: 'posted'; messageId: string | null }
  /** Nothing can have been posted, so another attempt cannot post twice. */
  | { state: 'waiting'; problem: StoredPostProblem; afterMs?: number }
  | { state: 'failed' | 'unknown'; problem: StoredPostProblem }

/**
 * Does not follow redirects. The reason for a failure never contains the address.
 *
 * @param edits the message to edit; null: posts a new one
 */
export async function sendPost(
  { url, isOwn }: Webhook,
  form: FormData,
  { edits }: { edits: string | null } = { edits: null },
): Promise<Outcome> {
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const isHttps = url.protocol === 'https:'
  const to = new URL(url)
  if (edits !== null) to.pathname += `/messages/${encodeURIComponent(edits)}`
  // Makes Discord answer only after it has stored the message.
  to.searchParams.set('wait', 'true')
  const options: RequestOptions = {
    method: edits === null ? 'POST' : 'PATCH',
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
      const outcome = readOutcome(response.statusCode ?? 0, response.headers['retry-after'])
      if (outcome.state === 'failed' && edits !== null && response.statusCode === 404) {
        resolve({ state: 'failed', problem: postProblem('message_gone') })
        response.destroy()
      } else if (outcome.state === 'posted') {
        void readMessageId(response).then((messageId) => resolve({ ...outcome, messageId }))
      } else {
        resolve(outcome)
        response.destroy()
      }
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

/** By what Discord knows the message; null: the answer does not say it. */
async function readMessageId(response: IncomingMessage): Promise<string | null> {
  try {
    let text = ''
    for await (const chunk of response) {
      text += String(chunk)
      if (text.length > MAX_ANSWER_LENGTH) break
    }
    const { id } = JSON.parse(text) as { id?: unknown }
    return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : null
  } catch {
    return null
  } finally {
    response.destroy()
  }
}

function readOutcome(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) {
    return { state: 'posted', messageId: null }
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
