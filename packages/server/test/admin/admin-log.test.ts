/** What admins see about other users: the audit log and the list of users. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

interface Entry {
  id: string
  at: string
  kind: string
  what: string
  username: string | null
  summary: string
  details: { name: string; value: string }[]
}

let server: TestServer
let boss: Session
let streamer: Session

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', SEASON: '75' },
    startsAt: new Date('2026-09-14T12:00:00Z'),
  })
  boss = await server.signIn('Boss')
  streamer = await server.signIn('Streamer')
})
afterAll(() => server.stop())

const asBoss = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  server.call({ method, url, headers: boss, ...(body && { body }) })

async function log(query = ''): Promise<{ entries: Entry[]; hasMore: boolean }> {
  const response = await asBoss('GET', `/api/admin/audit-log${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const newest = async (): Promise<Entry | undefined> => (await log()).entries[0]

async function upload(channel: string, headers: Session, season = 75) {
  const response = await server.call(seasonUpload(makeSeason({ channel, season }), { headers }))
  return response.statusCode
}

describe('the audit log', () => {
  beforeEach(() => server.clock.advance({ minutes: 1 }))

  it('says who became an admin', async () => {
    expect(await newest()).toMatchObject({ what: 'admin-bound', username: 'Boss', kind: 'act' })
  })

  it('says whether an upload was accepted or refused', async () => {
    expect(await upload('Streamer', streamer)).toBe(200)
    expect(await newest()).toMatchObject({
      kind: 'upload',
      what: 'stored',
      username: 'Streamer',
      summary: 'Season 75 of Streamer is stored: 1 racer.',
      facts: { kind: 'season', season: 75, counts: { racers: 1, added: 1 }, unused: null },
    })
    expect(await upload('Streamer', streamer, 99)).toBe(422)
    const refused = await newest()
    expect(refused).toMatchObject({
      ...{ what: 'refused', username: 'Streamer', params: { season: '99' } },
    })
    expect(refused).not.toHaveProperty('facts')
    expect(refused?.details).toContainEqual({ name: 'code', value: 'unknown_season' })
    expect(refused?.details).toContainEqual({ name: 'season', value: '99' })
  })

  it('records what an admin does to patch notes and default configurations', async () => {
    const note = await asBoss('POST', '/api/patch-notes', { title: 'Two', content: 'Better.' })
    expect(await newest()).toMatchObject({ summary: 'Created the patch note Two.' })
    await asBoss('DELETE', `/api/patch-notes/${note.json().id}`)
    const deleted = await newest()
    expect(deleted).toMatchObject({ summary: 'Deleted the patch note Two.' })
    expect(deleted?.details).toContainEqual({ name: 'title', value: 'Two' })
    expect(deleted?.details).toContainEqual({ name: 'content', value: 'Better.' })

    const [{ id }] = (await asBoss('GET', '/api/events/leaderboards')).json()
    const standard = (await asBoss('GET', `/api/events/leaderboard-config/${id}`)).json()
    const config = { ...JSON.parse(standard.config), participationPoints: 2 }
    const saved = await asBoss('POST', '/api/events/leaderboard-config', { id, config })
    expect(saved.statusCode, saved.body).toBe(200)
    expect(await newest()).toMatchObject({
      what: 'default-configuration-changed',
      summary: 'Changed the default configuration Standard.',
    })
  })

  it("records what an admin does to somebody else's event or series, but not to their own", async () => {
    const [{ id: leaderboard }] = (await asBoss('GET', '/api/events/leaderboards')).json()
    const event = {
      name: 'Cup',
      startDate: '2026-10-14',
      endDate: '2026-10-15',
      participants: [],
      leaderboard,
    }
    const created = await server.call({
      method: 'POST',
      url: '/api/events/createEventSeries',
      headers: streamer,
      body: { seriesName: 'League', events: [event] },
    })
    const seriesId = created.json().id
    const rename = (headers: Session, name: string) =>
      server.call({
        method: 'POST',
        url: `/api/events/update-event-series/${seriesId}`,
        headers,
        body: { event_series_name: name },
      })
    const before = await newest()
    await rename(streamer, 'Mine')
    expect(await newest()).toEqual(before)
    await rename(boss, 'Tidy')
    expect(await newest()).toMatchObject({
      what: 'series-renamed',
      summary: 'Renamed a series of somebody else to Tidy.',
    })
    const series = await server.call({
      method: 'GET',
      url: `/api/events/getBySeriesId/${seriesId}`,
      headers: streamer,
    })
    const [{ id: eventId }] = series.json()[0].events
    const stored = await asBoss('GET', `/api/events/getById/${eventId}`)
    const { startAt, endAt, leaderboard_config_id, participantUsers } = stored.json()
    const change = {
      name: 'Cup of Boss',
      startAt,
      endAt,
      leaderboard_config_id,
      participants: participantUsers.map((user: { id: number }) => user.id),
    }
    const changed = await asBoss('PUT', `/api/events/update/${eventId}`, change)
    expect(changed.statusCode, changed.body).toBe(200)
    const entry = await newest()
    expect(entry).toMatchObject({
      what: 'event-changed',
      summary: 'Changed the event Cup of somebody else.',
    })
    // The address of a picture would stay after its owner has deleted their account.
    expect(participantUsers[0].profileImageUrl).toContain('/pictures/')
    expect(JSON.stringify(entry)).not.toContain(participantUsers[0].profileImageUrl)
  })

  it('is read page by page, each entry once, even if many share one timestamp', async () => {
    for (let number = 0; number < 60; number += 1) {
      await asBoss('PUT', '/api/admin/updateSettings', { version: String(number) })
    }
    await Promise.all(Array.from({ length: 20 }, () => upload('Streamer', streamer)))
    const { entries, hasMore } = await log()
    expect(entries).toHaveLength(50)
    expect(hasMore).toBe(true)
    const all = [...entries]
    for (let more = hasMore; more; ) {
      const page = await log(`?before=${all.at(-1)?.id}`)
      all.push(...page.entries)
      more = page.hasMore
    }
    const { db } = server.context
    const count = async (table: 'audit_log' | 'uploads') =>
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n
    expect(all).toHaveLength((await count('audit_log')) + (await count('uploads')))
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  it('is filtered by kind and by user', async () => {
    const { entries: uploads } = await log('?kind=upload&username=STREAM')
    expect(new Set(uploads.map(({ kind, username }) => `${kind} ${username}`))).toEqual(
      new Set(['upload Streamer']),
    )
    const { entries: acts } = await log('?kind=act')
    expect(new Set(acts.map(({ kind }) => kind))).toEqual(new Set(['act']))
    expect((await log('?username=nobody')).entries).toEqual([])
  })

  it.each([
    '?before=1',
    '?before=x-a1',
    '?before=9999999999999999-a1',
    '?before=8640000000000001-u1',
    '?kind=other',
    '?colour=red',
  ])('refuses the query %s', async (query) => {
    expect((await asBoss('GET', `/api/admin/audit-log${query}`)).statusCode).toBe(400)
  })

  it.each(['0-a0', '99999999999999-a999999999999999', '99999999999999-u999999999999999'])(
    'accepts the cursor %s',
    async (before) => {
      expect((await asBoss('GET', `/api/admin/audit-log?before=${before}`)).statusCode).toBe(200)
    },
  )
})

describe('the users', () => {
  async function users(query = '') {
    const response = await asBoss('GET', `/api/admin/users${query}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }

  it('are listed by name with sign-up, last seen and last upload', async () => {
    server.clock.advance({ hours: 2 })
    await upload('Streamer', streamer)
    expect(await users()).toMatchObject({
      totalUsers: 2,
      totalPages: 1,
      data: [
        { username: 'Boss', isAdmin: true, lastUploadAt: null },
        {
          username: 'Streamer',
          isAdmin: false,
          signedUpAt: '2026-09-14T12:00:00.000Z',
          lastSeenAt: server.clock.now().toISOString(),
          lastUploadAt: server.clock.now().toISOString(),
        },
      ],
    })
  })

  it('are found by part of the name; wildcards match only themselves', async () => {
    expect((await users('?search=REAM')).data).toMatchObject([{ username: 'Streamer' }])
    expect(await users('?search=%25')).toMatchObject({ data: [], totalUsers: 0, totalPages: 1 })
  })

  it('come a page at a time', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `viewer_${index + 10}`)
    for (const name of names) await server.signIn(name)
    const first = await users('?search=viewer_')
    const second = await users('?search=viewer_&page=2')
    expect(first).toMatchObject({ totalUsers: 30, totalPages: 2 })
    const listed = [...first.data, ...second.data].map(({ username }) => username)
    expect(listed).toEqual(names)
    expect((await users('?page=9')).data).toEqual([])
  })
})
