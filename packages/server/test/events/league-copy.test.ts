/** The next season of a league: its rules and rounds again, with other days, and nothing of its results. */
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

let server: TestServer
let people: Record<'host' | 'helper' | 'guest' | 'shy' | 'gone' | 'boss', Session>
let ids: Record<string, number>
let seriesId: number
let rounds: number[]

const DAYS = [
  ['2026-09-14', '2026-09-15'],
  ['2026-10-24', '2026-10-26'],
  ['2026-09-20', '2026-09-20'],
] as const

const copy = (body: object, { headers = people.host, id = seriesId } = {}) =>
  server.call({ method: 'POST', url: `/api/events/series/${id}/copy`, headers, body })
const NEXT = { name: 'Spring League', firstDay: '2027-03-06' }

async function seriesOf(id: number, headers = people.host) {
  const [series] = await server.ask({
    method: 'GET',
    url: `/api/events/getBySeriesId/${id}`,
    headers,
  })
  return series
}

const event = (id: number, headers = people.host) =>
  server.ask({ method: 'GET', url: `/api/events/getById/${id}`, headers })

beforeAll(async () => {
  const started = await startEventServer(
    ['host', 'helper', 'guest', 'shy', 'gone'],
    '2026-09-14T12:00:00Z',
  )
  ;({ server, people, ids } = started)
  const { leaderboard } = started
  const everybody = ['host', 'guest', 'shy', 'gone'].map((name) => ids[name])
  const headers = people.host
  const created = await server.ask({
    method: 'POST',
    url: '/api/events/createEventSeries',
    headers,
    body: {
      seriesName: 'Autumn League',
      timeZone: 'Europe/Berlin',
      events: DAYS.map(([startDate, endDate], index) => ({
        name: `Round ${index + 1}`,
        ...{ startDate, endDate, leaderboard },
        participants: index === 2 ? [ids.shy] : everybody,
        showTime: index === 1 ? '20:30' : null,
      })),
    },
  })
  seriesId = created.id
  rounds = (await seriesOf(seriesId)).events.map(({ id }: { id: number }) => id)
  const order = [rounds[1], rounds[0], rounds[2]]
  const path = `/api/events/series/${seriesId}`
  await server.ask({ method: 'PUT', url: `${path}/order`, headers, body: { events: order } })
  const rules = {
    points: { kind: 'places', table: [3, 2, 1] },
    drops: [0, 1],
    minimumRounds: 1,
    ties: ['wins'],
    multipliers: [{ eventId: rounds[2], times: 2 }],
    objectionHours: 24,
  }
  await server.ask({ method: 'PUT', url: `${path}/league`, headers, body: { rules } })
  await server.ask({
    method: 'PUT',
    url: `${path}/helpers/${ids.helper}`,
    headers,
    body: { role: 'co-organiser', seesSealed: true },
  })
  const eventData = Buffer.from(
    [EVENT_HEADINGS, 'ada,host,10,0,1,0,0,0,0,0,0,0,9.00', ''].join('\r\n'),
  )
  await server.ask(eventUpload({ eventId: rounds[0] ?? 0, eventData }, { headers }))
  // They stay in the round that is over.
  server.clock.advance({ minutes: 3 * 24 * 60 })
  await server.ask({
    method: 'POST',
    url: `/api/events/leave-series/${seriesId}`,
    headers: people.gone,
  })
})
afterAll(() => server.stop())

it('only those who may edit a series copy it, with a name and a day', async () => {
  expect((await copy(NEXT, { headers: people.guest })).json()).toEqual({ unauthorized: true })
  expect((await copy(NEXT, { id: 999 })).json()).toMatchObject({ code: 'no_such_series' })
  expect((await copy({ ...NEXT, name: ' A ' })).statusCode).toBe(400)
  expect((await copy({ ...NEXT, firstDay: '2027-02-30' })).statusCode).toBe(400)
  const late = await copy({ ...NEXT, firstDay: '2999-12-31' })
  expect(late.json()).toMatchObject({ code: 'event_dates_out_of_range' })
})

