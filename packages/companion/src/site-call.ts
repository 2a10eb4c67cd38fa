/** Calls to the site over node:http(s), because `fetch` fails under wine, where the Windows program is tested. */
import { randomUUID } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { type Endpoint, ErrorReply, type ResponseOf } from '@rollcall/contract/endpoint'
import * as z from 'zod/mini'

export interface SiteAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Undefined if the answer is not JSON, and so not from Rollcall. */
  body: unknown
}

interface Body {
  type: string
  bytes: Buffer
}

const TIMEOUT_MS = 60_000
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** Follows no redirects. Rejects if there is no complete answer within a minute. */
export function callSite(
  site: string,
  path: string,
  {
    method = 'GET',
    body,
    signal,
  }: {
    method?: Endpoint['method']
    body?: Body | undefined
    signal?: AbortSignal | undefined
  } = {},
): Promise<SiteAnswer> {
  const url = new URL(path, site)
  return new Promise((resolve, reject) => {
    const deadline = AbortSignal.timeout(TIMEOUT_MS)
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': body.type, 'content-length': body.bytes.length }),
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let received = 0
      response.on('data', (piece: Buffer) => {
        received += piece.length
        if (received > MAX_ANSWER_BYTES) {
          response.destroy(new Error('The answer is too large.'))
        }
      })
      buffer(response).then((bytes) => {
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, headers, body: parseJson(bytes) })
      }, reject)
    })
    request.end(body?.bytes)
  })
}

/** What every version of the site has in a refusal. */
const Refusal = z.pick(ErrorReply, { error: true, code: true })
type Refusal = z.infer<typeof Refusal>

/** If both are null, the answer was not from Rollcall. */
interface Outcome<Data> {
  data: Data | null
  refusal: Refusal | null
}

/** @param wanted the parts of an answer that are needed */
export function readOutcome<Wanted extends Endpoint['response']>(
  wanted: Wanted,
  { status, body }: SiteAnswer,
): Outcome<z.output<Wanted>> {
  const data = z.safeParse(wanted, body)
  const refusal = z.safeParse(Refusal, body)
  return {
    data: status === 200 && data.success ? data.data : null,
    refusal: refusal.success ? refusal.data : null,
  }
}

/** Calls an endpoint without parameters in its path. Rejects as `callSite` does. */
export async function callEndpoint<E extends Endpoint>(
  site: string,
  endpoint: E,
  body?: object,
): Promise<Outcome<ResponseOf<E>> & { status: number }> {
  const { method, path } = endpoint
  const answer = await callSite(site, path, { method, body: body && jsonBody(body) })
  return { status: answer.status, ...readOutcome<E['response']>(endpoint.response, answer) }
}

/** Downloads a file from the site in pieces. Rejects if it does not exist; fails after a minute of silence. */
export function openDownload(site: string, path: string): Promise<IncomingMessage> {
  const url = new URL(path, site)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url)
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error('no more data arrives.')))
    request.on('error', reject)
    request.on('response', (response) => {
      if (response.statusCode === 200) {
        resolve(response)
      } else {
        response.destroy()
        reject(new Error(`the site answered ${response.statusCode}.`))
      }
    })
    request.end()
  })
}

function jsonBody(value: object): Body {
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) }
}

/** Fields first, so that the site can answer before the files have arrived. */
export function formBody(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Buffer>>,
): Body {
  const boundary = `rollcall-${randomUUID()}`
  const pieces: Buffer[] = []
  for (const [name, value] of Object.entries(fields)) {
    const heading = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`
    pieces.push(Buffer.from(`${heading}${value}\r\n`))
  }
  for (const [name, bytes] of Object.entries(files)) {
    const disposition = `form-data; name="${name}"; filename="${name}.csv"`
    const heading = `--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: text/csv\r\n\r\n`
    pieces.push(Buffer.from(heading), bytes, Buffer.from('\r\n'))
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(pieces) }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
