/** A few of the faults that `npm run test:faults` tries hundreds of times. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkStored } from './check-stored.ts'
import { FaultLoad } from './fault-load.ts'
import { killUploading } from './kill.ts'
import { startSecond } from './second-server.ts'
import { spawnServer, startServer } from './server-process.ts'
import { stopUploading } from './sigterm.ts'

const KILLS = 2

/** On a PostgreSQL server, only `npm run test:faults` tries them. */
describe.skipIf(process.env.TEST_DATABASE_URL)('a server on the embedded database', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-faults-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  it('refuses a second server, survives kill -9, and finishes its requests before it ends on Ctrl-C', async () => {
    const settings = { dataDir, port: await findFreePort() }
    const load = new FaultLoad()
    const first = await startServer(settings)
    await load.join(first.origin, ['ada'])
    await startSecond(dataDir, first)
    await first.kill()
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await killUploading(settings, load)
      await checkStored(load, settings)
    }
    const last = await startServer(settings)
    expect(await stopUploading(last, load, 'Ctrl-C')).toBeLessThan(10_000)
    await checkStored(load, settings)
    expect(load.uploads).toBeGreaterThan(0)
  })

  it('says what is wrong with its configuration in one line', async () => {
    const env = { METRICS_TOKEN: 'short' }
    const server = spawnServer({ dataDir, port: await findFreePort(), env })
    expect(await server.ended).toMatchObject({ code: 1 })
    expect(server.output()).toBe('Configuration: METRICS_TOKEN: must have at least 24 characters')
  })
})
