/** Names of racers: a stranger's file changes names only on the stranger's own channel (docs/scoring.md, Racers). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../helpers/eventually.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { eventUpload, gameUpload, type RacerInFile, raceFiles } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { settleShow } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'
import { makeWebDir } from '../helpers/web-dir.ts'

const STARTS = new Date('2026-11-01T12:00:00Z')
const GREEN = '00C853FF'
const PINK = 'FF69B4FF'

let twitch: FakeTwitch
let server: TestServer

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({ env: twitch.env, startsAt: STARTS, makeWebDir })
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

function signIn(login: string, { id = login, displayName = login } = {}): Promise<Session> {
  return server.signInWith(twitch.issue(login, { id, displayName }))
}

/** Uploads a race to the streamer's channel, a minute after the one before. The winner comes first. */
async function race(
  streamer: string,
  racers: readonly Exclude<RacerInFile, string>[],
): Promise<void> {
  server.clock.advance({ minutes: 1 })
  const headers = await signIn(streamer)
  const files = raceFiles(
    racers.map((racer) => ({ color: '', ...racer })),
    server.clock.now(),
  )
  await server.ask(gameUpload(files, { headers }))
}

async function createEvent(host: string, streamers: readonly string[]): Promise<number> {
  const headers = await signIn(host)
  for (const streamer of streamers) {
    await signIn(streamer)
  }
  const ids = await userIds(server)
  const leaderboards = { method: 'GET', url: '/api/events/leaderboards', headers } as const
  const [configuration] = await server.ask(leaderboards)
  const body = {
    name: `Cup of ${host}`,
    startDate: '2026-11-01',
    endDate: '2026-11-02',
    participants: streamers.map((streamer) => ids[streamer]),
    leaderboard: configuration.id,
  }
  const url = '/api/events/createEventSingle'
  return (await server.ask({ method: 'POST', url, headers, body })).id
}

interface Row {
  racer_name: string
  display_name?: string
  merged_name?: string
  color?: string
}

const labelOf = ({ racer_name, display_name, merged_name, color }: Row) => ({
  racer_name,
  ...(display_name !== undefined && { display_name }),
  ...(merged_name !== undefined && { merged_name }),
  ...(color !== undefined && { color }),
})

/** The labels of the rows on each streamer's board. */
async function boardsOf(host: string, eventId: number): Promise<Record<string, Row[]>> {
  const url = `/api/events/get-leaderboard/${eventId}`
  const boards: { username: string; leaderboard: Row[] }[] = await server.ask({
    method: 'GET',
    url,
    headers: await signIn(host),
  })
  return Object.fromEntries(
    boards.map(({ username, leaderboard }) => [username, leaderboard.map(labelOf)]),
  )
}

async function top(channel: string): Promise<string> {
  return (await server.call({ method: 'GET', url: `/api/chat/${channel}/top` })).body
}

describe('a name in a file', () => {
  it('is used on every channel if it is the login in another letter case, otherwise on its own channel', async () => {
    const eventId = await createEvent('cup_a', ['first', 'second'])
    await race('first', [
      { login: 'quartzina', color: GREEN },
      { login: 'kotone' },
      { login: 'rolf', platform: 'Kick' },
    ])
    expect(await boardsOf('cup_a', eventId)).toEqual({
      first: [
        { racer_name: 'quartzina', color: GREEN },
        { racer_name: 'kotone' },
        { racer_name: 'rolf (Kick)' },
      ],
    })
    await race('second', [
      { login: 'quartzina', name: 'Quartzina' },
      { login: 'kotone', name: '琴音', color: PINK },
      { login: 'rolf', name: 'Rolf', platform: 'Kick' },
    ])
    const second = [
      { racer_name: 'quartzina', display_name: 'Quartzina' },
      { racer_name: 'kotone', display_name: '琴音', merged_name: 'kotone', color: PINK },
      { racer_name: 'rolf (Kick)', display_name: 'Rolf (Kick)' },
    ]
    await eventually(async () => {
      expect(await boardsOf('cup_a', eventId)).toEqual({
        first: [
          { racer_name: 'quartzina', display_name: 'Quartzina', color: GREEN },
          { racer_name: 'kotone' },
          { racer_name: 'rolf (Kick)', display_name: 'Rolf (Kick)' },
        ],
        second,
      })
    })
    expect(await top('first')).toMatch(/: 1\. Quartzina 3, 2\. kotone 2, 3\. Rolf \(Kick\) 1$/)
    expect(await top('second')).toMatch(/: 1\. Quartzina 3, 2\. 琴音 2, 3\. Rolf \(Kick\) 1$/)
  })

  it('comes from the latest game, and only a colour of eight hexadecimal digits counts', async () => {
    const eventId = await createEvent('cup_b', ['latest'])
    const shown = async () => (await boardsOf('cup_b', eventId)).latest
    await race('latest', [{ login: 'ada', name: 'Ada the First', color: 'ff69b4ff' }])
    expect(await shown()).toEqual([
      { racer_name: 'ada', display_name: 'Ada the First', color: PINK },
    ])
    for (const color of ['#FF0000', 'FF0000', 'red', "0';drop", 'GGGGGGGG', '']) {
      await race('latest', [{ login: 'ada', name: 'AdA', color }])
      expect(await shown()).toEqual([{ racer_name: 'ada', display_name: 'AdA', color: PINK }])
    }
    await race('latest', [{ login: 'ada', color: GREEN }])
    expect(await shown()).toEqual([{ racer_name: 'ada', color: GREEN }])
  })
})

