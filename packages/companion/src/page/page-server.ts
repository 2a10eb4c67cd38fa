/**
 * Serves the local page to this computer's user only: on 127.0.0.1, at an address with a token, for that host alone
 * (so not for names that were pointed here), and not to other web pages.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { CompanionState } from '../companion.ts'
import type { FailedForm } from './markup.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'
import { renderPage, renderParts } from './render-page.ts'

export interface PageActions {
  state(): Promise<CompanionState>
  /** Null if there is no such action; otherwise what is wrong with the form, if anything. */
  act(action: string, form: URLSearchParams): Promise<{ failed: FailedForm | null } | null>
  /** A file of a refused game. */
  exported(game: string, file: string): Promise<Buffer | null>
}

export interface LocalPage {
  address: string
  /** Called when something on the page has changed. */
  refresh(): void
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const MAX_FORM_BYTES = 8 * 1024
const REFRESH_MS = 200
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

export async function servePage(actions: PageActions): Promise<LocalPage> {
  const token = randomBytes(24).toString('base64url')
  const followers = new Set<ServerResponse>()
  let origin = ''
  const server = createServer((request, response) => {
    const path = pathFor(request, { origin, token })
    if (path === null) {
      response.writeHead(404).end()
      return
    }
    answer({ request, response, path, actions, followers }).catch(() => {
      response.destroy()
    })
  })
  await listen(server)
  origin = `http://${HOST}:${(server.address() as AddressInfo).port}`

  let timer: NodeJS.Timeout | undefined
  const push = async () => {
    timer = undefined
    if (followers.size > 0) {
      const event = makeEvent(await actions.state())
      for (const follower of followers) {
        follower.write(event)
      }
    }
  }
  return {
    address: `${origin}/${token}/`,
    refresh() {
      timer ??= setTimeout(() => void push().catch(() => {}), REFRESH_MS)
    },
    async close() {
      clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, HOST, resolve)
  })
}

/** The path below the token; null if the request is not allowed. */
function pathFor(
  { headers, method, url = '' }: IncomingMessage,
  { origin, token }: { origin: string; token: string },
): string | null {
  const isOurHost = `http://${headers.host}` === origin
  // Browsers send an Origin with each form, and with requests from other pages' scripts.
  const isOurPage = headers.origin === origin || (headers.origin === undefined && method === 'GET')
  // Rejects pictures, scripts and frames on other pages; a link may come from anywhere.
  const { 'sec-fetch-site': from = 'none', 'sec-fetch-dest': as } = headers
  const isPart = from !== 'none' && from !== 'same-origin' && as !== 'document'
  const [, given = '', ...rest] = url.split('/')
  return isOurHost && isOurPage && !isPart && isSame(given, token) ? rest.join('/') : null
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)]
  return one.length === other.length && timingSafeEqual(one, other)
}

interface Asked {
  request: IncomingMessage
  response: ServerResponse
  path: string
  actions: PageActions
  followers: Set<ServerResponse>
}

async function answer({ request, response, path, actions, followers }: Asked): Promise<void> {
  const send = (type: string, content: string | Buffer, more: Record<string, string> = {}) =>
    response.writeHead(200, { ...HEADERS, 'content-type': type, ...more }).end(content)
  if (request.method === 'POST') {
    const done = await actions.act(path, await readForm(request))
    if (done === null) {
      response.writeHead(404, HEADERS).end()
    } else if (done.failed === null) {
      response.writeHead(303, { ...HEADERS, location: './' }).end()
    } else {
      send('text/html; charset=utf-8', renderPage(await actions.state(), done.failed))
    }
    return
  }
  switch (path) {
    case '':
      send('text/html; charset=utf-8', renderPage(await actions.state(), null))
      return
    case 'page.css':
      send('text/css; charset=utf-8', PAGE_STYLE)
      return
    case 'page.js':
      send('text/javascript; charset=utf-8', PAGE_SCRIPT)
      return
    case 'events':
      response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' })
      response.write(makeEvent(await actions.state()))
      followers.add(response)
      response.on('close', () => followers.delete(response))
      return
    default:
  }
  const [shelf, game = '', file = ''] = path.split('/').map(decoded)
  const content = shelf === 'refused' ? await actions.exported(game, file) : null
  if (content === null) {
    response.writeHead(404, HEADERS).end()
  } else {
    send('text/csv', content, { 'content-disposition': `attachment; filename="${file}"` })
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let received = 0
  request.on('data', (piece: Buffer) => {
    received += piece.length
    if (received > MAX_FORM_BYTES) {
      request.destroy()
    }
  })
  return new URLSearchParams(await text(request))
}

function makeEvent(state: CompanionState): string {
  return `data: ${JSON.stringify(renderParts(state))}\n\n`
}
