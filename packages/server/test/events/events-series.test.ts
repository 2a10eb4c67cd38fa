/** Events of a series: created in it, added, removed and put in order; and what lists show about a series. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEventServer } from '../helpers/event-server.ts'
import { eventUpload, sampleFile } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

let server: TestServer
let caster: Session
let guest: Session
let boss: Session
let ids: Record<string, number>
let leaderboard: number

beforeAll(async () => {
  const started = await startEventServer(['sample_caster', 'guest'], '2026-09-14T12:00:00Z')
  ;({ server, ids, leaderboard } = started)
  ;({ sample_caster: caster, guest, boss } = started.people)
})
afterAll(() => server.stop())

const get = (headers: Session, url: string) => server.ask({ method: 'GET', url, headers })
const post = (headers: Session, url: string, body: object) =>
  server.ask({ method: 'POST', url, headers, body })
const move = (headers: Session, method: 'PUT' | 'DELETE', series: number, event: number) =>
  server.call({ method, url: `/api/events/series/${series}/events/${event}`, headers })

const event = (name: string, startDate = '2026-09-14', participants: number[] = []) => ({
  name,
  startDate,
  endDate: startDate,
  participants,
  leaderboard,
})
const createSingle = async (headers: Session, name: string, startDate?: string) =>
  (await post(headers, '/api/events/createEventSingle', event(name, startDate))).id as number
const createSeries = async (name: string, ...events: object[]) =>
  (await post(caster, '/api/events/createEventSeries', { seriesName: name, events })).id as number
const eventsOf = async (seriesId: number): Promise<{ id: number; name: string }[]> =>
  (await get(caster, `/api/events/getBySeriesId/${seriesId}`))[0].events
const namesOf = async (seriesId: number) => (await eventsOf(seriesId)).map(({ name }) => name)

it('an event can be created in a series, added to it, and removed from it', async () => {
  const id = await createSeries('League', event('One'))
  const created = await post(caster, `/api/events/series/${id}/create-event`, {
    ...event('Two', '2026-09-15'),
    timeZone: 'Europe/Berlin',
  })
  const single = await createSingle(caster, 'Three', '2026-09-16')
  expect((await move(caster, 'PUT', id, single)).json()).toEqual({ status: 'success' })
  expect(await namesOf(id)).toEqual(['One', 'Two', 'Three'])
  expect((await get(caster, '/api/events/getAll')).events).toEqual([])
  expect((await move(caster, 'PUT', id, single)).statusCode, 'twice').toBe(404)

  expect((await move(caster, 'DELETE', id, created.id)).statusCode).toBe(200)
  expect(await namesOf(id)).toEqual(['One', 'Three'])
  expect((await get(caster, '/api/events/getAll')).events).toMatchObject([{ name: 'Two' }])
  expect((await move(caster, 'DELETE', id, created.id)).statusCode, 'twice').toBe(404)
})

it('events are in order of their days until somebody sets the order; new events then come last', async () => {
  const id = await createSeries('Order', event('B', '2026-10-02'), event('A', '2026-10-01'))
  expect(await namesOf(id)).toEqual(['A', 'B'])
  const order = async (events: number[], headers = caster) =>
    server.call({ method: 'PUT', url: `/api/events/series/${id}/order`, headers, body: { events } })
  const [a, b] = (await eventsOf(id)).map((event) => event.id) as [number, number]
  expect((await order([b, a])).statusCode).toBe(200)
  await post(caster, `/api/events/series/${id}/create-event`, event('C', '2026-09-01'))
  expect(await namesOf(id)).toEqual(['B', 'A', 'C'])
  for (const events of [
    [a, b],
    [a, b, b],
    [a, b, 999_999],
  ]) {
    const refused = await order(events)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error).toContain('have changed in the meantime')
  }
  expect(await namesOf(id)).toEqual(['B', 'A', 'C'])
  // Removed and put back in the same position.
  const taken = await move(caster, 'DELETE', id, b)
  expect(taken.json()).toEqual({ status: 'success', position: 1 })
  expect(await namesOf(id)).toEqual(['A', 'C'])
  const url = `/api/events/series/${id}/events/${b}?position=1`
  expect((await server.call({ method: 'PUT', url, headers: caster })).statusCode).toBe(200)
  expect(await namesOf(id)).toEqual(['B', 'A', 'C'])
})

it('a series accepts no events of somebody else, and nobody else can change it', async () => {
  const id = await createSeries('Closed', event('Mine', '2026-09-20', [ids.guest ?? 0]))
  const [mine] = await eventsOf(id)
  const theirs = await createSingle(guest, 'Theirs')
  expect((await move(caster, 'PUT', id, theirs)).statusCode).toBe(404)
  expect((await move(boss, 'PUT', id, theirs)).statusCode).toBe(404)
  // A participant sees the series but cannot change it.
  for (const response of [
    await move(guest, 'PUT', id, theirs),
    await move(guest, 'DELETE', id, mine?.id ?? 0),
  ]) {
    expect(response.json()).toEqual({ unauthorized: true })
  }
  const other = await createSeries('Other', event('Elsewhere'))
  expect((await move(caster, 'DELETE', other, mine?.id ?? 0)).statusCode).toBe(404)
  expect((await move(caster, 'PUT', other, mine?.id ?? 0)).statusCode, 'from series').toBe(404)
  expect((await move(caster, 'PUT', 999_999, theirs)).statusCode).toBe(404)
  expect(await namesOf(id)).toEqual(['Mine'])
})

it("an admin's event in somebody's series belongs to the creator of the series, and the audit log notes it", async () => {
  const id = await createSeries('Helped', event('One'))
  const made = await post(boss, `/api/events/series/${id}/create-event`, event('Two'))
  const { db } = server.context
  const stored = await db
    .selectFrom('events')
    .select('created_by')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  expect(stored.created_by).toBe(ids.sample_caster)
  const { entries } = await get(boss, '/api/admin/audit-log?kind=act')
  expect(entries[0]).toMatchObject({
    what: 'series-event-created',
    summary: 'Created the event Two in the series Helped of somebody else.',
  })
})

it('lists show days, participants and the number of results; participants can read the name', async () => {
  const host = await server.signIn('host')
  const participants = [ids.sample_caster ?? 0, ids.guest ?? 0]
  const body = { ...event('Cup', '2026-09-14', participants), leaderboard }
  const { id } = await post(host, '/api/events/createEventSingle', body)
  const { id: seriesId } = await post(host, '/api/events/createEventSeries', {
    seriesName: 'Tour',
    events: [body, { ...body, name: 'Finale', startDate: '2026-09-16', endDate: '2026-09-18' }],
  })
  await server.ask(
    eventUpload(
      { eventId: id, eventData: sampleFile('uploads/event/01-normal/278_eventdata.csv') },
      { headers: caster },
    ),
  )
  const { events, eventSeries } = await get(host, '/api/events/getAll')
  expect(events).toMatchObject([
    {
      startAt: '2026-09-14',
      endAt: '2026-09-14',
      startsAt: '2026-09-14T00:00:00.000Z',
      endsAt: '2026-09-15T00:00:00.000Z',
      participantCount: 2,
      resultCount: 1,
      hasResults: true,
    },
  ])
  expect(eventSeries).toMatchObject([
    {
      id: seriesId,
      startAt: '2026-09-14',
      endAt: '2026-09-18',
      endsAt: '2026-09-19T00:00:00.000Z',
      eventCount: 2,
      participantCount: 2,
      expectedResults: 4,
      resultCount: 0,
    },
  ])
  const { participantUsers } = await get(host, `/api/events/getById/${id}`)
  expect(participantUsers).toMatchObject([
    { username: 'guest', hasResults: false },
    { username: 'sample_caster', hasResults: true },
  ])
  expect(await get(guest, `/api/events/summary/${id}`)).toEqual({
    name: 'Cup',
    startAt: '2026-09-14',
    showAt: null,
    endAt: '2026-09-14',
    creator: { username: 'host' },
    eventSeries: null,
    canManage: false,
    held: [],
    isShowOver: false,
    publicToken: null,
    isOpen: true,
    isRacer: false,
  })
  expect(
    (await server.call({ method: 'GET', url: '/api/events/summary/999999', headers: host }))
      .statusCode,
  ).toBe(404)
})
