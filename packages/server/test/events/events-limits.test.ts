/** Limits on events: how long they may last, and how many one person may create in a day. */
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

let server: TestServer
let boss: Session
let organiser: Session
let leaderboard: number
let people: number[]

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', EVENTS_A_DAY: '5', PARTICIPANTS_A_DAY: '12' },
    startsAt: new Date('2026-09-10T12:00:00Z'),
  })
  boss = await server.signIn('boss')
  for (const name of ['anna', 'bert', 'cleo', 'dora']) {
    await server.signIn(name)
  }
  people = Object.values(await userIds(server))
  const own = await server.call({ method: 'GET', url: '/api/events/leaderboards', headers: boss })
  leaderboard = own.json()[0].id
})
afterAll(() => server.stop())

let organisers = 0
beforeEach(async () => {
  organisers += 1
  organiser = await server.signIn(`organiser_${organisers}`)
})

const newEvent = (change: object = {}) => ({
  name: 'Cup',
  startDate: '2026-09-14',
  endDate: '2026-09-15',
  participants: [] as number[],
  leaderboard,
  ...change,
})
const post = (url: string, body: object, headers = organiser) =>
  server.call({ method: 'POST', url, headers, body })
// Every event needs a new name: the same call within seconds counts as a repeated click.
let pressed = 0
const createSingle = (change?: object) =>
  post('/api/events/createEventSingle', {
    ...newEvent({ name: `Cup ${++pressed}`, ...change }),
    timeZone: 'UTC',
  })
const createSeries = (number: number, change?: object) =>
  post('/api/events/createEventSeries', {
    seriesName: `League ${++pressed}`,
    events: Array.from({ length: number }, () => newEvent(change)),
  })
const createByCompanion = (days: object = {}) =>
  post('/api/app/create-event', {
    channel: `organiser_${organisers}`,
    name: `Cup ${++pressed}`,
    startAt: '2026-09-14',
    endAt: '2026-09-15',
    ...days,
  })
const getEvent = async (id: number) =>
  (
    await server.call({ method: 'GET', url: `/api/events/getById/${id}`, headers: organiser })
  ).json()

function update(id: number, change: object): Promise<LightMyRequestResponse> {
  return server.call({
    method: 'PUT',
    url: `/api/events/update/${id}`,
    headers: organiser,
    body: {
      name: 'Cup',
      startAt: '2026-09-14',
      endAt: '2026-09-15',
      leaderboard_config_id: leaderboard,
      participants: people.slice(0, 1),
      ...change,
    },
  })
}

async function expectRefused(
  response: LightMyRequestResponse | Promise<LightMyRequestResponse>,
  { status, sentence }: { status: number; sentence: string },
): Promise<void> {
  const { statusCode, body } = await response
  expect([statusCode, JSON.parse(body).error]).toEqual([status, sentence])
}

describe('an event lasts at most 400 days', () => {
  const longest = { startDate: '2026-09-14', endDate: '2027-10-18' }
  const tooLong = { ...longest, endDate: '2027-10-19' }
  const refusal = { status: 422, sentence: 'An event can last at most 400 days.' }

  it('alone, in a series, created by the companion, and after a change', async () => {
    const response = await createSingle(longest)
    expect(response.statusCode, response.body).toBe(200)
    await expectRefused(createSingle(tooLong), refusal)
    await expectRefused(createSeries(2, tooLong), refusal)
    const days = { startAt: tooLong.startDate, endAt: tooLong.endDate }
    await expectRefused(createByCompanion(days), refusal)
    await expectRefused(update(response.json().id, days), refusal)
    expect(await getEvent(response.json().id)).toMatchObject({ endAt: '2027-10-18' })
  })

  it('but an older, longer one can still be read, and changed in everything else', async () => {
    const { id } = (await createSingle()).json()
    await server.context.db
      .updateTable('events')
      .set({ last_day: '2999-12-31', ends_at: new Date('3000-01-01T00:00:00Z') })
      .where('id', '=', id)
      .execute()
    expect(await getEvent(id)).toMatchObject({ endAt: '2999-12-31' })
    const renamed = await update(id, { name: 'Renamed', endAt: '2999-12-31' })
    expect(renamed.json().event, renamed.body).toMatchObject({
      name: 'Renamed',
      endAt: '2999-12-31',
    })
    await expectRefused(update(id, { endAt: '2999-12-30' }), refusal)
    expect((await update(id, { endAt: '2026-10-01' })).statusCode).toBe(200)
  })
})