it('the copy has the same rules and rounds on other days, no results, and nobody who left', async () => {
  const { id, leftOut } = (await copy(NEXT)).json()
  expect(leftOut).toEqual(['gone'])
  const { events, ...series } = await seriesOf(id)
  expect(series).toMatchObject({ event_series_name: 'Spring League', createdBy: ids.host })
  expect(
    events.map(({ name, startAt, endAt }: Record<string, string>) => [name, startAt, endAt]),
  ).toEqual([
    ['Round 3', '2027-03-12', '2027-03-12'],
    ['Round 1', '2027-03-06', '2027-03-07'],
    // Over the change of the clocks, as before.
    ['Round 2', '2027-04-15', '2027-04-17'],
  ])
  const [third, first, second] = events.map(({ id }: { id: number }) => id)
  const url = `/api/events/series/${id}/league`
  const league = await server.ask({ method: 'GET', url, headers: people.host })
  expect(league).toMatchObject({ canEdit: true, publicToken: null, rows: [], total: 0 })
  expect(league.rules).toEqual({
    points: { kind: 'places', table: [3, 2, 1] },
    ...{ drops: [0, 1], minimumRounds: 1, ties: ['wins'], objectionHours: 24 },
    multipliers: [{ eventId: second, times: 2 }],
  })
  expect(league.rounds.map(({ state }: { state: string }) => state)).toEqual([
    ...['planned', 'planned', 'planned'],
  ])
  const [copied, before] = [await event(second), await event(rounds[2] ?? 0)]
  expect(copied.leaderboard_config_id).toBe(before.leaderboard_config_id)
  expect(copied.showAt).toBe('2027-04-17T18:30:00.000Z')
  const streamers = async (eventId: number) =>
    (await event(eventId)).participantUsers.map(({ id }: { id: number }) => id).toSorted()
  expect(await streamers(first)).toEqual([ids.host, ids.guest, ids.shy].toSorted())
  expect(await streamers(third)).toEqual([ids.shy])
})

it('one press makes one copy', async () => {
  const [one, two] = await Promise.all([
    copy({ ...NEXT, name: 'Once' }),
    copy({ ...NEXT, name: 'Once' }),
  ])
  expect(one.json()).toMatchObject({ status: 'success' })
  expect(two.json()).toEqual(one.json())
})

it('a helper who copies it owns the copy, and streamers whom they cannot add are named and left out', async () => {
  await server.ask({
    method: 'PUT',
    url: `/api/events/blocked-organisers/${ids.helper}`,
    headers: people.shy,
  })
  const { id, leftOut } = (
    await copy({ ...NEXT, name: 'Helped' }, { headers: people.helper })
  ).json()
  expect(leftOut).toEqual(['gone', 'shy'])
  const { events } = await seriesOf(id, people.helper)
  const names = events.map(({ eventParticipants }: { eventParticipants: { id: number }[] }) =>
    eventParticipants.map(({ id }) => id).toSorted(),
  )
  // Without any other streamer, a round has who made it.
  expect(names).toEqual([
    [ids.helper],
    [ids.host, ids.guest].toSorted(),
    [ids.host, ids.guest].toSorted(),
  ])
  const { entries } = await server.ask({
    method: 'GET',
    url: '/api/admin/audit-log',
    headers: people.boss,
  })
  expect(entries.map(({ summary }: { summary: string }) => summary)).toContain(
    'Copied the league Autumn League of somebody else.',
  )
})

