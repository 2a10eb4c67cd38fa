/** Organisers, participants and admins read people's display names wherever these are named: docs/scoring.md, Racers. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

let twitch: FakeTwitch
let server: TestServer
let carol: Session
let kotone: Session
let boss: Session
let eventId: number
let seriesId: number
let ids: Record<string, number>

const CAROL = { username: 'carol', display_name: 'キャロル' }
const KOTONE = { username: 'kotone_x', display_name: '小琴' }
const BOSS = { username: 'Boss' }

const signIn = (login: string, displayName: string) =>
  server.signInWith(twitch.issue(login, { id: login, displayName }))
const get = (headers: Session, url: string) => server.ask({ method: 'GET', url, headers })
const send = (method: 'POST' | 'PUT', headers: Session, url: string, body: object) =>
  server.ask({ method, url, headers, body })

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
    startsAt: new Date('2026-11-01T12:00:00Z'),
  })
  carol = await signIn('carol', 'キャロル')
  kotone = await signIn('kotone_x', '小琴')
  boss = await signIn('boss', 'Boss')
  ids = await userIds(server)
  const [standard] = await get(carol, '/api/events/leaderboards')
  const event = {
    name: 'Cup',
    startDate: '2026-11-01',
    endDate: '2026-11-02',
    participants: [ids.kotone_x, ids.boss],
    leaderboard: standard.id,
  }
  eventId = (await send('POST', carol, '/api/events/createEventSingle', event)).id
  seriesId = (
    await send('POST', carol, '/api/events/createEventSeries', {
      seriesName: 'League',
      events: [event],
    })
  ).id
  server.clock.advance({ minutes: 1 })
  const files = raceFiles(['kotone_x', 'other'], server.clock.now())
  await server.ask(gameUpload(files, { headers: kotone }))
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

it('in the lists of events and series', async () => {
  const listed = await get(kotone, '/api/events/getAll')
  expect(listed.events).toMatchObject([{ creator: CAROL }])
  expect(listed.eventSeries).toMatchObject([{ creator: CAROL }])
  expect(await get(kotone, `/api/events/summary/${eventId}`)).toMatchObject({ creator: CAROL })
  const [series] = await get(kotone, `/api/events/getBySeriesId/${seriesId}`)
  expect(series).toMatchObject({
    creator: CAROL,
    events: [
      {
        eventParticipants: [
          { id: ids.boss, ...BOSS },
          { id: ids.kotone_x, ...KOTONE },
        ],
      },
    ],
  })
  expect(series.events[0].eventParticipants[0]).not.toHaveProperty('display_name')
})

it('in the form of an event, where they are found by either name', async () => {
  const { participantUsers } = await get(carol, `/api/events/getById/${eventId}`)
  expect(participantUsers).toMatchObject([BOSS, KOTONE])
  for (const search of ['小', 'KOTONE']) {
    const url = `/api/dropdowns/users?search=${encodeURIComponent(search)}`
    expect(await get(carol, url)).toMatchObject({
      usersWithLabel: [{ value: ids.kotone_x, label: 'kotone_x', display_name: '小琴' }],
    })
  }
})

it('in refusals about people', async () => {
  await server.ask({
    method: 'PUT',
    url: `/api/events/blocked-organisers/${ids.carol}`,
    headers: kotone,
  })
  expect(await get(kotone, '/api/events/blocked-organisers')).toEqual([{ id: ids.carol, ...CAROL }])
  const refused = await server.call({
    method: 'PUT',
    url: `/api/events/update/${eventId}`,
    headers: carol,
    body: {
      name: 'Cup',
      startAt: '2026-11-01',
      endAt: '2026-11-02',
      leaderboard_config_id: 1,
      participants: [ids.kotone_x],
    },
  })
  expect(refused.json().error).toContain('小琴')
})

it('on My Uploads', async () => {
  const { channel, receipts } = await get(kotone, '/api/uploads/receipts')
  expect(channel).toMatchObject({ name: '小琴', page: { login: 'kotone_x' } })
  expect(receipts[0].message).toContain('小琴')
  const undo = await send('POST', kotone, `/api/uploads/receipts/${receipts[0].id}/undo`, {
    dryRun: true,
  })
  expect(undo.message).toContain('小琴')
})

it('on the dashboard', async () => {
  const stats = await get(kotone, '/api/dashboard/lifetime-stats')
  expect(JSON.stringify(stats)).toContain('小琴')
  expect(JSON.stringify(stats)).not.toContain('kotone_x')
})

it('in reports, the list of users and the audit log', async () => {
  const { data } = await server.ask({
    method: 'POST',
    url: '/api/leaderboard/',
    body: { season: 75, page: 1, limit: 10 },
  })
  await send('POST', carol, '/api/reports', {
    subject: { kind: 'leaderboard', season: 75, channelId: data[0].channelId },
    reason: 'cheating',
  })
  const reports = await get(boss, '/api/admin/reports')
  expect(reports.data).toMatchObject([{ reporter: CAROL, subject: { name: '小琴' } }])
  const { data: users } = await get(boss, `/api/admin/users?search=${encodeURIComponent('小琴')}`)
  expect(users).toMatchObject([{ id: ids.kotone_x, ...KOTONE }])
  const { entries } = await get(boss, '/api/admin/audit-log?kind=upload')
  expect(entries).toMatchObject([KOTONE])
})

it.each(['小琴', 'Kotone_X'])('in the list of stored snapshots, found by %s', async (name) => {
  const files = makeSeason({ channel: 'kotone_x', season: 75, racers: [{ name: 'other' }] })
  await server.call(seasonUpload(files, { headers: kotone }))
  const url = `/api/admin/snapshots?channel=${encodeURIComponent(name)}`
  expect(await get(boss, url)).toMatchObject([{ channel: '小琴' }])
})

it('in the sentence after a snapshot was put back', async () => {
  for (const name of ['first', 'second']) {
    const files = makeSeason({ channel: 'kotone_x', season: 75, racers: [{ name }] })
    await server.ask(seasonUpload(files, { headers: kotone }))
  }
  const stored = await get(boss, '/api/admin/snapshots?channel=kotone_x')
  const { kind, id } = stored.find((each: { isCurrent: boolean }) => !each.isCurrent)
  const url = `/api/admin/snapshots/${kind}/${id}/put-back`
  const { message } = await send('POST', boss, url, {})
  expect(message).toContain('小琴')
  expect(message.toLowerCase()).not.toContain('kotone_x')
})