describe('the name from a sign-in', () => {
  it('wins on every channel, and leaves the login after a rename', async () => {
    const eventId = await createEvent('cup_c', ['one', 'other'])
    await race('one', [{ login: 'suzu', name: 'Suzu the Great', color: GREEN }])
    await race('other', [{ login: 'suzu', name: 'Sloth' }])
    await signIn('suzu', { id: 'person', displayName: '鈴' })
    const everywhere = { racer_name: 'suzu', display_name: '鈴' }
    expect(await boardsOf('cup_c', eventId)).toEqual({
      one: [{ ...everywhere, color: GREEN }],
      other: [everywhere],
    })
    expect(await top('other')).toMatch(/: 1\. 鈴 1$/)

    // After the rename nobody is known to have the login, and its old name belongs to the former owner.
    server.clock.advance({ minutes: 1 })
    await signIn('suzu_two', { id: 'person', displayName: '鈴' })
    const nobody = { racer_name: 'suzu' }
    expect(await boardsOf('cup_c', eventId)).toEqual({ one: [nobody], other: [nobody] })
    await race('other', [{ login: 'suzu', name: 'Newcomer' }])
    expect(await boardsOf('cup_c', eventId)).toEqual({
      one: [nobody],
      other: [{ racer_name: 'suzu', display_name: 'Newcomer', merged_name: 'suzu' }],
    })
  })
})

it("a streamer appears under the platform's display name, even in another script", async () => {
  const headers = await signIn('kaze', { displayName: '風' })
  const eventId = await createEvent('cup_f', ['calm'])
  const racers = [{ name: 'kaze', racePoints: 20 }]
  await server.ask(seasonUpload(makeSeason({ channel: 'kaze', racers }), { headers }))
  await server.ask({
    method: 'PUT',
    url: `/api/events/update/${eventId}`,
    headers: await signIn('cup_f'),
    body: {
      ...(await server.ask({
        method: 'GET',
        url: `/api/events/getById/${eventId}`,
        headers: await signIn('cup_f'),
      })),
      participants: [(await userIds(server)).kaze],
    },
  })
  await race('kaze', [{ login: 'kaze' }])
  // The sign-in for the race has reset the display name.
  await signIn('kaze', { displayName: '風' })
  const named = { username: 'kaze', display_name: '風' }
  const get = (url: string, as = headers) => server.ask({ method: 'GET', url, headers: as })
  expect(await get('/api/user')).toMatchObject(named)
  const [board] = await get(`/api/events/get-leaderboard/${eventId}`)
  expect(board).toMatchObject(named)
  expect(board.leaderboard).toMatchObject([{ racer_name: 'kaze', display_name: '風' }])
  const body = { season: 75, channel: '風' }
  const { data } = await server.ask({ method: 'POST', url: '/api/leaderboard/', body })
  expect(data).toMatchObject([named])
  expect(await get('/api/dashboard/channels')).toMatchObject([{ channel: 'kaze', user: named }])
  const stage = await get(`/api/show/stage/${eventId}`, await signIn('cup_f'))
  expect(stage.event.streamers).toMatchObject([{ username: '風' }])
  expect(await top('kaze')).toBe('Season 75 of 風: 1. 風 20')
})

