/** Reports about rows: who may report what, how often, and how admins resolve them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formUpload, makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let boss: Session
let streamer: Session
let racer: Session
let stranger: Session
let channelId: number
let eventId: number

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', SEASON: '75' },
    startsAt: new Date('2026-09-14T12:00:00Z'),
  })
  boss = await server.signIn('boss')
  streamer = await server.signIn('Streamer')
  racer = await server.signIn('racer')
  stranger = await server.signIn('stranger')
  await uploadSeason('Streamer')
  channelId = await channelOf('streamer')
  eventId = await createEvent()
})
afterAll(() => server.stop())

async function uploadSeason(channel: string): Promise<void> {
  const response = await server.call(
    seasonUpload(makeSeason({ channel, season: 75 }), { headers: boss }),
  )
  expect(response.statusCode, response.body).toBe(200)
}

async function channelOf(login: string): Promise<number> {
  const { db } = server.context
  const channel = await db
    .selectFrom('channels')
    .select('id')
    .where('login', '=', login)
    .executeTakeFirstOrThrow()
  return channel.id
}

/** An event with `racer` and `Streamer` as participants, and a board that lists `racer`. */
async function createEvent(): Promise<number> {
  const { db } = server.context
  const users = await db.selectFrom('users').select(['id', 'login']).execute()
  const idOf = (login: string) => users.find((user) => user.login === login)?.id
  const configurations = await server.call({
    method: 'GET',
    url: '/api/events/leaderboards',
    headers: streamer,
  })
  const created = await server.call({
    method: 'POST',
    url: '/api/events/createEventSingle',
    headers: streamer,
    body: {
      name: 'Autumn Cup',
      startDate: '2026-09-14',
      endDate: '2026-09-15',
      participants: [idOf('streamer'), idOf('racer')],
      leaderboard: configurations.json()[0].id,
    },
  })
  const { id } = created.json()
  const header =
    'racer_name,channel,event_points,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations'
  const eventData = Buffer.from(
    `${header}\r\nracer,Streamer,10,10,1,1,0,0,0,0,0,0,0\r\n"Fast ""One""",Streamer,5,5,0,1,0,0,0,0,0,0,0\r\n`,
  )
  const upload = await server.call(
    formUpload(
      '/api/app/upload-event-data',
      { eventData },
      {
        headers: streamer,
        fields: { eventId: String(id) },
      },
    ),
  )
  expect(upload.statusCode, upload.body).toBe(200)
  return id
}

const onBoard = (season = 75, channel = channelId) => ({
  kind: 'leaderboard',
  season,
  channelId: channel,
})
const inEvent = (racerName: string, event = eventId) => ({
  kind: 'event',
  eventId: event,
  racerName,
})

function report(headers: Session, subject: object, given: object = {}) {
  return server.call({
    method: 'POST',
    url: '/api/reports',
    headers,
    body: { subject, reason: 'cheating', details: 'Too fast.', ...given },
  })
}

