/** A caller who makes many calls at once waits for their own work, and nobody else does. */
import { once } from 'node:events'
import net from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'
import { lastUndoable } from '../helpers/uploading-streamer.ts'

let server: TestServer
let event: ShowEvent
const others: pg.Client[] = []

beforeAll(async () => {
  server = await startTestServer()
  event = await ShowEvent.create(server)
  // This stores a row that the test can lock.
  await event.settings({ isPublic: true })
})
afterAll(async () => {
  await Promise.all(others.map((client) => client.end()))
  await server.stop()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.database.database.url })
  await client.connect()
  others.push(client)
  return client
}

const MANY = 40

describe('one user whose calls all wait for the same lock', () => {
  it('leaves connections to the database for everybody else', async () => {
    const holder = await connect()
    const watcher = await connect()
    const other = await server.signIn('other')
    await holder.query('begin')
    await holder.query('select from shows for update')
    const waiting = Promise.all(
      Array.from({ length: MANY }, () =>
        server.call({
          method: 'PUT',
          url: `/api/show/control/${event.id}/settings`,
          headers: event.host,
          body: { isPublic: true },
        }),
      ),
    )
    const countLocked = async () => {
      const { rows } = await watcher.query(
        `select count(*)::integer as locked from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0].locked
    }
    await expect.poll(countLocked).toBeGreaterThanOrEqual(4)
    for (const [headers, url] of [
      [other, '/api/events/getAll'],
      [other, '/api/dashboard/lifetime-stats'],
      [{}, '/api/leaderboard/seasons'],
    ] as const) {
      const answer = await server.call({ method: 'GET', url, headers })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    expect(await countLocked()).toBeGreaterThanOrEqual(4)
    await holder.query('commit')
    const statuses = (await waiting).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual(Array.from({ length: MANY }, () => 200))
  })
})

describe('one address with many searches and comparisons', () => {
  it('has one running and twenty waiting, and takes turns with others', async () => {
    const files = raceFiles(['ada', 'bo'], server.clock.now())
    await server.ask(gameUpload(files, { headers: event.casters[0] }))
    const holder = await connect()
    await holder.query('begin')
    await holder.query('lock table maps in access exclusive mode')
    const ask = (url: string, remoteAddress: string) =>
      server.call({ method: 'GET', url, remoteAddress })
    const searches = Array.from({ length: MANY }, () => ask('/api/search?q=xy', '203.0.113.1'))
    const refused = await Promise.any(searches.map(refusal))
    expect(refused).toEqual([
      503,
      'You are searching or comparing a lot at once. Try again in a moment.',
    ])
    let isOver = false
    const rivals = ask('/api/racers/twitch/ada/rivals', '203.0.113.2').then((answer) => {
      isOver = true
      return answer
    })
    expect((await ask('/api/racers/twitch/ada/channels', '203.0.113.2')).statusCode).toBe(200)
    expect(isOver).toBe(false)
    await holder.query('commit')
    expect((await rivals).statusCode).toBe(200)
    const statuses = (await Promise.all(searches)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(21)
  })
})

/** Rejects if the call is answered. */
async function refusal(call: ReturnType<TestServer['call']>): Promise<[number, string]> {
  const answer = await call
  if (answer.statusCode === 200) throw new Error('it was answered')
  return [answer.statusCode, answer.json().error]
}

describe('one streamer with many simultaneous undos', () => {
  it('holds no database connection while they wait for each other', async () => {
    const limited = await startTestServer({ beside: server, env: { MAX_UPLOADS_WAITING: '1' } })
    const [headers] = event.casters
    const undoableId = lastUndoable(
      await server.ask({ method: 'GET', url: '/api/uploads/receipts', headers }),
    )
    const holder = await connect()
    await holder.query('begin')
    await holder.query('select from channels for update')
    const undo = () =>
      limited.call({
        method: 'POST',
        url: `/api/uploads/receipts/${undoableId}/undo`,
        headers,
        body: { dryRun: true },
      })
    const calls = Array.from({ length: 10 }, undo)
    // One runs, one waits, and the others are refused at once.
    const refused = await Promise.any(calls)
    expect(refused.json()).toMatchObject({ code: 'too_many_uploads_waiting' })
    await holder.query('commit')
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, 200, ...Array.from({ length: 8 }, () => 503)])
    await limited.stop()
  })
})

describe('a connection without a request', () => {
  it('does not delay a stop', async () => {
    const stopped = await startTestServer({ beside: server })
    const isThere = once(stopped.app.server, 'connection')
    const browser = net.connect(Number(new URL(stopped.origin).port), '127.0.0.1')
    await isThere
    const isGone = once(browser, 'close')
    await stopped.stop()
    await isGone
    // Node itself would end it after a minute.
  }, 30_000)
})
