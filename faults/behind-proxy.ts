/** A proxy in front of the server, as in `deploy/one-machine`. */
import { createHash, randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import http2 from 'node:http2'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { LiveMessage } from '@rollcall/contract/live'
import { CLIENT_ID, FakeTwitch } from '@rollcall/server/testing/fake-twitch'
import { askForSocket } from '@rollcall/server/testing/followed-stream'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { makeInstaller } from '@rollcall/server/testing/sample-installer'
import { formUpload, makeSeason, seasonUpload } from '@rollcall/server/testing/season-files'
import { readVariables } from './deploy-files.ts'
import { type Fault, must, PATIENCE, until } from './fault.ts'
import { type Front, NAME, type RequestOptions, startCaddy, startNginx } from './fronts.ts'
import { startServer } from './server-process.ts'

const CALLS_PER_MINUTE = 20
const INSTALLER_BYTES = 40 * 1024 * 1024
const AT_ONCE_MS = 1_000
const CALLS_AT_ONCE = 20
const SOCKETS_AT_ONCE = 20

export const nginx = behind('nginx', startNginx)
export const caddy = behind('caddy', startCaddy)

function behind(name: string, start: typeof startNginx): Fault {
  return {
    name,
    promise: `behind ${name} as deploy/one-machine has it: sign-in, callers' addresses, HTTP/2, sockets, installers`,
    async run({ directory, progress }) {
      const port = await findFreePort()
      const front = await start(directory, port)
      const twitch = await FakeTwitch.start()
      try {
        await startServer({
          dataDir: path.join(directory, 'data'),
          port,
          env: {
            ...twitch.env,
            ...(await readVariables('one-machine/rollcall.env', {
              'client-id-of-your-app': CLIENT_ID,
              'your-login': 'boss',
            })),
            RATE_LIMIT_SEARCH: String(CALLS_PER_MINUTE),
          },
        })
        await checkSignIn(front)
        await checkAddresses(front)
        const boss = await signIn(front, twitch.issue('boss'))
        await checkManyCalls(front)
        await checkManySockets(front)
        progress('socket')
        const streamMs = await checkStream(front, boss)
        progress('installer')
        await checkInstaller(front, boss)
        return `sign-in leads back to ${NAME}, each address has its own limit, an open page learned of an upload after ${streamMs.toFixed(0)} ms, an installer of ${INSTALLER_BYTES / 1024 ** 2} MiB went through and back`
      } finally {
        await front.stop()
        await twitch.stop()
      }
    },
  }
}

async function readText(response: IncomingMessage, status = 200): Promise<string> {
  const text = (await buffer(response)).toString()
  must(response.statusCode === status, `Answered ${response.statusCode}: ${text.slice(0, 300)}`)
  return text
}

async function checkSignIn(front: Front): Promise<void> {
  const response = await front.ask('/api/auth/site')
  const { redirectUri } = JSON.parse(await readText(response))
  must(redirectUri === `https://${NAME}/auth/callback`, `Sign-in leads back to ${redirectUri}`)
  must(response.headers['strict-transport-security'] !== undefined, 'There is no HSTS')
}

/** The server counts each client by its real address, not by the one it claims. */
async function checkAddresses(front: Front): Promise<void> {
  const search = async (from: string, claimed: string) => {
    const response = await front.ask('/api/leaderboard/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': claimed },
      body: Buffer.from('{"season":75}'),
      from,
    })
    response.resume()
    return response.statusCode
  }
  for (const from of ['127.0.0.2', '127.0.0.3']) {
    for (let call = 0; call <= CALLS_PER_MINUTE; call += 1) {
      const status = await search(from, `203.0.113.${call}`)
      const expected = call < CALLS_PER_MINUTE ? 200 : 429
      must(status === expected, `Call ${call + 1} from ${from} was answered ${status}`)
    }
  }
}

async function signIn(front: Front, platformToken: string): Promise<{ authorization: string }> {
  const headers = { authorization: `Bearer ${platformToken}` }
  const response = await front.ask('/api/auth/twitch', { method: 'POST', headers })
  return { authorization: `Bearer ${JSON.parse(await readText(response)).token}` }
}

/** Checks that an open page learns of an upload at once; returns how long that took. */
async function checkStream(front: Front, session: { authorization: string }): Promise<number> {
  let hasBegun = false
  let changedAt = 0
  const socket = await openSocket(front, ({ kind }) => {
    hasBegun ||= kind === 'ping'
    if (kind === 'changed' && changedAt === 0) changedAt = performance.now()
  })
  await until('the socket says something', async () => hasBegun, { withinMs: AT_ONCE_MS })
  const upload = seasonUpload(makeSeason({ channel: 'boss' }), { headers: session })
  await readText(await front.ask(String(upload.url), makeRequest(upload)))
  const answeredAt = performance.now()
  await until('the page learns of the upload', async () => changedAt > 0, { withinMs: AT_ONCE_MS })
  socket.close()
  return Math.max(0, changedAt - answeredAt)
}

/** More calls at once on one connection than a browser has connections over HTTP/1.1. */
async function checkManyCalls({ origin, tls }: Front): Promise<void> {
  const session = http2.connect(origin, tls)
  try {
    await Promise.all(
      Array.from({ length: CALLS_AT_ONCE }, async () => {
        const call = session.request({ ':path': '/api/auth/site', ':authority': NAME })
        const [headers] = await once(call, 'response', {
          signal: AbortSignal.timeout(10_000 * PATIENCE),
        })
        must(headers[':status'] === 200, `A call was answered ${headers[':status']}`)
      }),
    )
  } finally {
    session.destroy()
  }
}

/** More sockets of one browser than it has connections for calls. */
async function checkManySockets(front: Front): Promise<void> {
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS_AT_ONCE }, () => openSocket(front, () => {})),
  )
  for (const socket of sockets) socket.close()
}

async function openSocket({ origin, tls }: Front, hear: (message: LiveMessage) => void) {
  const answered = await askForSocket(
    { origin },
    'everyone/season:75',
    { host: NAME },
    {
      hear: (text) => hear(JSON.parse(text) as LiveMessage),
      options: tls,
    },
  )
  must('socket' in answered, `A socket was answered ${answered.status}`)
  return answered.socket
}

async function checkInstaller(front: Front, session: { authorization: string }): Promise<void> {
  const content = Buffer.from(makeInstaller(INSTALLER_BYTES))
  randomFillSync(content, INSTALLER_BYTES / 2)
  const form = formUpload('/api/admin/upload', { file: content }, { headers: session })
  const payload = Buffer.from(form.payload as Buffer)
  // A name of the same length, so that the other bytes stay where they are.
  payload.write('Set-1.0.exe', payload.indexOf('75_file.csv'))
  await readText(await front.ask('/api/admin/upload', { ...makeRequest(form), body: payload }))
  const download = await front.ask('/download/Set-1.0.exe')
  const hash = createHash('sha256').update(await buffer(download))
  const sent = createHash('sha256').update(content)
  must(hash.digest('hex') === sent.digest('hex'), 'The installer came back changed')
}

function makeRequest({ headers, payload }: ReturnType<typeof formUpload>): RequestOptions {
  return {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: payload as Buffer,
  }
}
