/** What others do while an account is being deleted. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabaseAt } from '../../src/platform/database/open-database.ts'
import { STATEMENT_MS } from '../../src/platform/database/open-pool.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { passDays } from '../helpers/pass-days.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { createTestDatabase } from '../helpers/test-database.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { findInDatabase } from './stranger-walk.ts'

let twitch: FakeTwitch
let server: TestServer
/** Holds tables for as long as a test needs. */
let holder: Database

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: twitch.env,
    startsAt: new Date('2026-11-01T12:00:00Z'),
    database: await createTestDatabase({ isPatient: false }),
  })
  holder = openDatabaseAt(server.database.database.url)
})
afterAll(async () => {
  await holder.close()
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
  await holder.kysely.transaction().execute(async (trx) => {
    await sql`lock table season_snapshots in access exclusive mode`.execute(trx)
    await work()
  })
}

const isWaitingFor = async (table: string) => {
  const { rows } = await sql`
    select from pg_locks
    where relation = ${table}::regclass and not granted`.execute(server.context.db)
  return rows.length > 0
}

const countWaiting = async () => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.context.db)
  return rows.length
}

/** An event of the streamer's, on this day. */
async function openCup(headers: Session): Promise<number> {
  const configurations = await server.ask({
    method: 'GET',
    url: '/api/events/leaderboards',
    headers,
  })
  const { userId } = await server.context.db
    .selectFrom('users')
    .select('id as userId')
    .where('login', '=', 'streamer')
    .executeTakeFirstOrThrow()
  const today = server.clock.now().toISOString().slice(0, 10)
  const { id } = await server.ask({
    method: 'POST',
    url: '/api/events/createEventSingle',
    headers,
    body: {
      name: 'Winter Cup',
      startDate: today,
      endDate: today,
      participants: [userId],
      leaderboard: configurations[0].id,
    },
  })
  return id
}

describe('while the stored files are read', () => {
  it('people sign in, also the one who is being deleted, under another login', async () => {
    await askForDeletion('first_name', 'person')
    await server.ask(await season(['first_name', 'second_name', 'other']))
    let deletion: Promise<void> | undefined
    await whileFilesWait(async () => {
      deletion = passDays(server, 14)
      await expect.poll(() => isWaitingFor('season_snapshots')).toBe(true)
      await signIn('bystander')
      await signIn('second_name', 'person')
    })
    await deletion
    expect(await findInDatabase(server, ['first_name', 'second_name'])).toEqual([])
  })

  it('the deletion waits longer than a caller would', async () => {
    await askForDeletion('patient')
    await server.ask(await season(['patient', 'other']))
    let deletion: Promise<void> | undefined
    await whileFilesWait(async () => {
      deletion = passDays(server, 14)
      await expect.poll(() => isWaitingFor('season_snapshots')).toBe(true)
      await delay(STATEMENT_MS)
    })
    await deletion
    expect(await findInDatabase(server, ['patient'])).toEqual([])
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

describe('a change of mind at the last moment', () => {
  it.each(['PUT', 'DELETE'] as const)(
    'is answered with 401 if it comes too late: %s',
    async (method) => {
      const login = `undecided_${method.toLowerCase()}`
      await askForDeletion(login)
      server.clock.advance({ days: 13 })
      const headers = await signIn(login)
      const { db } = server.context
      const finished = await db.transaction().execute(async (trx) => {
        await sql`lock table user_reports in share mode`.execute(trx)
        const deletion = passDays(server, 1)
        await expect.poll(() => isWaitingFor('user_reports')).toBe(true)
        const change = server.call({ method, url: '/api/account/deletion', headers })
        await expect.poll(countWaiting).toBeGreaterThan(1)
        return { deletion, change }
      })
      await finished.deletion
      expect((await finished.change).statusCode).toBe(401)
      const waiting = await db.selectFrom('users').where('deletes_at', 'is not', null).execute()
      expect(waiting).toEqual([])
    },
  )
})

describe('a report at the same moment', () => {
  it('does not keep the name', async () => {
    await askForDeletion('reported')
    server.clock.advance({ days: 13 })
    const headers = await signIn('streamer')
    const eventId = await openCup(headers)
    await server.ask(gameUpload(raceFiles(['reported', 'other'], server.clock.now()), { headers }))
    const { db } = server.context
    const finished = await db.transaction().execute(async (trx) => {
      // The deletion comes to this table after it has been through the reports.
      await sql`lock table api_keys in share mode`.execute(trx)
      const deletion = passDays(server, 1)
      await expect.poll(() => isWaitingFor('api_keys')).toBe(true)
      let isAnswered = false
      const report = server
        .call({
          method: 'POST',
          url: '/api/reports',
          headers,
          body: {
            subject: { kind: 'event', eventId, racerName: 'reported' },
            reason: 'cheating',
            details: '',
          },
        })
        .finally(() => {
          isAnswered = true
        })
      await expect.poll(async () => isAnswered || (await countWaiting()) > 1).toBe(true)
      return { deletion, report }
    })
    await finished.deletion
    expect((await finished.report).statusCode).toBe(404)
    expect(await findInDatabase(server, ['reported'])).toEqual([])
  })
})
