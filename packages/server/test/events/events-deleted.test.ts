/** Creators and admins delete events and series: what goes with them, what stays, and what the audit log notes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventUpload, gameUpload, sampleFile } from '../helpers/game-files.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

let server: TestServer
let boss: Session
let caster: Session
let casterId: number
let leaderboard: number

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss' },
    startsAt: new Date('2026-09-14T12:00:00Z'),
  })
  boss = await server.signIn('boss')
  caster = await server.signIn('sample_caster')
  casterId = (await userIds(server)).sample_caster ?? 0
  leaderboard = (await get(caster, '/api/events/leaderboards'))[0].id
})
afterAll(() => server.stop())

const get = (headers: Session, url: string) => server.ask({ method: 'GET', url, headers })
const remove = (url: string, headers = boss) => server.call({ method: 'DELETE', url, headers })

const event = (name: string) => ({
  name,
  startDate: '2026-09-14',
  endDate: '2026-09-15',
  participants: [casterId],
  leaderboard,
})
const createSingle = async () =>
  (
    await server.ask({
      method: 'POST',
      url: '/api/events/createEventSingle',
      headers: caster,
      body: event('Cup'),
    })
  ).id as number
async function createSeries(): Promise<{ id: number; eventIds: number[] }> {
  const { id } = await server.ask({
    method: 'POST',
    url: '/api/events/createEventSeries',
    headers: caster,
    body: { seriesName: 'League', events: [event('One'), event('Two')] },
  })
  const [series] = await get(caster, `/api/events/getBySeriesId/${id}`)
  return { id, eventIds: series.events.map((event: { id: number }) => event.id) }
}
const upload = (eventId: number) =>
  eventUpload(
    { eventId, eventData: sampleFile('uploads/event/01-normal/278_eventdata.csv') },
    { headers: caster },
  )
const report = (eventId: number) =>
  server.ask({
    method: 'POST',
    url: '/api/reports',
    headers: boss,
    body: {
      subject: { kind: 'event', eventId, racerName: 'oatmilk_otis' },
      reason: 'offensive-name',
      details: '',
    },
  })
const acts = async () =>
  (await get(boss, '/api/admin/audit-log?kind=act')).entries as {
    what: string
    summary: string
    details: { name: string; value: string }[]
  }[]

async function rowsOf(eventIds: number[]): Promise<Record<string, number>> {
  const { db } = server.context
  const count = async (
    table: 'event_participants' | 'event_standings' | 'event_racers' | 'event_snapshots',
  ) => {
    const { number } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('event_id', 'in', eventIds)
      .executeTakeFirstOrThrow()
    return number
  }
  return {
    participants: await count('event_participants'),
    standings: await count('event_standings'),
    racers: await count('event_racers'),
    snapshots: await count('event_snapshots'),
  }
}
const NOTHING = { participants: 0, standings: 0, racers: 0, snapshots: 0 }

describe('deleting', () => {
  it('an event deletes its contents, but no receipts, games and reports', async () => {
    const id = await createSingle()
    await server.ask(upload(id))
    await server.ask(
      gameUpload(
        { raceData: sampleFile('race/legacy/01-ascii/LastSeasonRace.csv') },
        { headers: caster },
      ),
    )
    const { id: reportId } = await report(id)
    expect(await rowsOf([id])).toMatchObject({ participants: 1, standings: 1, snapshots: 1 })
    const before = {
      games: await server.context.db.selectFrom('games').selectAll().execute(),
      receipts: await server.context.db.selectFrom('uploads').selectAll().execute(),
    }
    expect(before.games).toHaveLength(1)
    expect((await remove(`/api/events/event/${id}`)).statusCode).toBe(200)
    expect(await rowsOf([id])).toEqual(NOTHING)
    expect({
      games: await server.context.db.selectFrom('games').selectAll().execute(),
      receipts: await server.context.db.selectFrom('uploads').selectAll().execute(),
    }).toEqual(before)
    for (const url of ['getById', 'get-leaderboard']) {
      const response = await server.call({
        method: 'GET',
        url: `/api/events/${url}/${id}`,
        headers: caster,
      })
      expect(response.statusCode).toBe(404)
    }
    expect((await get(caster, '/api/events/getAll')).events).toEqual([])
    const { data } = await get(boss, '/api/admin/reports?state=open')
    expect(data).toMatchObject([
      {
        id: reportId,
        subject: { kind: 'event', name: 'oatmilk_otis', where: 'Deleted event', path: null },
      },
    ])
    expect(await acts()).toContainEqual(
      expect.objectContaining({
        what: 'event-deleted',
        summary: 'Deleted the event Cup of sample_caster.',
        details: expect.arrayContaining([
          { name: 'number', value: String(id) },
          { name: 'event', value: 'Cup' },
          { name: 'owner', value: 'sample_caster' },
        ]),
      }),
    )
    expect((await remove(`/api/events/event/${id}`)).statusCode).toBe(404)
  })

  it('a series deletes all its events', async () => {
    const { id, eventIds } = await createSeries()
    await server.ask(upload(eventIds[0] ?? 0))
    expect((await remove(`/api/events/series/${id}`)).statusCode).toBe(200)
    expect(await rowsOf(eventIds)).toEqual(NOTHING)
    expect(await get(caster, `/api/events/getBySeriesId/${id}`)).toEqual([])
    expect(await acts()).toContainEqual(
      expect.objectContaining({
        what: 'series-deleted',
        summary: 'Deleted the series League of sample_caster with its events.',
        details: expect.arrayContaining([{ name: 'events', value: eventIds.join(', ') }]),
      }),
    )
    expect((await remove(`/api/events/series/${id}`)).statusCode).toBe(404)
  })

  it('one event of a series keeps the others', async () => {
    const { id, eventIds } = await createSeries()
    await remove(`/api/events/event/${eventIds[0]}`)
    const [series] = await get(caster, `/api/events/getBySeriesId/${id}`)
    expect(series.events).toMatchObject([{ id: eventIds[1] }])
  })

  it('is allowed for the creator, without an audit log entry, but not for participants', async () => {
    const { id, eventIds } = await createSeries()
    const participant = await server.signIn('deleting_participant')
    for (const url of [`/api/events/series/${id}`, `/api/events/event/${eventIds[0]}`]) {
      expect((await remove(url, participant)).json()).toEqual({ unauthorized: true })
    }
    expect(await rowsOf(eventIds)).toMatchObject({ participants: 2 })
    const before = (await acts()).length
    expect((await remove(`/api/events/event/${eventIds[0]}`, caster)).statusCode).toBe(200)
    expect((await remove(`/api/events/series/${id}`, caster)).statusCode).toBe(200)
    expect(await rowsOf(eventIds)).toEqual(NOTHING)
    expect(await acts()).toHaveLength(before)
    expect((await remove(`/api/events/series/${id}`, caster)).statusCode).toBe(404)
  })

  it('an event leaves nothing of an upload at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await createSingle()
      const [uploaded, deleted] = await Promise.all([
        server.call(upload(id)),
        remove(`/api/events/event/${id}`),
      ])
      expect(deleted.statusCode).toBe(200)
      expect([200, 404, 422], uploaded.body).toContain(uploaded.statusCode)
      expect(await rowsOf([id])).toEqual(NOTHING)
    }
  })
})
