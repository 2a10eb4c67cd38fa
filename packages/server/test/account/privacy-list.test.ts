/** An older backup shows nobody again who has hidden their name since. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadPrivacyKey } from '../../src/edge/secret-keys.ts'
import { makeBackup } from '../../src/ops/backup/make-backup.ts'
import { readPrivacyList, writePrivacyList } from '../../src/ops/backup/privacy-list.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { restoreTestDatabase } from '../helpers/test-database.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

const PRIVACY_KEY = 'only-for-these-tests-0123456789-abcdef'
const startsAt = new Date('2026-11-01T12:00:00Z')

let twitch: FakeTwitch
let server: TestServer
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'rollcall-privacy-'))
  twitch = await FakeTwitch.start()
  server = await startTestServer({ env: { ...twitch.env, PRIVACY_KEY }, startsAt })
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
  await rm(directory, { recursive: true, force: true })
})

const signIn = (on: TestServer, login: string, id = login) =>
  on.signInWith(twitch.issue(login, { id }))

async function race(on: TestServer, racers: readonly string[]): Promise<void> {
  on.clock.advance({ minutes: 1 })
  const headers = await signIn(on, 'streamer')
  await on.ask(gameUpload(raceFiles(racers, on.clock.now()), { headers }))
}

const choose = (on: TestServer, method: 'PUT' | 'DELETE', headers: Session) =>
  on.ask({ method, url: '/api/account/hidden-name', headers })

const top = async (on: TestServer) =>
  (await on.call({ method: 'GET', url: '/api/chat/streamer/top' })).body

it('hides those again who have hidden their names since, also those the backup does not have', async () => {
  const source = {
    databaseUrl: server.database.database.url,
    dataDir: server.context.config.dataDir,
    privacyKey: PRIVACY_KEY,
    warn: () => {},
    now: startsAt,
  }
  await signIn(server, 'early', 'first person')
  await race(server, ['early', 'other'])
  const backup = path.join(directory, 'backup')
  await makeBackup(source, backup)

  server.clock.advance({ hours: 1 })
  await choose(server, 'PUT', await signIn(server, 'later', 'first person'))
  await choose(server, 'PUT', await signIn(server, 'newcomer'))
  const list = path.join(directory, 'list')
  expect(await writePrivacyList(source, list)).toBe(5)
  expect(await readFile(list, 'utf8')).not.toMatch(/early|later|newcomer|person/)
  expect((await stat(list)).mode & 0o777).toBe(0o600)
  await expect(writePrivacyList(source, list)).rejects.toThrow(/EEXIST/)

  const key = await loadPrivacyKey(source)
  const database = await restoreTestDatabase(backup, {
    key,
    list: await readPrivacyList(list, key),
  })
  const restored = await startTestServer({
    env: { ...twitch.env, PRIVACY_KEY },
    startsAt,
    database,
  })
  try {
    expect(await top(restored)).toMatch(/: 1\. Hidden racer \d+ 2, 2\. other 1$/)
    await race(restored, ['newcomer', 'later', 'other'])
    expect(await top(restored)).not.toMatch(/early|later|newcomer/)
    restored.clock.advance({ hours: 2 })
    const newcomer = await signIn(restored, 'newcomer')
    const account = await restored.ask({ method: 'GET', url: '/api/account', headers: newcomer })
    expect(account.hidesNameSince).toBe('2026-11-01T13:01:00.000Z')
    await choose(restored, 'DELETE', newcomer)
    expect(await top(restored)).toContain('newcomer 3')
  } finally {
    await restored.stop()
  }

  const other = await loadPrivacyKey({ ...source, privacyKey: 'another-key-0123456789-abcdefghij' })
  await expect(readPrivacyList(list, other)).rejects.toThrow(/written with another key/)
})
