/** Changes of events and configurations: several at the same moment, and after results exist. */
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventUpload, sampleFile } from '../helpers/game-files.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

let server: TestServer
let caster: Session
let boss: Session
let ids: Record<string, number>

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss' },
    startsAt: new Date('2026-10-08T12:00:00Z'),
  })
  caster = await server.signIn('sample_caster')
  boss = await server.signIn('boss')
  ids = await userIds(server)
})
afterAll(() => server.stop())

const get = (url: string) => server.call({ method: 'GET', url, headers: caster })
const send = (method: 'POST' | 'PUT', url: string, body: object, headers = caster) =>
  server.call({ method, url, headers, body })

const save = (body: object, headers = caster) =>
  send('POST', '/api/events/leaderboard-config', body, headers)
const configuration = (change: object = {}) => ({ ...STANDARD_CONFIGURATION, ...change })
const newConfiguration = async () => (await save({ config: configuration() })).json().id as number

const newEvent = (leaderboard: number, change: object = {}) => ({
  name: 'Cup',
  startDate: '2026-10-01',
  endDate: '2026-10-31',
  participants: [],
  leaderboard,
  ...change,
})
const create = (leaderboard: number, change: object = {}) =>
  send('POST', '/api/events/createEventSingle', newEvent(leaderboard, change))

const TIMES = 8

describe('at the same moment', () => {
  it('all changes of one configuration are made, one after the other', async () => {
    const id = await newConfiguration()
    const changes = Array.from({ length: TIMES }, (_, kills) =>
      save({ id, config: configuration({ brKillPoints: kills }) }),
    )
    const statuses = (await Promise.all(changes)).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual(Array.from({ length: TIMES }, () => 200))
    const { version } = await server.context.db
      .selectFrom('leaderboard_configurations')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(version).toBe(1 + TIMES)
  })

  it('a configuration is either used or deleted, never both', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const id = await newConfiguration()
      const url = `/api/events/leaderboard-config/${id}`
      const [deleted, created] = await Promise.all([
        server.call({ method: 'DELETE', url, headers: caster }),
        create(id),
      ])
      expect([
        [200, 422],
        [409, 200],
      ]).toContainEqual([deleted.statusCode, created.statusCode])
    }
  })

  it('two changes of an event never mix', async () => {
    const id = await newConfiguration()
    const eventId = (await create(id, { startDate: '2026-12-01', endDate: '2026-12-01' })).json().id
    const changed = (participant: number | undefined, name: string) =>
      send('PUT', `/api/events/update/${eventId}`, {
        name,
        startAt: '2026-12-01',
        endAt: '2026-12-01',
        leaderboard_config_id: id,
        participants: [participant],
      })
    const answers = await Promise.all([
      changed(ids.boss, 'of boss'),
      changed(ids.sample_caster, 'of sample_caster'),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const event = (await get(`/api/events/getById/${eventId}`)).json()
    expect(event.participantUsers).toHaveLength(1)
    expect(event.name).toBe(`of ${event.participantUsers[0].username}`)
  })
})

describe('once there are results', () => {
  it('those of a streamer who no longer takes part count nothing', async () => {
    const leaderboard = await newConfiguration()
    const seriesId = (
      await send('POST', '/api/events/createEventSeries', {
        seriesName: 'League',
        events: [newEvent(leaderboard)],
      })
    ).json().id
    const [series] = (await get(`/api/events/getBySeriesId/${seriesId}`)).json()
    const eventId = series.events[0].id
    const submissions = async () =>
      (await get(`/api/events/getBySeriesId/${seriesId}`)).json()[0].events[0].eventData
    const eventData = sampleFile('uploads/event/01-normal/278_eventdata.csv')
    await server.call(eventUpload({ eventId, eventData }, { headers: caster }))
    expect(await submissions()).toEqual([{ leaderboardSubmissions: 1 }])
    await send('PUT', `/api/events/update/${eventId}`, {
      name: 'Cup',
      startAt: '2026-10-01',
      endAt: '2026-10-31',
      leaderboard_config_id: leaderboard,
      participants: [ids.boss],
    })
    expect((await get(`/api/events/get-leaderboard/${eventId}`)).json()).toEqual([])
    expect(await submissions()).toEqual([{ leaderboardSubmissions: 0 }])
  })

  it('a default configuration keeps the version that was chosen, even for an event that was over', async () => {
    const { id } = (await save({ config: configuration(), isDefault: true }, boss)).json()
    await save({ id, config: configuration({ brKillPoints: 2 }) }, boss)
    const eventId = (await create(id, { startDate: '2026-09-01', endDate: '2026-09-01' })).json().id
    await save({ id, config: configuration({ brKillPoints: 3 }) }, boss)
    const counted = (await get(`/api/app/get-leaderboard-config/${eventId}`)).json()
    expect(counted.brKillPoints).toBe(2)
  })

  it('a default configuration can become a personal one only after naming the finished events', async () => {
    const made = await save({ config: configuration({ brKillPoints: 4 }), isDefault: true }, boss)
    const { id } = made.json()
    await create(id, { name: 'Over', startDate: '2026-09-01', endDate: '2026-09-01' })
    const asked = await save({ id, config: configuration(), isDefault: false }, boss)
    expect(asked.json()).toMatchObject({ finishedEvents: [{ name: 'Over' }] })
  })
})
