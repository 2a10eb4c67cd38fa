/** Every search compares names in the same way, and finds what the pages show. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { ShowEvent } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let twitch: FakeTwitch
let caster: Session

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, ADMIN_LOGINS: 'caster', UPLOAD_PAIRING: 'key' },
    startsAt: new Date('2026-11-01T12:00:00Z'),
  })
  caster = await signIn('caster', 'Ulyßes Straße')
  await signIn('odysseus_1', 'ΟΔΥΣΣΕΥΣ')
  server.clock.advance({ minutes: 1 })
  const racers = [
    'odysseus_1',
    { login: 'jose\u0301', name: 'JOSE\u0301', platform: 'YouTube' },
    { login: 'plain_login', name: 'İlker' },
  ]
  const files = raceFiles(racers, server.clock.now(), { map: 'İzmir', creator: 'Ｍｏｅ' })
  await server.ask(gameUpload(files, { headers: caster }))
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const signIn = (login: string, displayName = login) =>
  server.signInWith(twitch.issue(login, { id: login, displayName }))
const get = (url: string, on = server) => on.ask({ method: 'GET', url, headers: caster })
const q = encodeURIComponent

describe.each([
  ['Οδυσσεύς', 'odysseus_1'],
  ['οδυσσευς', 'odysseus_1'],
  ['ΟΔΥΣΣΕΥΣ', 'odysseus_1'],
  ['Jose\u0301', 'josé (YouTube)'],
  ['JOS\u00c9', 'josé (YouTube)'],
  ['jose', 'josé (YouTube)'],
])('the racer that pages show is found by %s', (words, racerName) => {
  it('in the top search', async () => {
    const { racers } = await get(`/api/search?q=${q(words)}`)
    expect(racers).toMatchObject([{ racer_name: racerName }])
  })

  it("on the channel's board", async () => {
    const { rows } = await get(`/api/channels/caster/board?search=${q(words)}`)
    expect(rows).toMatchObject([{ racer_name: racerName }])
  })
})

it.each(['ilker', 'İLKER', 'ılk'])("a channel's own name is found by %s", async (words) => {
  const { rows } = await get(`/api/channels/caster/board?search=${q(words)}`)
  expect(rows).toMatchObject([{ racer_name: 'plain_login', display_name: 'İlker' }])
})

describe.each(['İzmir', 'izmir', 'IZM', 'ızmır'])('the map is found by %s', (words) => {
  it('in the top search and in the list', async () => {
    expect((await get(`/api/search?q=${q(words)}`)).maps).toMatchObject([{ name: 'İzmir' }])
    expect((await get(`/api/maps?search=${q(words)}`)).maps).toMatchObject([{ name: 'İzmir' }])
  })
})

it('a map is found by its builder', async () => {
  expect((await get('/api/maps?search=moe')).maps).toMatchObject([{ name: 'İzmir' }])
})

describe.each(['strasse', 'STRASSE', 'Straße'])('the streamer is found by %s', (words) => {
  it('on the leaderboard', async () => {
    const { data } = await server.ask({
      method: 'POST',
      url: '/api/leaderboard/',
      body: { season: 75, channel: words, page: 1, limit: 10 },
    })
    expect(data).toMatchObject([{ username: 'caster' }])
  })

  it('among users to choose from, and in the lists for admins', async () => {
    const { usersWithLabel } = await get(`/api/dropdowns/users?search=${q(words)}`)
    expect(usersWithLabel).toMatchObject([{ label: 'caster', display_name: 'Ulyßes Straße' }])
    expect((await get(`/api/admin/users?search=${q(words)}`)).data).toMatchObject([
      { username: 'caster' },
    ])
    const { entries } = await get(`/api/admin/audit-log?username=${q(words)}&kind=upload`)
    expect(entries).toMatchObject([{ username: 'caster' }])
  })
})

describe('an event', () => {
  it('is found by its name, and racers on its board and in its show', async () => {
    const practice = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z') })
    try {
      const event = await ShowEvent.create(practice, { name: 'Große Ausfahrt' })
      await event.settings({ isPublic: true, isListed: true })
      const token = await event.token('public')
      await event.upload('alpha', 0.4, ['ζευς'])
      const { events } = await practice.ask({
        method: 'GET',
        url: `/api/search?q=${q('GROSSE A')}`,
      })
      expect(events).toMatchObject([{ name: 'Große Ausfahrt', token }])
      const board = await practice.ask({
        method: 'GET',
        url: `/api/show/control/${event.id}/rows?search=${q('ΖΕΥΣ')}`,
        headers: event.host,
      })
      expect(board.rows).toMatchObject([{ racer_name: 'ζευς' }])
      await event.move({ kind: 'start', phase: 'live' })
      await event.move({ kind: 'finish' })
      const shown = await practice.ask({
        method: 'GET',
        url: `/api/show/public/${token}/rows?search=${q('ΖΕΥΣ')}`,
      })
      expect(shown.rows).toMatchObject([{ racer_name: 'ζευς' }])
    } finally {
      await practice.stop()
    }
  })
})

describe('a name that is stored by the release before', () => {
  it('is no longer found by an earlier name, and is found after the next start', async () => {
    await signIn('renamed_1', 'Ζωή')
    await sql`update users set display_name = 'Ἀθηνᾶς' where login = 'renamed_1'`.execute(
      server.context.db,
    )
    const found = async (words: string, on = server) =>
      (await get(`/api/dropdowns/users?search=${q(words)}`, on)).usersWithLabel.length
    expect(await found('ζωη')).toBe(0)
    const after = await startTestServer({ beside: server, env: twitch.env })
    expect(await found('αθηνας', after)).toBe(1)
    await after.stop()
  })
})
