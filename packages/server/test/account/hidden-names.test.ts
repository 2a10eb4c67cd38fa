/** Somebody who hides their name: others find no trace of it, and every number stays. */
import { FROM_BEFORE } from '@rollcall/contract/words/from-before'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../helpers/eventually.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { FollowedStream } from '../helpers/followed-stream.ts'
import { gameUpload, type RacerInFile, raceFiles } from '../helpers/game-files.ts'
import { createOlderSentences } from '../helpers/older-sentences.ts'
import { createWorld, type World } from '../helpers/owners-world.ts'
import { passDays } from '../helpers/pass-days.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { ShowEvent } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { leavePicturesUndrawn } from '../helpers/undrawn-pictures.ts'
import { makeWebDir } from '../helpers/web-dir.ts'
import { findInDatabase, findTraces, type Walk } from './stranger-walk.ts'

const LOGIN = 'zelda_marble'
/** In every name that anybody has for the racer. */
const TRACES = ['zelda', 'Ζέλδα']
const NUMBERED = /^Hidden racer \d+$/

describe('a walk over everything that others can see', () => {
  leavePicturesUndrawn()

  let server: TestServer
  let world: World
  let show: ShowEvent
  let zelda: Session
  let walk: Walk

  beforeAll(async () => {
    server = await startTestServer({
      env: { ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
      startsAt: new Date('2026-11-01T12:00:00Z'),
      database: await createOlderSentences({ login: LOGIN, channel: 'owner' }),
      makeWebDir,
    })
    const owner = await server.signIn('owner')
    world = await createWorld(server, owner)
    zelda = await server.signIn(LOGIN)
    await server.ask(race(owner, [{ login: LOGIN, name: 'Ζέλδα' }, 'racer', 'other']))
    const { gameId } = await server.ask(
      race(owner, [{ login: LOGIN, name: 'Ζέλδα' }, 'racer', 'other']),
    )
    await uploadSeasons()
    show = await ShowEvent.create(server)
    await show.upload('alpha', 0.4, [LOGIN])
    await show.upload('beta', 0.6, [LOGIN])
    await show.settings({ isPublic: true, isListed: true })
    const publicToken = await show.token('public')
    const overlayToken = await show.token('overlay')
    await show.move({ kind: 'start', phase: 'live' })
    await show.move({ kind: 'finish' })
    await server.ask({
      method: 'POST',
      url: '/api/reports',
      headers: show.casters[0],
      body: {
        subject: { kind: 'event', eventId: show.id, racerName: LOGIN },
        reason: 'other',
        details: 'Look at this.',
      },
    })
    world = { ...world, gameId, eventId: show.id, publicToken, overlayToken }
    walk = {
      server,
      world,
      callers: {
        stranger: await server.signIn('stranger'),
        owner,
        participant: show.casters[0],
        organiser: show.host,
        admin: await server.signIn('boss'),
      },
      strangers: ['stranger'],
      addresses: [
        ...['', '/channels', '/games', '/rivals', '/versus/twitch/racer'].map(
          (part) => `/api/racers/twitch/${LOGIN}${part}`,
        ),
        ...['/rivals', `/versus/twitch/${LOGIN}`].map((part) => `/api/racers/twitch/racer${part}`),
        ...[`/r/twitch/${LOGIN}`, `/r/twitch/${LOGIN}/card.png`],
        ...['/', '/events', '/seasons', '/seasons/75', '/luck', `/overlay/e/${overlayToken}`],
        ...[`/overlay/c/${world.channelToken}`, '/embed/channel/owner'],
        ...['zelda', 'zeldamarble'].map((words) => `/api/search?q=${words}`),
        ...[`/g/${gameId}`, '/c/owner', `/maps/${world.mapId}`],
        ...[`/e/${publicToken}`, `/e/${publicToken}?racer=${LOGIN}`],
        `/api/games/${gameId}/rows?search=zelda`,
        ...['season', 'lifetime', 'today'].map(
          (of) => `/api/channels/owner/board?of=${of}&mode=all&page=1&search=`,
        ),
        '/api/channels/owner/board?of=season&mode=all&page=1&search=zelda',
        `/api/chat/owner/rank?user=${LOGIN}`,
        ...[`/api/chat/owner/rank?user=racer`, `/api/chat/owner/event/${publicToken}`],
        `/api/events/explain-row/${show.id}?racer=${LOGIN}`,
        `/api/show/control/${show.id}/rows?page=1&search=`,
        `/api/show/public/${publicToken}/rows?page=1&search=zelda`,
      ],
    }
  })
  afterAll(() => server.stop())

  function race(headers: Session, racers: readonly RacerInFile[]) {
    server.clock.advance({ minutes: 1 })
    const files = raceFiles(racers, server.clock.now(), {
      map: 'A Hill of Its Own',
      seconds: (place) => 30 + place,
    })
    return gameUpload(files, { headers })
  }

  /** Snapshots with the racer twice, and then without, which leaves warnings with the name. */
  async function uploadSeasons() {
    const headers = world.owner
    await server.ask({
      method: 'PUT',
      url: '/api/uploads/handover',
      headers,
      body: { isOn: false },
    })
    const upload = (names: readonly string[], marbleDay: string) =>
      server.ask(
        seasonUpload(
          makeSeason({ channel: 'owner', racers: names.map((name) => ({ name })), marbleDay }),
          { headers },
        ),
      )
    await upload(['racer', LOGIN, LOGIN], '2026-10-28')
    await upload(['racer'], '2026-10-29')
    await upload(['racer', LOGIN], '2026-10-30')
  }

  const get = (url: string, headers: object = {}) =>
    server.ask({ method: 'GET', url, headers: headers as Session })

  const press = (method: 'PUT' | 'DELETE', headers = zelda) =>
    server.ask({ method, url: '/api/account/hidden-name', headers })

  /** The labels of a board's rows, in order. */
  const labels = (rows: { racer_name: string; display_name?: string }[]) =>
    rows.map(({ racer_name, display_name }) => display_name ?? racer_name)

  it('finds the name before it is hidden, or the walk would prove nothing', async () => {
    const [receipts, entries] = await Promise.all([
      get('/api/uploads/receipts?page=1', world.owner),
      get('/api/admin/audit-log?kind=act&username=older_admin', walk.callers.admin),
    ])
    // From before sentences became facts; one of each said something that nobody recognises.
    const said = JSON.stringify([receipts.receipts.at(-1), entries])
    expect(said.match(/\\"zelda_marble\\" is in the file more than once/g)).toHaveLength(2)
    expect(said).toContain('Resolved the report of zelda_marble by older_admin.')
    expect(said.split(FROM_BEFORE.sentence)).toHaveLength(3)
    const traces = await findTraces({ ...walk, strangers: [] }, TRACES)
    const routes = traces.map((trace) => trace.replace(/: \d+ with .*/, ''))
    for (const route of [
      'nobody, GET /api/channels/:channel/games',
      'nobody, GET /api/games/:id',
      'nobody, GET /api/maps/:id',
      'nobody, GET /api/chat/:channel/last',
      'nobody, GET /api/chat/:channel/top',
      'nobody, /api/racers/twitch/racer/rivals',
      'nobody, /api/search?q=zelda',
      'participant, GET /api/events/get-leaderboard/:id',
      `organiser, /api/show/control/${show.id}/rows?page=1&search=`,
      'owner, GET /api/uploads/receipts',
      'admin, GET /api/admin/reports',
      `nobody, /r/twitch/${LOGIN}`,
    ]) {
      expect(routes).toContain(route)
    }
  })

  it('finds no trace of it afterwards, and none after the next upload', async () => {
    await press('PUT')
    expect(await findTraces({ ...walk, callers: {}, strangers: [] }, TRACES)).toEqual([])
    await server.ask(race(world.owner, [{ login: LOGIN, name: 'Zelda!' }, 'racer']))
    await uploadSeasons()
    await show.upload('beta', 0.6, [LOGIN, 'newcomer'])
    expect(await findTraces(walk, TRACES)).toEqual([])
  })

  it('keeps rank, points and place, under one number on all boards of an event', async () => {
    const headers = show.host
    const boards: { leaderboard: { racer_name: string; event_points: number }[] }[] = await get(
      `/api/events/get-leaderboard/${show.id}`,
      headers,
    )
    const named = boards.map(({ leaderboard }) =>
      leaderboard.filter(({ racer_name }) => NUMBERED.test(racer_name)),
    )
    expect(named).toEqual([
      [expect.objectContaining({ event_points: 5000 })],
      [expect.objectContaining({ event_points: 5000 })],
    ])
    const names = new Set(named.flat().map(({ racer_name }) => racer_name))
    expect(names.size).toBe(1)
    const [name = ''] = names
    const all = await get(`/api/events/get-leaderboard/${show.id}?page=1&streamer=all`, headers)
    expect(all.rows[0]).toMatchObject({ racer_name: name, rank: 1, event_points: 10_000 })
    const view = await get(`/api/show/public/${world.publicToken}`)
    expect(labels(view.rows)[0]).toBe(name)
    const asked = `/api/events/explain-row/${show.id}?racer=${encodeURIComponent(name)}`
    expect((await get(asked, headers)).terms).not.toEqual([])
  })

  it('shows their own page to themselves only', async () => {
    const url = `/api/racers/twitch/${LOGIN}`
    expect(await get(url, zelda)).toMatchObject({
      isOwn: true,
      isHidden: true,
      racer_name: LOGIN,
    })
    expect((await server.call({ method: 'GET', url })).statusCode).toBe(404)
    expect(await get('/api/account', zelda)).toMatchObject({ hidesNameSince: expect.any(String) })
  })

  it('reaches open pages at once, and shows the name again only when they want it', async () => {
    const topic = `link/show:${world.publicToken}`
    const stream = await FollowedStream.open(server, topic)
    const first = () => stream.viewOf(topic)?.rows[0]?.racer_name
    await eventually(() => expect(first()).toMatch(NUMBERED))
    await press('DELETE')
    await eventually(() => expect(first()).toBe(LOGIN))
    await press('PUT')
    await eventually(() => expect(first()).toMatch(NUMBERED))
    stream.close()
  })

  it('finds no trace of it once the account is deleted, and none after the next upload', async () => {
    await press('DELETE')
    const topics = [`link/show:${world.publicToken}`, `link/overlay:${world.overlayToken}`] as const
    const streams = await Promise.all(topics.map((topic) => FollowedStream.open(server, topic)))
    const seen = () => JSON.stringify(streams.map((stream, at) => stream.viewOf(topics[at] ?? '')))
    await eventually(() => expect(seen()).toContain(LOGIN))
    await server.ask({ method: 'PUT', url: '/api/account/deletion', headers: zelda })
    await passDays(server, 14)
    await eventually(() => expect(seen()).not.toContain('zelda'))
    expect(await findTraces({ ...walk, callers: {}, strangers: [] }, TRACES)).toEqual([])
    expect(await findInDatabase(server, TRACES)).toEqual([])
    await server.ask(race(world.owner, [{ login: LOGIN, name: 'Zelda!' }, 'racer']))
    await uploadSeasons()
    await show.upload('beta', 0.6, [LOGIN, 'newcomer'])
    expect(await findTraces({ ...walk, strangers: [] }, TRACES)).toEqual([])
    expect(await findInDatabase(server, TRACES)).toEqual([])
    for (const stream of streams) {
      stream.close()
    }
  })
})

describe('names that come and go', () => {
  let twitch: FakeTwitch
  let server: TestServer

  beforeAll(async () => {
    twitch = await FakeTwitch.start()
    server = await startTestServer({ env: twitch.env, startsAt: new Date('2026-11-01T12:00:00Z') })
  })
  afterAll(async () => {
    await server.stop()
    await twitch.stop()
  })

  const signIn = (login: string, id = login) => server.signInWith(twitch.issue(login, { id }))
  const hide = (headers: Session) =>
    server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers })

  async function race(racers: readonly string[]) {
    server.clock.advance({ minutes: 1 })
    const headers = await signIn('streamer')
    await server.ask(gameUpload(raceFiles(racers, server.clock.now()), { headers }))
  }

  async function top(): Promise<string[]> {
    const { body } = await server.call({ method: 'GET', url: '/api/chat/streamer/top' })
    return body.replace(/^.*: /, '').split(', ')
  }

  it('stay hidden under earlier logins and the next one, until somebody else owns them', async () => {
    await hide(await signIn('young', 'person'))
    await race(['young', 'other'])
    const [before] = await top()
    expect(before).toMatch(/^1\. Hidden racer \d+ 2$/)
    server.clock.advance({ hours: 1 })
    await signIn('grown', 'person')
    await race(['grown', 'other'])
    const names = await top()
    expect(names).toEqual(expect.arrayContaining([before, '1. other 2']))
    expect(names.filter((name) => name.includes('Hidden racer'))).toHaveLength(2)
    expect(new Set(names.map((name) => name.replace(/^1\. /, ''))).size).toBe(3)
    server.clock.advance({ hours: 1 })
    await signIn('young', 'somebody else')
    expect(await top()).toContain('1. young 2')
    expect(await top()).not.toContain('1. grown 2')
  })

  it('never merge two racers, nor tell who is who on another channel', async () => {
    const people = Array.from({ length: 20 }, (_, index) => `person_${index}`)
    for (const login of people) {
      await hide(await signIn(login))
    }
    await race(people)
    const board = async (channel: string) =>
      (
        await server.ask({
          method: 'GET',
          url: `/api/channels/${channel}/board?of=season&mode=all&page=1&search=hidden`,
        })
      ).rows.map(({ racer_name }: { racer_name: string }) => racer_name)
    const here: string[] = await board('streamer')
    expect(here.filter((name) => NUMBERED.test(name))).toHaveLength(here.length)
    expect(new Set(here).size).toBe(here.length)
    server.clock.advance({ minutes: 1 })
    const headers = await signIn('neighbour')
    await server.ask(gameUpload(raceFiles(people, server.clock.now()), { headers }))
    expect(await board('neighbour')).not.toEqual(here.slice(0, people.length))
  })
})
