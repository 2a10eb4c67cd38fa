/** Events as calendars: whole days, any name, and nothing about results. */
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { racerAt, ShowEvent } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

const NAME =
  'Łódź Cup; "finals", round\\2 مرحبا with a name that is longer than a line of a calendar file'

let server: TestServer
let event: ShowEvent

beforeAll(async () => {
  server = await startTestServer({
    startsAt: new Date('2026-11-04T20:00:00Z'),
  })
  event = await ShowEvent.create(server, { name: NAME })
})
afterAll(() => server.stop())

/** What a calendar program reads. */
async function read(url: string) {
  const response = await server.call({ method: 'GET', url })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(response.body.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true)
  for (const line of response.body.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  }
  const calendar = new ICAL.Component(ICAL.parse(response.body))
  const events = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  return { body: response.body, calendar, events }
}

const link = (method: 'GET' | 'POST' | 'DELETE', headers: Session) =>
  server.ask({ method, url: '/api/calendar/link', headers })

const ownCalendar = async (headers: Session) =>
  `/api/calendar/own/${(await link('POST', headers)).token}`

describe("a person's calendar", () => {
  it('has the events they created or take part in, on whole days', async () => {
    for (const headers of [event.host, event.casters[0]]) {
      const { calendar, events } = await read(await ownCalendar(headers))
      expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('My Rollcall events')
      expect(events).toHaveLength(1)
      const [first] = events
      expect(first?.summary).toBe(NAME)
      expect(first?.uid).toBe(
        `event-${event.id}@${new URL(server.context.config.publicUrl).hostname}`,
      )
      expect([first?.startDate.isDate, first?.startDate.toString()]).toEqual([true, '2026-11-01'])
      // The first day after it.
      expect(first?.endDate.toString()).toBe('2026-11-03')
      expect(first?.description).toContain('Streamers: alpha, beta.')
      expect(first?.component.getFirstPropertyValue('url')).toBe(
        `${server.context.config.publicUrl}/my-events/view-leaderboard/${event.id}`,
      )
    }
    expect((await read(await ownCalendar(await server.signIn('nobody')))).events).toEqual([])
  })

  it('has no results, not even of an event whose show is over', async () => {
    const { body } = await read(await ownCalendar(event.host))
    expect(body).not.toContain(racerAt(1))
    expect(body).not.toMatch(/points|winner/i)
  })

  it('has one address at a time, and none once it is removed', async () => {
    const headers = await server.signIn('planner')
    expect(await link('GET', headers)).toEqual({ token: null })
    const old = await ownCalendar(headers)
    const present = await ownCalendar(headers)
    expect(await link('GET', headers)).toEqual({ token: present.split('/').at(-1) })
    expect((await server.call({ method: 'GET', url: old })).statusCode).toBe(404)
    await read(present)
    await link('DELETE', headers)
    const gone = await server.call({ method: 'GET', url: present })
    expect([gone.statusCode, gone.body]).toEqual([
      404,
      'This address leads nowhere, or it has been replaced.',
    ])
    expect(server.logged.join('')).not.toContain(present.split('/').at(-1))
  })

  it('says in which time zone the days are, and stays the same until something changes', async () => {
    const headers = await server.signIn('traveller')
    const { host, ...ids } = await userIds(server)
    const [rules] = await server.ask({ method: 'GET', url: '/api/events/leaderboards', headers })
    await server.ask({
      method: 'POST',
      url: '/api/events/createEventSingle',
      headers,
      body: {
        name: 'Far away',
        startDate: '2026-12-31',
        endDate: '2026-12-31',
        participants: [ids.alpha],
        leaderboard: rules.id,
        timeZone: 'Pacific/Auckland',
      },
    })
    const url = await ownCalendar(headers)
    const { events, body } = await read(url)
    expect(events[0]?.startDate.toString()).toBe('2026-12-31')
    expect(events[0]?.endDate.toString()).toBe('2027-01-01')
    expect(events[0]?.description).toContain('time zone Pacific/Auckland')
    server.clock.advance({ minutes: 5 })
    expect((await read(url)).body).toBe(body)
  })
})

describe('a planned show', () => {
  it("is an entry of its own at its hour, in the event's time zone", async () => {
    const headers = await server.signIn('showrunner')
    const [rules] = await server.ask({ method: 'GET', url: '/api/events/leaderboards', headers })
    await server.ask({
      method: 'POST',
      url: '/api/events/createEventSingle',
      headers,
      body: {
        name: 'Evening Cup',
        startDate: '2026-12-11',
        endDate: '2026-12-12',
        participants: [],
        leaderboard: rules.id,
        timeZone: 'America/New_York',
        showTime: '20:00',
      },
    })
    const { events } = await read(await ownCalendar(headers))
    expect(events.map(({ summary }) => summary)).toEqual(['Evening Cup', 'Show: Evening Cup'])
    const [, show] = events
    expect(show?.startDate.toJSDate().toISOString()).toBe('2026-12-13T01:00:00.000Z')
    expect(show?.startDate.isDate).toBe(false)
  })
})

describe('the calendar of everybody', () => {
  it('has events once they are public and listed', async () => {
    const everybodys = '/api/calendar/events.ics'
    const token = await event.token('public')
    await event.settings({ isPublic: true, isListed: false })
    expect((await read(everybodys)).events).toEqual([])
    await event.settings({ isListed: true })
    const { events } = await read(everybodys)
    expect(events.map(({ summary }) => summary)).toEqual([NAME])
    expect(events[0]?.component.getFirstPropertyValue('url')).toBe(
      `${server.context.config.publicUrl}/e/${token}`,
    )
    await event.settings({ isPublic: false })
    expect((await read(everybodys)).events).toEqual([])
  })
})
