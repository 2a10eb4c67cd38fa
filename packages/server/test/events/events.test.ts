/** Events and series: who creates, sees and changes them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEventServer } from '../helpers/event-server.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

let server: TestServer
let creator: Session
let racer: Session
let stranger: Session
let boss: Session
let ids: Record<string, number>
let leaderboard: number

beforeAll(async () => {
  const started = await startEventServer(['Creator', 'racer', 'stranger'], '2026-09-10T12:00:00Z')
  ;({ server, ids, leaderboard } = started)
  ;({ Creator: creator, racer, stranger, boss } = started.people)
})
afterAll(() => server.stop())

const get = (headers: Session, url: string) => server.call({ method: 'GET', url, headers })
const send = (method: 'POST' | 'PUT', headers: Session, url: string, body: object) =>
  server.call({ method, url, headers, body })

const newEvent = (change: object = {}) => ({
  name: 'Autumn Cup',
  startDate: '2026-09-14',
  endDate: '2026-09-15',
  participants: [] as (number | undefined)[],
  leaderboard,
  ...change,
})

async function createSingle(headers: Session, change: object = {}): Promise<number> {
  const body = newEvent(change)
  const response = await send('POST', headers, '/api/events/createEventSingle', body)
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json().status).toBe('success')
  return response.json().id
}

async function createSeries(headers: Session, events: object[], seriesName = 'League') {
  const url = '/api/events/createEventSeries'
  const response = await send('POST', headers, url, { seriesName, events })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().id as number
}

const change = (
  event: { participants?: (number | undefined)[] } & Record<string, unknown> = {},
) => ({
  name: 'Autumn Cup',
  startAt: '2026-09-14',
  endAt: '2026-09-15',
  leaderboard_config_id: leaderboard,
  participants: [ids.creator],
  ...event,
})

describe('a single event', () => {
  it('without participants has the creator alone, and lasts whole days in their time zone', async () => {
    const id = await createSingle(creator, { timeZone: 'Europe/Berlin' })
    expect((await get(creator, `/api/events/getById/${id}`)).json()).toMatchObject({
      id,
      name: 'Autumn Cup',
      startAt: '2026-09-14',
      endAt: '2026-09-15',
      startsAt: '2026-09-13T22:00:00.000Z',
      endsAt: '2026-09-15T22:00:00.000Z',
      timeZone: 'Europe/Berlin',
      leaderboard_config_id: leaderboard,
      participantUsers: [{ id: ids.creator, username: 'Creator' }],
      eventSeries: null,
    })
  })

  it('with participants has the creator only if chosen', async () => {
    const id = await createSingle(creator, { participants: [ids.racer] })
    const { participantUsers } = (await get(creator, `/api/events/getById/${id}`)).json()
    expect(participantUsers).toMatchObject([
      { id: ids.racer, username: 'racer', hasResults: false },
    ])
    const { events } = (await get(racer, '/api/events/getAll')).json()
    expect(events).toContainEqual(
      expect.objectContaining({
        id,
        name: 'Autumn Cup',
        createdBy: ids.creator,
        creator: { username: 'Creator' },
        hasResults: false,
        canManage: false,
        canLeave: true,
      }),
    )
    const others = (await get(stranger, '/api/events/getAll')).json()
    expect(others).toEqual({ eventSeries: [], events: [] })
  })

  it.each<[string, object, number, RegExp]>([
    ['no name', { name: ' ' }, 400, /needs a name/],
    ['a name that is too long', { name: 'x'.repeat(201) }, 400, /200 characters/],
    ['an invalid day', { startDate: '2026-02-30' }, 400, /day like/],
    ['an end before the start', { endDate: '2026-09-13' }, 422, /end date/],
    ['an unknown zone', { timeZone: 'Nowhere' }, 422, /time zone/],
    ['an unknown leaderboard', { leaderboard: 999_999 }, 422, /leaderboard/],
    ['an unknown streamer', { participants: [999_999] }, 422, /streamers/],
    ['an owner of its own', { created_by: 1 }, 400, /./],
  ])('is refused with a sentence: %s', async (_, wrong, status, sentence) => {
    const body = newEvent(wrong)
    const response = await send('POST', creator, '/api/events/createEventSingle', body)
    expect(response.statusCode, response.body).toBe(status)
    expect(response.json().error).toMatch(sentence)
  })
})

describe('an event', () => {
  it('can be changed by its creator', async () => {
    const id = await createSingle(creator)
    const participants = [ids.racer, ids.creator]
    const response = await send(
      'PUT',
      creator,
      `/api/events/update/${id}`,
      change({ name: 'Winter Cup', endAt: '2026-09-20', participants }),
    )
    expect(response.json()).toMatchObject({
      message: 'Event updated successfully!',
      code: 'event_updated',
      event: {
        name: 'Winter Cup',
        endAt: '2026-09-20',
        participantUsers: [{ username: 'Creator' }, { username: 'racer' }],
      },
    })
  })

  it('can be changed by admins, but neither by participants nor by strangers', async () => {
    const id = await createSingle(creator, { participants: [ids.racer] })
    for (const headers of [racer, stranger]) {
      expect((await get(headers, `/api/events/getById/${id}`)).json()).toEqual({
        unauthorized: true,
      })
      const response = await send('PUT', headers, `/api/events/update/${id}`, change())
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ unauthorized: true })
    }
    const { participantUsers } = (await get(boss, `/api/events/getById/${id}`)).json()
    expect(participantUsers).toHaveLength(1)
    const changed = await send('PUT', boss, `/api/events/update/${id}`, change())
    expect(changed.statusCode, changed.body).toBe(200)
  })

  it('keeps its name and start once it has begun', async () => {
    const id = await createSingle(creator, { startDate: '2026-09-01', endDate: '2026-09-30' })
    const update = (wrong: object) =>
      send('PUT', creator, `/api/events/update/${id}`, {
        ...change({ startAt: '2026-09-01', endAt: '2026-09-30' }),
        ...wrong,
      })
    for (const wrong of [{ name: 'Other' }, { startAt: '2026-09-02' }]) {
      const response = await update(wrong)
      expect(response.statusCode).toBe(409)
      expect(response.json().error).toMatch(/has started/)
    }
    expect((await update({ endAt: '2026-10-05' })).json().event.endAt).toBe('2026-10-05')
  })

  it('keeps the planned hour of its show on its last day, until it is changed', async () => {
    const zone = { timeZone: 'Europe/Berlin' }
    const id = await createSingle(creator, { ...zone, showTime: '20:00' })
    const read = async () => (await get(creator, `/api/events/getById/${id}`)).json()
    expect(await read()).toMatchObject({ showTime: '20:00', showAt: '2026-09-15T18:00:00.000Z' })
    const update = (changed: Record<string, unknown>) =>
      send('PUT', creator, `/api/events/update/${id}`, change(changed))
    // A client that does not know the field leaves it as it is.
    await update({ endAt: '2026-09-16' })
    expect(await read()).toMatchObject({ showTime: '20:00', showAt: '2026-09-16T18:00:00.000Z' })
    await update({ showTime: '09:30' })
    expect(await read()).toMatchObject({ showAt: '2026-09-15T07:30:00.000Z' })
    const { events } = (await get(creator, '/api/events/getAll')).json()
    expect(events.find((event: { id: number }) => event.id === id)).toMatchObject({
      showAt: '2026-09-15T07:30:00.000Z',
      todo: 'upcoming',
    })
    await update({ showTime: null })
    expect(await read()).toMatchObject({ showTime: null, showAt: null })
    const refused = await update({ showTime: '25:00' })
    expect([refused.statusCode, refused.json().error]).toEqual([
      400,
      'The time of the show must be an hour like 20:00.',
    ])
  })

  it('always has a participant', async () => {
    const id = await createSingle(creator)
    const response = await send(
      'PUT',
      creator,
      `/api/events/update/${id}`,
      change({ participants: [] }),
    )
    expect(response.statusCode).toBe(400)
    expect(response.json().error).toMatch(/at least one participant/)
  })

  it('that does not exist gets 404', async () => {
    expect((await get(creator, '/api/events/getById/999999')).statusCode).toBe(404)
    const response = await send('PUT', creator, '/api/events/update/999999', change())
    expect(response.statusCode).toBe(404)
  })
})

describe('a series', () => {
  it('is created with its events, and lists their participants and results', async () => {
    const id = await createSeries(creator, [
      newEvent({ name: 'Second', startDate: '2026-09-21', endDate: '2026-09-21' }),
      newEvent({ name: 'First', participants: [ids.racer, ids.creator] }),
    ])
    const [series] = (await get(creator, `/api/events/getBySeriesId/${id}`)).json()
    expect(series).toMatchObject({
      event_series_name: 'League',
      canManage: true,
      events: [
        {
          name: 'First',
          startAt: '2026-09-14',
          endAt: '2026-09-15',
          eventParticipants: [{ username: 'Creator' }, { username: 'racer' }],
          eventData: [{ leaderboardSubmissions: 0 }],
        },
        { name: 'Second', eventParticipants: [{ username: 'Creator' }] },
      ],
    })
    const { eventSeries, events } = (await get(racer, '/api/events/getAll')).json()
    expect(eventSeries).toContainEqual(
      expect.objectContaining({ id, name: 'League', eventCount: 2 }),
    )
    const inSeries = series.events.map((event: { id: number }) => event.id)
    expect(events.filter((event: { id: number }) => inSeries.includes(event.id))).toEqual([])
  })

  it('is listed with what is left to do', async () => {
    const id = await createSeries(creator, [
      newEvent({ name: 'Round 2', startDate: '2026-09-21', endDate: '2026-09-22' }),
      newEvent({ name: 'Round 1', startDate: '2026-09-10', showTime: '20:00' }),
      newEvent({ name: 'Round 0', startDate: '2026-07-01', endDate: '2026-07-02' }),
    ])
    const { eventSeries } = (await get(creator, '/api/events/getAll')).json()
    expect(eventSeries.find((series: { id: number }) => series.id === id)).toMatchObject({
      eventCount: 3,
      startAt: '2026-07-01',
      endAt: '2026-09-22',
      startsAt: '2026-07-01T00:00:00.000Z',
      endsAt: '2026-09-23T00:00:00.000Z',
      expectedResults: 3,
      resultCount: 0,
      participantCount: 1,
      revealedCount: 0,
      canLeave: true,
      next: {
        name: 'Round 1',
        showAt: '2026-09-15T20:00:00.000Z',
        participantCount: 1,
        resultCount: 0,
        todo: 'collecting',
      },
    })
    const empty = await createSeries(stranger, [newEvent({ name: 'Only one' })])
    const [series] = (await get(stranger, `/api/events/getBySeriesId/${empty}`)).json()
    await server.call({
      method: 'DELETE',
      url: `/api/events/event/${series.events[0].id}`,
      headers: stranger,
    })
    const listed = (await get(stranger, '/api/events/getAll')).json().eventSeries
    expect(listed).toMatchObject([{ eventCount: 0, startAt: null, endsAt: null, next: null }])
  })

  it('is created with all its events or not at all', async () => {
    const before = (await get(creator, '/api/events/getAll')).json()
    const response = await send('POST', creator, '/api/events/createEventSeries', {
      seriesName: 'Broken',
      events: [newEvent(), newEvent({ leaderboard: 999_999 })],
    })
    expect(response.statusCode).toBe(422)
    expect((await get(creator, '/api/events/getAll')).json()).toEqual(before)
  })

  it.each<[string, object, RegExp]>([
    ['a short name', { seriesName: 'ab', events: [] }, /3 characters/],
    ['no events', { seriesName: 'abc', events: [] }, /at least one event/],
  ])('is refused: %s', async (_, body, sentence) => {
    const response = await send('POST', creator, '/api/events/createEventSeries', body)
    expect(response.statusCode).toBe(400)
    expect(response.json().error).toMatch(sentence)
  })

  it('can be read by participants, changed by its creator and admins, and is hidden from others', async () => {
    const id = await createSeries(creator, [newEvent({ participants: [ids.racer] })])
    const see = async (headers: Session) =>
      (await get(headers, `/api/events/getBySeriesId/${id}`)).json()
    expect(await see(racer)).toMatchObject([{ canManage: false }])
    expect(await see(boss)).toMatchObject([{ canManage: true }])
    expect(await see(stranger)).toEqual({ unauthorized: true })
    const url = `/api/events/update-event-series/${id}`
    const rename = async (headers: Session, event_series_name: string) =>
      (await send('POST', headers, url, { event_series_name })).json()
    expect(await rename(creator, 'Renamed')).toEqual({ name: 'Renamed' })
    expect(await rename(boss, 'By the boss')).toEqual({ name: 'By the boss' })
    for (const headers of [racer, stranger]) {
      expect(await rename(headers, 'Taken over')).toEqual({ unauthorized: true })
    }
    expect(await see(creator)).toMatchObject([{ event_series_name: 'By the boss' }])
  })

  it('that does not exist is an empty list', async () => {
    expect((await get(creator, '/api/events/getBySeriesId/999999')).json()).toEqual([])
  })
})

describe('participants to choose from', () => {
  it('are found by part of a name in any letter case; wildcards match only themselves', async () => {
    const find = async (search: string) => {
      const url = `/api/dropdowns/users?search=${encodeURIComponent(search)}`
      return (await get(creator, url)).json().usersWithLabel
    }
    expect(await find('CREA')).toMatchObject([{ label: 'Creator', value: ids.creator }])
    expect(await find('%')).toEqual([])
    expect((await find('')).map((user: { label: string }) => user.label)).toEqual([
      'boss',
      'Creator',
      'racer',
      'stranger',
    ])
  })
})
