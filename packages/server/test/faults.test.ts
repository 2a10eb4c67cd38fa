/** A few of the faults that `npm run test:faults` tries by the hundred, on one database. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkStored } from '../faults/check-league.ts'
import { killUploading } from '../faults/kill.ts'
import { League } from '../faults/league.ts'
import { startSecond } from '../faults/second-server.ts'
import { freePort, spawnServer, startServer } from '../faults/server-process.ts'
import { stopUploading } from '../faults/sigterm.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const KILLS = 2

/** On PostgreSQL `npm run test:faults` tries them. */
describe.skipIf(process.env.TEST_DATABASE_URL)('a server on the embedded database', () => {
  let created: TestDatabase
  beforeEach(async () => {
    created = await createTestDatabase()
    await created.database.close()
  })
  afterEach(() => created.drop())

  it('refuses a second one, survives kill -9, and ends on SIGTERM when what it has is done', async () => {
    const { dataDir } = created
    const settings = { dataDir, port: await freePort() }
    const league = new League()
    const first = await startServer(settings)
    await league.join(first.origin, ['ada'])
    await startSecond(dataDir, first)
    await first.kill()
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await killUploading(settings, league)
      await checkStored(league, settings)
    }
    const last = await startServer(settings)
    expect(await stopUploading(last, league)).toBeLessThan(10_000)
    await checkStored(league, settings)
    expect(league.uploads).toBeGreaterThan(0)
  })

  it('says what is wrong with its configuration in one line', async () => {
    const env = { METRICS_TOKEN: 'short' }
    const server = spawnServer({ dataDir: created.dataDir, port: await freePort(), env })
    expect(await server.ended).toMatchObject({ code: 1 })
    expect(server.said()).toBe('Configuration: METRICS_TOKEN: must have at least 24 characters')
  })
})
