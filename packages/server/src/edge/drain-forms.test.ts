import net, { type AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { drainForms } from './drain-forms.ts'

const LIMITS = { bytes: 1_000_000, ms: 300 }
const TYPE = 'Content-Type: multipart/form-data; boundary=a'

/** Sends a form that is refused without being read. Returns what came back until the server hung up. */
async function answerTo(
  head: readonly string[],
  send: (socket: net.Socket) => Promise<void>,
  limits = LIMITS,
): Promise<{ answer: string; ms: number }> {
  const app = Fastify()
  await app.register(async (forms) => {
    await forms.register(multipart)
    drainForms(forms, limits)
    forms.post('/', (_request, reply) => reply.code(401).send('refused'))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const start = performance.now()
    const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    // When the server gives up, the connection ends with a reset.
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.write([...head, 'Host: a', TYPE, '', ''].join('\r\n'))
    await send(socket)
    await closed
    return { answer, ms: performance.now() - start }
  } finally {
    await app.close()
  }
}

/** Keeps sending whatever comes back, and reads only after everything is sent, as a simple client does. */
async function sendBlindly(socket: net.Socket, bytes: number): Promise<void> {
  const piece = Buffer.alloc(bytes / 10)
  socket.pause()
  for (let sent = 0; sent < bytes && !socket.closed; sent += piece.length) {
    await setTimeout(5)
    await new Promise((resolve) => socket.write(piece, resolve))
  }
  socket.resume()
}

it.each([
  ['that closes its connection', 'HTTP/1.1', ['Connection: close']],
  ['of HTTP/1.0', 'HTTP/1.0', []],
])('a client %s and sends before it reads has its answer', async (_which, version, headers) => {
  const head = [`POST / ${version}`, 'Content-Length: 900000', ...headers]
  for (let time = 0; time < 5; time += 1) {
    const { answer } = await answerTo(head, (socket) => sendBlindly(socket, 900_000), {
      ...LIMITS,
      ms: 60_000,
    })
    expect(answer).toMatch(/^HTTP\/1\.1 401 .*refused$/s)
  }
})

it('tells the client when it will not read the whole form', async () => {
  const { answer } = await answerTo(['POST / HTTP/1.1', 'Content-Length: 1000001'], async () => {})
  expect(answer).toMatch(/^HTTP\/1\.1 401 .*connection: close.*refused$/is)
})

it('reads no more than its limit', async () => {
  let sentBytes = 0
  const head = ['POST / HTTP/1.1', 'Transfer-Encoding: chunked']
  const { answer } = await answerTo(head, async (socket) => {
    const piece = Buffer.concat([
      Buffer.from('186a0\r\n'),
      Buffer.alloc(100_000),
      Buffer.from('\r\n'),
    ])
    while (!socket.closed && sentBytes < 100 * LIMITS.bytes) {
      sentBytes += piece.length
      await new Promise((resolve) => socket.write(piece, resolve))
    }
  })
  expect(answer).toMatch(/^HTTP\/1\.1 401 .*refused$/s)
  expect(sentBytes).toBeLessThan(100 * LIMITS.bytes)
})

it('waits no longer than its limit, and not at all for a client that is gone', async () => {
  const head = ['POST / HTTP/1.1', 'Content-Length: 9']
  const slow = await answerTo(head, async () => {})
  expect(slow.answer).toMatch(/^HTTP\/1\.1 401 .*refused$/s)
  expect(slow.ms).toBeGreaterThanOrEqual(LIMITS.ms - 20)
  // Much longer than it takes to hang up, even on a busy machine.
  const limits = { ...LIMITS, ms: 20_000 }
  const go = async (socket: net.Socket) => void socket.once('data', () => socket.end())
  const gone = await answerTo(head, go, limits)
  expect(gone.ms).toBeLessThan(limits.ms)
})