async function reports(query = '') {
  const response = await server.call({
    method: 'GET',
    url: `/api/admin/reports${query}`,
    headers: boss,
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const decide = (id: number, body: object) =>
  server.call({ method: 'PUT', url: `/api/admin/reports/${id}`, headers: boss, body })

describe('a report', () => {
  it('about a row of a public leaderboard reaches the admins', async () => {
    const response = await report(racer, onBoard())
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().message).toBe('Thank you. An admin will look at it.')
    expect(await reports()).toMatchObject({
      counts: { open: 1, resolved: 0, dismissed: 0 },
      totalPages: 1,
      data: [
        {
          state: 'open',
          reason: 'cheating',
          details: 'Too fast.',
          reporter: { username: 'racer' },
          subject: {
            kind: 'leaderboard',
            name: 'Streamer',
            where: 'Season 75',
            season: 75,
            path: '/leaderboards?season=75&channel=Streamer',
            channel: { platform: 'twitch', login: 'streamer' },
          },
          decision: null,
        },
      ],
    })
  })

  it('about a row of an event reaches them too', async () => {
    expect((await report(streamer, inEvent('racer'))).statusCode).toBe(200)
    const { data } = await reports()
    expect(data[1].subject).toEqual({
      channel: null,
      kind: 'event',
      name: 'racer',
      where: 'Autumn Cup',
      season: null,
      path: `/my-events/view-leaderboard/${eventId}`,
    })
  })

  it.each([
    ['the reporter’s own channel', () => report(streamer, onBoard()), 422, /your own/],
    ['the reporter in an event', () => report(racer, inEvent('racer')), 422, /your own/],
    ['a row twice', () => report(racer, onBoard()), 409, /already reported this row/],
    [
      'a channel that does not exist',
      () => report(racer, onBoard(75, 9_999)),
      404,
      /is no longer on the leaderboard/,
    ],
    [
      'a season it is not in',
      () => report(racer, onBoard(74)),
      404,
      /is no longer on the leaderboard/,
    ],
    [
      'a racer who does not exist',
      () => report(racer, inEvent('nobody')),
      404,
      /is no longer on the leaderboard/,
    ],
    [
      'an event of others',
      () => report(stranger, inEvent('racer')),
      404,
      /is no longer on the leaderboard/,
    ],
    [
      'no such event',
      () => report(racer, inEvent('racer', 9_999)),
      404,
      /is no longer on the leaderboard/,
    ],
    ['no reason', () => report(racer, inEvent('x'), { reason: 'because' }), 400, /reason/],
    [
      'too many words',
      () => report(racer, inEvent('x'), { details: 'a'.repeat(1_001) }),
      400,
      /1,000/,
    ],
  ])('about %s is refused', async (_, send, status, sentence) => {
    const before = await storedRows(server.context.db)
    const response = await send()
    expect(response.statusCode, response.body).toBe(status)
    expect(response.json().error).toMatch(sentence)
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it('may be about a name with quotes', async () => {
    expect((await report(racer, inEvent('fast "one"'))).statusCode).toBe(200)
  })
})

describe('an admin', () => {
  it('resolves a report with a note, once', async () => {
    const [first] = (await reports()).data
    server.clock.advance({ minutes: 5 })
    const response = await decide(first.id, { state: 'resolved', note: ' Points corrected. ' })
    expect(response.json()).toMatchObject({
      state: 'resolved',
      decision: { by: 'boss', at: '2026-09-14T12:05:00.000Z', note: 'Points corrected.' },
    })
    expect((await reports('?state=resolved')).data).toEqual([response.json()])
    const again = await decide(first.id, { state: 'dismissed' })
    expect(again.statusCode).toBe(409)
  })

  it('dismisses another', async () => {
    const [first] = (await reports()).data
    expect((await decide(first.id, { state: 'dismissed' })).statusCode).toBe(200)
    expect((await reports('?state=dismissed')).counts).toEqual({
      open: 1,
      resolved: 1,
      dismissed: 1,
    })
  })

  it('gets 404 for an unknown report', async () => {
    expect((await decide(9_999, { state: 'resolved' })).statusCode).toBe(404)
  })
})

it('a row may be reported again once its report was resolved or dismissed', async () => {
  expect((await report(racer, onBoard())).statusCode).toBe(200)
})

it('the 21st report in a day is refused, and is accepted the next day', async () => {
  // The stranger has made no reports yet; each row belongs to a different channel.
  const subjects = []
  for (let number = 1; number <= 21; number += 1) {
    await uploadSeason(`channel${number}`)
    subjects.push(onBoard(75, await channelOf(`channel${number}`)))
  }
  for (const subject of subjects.slice(0, 20)) {
    expect((await report(stranger, subject)).statusCode).toBe(200)
  }
  const last = subjects[20] ?? {}
  const refused = await report(stranger, last)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().error).toMatch(/20 reports in 24 hours\. .*24 hours/)
  expect(refused.headers['retry-after']).toBe(String(24 * 60 * 60))
  server.clock.advance({ days: 1, minutes: 1 })
  expect((await report(stranger, last)).statusCode).toBe(200)
})

it('twenty simultaneous reports of the same row count as one', async () => {
  await uploadSeason('crowded')
  const subject = onBoard(75, await channelOf('crowded'))
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(racer, subject)))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(19)
})

it('a report follows its channel when the streamer signs in', async () => {
  await uploadSeason('latecomer')
  await report(racer, onBoard(75, await channelOf('latecomer')))
  await server.signIn('Latecomer')
  const names = (await reports()).data.map(
    ({ subject }: { subject: { name: string } }) => subject.name,
  )
  expect(names).toContain('Latecomer')
})

describe('what follows from a report', () => {
  const ask = (method: 'GET' | 'PUT' | 'DELETE', url: string, headers: Session) =>
    server.ask({ method, url, headers })

  async function openReport(subject: object, by = stranger): Promise<number> {
    const response = await report(by, subject)
    expect(response.statusCode, response.body).toBe(200)
    return response.json().id
  }

  it('is an answer on the dashboard of the reporter, for two weeks or until the decision is taken back', async () => {
    const other = await server.signIn('other')
    const id = await openReport(onBoard(), other)
    const notices = async () => (await ask('GET', '/api/dashboard/notices', other)).notices
    const { openReports } = await ask('GET', '/api/user', boss)
    await decide(id, { state: 'resolved', note: 'For us.', answer: ' We left a game out. ' })
    expect((await ask('GET', '/api/user', boss)).openReports).toBe(openReports - 1)
    expect((await ask('GET', '/api/user', other)).openReports).toBeUndefined()
    expect(await notices()).toMatchObject([
      {
        kind: 'report-answered',
        name: 'Streamer',
        where: 'Season 75',
        answer: 'We left a game out.',
      },
    ])
    const reopened = await ask('DELETE', `/api/admin/reports/${id}/decision`, boss)
    expect(reopened).toMatchObject({ state: 'open', decision: null })
    expect(await notices()).toEqual([])
    const again = await server.call({
      method: 'DELETE',
      url: `/api/admin/reports/${id}/decision`,
      headers: boss,
    })
    expect(again.json()).toMatchObject({ code: 'report_not_decided' })
    await decide(id, { state: 'dismissed', answer: 'All is well.' })
    expect((await notices()).length).toBe(1)
    expect(await openReport(onBoard(), other)).toBeGreaterThan(id)
    const refused = await server.call({
      method: 'DELETE',
      url: `/api/admin/reports/${id}/decision`,
      headers: boss,
    })
    expect(refused.json()).toMatchObject({ code: 'reported_again' })
  })

  it('shows the snapshots of the row, and a channel can show a login in place of a display name', async () => {
    const { db } = server.context
    const racerRow = await db
      .selectFrom('racers')
      .select('id')
      .where('login', '=', 'fast "one"')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('channel_racers')
      .values({
        ...{ channel_id: channelId, racer_id: racerRow.id, display_name: 'Rude Name' },
        ...{ color: null, named_at: server.clock.now() },
      })
      .execute()
    const id = await openReport(inEvent('fast "one"'), streamer)
    const url = `/api/admin/reports/${id}`
    const { names, snapshots } = await ask('GET', url, boss)
    expect(snapshots).toMatchObject([{ channel: { login: 'streamer' }, points: 5 }])
    expect(names).toMatchObject([{ channelId, name: 'Rude Name', isHidden: false }])
    const board = async () =>
      JSON.stringify(await ask('GET', `/api/events/get-leaderboard/${eventId}`, streamer))
    expect(await board()).toContain('Rude Name')
    await ask('DELETE', `${url}/display-names/${channelId}`, boss)
    expect(await board()).not.toContain('Rude Name')
    expect((await ask('GET', url, boss)).names).toMatchObject([{ isHidden: true }])
    await ask('PUT', `${url}/display-names/${channelId}`, boss)
    expect(await board()).toContain('Rude Name')
  })
})
