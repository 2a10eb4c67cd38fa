import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { uploadInstaller } from '@rollcall/contract/releases'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { limitBodyTime } from './body-deadline.ts'

/** Sends a request whose body never ends; what came back until the server hung up. */
async function sendEndless(path: string): Promise<string> {
  const app = Fastify()
  limitBodyTime(app, { usual: 50, large: 400 })
  app.post('/usual', async () => 'taken')
  app.post('/large', { config: { endpoint: uploadInstaller } }, async () => 'taken')
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    )
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    await once(socket, 'close')
    return answer
  } finally {
    await app.close()
  }
}

it('ends a body that does not come in time with 408', async () => {
  expect(await sendEndless('/usual')).toMatch(/^HTTP\/1\.1 408 /)
})

it('gives a large form longer', async () => {
  const start = performance.now()
  expect(await sendEndless('/large')).toMatch(/^HTTP\/1\.1 408 /)
  expect(performance.now() - start).toBeGreaterThanOrEqual(350)
})
