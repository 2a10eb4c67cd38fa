/**
 * A server in a separate process, for a test that watches its memory. It sends its origin and an admin's
 * token, and its peak memory when asked.
 */
import { readConfig } from '../../src/config.ts'
import { signPracticeToken } from '../../src/domain/people/sign-in/practice-platform.ts'
import { prepareServer } from '../../src/start.ts'

const SAMPLE_MS = 10

const server = await prepareServer({ config: readConfig(process.env), warn: () => {} })
const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
const token = await signPracticeToken(server.context.keys.signing, 'boss')
const signIn = await server.app.inject({
  method: 'POST',
  url: '/api/auth/twitch',
  headers: { authorization: `Bearer ${token}` },
})

let peakBytes = 0
const sampling = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
}, SAMPLE_MS)

process.on('message', () => {
  process.send?.({ peakBytes })
  peakBytes = process.memoryUsage.rss()
})
process.once('disconnect', async () => {
  clearInterval(sampling)
  await server.close()
})
process.send?.({ origin, token: signIn.json().token })