it('a co-organiser who copies it has copies of their own of private configurations', async () => {
  const asHelper = (url: string) => server.ask({ method: 'GET', url, headers: people.helper })
  const config = { ...STANDARD_CONFIGURATION, name: 'House rules' }
  const saved = await server.ask({
    method: 'POST',
    url: '/api/events/leaderboard-config',
    headers: people.host,
    body: { config },
  })
  const stored = await event(rounds[2] ?? 0)
  await server.ask({
    method: 'PUT',
    url: `/api/events/update/${stored.id}`,
    headers: people.host,
    body: {
      ...{ name: stored.name, startAt: stored.startAt, endAt: stored.endAt },
      leaderboard_config_id: saved.id,
      participants: [ids.shy],
    },
  })
  expect((await copy({ ...NEXT, name: 'Own' })).json().configurations).toEqual([])
  const request = { ...NEXT, name: 'Private' }
  const made = (await copy(request, { headers: people.helper })).json()
  expect(made.configurations).toEqual(['House rules'])
  expect((await copy(request, { headers: people.helper })).json()).toEqual(made)
  const listed = await asHelper('/api/events/leaderboards')
  const own = listed.filter(({ name }: { name: string }) => name === 'House rules')
  expect(own).toMatchObject([{ isDefault: false, eventCount: 1 }])
  const full = await asHelper(`/api/events/leaderboard-config/${own[0].id}`)
  expect(JSON.parse(full.config)).toEqual(config)
  // The owner's stays theirs.
  const theirs = `/api/events/leaderboard-config/${saved.id}`
  expect(
    (await server.call({ method: 'GET', url: theirs, headers: people.helper })).statusCode,
  ).toBe(404)
})

it('the teams that are chosen come along with those who are in them, and others do not', async () => {
  const path = `/api/events/series/${seriesId}/league`
  const send = (method: 'PUT' | 'POST', url: string, body?: object, headers = people.host) =>
    server.ask({ method, url, headers, ...(body && { body }) })
  const { rules } = await server.ask({ method: 'GET', url: path, headers: people.host })
  await send('PUT', path, { rules: { ...rules, teams: { best: null, minSize: 1, maxSize: 4 } } })
  const teams: number[] = []
  for (const [name, color] of [
    ['Red', 'red'],
    ['Blue', 'blue'],
  ] as const) {
    teams.push((await send('POST', `${path}/teams`, { name, color })).id)
  }
  const read = async (id: number, headers = people.host) =>
    (await server.ask({ method: 'GET', url: `/api/events/series/${id}/league/teams`, headers }))
      .teams
  const red = (await read(seriesId)).find(({ name }: { name: string }) => name === 'Red')
  for (const name of ['guest', 'shy', 'gone'] as const) {
    await send('POST', `/api/teams/${red.deciding.token}`, undefined, people[name])
  }
  const [guest, shy] = (await read(seriesId)).find(({ id }: { id: number }) => id === red.id)
    .deciding.asked
  for (const { id } of [guest, shy]) {
    await send('PUT', `${path}/teams/${red.id}/members/${id}`)
  }
  await send('PUT', `${path}/teams/${red.id}`, { name: 'Red', color: 'red', captain: guest.id })

  const { id } = (await copy({ ...NEXT, name: 'With teams', teams: [red.id, 999] })).json()
  const [copied, ...none] = await read(id)
  expect(none).toEqual([])
  expect(copied).toMatchObject({
    name: 'Red',
    color: 'red',
    hasCaptain: true,
    deciding: { asked: [] },
  })
  expect(copied.deciding.token).not.toBe(red.deciding.token)
  expect(
    copied.members.map(({ racer_name, isCaptain }: Record<string, unknown>) => [
      racer_name,
      isCaptain,
    ]),
  ).toEqual([
    ['guest', true],
    ['shy', false],
  ])
  expect(await read((await copy({ ...NEXT, name: 'Without' })).json().id)).toEqual([])
  // Shy does not let the helper add them.
  const helped = await copy({ ...NEXT, name: 'Helped teams', teams }, { headers: people.helper })
  const theirs = await read(helped.json().id, people.helper)
  expect(
    theirs.map(({ name, members }: { name: string; members: unknown[] }) => [name, members.length]),
  ).toEqual([
    ['Blue', 0],
    ['Red', 1],
  ])
})

it('a copy counts towards what one person may add in a day, and a refused one leaves nothing', async () => {
  const { db, config, now } = server.context
  const count = async () => (await db.selectFrom('event_series').select('id').execute()).length
  const before = await count()
  await db
    .insertInto('event_additions')
    .values({
      ...{ user_id: ids.host ?? 0, added_at: now() },
      ...{ events: config.limits.EVENTS_A_DAY - 7, participants: 0 },
    })
    .execute()
  const response = await copy({ ...NEXT, name: 'Too much' })
  expect(response.json()).toMatchObject({ code: 'too_many_events_a_day' })
  expect(await count()).toBe(before)
})
