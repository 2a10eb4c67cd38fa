/** After an update, what was uploaded before it is known: sent again, it changes nothing. */
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import type { Db } from '../../src/platform/database/schema.ts'
import { everyRow } from '../helpers/stored-rows.ts'
import { restoreTestDatabase } from '../helpers/test-database.ts'
import { startTestServer } from '../helpers/test-server.ts'
import { listSampleUploads, STORED_AT } from './older/sample-uploads.ts'

it('every file that was stored with the migrations up to 0041 is a duplicate', async () => {
  const backup = new URL('./older/0041-deleted-accounts.backup', import.meta.url)
  const server = await startTestServer({
    startsAt: new Date(STORED_AT.getTime() + 40 * 24 * 3_600_000),
    database: await restoreTestDatabase(fileURLToPath(backup)),
  })
  onTestFinished(() => server.stop())
  const { db, config } = server.context
  const uploads = listSampleUploads()
  const sessions = new Map<string, { authorization: string }>()
  for (const { login } of uploads) sessions.set(login, await server.signIn(login))
  const stored = await gameRows(db)

  for (const { name, login, upload } of uploads) {
    const headers = { ...upload.headers, ...sessions.get(login) }
    const { statusCode, body } = await server.call({ ...upload, headers })
    expect([name, statusCode, JSON.parse(body).duplicate], body).toEqual([name, 200, true])
  }
  expect(await gameRows(db)).toEqual(stored)
  expect((await findDifferences(db, config)).differences).toEqual([])
})

/** All games, except for the times at which they finished according to a sender, which are known only now. */
async function gameRows(db: Db) {
  const { games = [], game_results: results, checkpoint_hits: hits } = await everyRow(db)
  return { games: games.map((row) => ({ ...JSON.parse(row), given_finish: null })), results, hits }
}
