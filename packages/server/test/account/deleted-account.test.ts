/** Somebody who deletes their account: after 14 days nobody finds a trace of it, and every number stays. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadPrivacyKey } from '../../src/edge/secret-keys.ts'
import { makeBackup } from '../../src/ops/backup/make-backup.ts'
import { readPrivacyList, writePrivacyList } from '../../src/ops/backup/privacy-list.ts'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { createOlderSentences } from '../helpers/older-sentences.ts'
import { passDays } from '../helpers/pass-days.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { restoreTestDatabase } from '../helpers/test-database.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { findInDatabase } from './stranger-walk.ts'

const PRIVACY_KEY = 'only-for-these-tests-0123456789-abcdef'
/** In lower case, its last letter is another one than its third, except to PostgreSQL. */
const DISPLAY_NAME = 'ΟΔΥΣΣΕΥΣ'
/** What the person is called, before a rename and after it. */
const NAMES = ['young', 'old_lady', DISPLAY_NAME]
const startsAt = new Date('2026-11-01T12:00:00Z')

let twitch: FakeTwitch
let server: TestServer
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'rollcall-deleted-'))
  twitch = await FakeTwitch.start()
  const older = { login: 'young', channel: 'streamer', platformUserId: 'person' }
  const database = await createOlderSentences(older)
  server = await startTestServer({ env: { ...twitch.env, PRIVACY_KEY }, startsAt, database })
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
  await rm(directory, { recursive: true, force: true })
})

const signIn = (login: string, id = login, on = server) =>
  on.signInWith(
    twitch.issue(login, { id, ...(login === 'old_lady' && { displayName: DISPLAY_NAME }) }),
  )

const press = (method: 'PUT' | 'DELETE', headers: Session) =>
  server.ask({ method, url: '/api/account/deletion', headers })

const account = (headers: Session) => server.ask({ method: 'GET', url: '/api/account', headers })

async function race(racers: readonly string[], on = server) {
  on.clock.advance({ minutes: 1 })
  const headers = await signIn('streamer', 'streamer', on)
  const files = raceFiles(racers, on.clock.now())
  return { files, answer: await on.ask(gameUpload(files, { headers })) }
}

const top = async (on = server) =>
  (await on.call({ method: 'GET', url: '/api/chat/streamer/top' })).body

const differences = async () =>
  (await findDifferences(server.context.db, server.context.config)).differences

describe('a press on Delete my account', () => {
  it('can be taken back for 14 days, in which everything works', async () => {
    const headers = await signIn('doubtful')
    await press('PUT', headers)
    expect((await account(headers)).deletesAt).toBe('2026-11-15T12:00:00.000Z')
    server.clock.advance({ hours: 24 })
    await press('PUT', headers)
    const again = await signIn('doubtful')
    expect((await account(again)).deletesAt).toBe('2026-11-15T12:00:00.000Z')
    await press('DELETE', again)
    expect((await account(again)).deletesAt).toBeNull()
    await passDays(server, 20)
    expect((await account(await signIn('doubtful'))).hidesNameSince).toBeNull()
  })
})

describe('a deleted account', () => {
  let backup: string
  let game: Awaited<ReturnType<typeof race>>

  beforeAll(async () => {
    backup = path.join(directory, 'backup')
    await signIn('young', 'person')
    await race(['young', 'rival'])
    const streamer = await signIn('streamer')
    await server.ask(
      seasonUpload(
        makeSeason({
          channel: 'streamer',
          racers: ['young', 'Old_Lady', 'Old_Lady'].map((name) => ({ name })),
          marbleDay: '2026-10-28',
        }),
        { headers: streamer },
      ),
    )
    server.clock.advance({ hours: 1 })
    await signIn('old_lady', 'person')
    game = await race(['old_lady', 'rival'])
    const refused = await server.call(
      gameUpload(game.files, { headers: streamer, fields: { channel: `@${DISPLAY_NAME}` } }),
    )
    expect(refused.statusCode).toBe(403)
    await makeBackup(
      {
        databaseUrl: server.database.database.url,
        dataDir: server.context.config.dataDir,
        warn: () => {},
        now: server.clock.now(),
      } as Parameters<typeof makeBackup>[0],
      backup,
    )
    await press('PUT', await signIn('old_lady', 'person'))
    await passDays(server, 14)
  })

  it('leaves no name in any column, and keeps the numbers', async () => {
    expect(await findInDatabase(server, NAMES)).toEqual([])
    expect(await differences()).toEqual([])
    expect(await top()).toMatch(/Hidden racer \d+/)
    expect(await top()).not.toMatch(/young|old_lady/i)
  })

  it('is recognised when a game is sent again, and by later uploads under any login', async () => {
    const headers = await signIn('streamer')
    const again = await server.ask(gameUpload(game.files, { headers }))
    expect(again.duplicate).toBe(true)
    const before = (await top()).match(/Hidden racer/g)?.length
    await race(['young', 'old_lady', 'rival'])
    expect((await top()).match(/Hidden racer/g)?.length).toBe(before)
    await server.ask(
      seasonUpload(
        makeSeason({
          channel: 'streamer',
          racers: ['Young', 'Old_Lady', 'Old_Lady', 'newcomer'].map((name) => ({ name })),
          marbleDay: '2026-10-29',
        }),
        { headers },
      ),
    )
    expect(await differences()).toEqual([])
    expect(await findInDatabase(server, NAMES)).toEqual([])
  })

  it('stays deleted when the older backup is restored, like somebody who signed up later', async () => {
    await press('PUT', await signIn('rival'))
    await passDays(server, 14)
    const source = {
      databaseUrl: server.database.database.url,
      dataDir: server.context.config.dataDir,
      privacyKey: PRIVACY_KEY,
      warn: () => {},
      now: server.clock.now(),
    }
    const list = path.join(directory, 'list')
    await writePrivacyList(source, list)
    const key = await loadPrivacyKey(source)
    const restored = await startTestServer({
      env: { ...twitch.env, PRIVACY_KEY },
      startsAt: server.clock.now(),
      database: await restoreTestDatabase(backup, { key, list: await readPrivacyList(list, key) }),
    })
    try {
      expect(await findInDatabase(restored, [...NAMES, 'rival'])).toEqual([])
      await race(['young', 'old_lady', 'rival'], restored)
      expect(await findInDatabase(restored, [...NAMES, 'rival'])).toEqual([])
    } finally {
      await restored.stop()
    }
  })

  it('is another one when the person signs in again, and only then the login is shown', async () => {
    const headers = await signIn('old_lady', 'person')
    expect(await account(headers)).toMatchObject({ hidesNameSince: null, deletesAt: null })
    const { answer } = await race(['old_lady', 'rival'])
    const url = `/api/games/${answer.gameId}/rows`
    expect((await server.ask({ method: 'GET', url })).rows[0].racer_name).toBe('old_lady')
    await press('PUT', headers)
    await passDays(server, 14)
    expect(await differences()).toEqual([])
    expect(await findInDatabase(server, NAMES)).toEqual([])
  })
})
