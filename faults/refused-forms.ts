import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { openApiClient } from '@rollcall/demo/api-client'
import { findFreePort } from '@rollcall/server/testing/free-port'
import {
  faultsOf,
  fetchRefused,
  REFUSED_FORMS_ENV,
  refusedForms,
  sendRefused,
  TAKEN_INSTALLER,
} from '@rollcall/server/testing/refused-forms'
import { makeInstaller } from '@rollcall/server/testing/sample-installer'
import { type Fault, type FaultPlace, must, PATIENCE, readCount } from './fault.ts'
import { startNginx } from './fronts.ts'
import { startServer } from './server-process.ts'

/** The promised time, on a machine without other work. */
const QUICK_MS = 1_000
const DIRECT_SIZES = [200_000, 2_000_000, 20_000_000, 150_000_000]
/** For larger forms, `fetch` itself needs a second. */
const FETCH_SIZES = [200_000, 2_000_000, 20_000_000]
const NGINX_SIZES = [200_000, 600_000, 2_000_000, 20_000_000]

export const refusedFormsDirect: Fault = {
  name: 'refused-forms',
  promise:
    'a form that is refused is answered within 1 s, and so is the next call on its connection',
  async run(place) {
    const { origin, sessions } = await startWithInstaller(place)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const figures = await refuseAll({ origin, agent }, sessions, {
      ...place,
      sizes: DIRECT_SIZES,
      mustReuse: true,
    })
    agent.destroy()
    const times = readCount('FAULT_FORMS', 20)
    for (let time = 0; time < times; time += 1) {
      for (const sizeBytes of FETCH_SIZES) {
        const faults = await fetchRefused(origin, sessions.admin, sizeBytes, QUICK_MS * PATIENCE)
        must(faults.length === 0, faults.join())
      }
    }
    return `${figures}; ${times * FETCH_SIZES.length} by fetch`
  },
}

export const refusedFormsByNginx: Fault = {
  name: 'refused-forms-nginx',
  promise: 'the same through nginx, which keeps its connections to the server',
  async run(place) {
    const { origin, sessions } = await startWithInstaller(place)
    const front = await startNginx(place.directory, Number(new URL(origin).port))
    // A new connection for each call, as from different people; nginx reuses its connections to the server.
    const agent = new https.Agent({ keepAlive: false, ...front.tls })
    try {
      return await refuseAll({ origin: front.origin, agent }, sessions, {
        ...place,
        sizes: NGINX_SIZES,
        mustReuse: false,
      })
    } finally {
      agent.destroy()
      await front.stop()
    }
  },
}

async function startWithInstaller({ directory }: FaultPlace) {
  const dataDir = path.join(directory, 'data')
  const { origin } = await startServer({
    dataDir,
    port: await findFreePort(),
    env: REFUSED_FORMS_ENV,
  })
  const client = openApiClient(origin)
  const sessions = { user: await client.signIn('streamer'), admin: await client.signIn('boss') }
  const files = { file: new File([makeInstaller(100_000)], TAKEN_INSTALLER) }
  await client.uploadForm('/api/admin/upload', { files }, sessions.admin)
  return { origin, sessions }
}

/** Sends each kind of form in each size, one after another on one connection. */
async function refuseAll(
  to: Parameters<typeof sendRefused>[0],
  sessions: Parameters<typeof refusedForms>[0],
  {
    sizes,
    mustReuse,
    progress,
  }: { sizes: readonly number[]; mustReuse: boolean; progress: FaultPlace['progress'] },
): Promise<string> {
  const times = readCount('FAULT_FORMS', 20)
  let forms = 0
  let slowestMs = 0
  for (const sizeBytes of sizes) {
    for (let time = 1; time <= times; time += 1) {
      progress(`${sizeBytes / 1_000_000} MB, ${time} of ${times}`)
      for (const form of refusedForms(sessions, sizeBytes)) {
        const refusal = await sendRefused(to, form, sizeBytes).catch((error: Error) => {
          throw new Error(`${form.what}, ${sizeBytes} bytes: ${error.message}`)
        })
        const isReused = refusal.isReused || !mustReuse
        const faults = faultsOf(form, { ...refusal, isReused }, QUICK_MS * PATIENCE)
        must(faults.length === 0, `${sizeBytes} bytes: ${faults.join()}`)
        forms += 1
        slowestMs = Math.max(slowestMs, refusal.answerMs, refusal.nextMs)
      }
    }
  }
  return `${forms} forms of ${sizes.map((bytes) => bytes / 1_000_000).join(', ')} MB, the slowest answer after ${slowestMs.toFixed(0)} ms`
}
