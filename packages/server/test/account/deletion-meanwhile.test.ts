/** What others do while an account is being deleted. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { passDays } from '../helpers/pass-days.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'
import { findInDatabase } from './stranger-walk.ts'

let twitch: FakeTwitch
let server: TestServer

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({ env: twitch.env, startsAt: new Date('2026-11-01T12:00:00Z') })
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const signIn = (login: string, id = login) => server.signInWith(twitch.issue(login, { id }))

const askForDeletion = async (login: string, id = login) =>
  server.ask({
    method: 'PUT',
    url: '/api/account/deletion',
    headers: await signIn(login, id),
  })

const season = async (racers: readonly string[]) =>
  seasonUpload(makeSeason({ channel: 'streamer', racers: racers.map((name) => ({ name })) }), {
    headers: await signIn('streamer'),
  })

/** Nobody can read stored files until the work is done. */
async function whileFilesWait(work: () => Promise<void>): Promise<void> {
  await server.context.db.transaction().execute(async (trx) => {
    await sql`lock table season_snapshots in access exclusive mode`.execute(trx)
    await work()
  })
}

const isWaitingForFiles = async () => {
  const { rows } = await sql`
    select from pg_locks
    where relation = 'season_snapshots'::regclass and not granted`.execute(server.context.db)
  return rows.length > 0
}

describe('while the stored files are read', () => {
  it('people sign in, also the one who is being deleted, under another login', async () => {
    await askForDeletion('first_name', 'person')
    await server.ask(await season(['first_name', 'second_name', 'other']))
    let deletion: Promise<void> | undefined
    await whileFilesWait(async () => {
      deletion = passDays(server, 14)
      await vi.waitFor(async () => expect(await isWaitingForFiles()).toBe(true))
      await signIn('bystander')
      await signIn('second_name', 'person')
    })
    await deletion
    expect(await findInDatabase(server, ['first_name', 'second_name'])).toEqual([])
  })
})

const ROUNDS = 5

describe('uploads at the same moment', () => {
  it('bring no name, in whatever order they finish', async () => {
    const names: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const name = `raced_away_${round}`
      names.push(name)
      await askForDeletion(name)
      server.clock.advance({ days: 13 })
      const own = await signIn(name)
      const other = await signIn('streamer')
      const racers = [name, 'other', `newcomer_${round}`]
      const files = () => raceFiles(racers, server.clock.now())
      const uploads = [
        await season(racers),
        gameUpload(files(), { headers: other }),
        gameUpload(files(), { headers: own }),
        gameUpload(files(), { headers: other, fields: { channel: name } }),
      ]
      await Promise.all([passDays(server, 1), ...uploads.map((upload) => server.call(upload))])
      // Once more, when nobody is being deleted.
      const headers = await signIn('streamer')
      await server.call(gameUpload(files(), { headers, fields: { channel: name } }))
    }
    expect(await findInDatabase(server, names)).toEqual([])
  })
})
