/** All connections to the database are cut in the middle of a call, as when the primary of a cluster dies. */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { type Database, openDatabase } from '../../src/platform/database/open-database.ts'
import { DatabaseProxy } from '../helpers/database-proxy.ts'
import { gameUpload, NO_HITS } from '../helpers/game-files.ts'
import { installerUpload } from '../helpers/installer-upload.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { createTestDatabase } from '../helpers/test-database.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let proxy: DatabaseProxy
let proxied: Database
let ada: Session

beforeAll(async () => {
  const created = await createTestDatabase()
  proxy = new DatabaseProxy(created.database.url)
  const databaseUrl = await proxy.listen()
  proxied = await openDatabase({
    ...{ databaseUrl, dataDir: created.dataDir, warn: () => {} },
    // On a busy machine, connecting again may take longer than people wait.
    ...{ connectMs: 60_000, statementMs: 60_000 },
  })
  const drop = async () => {
    await proxied.close()
    proxy.stop()
    await created.drop()
  }
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'ada', RATE_LIMIT_SIGN_IN: '1000' },
    database: { ...created, database: proxied, drop },
  })
  ada = await server.signIn('ada')
})
afterAll(() => server.stop())

const season = (attempt: number) =>
  seasonUpload(makeSeason({ channel: 'ada', points: attempt }), { headers: ada })
const game = (attempt: number) => {
  const row = `1,racer${attempt},Racer,FFFFFF,10,60.5,false`
  const raceData = Buffer.from(
    `Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated\r\n${row}\r\n`,
  )
  return gameUpload({ raceData, checkpointData: NO_HITS }, { headers: ada })
}
const installer = (attempt: number) =>
  installerUpload(`Cut-${attempt}.exe`, makeInstaller(1_200_000), ada)
const seasons = (): InjectOptions => ({
  method: 'GET',
  url: '/api/dashboard/lifetime-stats',
  headers: ada,
})

it.each([
  ['a season', season],
  ['a game', game],
  ['an installer', installer],
  ['a dashboard', seasons],
])(
  '%s is answered with 503 and a sentence, wherever it is cut, and then works',
  async (_, make) => {
    const refused: unknown[] = []
    for (let messages = 0; ; messages += 1) {
      proxy.cutAfter(messages)
      const response = await server.call(make(messages))
      if (proxy.isArmed) {
        expect(response.statusCode, response.body).toBe(200)
        break
      }
      if (response.statusCode !== 200) {
        refused.push(response.statusCode)
        const where = `cut after ${messages} messages: ${response.body}`
        expect(response.statusCode, where).toBe(503)
        expect(response.json(), where).toMatchObject({
          code: 'database_unavailable',
          error: expect.stringMatching(/^The database is not answering at the moment\./),
        })
      }
      await expect.poll(async () => (await server.call(seasons())).statusCode).toBe(200)
    }
    proxy.cutAfter(Number.POSITIVE_INFINITY)
    expect(refused.length).toBeGreaterThan(0)
    const { differences } = await findDifferences(server.context.db, server.context.config)
    expect(differences).toEqual([])
  },
)
