import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { uploadInstaller } from '@rollcall/contract/releases'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { giveLargeFormsTime, limitBodyTime } from './body-deadline.ts'

const DEADLINES = { usual: 100, large: 600 }

/** Sends a form whose body never ends. Returns what came back until the server hung up, and how long that took. */
async function sendEndless(
  path: string,
  deadlines = DEADLINES,
): Promise<{ answer: string; ms: number }> {
  const app = Fastify()
  limitBodyTime(app, deadlines)
  giveLargeFormsTime(app)
  // Like the form parser, this leaves the body to the handler.
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  const config = { endpoint: uploadInstaller }
  app.post('/usual', (request) => once(request.raw, 'end'))
  app.post('/large', { config }, (request) => once(request.raw, 'end'))
  app.post('/refused', {
    config,
    preParsing: async (_request, reply) => reply.code(401).send('no'),
    handler: () => 'taken',
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const start = performance.now()
    const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=a\r\nContent-Length: 9\r\n\r\n-`,
    )
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    await once(socket, 'close')
    return { answer, ms: performance.now() - start }
  } finally {
    await app.close()
  }
}

it('ends a body that does not come in time with 408', async () => {
  const { answer } = await sendEndless('/usual')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

it('gives a large form longer', async () => {
  const { answer, ms } = await sendEndless('/large')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(ms).toBeGreaterThanOrEqual(DEADLINES.large - 20)
})

it('gives nothing more to a large form that was refused, and no second answer', async () => {
  // Much longer than the usual deadline takes, even on a busy machine.
  const deadlines = { ...DEADLINES, large: 20_000 }
  const { answer, ms } = await sendEndless('/refused', deadlines)
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
  expect(ms).toBeLessThan(deadlines.large)
})
