/** Large uploads: the sender is checked before the rows are read, and then the uploads wait their turn. */
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabaseAt } from '../../src/platform/database/open-database.ts'
import { eventually } from '../helpers/eventually.ts'
import { EVENT_HEADINGS } from '../helpers/game-files.ts'
import { formUpload, makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let session: Session
/** Holds a channel for as long as a test needs. */
let holder: Database
beforeAll(async () => {
  server = await startTestServer({ env: { UPLOAD_PAIRING: 'key' } })
  holder = openDatabaseAt(server.database.database.url)
  session = await server.signIn('streamer')
  await server.signIn('other')
})
afterAll(async () => {
  await holder.close()
  await server.stop()
})

const BAD_LINE = 40_000

function eventFile(channel: string): Buffer {
  const lines = Array.from({ length: 49_000 }, (_, index) => {
    const points = index + 2 === BAD_LINE ? 'many' : '10'
    return `racer_${index},${channel},${points},1,5,0,0,2,0,0,0,0,12.5`
  })
  return Buffer.from([EVENT_HEADINGS, ...lines, ''].join('\r\n'))
}

const eventUpload = (channel: string, headers = {}) =>
  formUpload(
    '/api/app/upload-event-data',
    { eventData: eventFile(channel) },
    { headers, fields: { eventId: '1' } },
  )

it('large uploads without a proof are refused before their rows are read', async () => {
  const anonymous = await server.call(eventUpload('streamer'))
  expect(anonymous.statusCode, anonymous.body).toBe(401)
  const foreign = await server.call(eventUpload('other', session))
  expect(foreign.statusCode, foreign.body).toBe(403)
  const own = await server.call(eventUpload('streamer', session))
  expect(own.statusCode, own.body).toBe(404)
})

it('large uploads are read to the last row', async () => {
  const name = (index: number) => ['back\\slash', 'quo"te', 'com,ma', '{b}', 'null', 'ünï'][index]
  const racers = Array.from({ length: 5_000 }, (_, index) => ({ name: name(index) ?? `r${index}` }))
  const files = makeSeason({ channel: 'streamer', racers })
  const taken = await server.call(seasonUpload(files, { headers: session }))
  expect(taken.json()).toMatchObject({ counts: { racers: 5_000, added: 5_000 } })
  const stored = await server.context.db
    .selectFrom('racer_totals as total')
    .innerJoin('racers as racer', 'racer.id', 'total.racer_id')
    .select('racer.login')
    .where('total.snapshot_race_points', '=', 100)
    .execute()
  expect(stored.map(({ login }) => login).toSorted()).toEqual(
    racers.map((racer) => racer.name).toSorted(),
  )
  const text = files.viewerData.toString().replace('r4998,75,streamer,100', 'r4998,75,streamer,x')
  const bad = { ...files, viewerData: Buffer.from(text) }
  const refused = await server.call(seasonUpload(bad, { headers: session }))
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({
    code: 'bad_value',
    part: 'viewerData',
    line: 5_000,
    column: 4,
  })
})

describe('simultaneous large uploads', () => {
  const LIMITS = {
    MAX_UPLOADS_AT_ONCE: '1',
    MAX_UPLOADS_WAITING: '1',
    UPLOAD_WAIT_SECONDS: '1',
    UPLOAD_MEMORY_MIB: '32',
    UPLOAD_PAIRING: 'key',
  }
  let limited: TestServer
  const start = async (env = {}) => {
    limited = await startTestServer({ beside: server, env: { ...LIMITS, ...env } })
    const first = { headers: await limited.signIn('first') }
    const second = { headers: await limited.signIn('second') }
    // This creates the channel, which the tests can then hold.
    expect((await limited.call(small('first', first))).statusCode).toBe(200)
    return { limited, first, second }
  }
  afterEach(() => limited.stop())

  const large = (channel: string, options = {}) => {
    const racers = Array.from({ length: 5_000 }, (_, index) => ({ name: `racer_${index}` }))
    return seasonUpload(makeSeason({ channel, racers }), options)
  }
  const small = (channel: string, options = {}) => seasonUpload(makeSeason({ channel }), options)

  /** Blocks writes to the channel until the returned function is called. */
  async function holdChannel(login: string): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const transaction = holder.kysely.transaction().execute(async (trx) => {
      await trx.selectFrom('channels').selectAll().where('login', '=', login).forUpdate().execute()
      held.resolve()
      await release.promise
    })
    await held.promise
    const end = () => {
      release.resolve()
      return transaction
    }
    // Otherwise the server would wait for a test that has failed.
    onTestFinished(end)
    return end
  }

  const isWaitingForLock = () =>
    eventually(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(server.context.db)
      expect(rows[0]?.count).toBe(1)
    })

  it('wait their turn for a while, and small ones of other channels pass', async () => {
    const { limited: busy, first, second } = await start()
    const release = await holdChannel('first')
    const running = busy.call(large('first', first))
    await isWaitingForLock()

    const [late, dryRun] = await Promise.all([
      busy.call(large('second', second)),
      busy.call(
        large('other', { headers: await busy.signIn('other'), fields: { dryRun: 'true' } }),
      ),
    ])
    for (const { statusCode, body, headers } of [late, dryRun]) {
      expect(statusCode, body).toBe(503)
      expect(JSON.parse(body)).toMatchObject({
        code: 'upload_waited_too_long',
        error: expect.stringMatching(/waited for 1 seconds.*Nothing was stored.*30 seconds/),
      })
      expect(headers['retry-after']).toBe('30')
    }
    expect((await busy.call(small('second', second))).statusCode).toBe(200)
    expect((await busy.call(small('first', first))).json()).toMatchObject({
      code: 'upload_waited_too_long',
    })

    await release()
    const { statusCode, body } = await running
    expect(statusCode, body).toBe(200)
    expect((await busy.call(large('second', second))).statusCode).toBe(200)
  })

  it('of one person do not wait behind each other', async () => {
    const { limited: busy, first } = await start({ UPLOAD_WAIT_SECONDS: '60' })
    const release = await holdChannel('first')
    const running = busy.call(large('first', first))
    await isWaitingForLock()
    const others = [1, 2].map(() => busy.call(large('first', first)))
    const refused = await Promise.race(others)
    expect(refused.statusCode).toBe(503)
    expect(refused.json().error).toMatch(/^1 of your uploads are already waiting/)
    await release()
    const all = [await running, ...(await Promise.all(others))]
    expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 503])
  })

  it('get their turn even if the server is stopping', async () => {
    const { limited: stopping, first, second } = await start({ UPLOAD_WAIT_SECONDS: '60' })
    const release = await holdChannel('first')
    const running = stopping.call(large('first', first))
    await isWaitingForLock()
    const waiting = stopping.call(large('second', second))
    const passed = await stopping.call(small('second', second))
    expect(passed.statusCode, passed.body).toBe(200)
    const stopped = stopping.app.close()
    await release()
    expect((await running).statusCode).toBe(200)
    expect((await waiting).statusCode).toBe(200)
    await stopped
  })

  it('are read into memory only if there is room, of which one address gets a quarter', async () => {
    const { limited: full, first } = await start()
    const anonymous = (remoteAddress: string) =>
      full.call({ ...large('first'), remoteAddress }).then(({ statusCode }) => statusCode)
    const holder = connect(Number(new URL(full.origin).port), '127.0.0.1')
    holder.write(
      [
        'POST /api/app/upload-event-data HTTP/1.1',
        'Host: localhost',
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${8 * 1024 * 1024}`,
        '',
        '--x\r\n',
      ].join('\r\n'),
    )
    await eventually(async () => expect(await anonymous('127.0.0.1')).toBe(503))
    expect(await anonymous('203.0.113.9')).toBe(401)
    expect((await full.call(small('first'))).statusCode).toBe(401)
    const known = await full.call(large('first', first))
    expect(known.statusCode, known.body).toBe(200)
    holder.destroy()
    await eventually(async () => expect(await anonymous('127.0.0.1')).toBe(401))
  })
})