describe('one click creates one event', () => {
  const idsOf = (responses: LightMyRequestResponse[]) => {
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
    return new Set(responses.map((response) => response.json().id))
  }
  const ownEvents = async () =>
    (await server.call({ method: 'GET', url: '/api/events/getAll', headers: organiser })).json()

  it.each([
    ['a single event', () => createSingle({ name: 'Pressed' }), 1, 0],
    [
      'a series',
      () => post('/api/events/createEventSeries', { seriesName: 'Pressed', events: [newEvent()] }),
      0,
      1,
    ],
    [
      'an event of the companion',
      () =>
        post('/api/app/create-event', {
          ...{ channel: `organiser_${organisers}`, name: 'Pressed' },
          ...{ startAt: '2026-09-14', endAt: '2026-09-15' },
        }),
      1,
      0,
    ],
  ] as const)('from eight calls at once: %s', async (_, press, events, series) => {
    expect(idsOf(await Promise.all(Array.from({ length: 8 }, press))).size).toBe(1)
    expect(await ownEvents()).toMatchObject({
      events: Array.from({ length: events }, () => ({ name: 'Pressed' })),
      eventSeries: Array.from({ length: series }, () => ({ name: 'Pressed', eventCount: 1 })),
    })
  })

  it('but a second one if anything differs, after a while, or once the first is deleted', async () => {
    const press = (change?: object) => createSingle({ name: 'Pressed', ...change })
    const first = await press()
    expect(idsOf([first, await press({ endDate: '2026-09-16' })]).size).toBe(2)
    server.clock.advance({ minutes: 1 })
    const later = await press()
    expect(idsOf([first, later]).size).toBe(2)
    const url = `/api/events/event/${later.json().id}`
    expect((await server.call({ method: 'DELETE', url, headers: organiser })).statusCode).toBe(200)
    expect(idsOf([later, await press()]).size).toBe(2)
  })

  it('into a series', async () => {
    const { id } = (await createSeries(1)).json()
    const press = () =>
      post(`/api/events/series/${id}/create-event`, { ...newEvent(), timeZone: 'UTC' })
    expect(idsOf(await Promise.all([press(), press(), press()])).size).toBe(1)
    expect((await ownEvents()).eventSeries).toMatchObject([{ id, eventCount: 2 }])
  })
})

describe('the limit of events per person within 24 hours', () => {
  it('covers all kinds together, and the refusal says when to try again', async () => {
    expect((await createSeries(3)).statusCode).toBe(200)
    server.clock.advance({ hours: 10 })
    expect((await createByCompanion()).statusCode).toBe(200)
    const response = await createSeries(3)
    await expectRefused(response, {
      status: 429,
      sentence:
        'You can create up to 5 events in 24 hours; these would make it 7. Please try again in 14 hours.',
    })
    expect(response.headers['retry-after']).toBe(String(14 * 60 * 60))
    expect((await createSingle()).statusCode, 'what is left of them').toBe(200)
    await expectRefused(createByCompanion(), {
      status: 429,
      sentence:
        'You can create up to 5 events in 24 hours; these would make it 6. Please try again in 14 hours.',
    })
    server.clock.advance({ hours: 14 })
    expect((await createSeries(3)).statusCode, 'a day after the first').toBe(200)
    expect((await createSingle()).statusCode).toBe(429)
  })

  it('holds for many calls at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => createSingle()))
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
  })

  it('holds within one call', async () => {
    await expectRefused(createSeries(6), {
      status: 422,
      sentence: 'You can create up to 5 events in 24 hours, and this would be 6 at once.',
    })
  })
})

describe('the limit of added participants per person within 24 hours', () => {
  it('covers new and changed events, and does not count participants who stay', async () => {
    const { id } = (await createSingle({ participants: people.slice(0, 3) })).json()
    expect((await update(id, { participants: people })).statusCode, 'two more').toBe(200)
    expect((await update(id, { participants: people })).statusCode, 'none').toBe(200)
    expect((await createSeries(1, { participants: people })).statusCode).toBe(200)
    await expectRefused(createSingle({ participants: people.slice(0, 3) }), {
      status: 429,
      sentence:
        'You can add up to 12 participants to events in 24 hours; these would make it 13. Please try again in 24 hours.',
    })
    // Removing somebody and adding them again counts. Otherwise nothing would limit that.
    expect((await update(id, { participants: people.slice(0, 2) })).statusCode).toBe(200)
    expect((await update(id, { participants: people })).statusCode).toBe(429)
    expect((await getEvent(id)).participantUsers).toHaveLength(2)
    await expectRefused(createSeries(3, { participants: people }), {
      status: 422,
      sentence:
        'You can add up to 12 participants to events in 24 hours, and this would be 15 at once.',
    })
  })
})

it('a real organiser is never stopped: 100 events with 40 participants, three times a day', async () => {
  const wide = await startTestServer({ startsAt: new Date('2026-09-10T12:00:00Z') })
  try {
    const headers = await wide.signIn('league')
    const users = Array.from({ length: 500 }, (_, index) => `streamer_${index}`)
    await wide.context.db
      .insertInto('users')
      .values(
        users.map((login) => ({
          platform: 'twitch',
          platform_user_id: login,
          login,
          username: login,
          created_at: wide.clock.now(),
        })),
      )
      .execute()
    const ids = Object.values(await userIds(wide))
    const series = (participants: number[], seriesName = 'League') =>
      wide.call({
        method: 'POST',
        url: '/api/events/createEventSeries',
        headers,
        body: {
          seriesName,
          events: Array.from({ length: 100 }, () => newEvent({ participants, leaderboard: 1 })),
        },
      })
    await expectRefused(series(ids.slice(0, 500)), {
      status: 422,
      sentence:
        'You can add up to 20,000 participants to events in 24 hours, and this would be 50,000 at once.',
    })
    for (let day = 0; day < 3; day += 1) {
      const response = await series(ids.slice(0, 40), `League ${day}`)
      expect(response.statusCode, response.body).toBe(200)
    }
    const { number } = await wide.context.db
      .selectFrom('event_participants')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow()
    expect(number).toBe(3 * 100 * 40)
  } finally {
    await wide.stop()
  }
})
