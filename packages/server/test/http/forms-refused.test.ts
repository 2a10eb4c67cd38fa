/**
 * Forms that are answered before they have arrived completely, and whose connections serve the next call.
 */
import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installerUpload } from '../helpers/installer-upload.ts'
import {
  faultsOf,
  fetchRefused,
  REFUSED_FORMS_ENV,
  refusedForms,
  sendRefused,
  TAKEN_INSTALLER,
} from '../helpers/refused-forms.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let sessions: Parameters<typeof refusedForms>[0]

beforeAll(async () => {
  server = await startTestServer({ env: REFUSED_FORMS_ENV })
  sessions = { user: await server.signIn('streamer'), admin: await server.signIn('boss') }
  const taken = installerUpload(TAKEN_INSTALLER, makeInstaller(100_000), sessions.admin)
  expect((await server.call(taken)).statusCode).toBe(200)
})
afterAll(() => server.stop())

it.each([200_000, 2_000_000, 20_000_000])(
  'the connection of a refused form of %i bytes serves the next call',
  async (sizeBytes) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const faults: string[] = []
    for (const form of refusedForms(sessions, sizeBytes)) {
      const refusal = await sendRefused({ origin: server.origin, agent }, form, sizeBytes)
      faults.push(...faultsOf(form, refusal))
    }
    agent.destroy()
    expect(faults).toEqual([])
  },
)

it('the connection of a rate-limited call serves the next one', async () => {
  const limited = await startTestServer({
    env: { ...REFUSED_FORMS_ENV, RATE_LIMIT_UPLOADS: '1' },
  })
  try {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const [form] = refusedForms(sessions, 2_000_000)
    if (form === undefined) throw new Error('no form')
    for (const status of [401, 429, 429]) {
      const refusal = await sendRefused({ origin: limited.origin, agent }, form, 2_000_000)
      expect(faultsOf({ ...form, status }, refusal)).toEqual([])
    }
    agent.destroy()
  } finally {
    await limited.stop()
  }
})

it('fetch gets the answer for a refused installer, and for the next call', async () => {
  for (let time = 0; time < 10; time += 1) {
    expect(await fetchRefused(server.origin, sessions.admin, 2_000_000)).toEqual([])
  }
})