describe('the name of a racer', () => {
  it('is the same on stage, public page, overlays, pictures and in chat, and hidden rows have none', async () => {
    const eventId = await createEvent('cup_d', ['caster'])
    const headers = await signIn('cup_d')
    await race('caster', [
      { login: 'quartz', name: 'QuartZ', color: GREEN },
      { login: 'haru', name: '春 <b>&', color: PINK },
      { login: 'salma', name: 'سلمى الرخام' },
    ])
    const control = `/api/show/control/${eventId}`
    const ask = (path: string, body?: object, method: 'POST' | 'PUT' = 'POST') =>
      server.ask({
        method: body ? method : 'GET',
        url: `${control}${path}`,
        headers,
        ...(body && { body }),
      })
    await ask('/settings', { isPublic: true }, 'PUT')
    const { publicToken } = await ask('/token', { of: 'public' })
    const { overlayToken } = await ask('/token', { of: 'overlay' })
    const overlay = `/api/show/overlay/${overlayToken}`
    const rowsAt = async (url: string): Promise<Row[]> =>
      (await server.ask({ method: 'GET', url, headers })).rows.map(labelOf)
    const all = [
      { racer_name: 'quartz', display_name: 'QuartZ', color: GREEN },
      { racer_name: 'haru', display_name: '春 <b>&', color: PINK },
      { racer_name: 'salma', display_name: 'سلمى الرخام' },
    ]
    // With one streamer, their board is also the board of all streamers.
    expect(await rowsAt(overlay)).toEqual(all)
    expect(await rowsAt(`${control}/rows`)).toEqual(all)
    expect(await rowsAt(`${control}/rows?search=${encodeURIComponent('春')}`)).toEqual([all[1]])

    const move = async (next: object) => {
      const { version } = await ask('')
      await ask('/move', { version, move: next })
      await settleShow(server, eventId)
    }
    await move({ kind: 'start', phase: 'live', startRank: 2 })
    const hidden = { racer_name: '•'.repeat(20) }
    const stage = `/api/show/stage/${eventId}`
    const page = `/api/show/public/${publicToken}`
    for (const url of [stage, overlay, page]) {
      expect(await rowsAt(url)).toEqual([hidden, ...all.slice(1)])
    }
    expect(await rowsAt(`${page}/rows?search=quart`)).toEqual([])
    // The board is frozen with its names.
    await race('caster', [{ login: 'haru', name: 'Someone else' }])
    await move({ kind: 'finish' })
    for (const url of [stage, overlay, page, `${page}/rows`, `${control}/rows`]) {
      expect(await rowsAt(url)).toEqual(all)
    }
    for (const search of ['ARTZ', 'salma', 'سلمى']) {
      expect(await rowsAt(`${page}/rows?search=${encodeURIComponent(search)}`)).toHaveLength(1)
    }
    const line = await server.call({ method: 'GET', url: `/api/chat/caster/event/${publicToken}` })
    expect(line.body).toContain('1. QuartZ ')
    expect(line.body).toContain('\u2068سلمى الرخام\u2069')
    const { body } = await server.call({ method: 'GET', url: `/e/${publicToken}?racer=Haru` })
    expect(body).toContain(
      '<meta property="og:title" content="春 &lt;b&gt;&amp;: #2 in Cup of cup_d"',
    )
    expect(body).toMatch(/card\.png\?racer=haru&amp;v=\w{40}"/)
  })

  it("has the channel's name and colour on the channel's overlay", async () => {
    await race('overlaid', [{ login: 'umi', name: '海', color: PINK }])
    const headers = await signIn('overlaid')
    const { token } = await server.ask({ method: 'POST', url: '/api/show/own-channel', headers })
    for (const of of ['today', 'season']) {
      const url = `/api/show/channel/${token}?of=${of}`
      const { rows } = await server.ask({ method: 'GET', url })
      expect(rows).toEqual([
        { rank: 1, racer_name: 'umi', display_name: '海', color: PINK, points: 1 },
      ])
    }
  })

  it('is the same for snapshots, whose files have no display names', async () => {
    const eventId = await createEvent('cup_e', ['snap', 'gamer'])
    await race('gamer', [
      { login: 'opal', name: 'OpaL' },
      { login: 'jade', name: '翡翠' },
    ])
    const heading =
      'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points'
    const rows = ['opal', 'jade'].map((name) => `${name},snap,10,0,1,0,0,0,0,0,0,0,100`)
    const eventData = Buffer.from([heading, ...rows, ''].join('\r\n'))
    const headers = await signIn('snap')
    await server.ask(eventUpload({ eventId, eventData }, { headers }))
    expect((await boardsOf('cup_e', eventId)).snap).toEqual([
      { racer_name: 'jade' },
      { racer_name: 'opal', display_name: 'OpaL' },
    ])
    const racers = [
      { name: 'opal', racePoints: 20 },
      { name: 'jade', racePoints: 10 },
    ]
    await server.ask(seasonUpload(makeSeason({ channel: 'snap', racers }), { headers }))
    expect(await top('snap')).toMatch(/: 1\. OpaL 20, 2\. jade 10$/)
  })
})
