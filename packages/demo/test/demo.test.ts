/** The demo's sample data, scaled down, through the HTTP API. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { getLeague } from '@rollcall/contract/leagues'
import type { listRoundGames } from '@rollcall/contract/leagues-prescribed'
import type { TeamRow } from '@rollcall/contract/teams'
import { PRACTICE_STREAMERS } from '@rollcall/server/domain/people/sign-in/practice-streamers'
import { closeDays } from '@rollcall/server/testing/settle-work'
import { startTestServer, type TestServer } from '@rollcall/server/testing/test-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openApiClient } from '../src/api-client.ts'
import { STREAMERS } from '../src/crowd.ts'
import { readDemoConfig } from '../src/demo-config.ts'
import type { DemoGiven, DemoStep } from '../src/demo-step.ts'
import { fillDemo } from '../src/fill-demo.ts'
import { fillEvents, fillShows, keepPlaying } from '../src/fill-events.ts'
import { fillHiddenName, HIDING_RACER } from '../src/fill-hidden-name.ts'
import { fillLeague } from '../src/fill-league.ts'
import { fillReleases } from '../src/fill-releases.ts'
import { fillReports, OFF_BOARDS } from '../src/fill-reports.ts'
import { fillSeasons } from '../src/fill-seasons.ts'
import { fillWeeks } from '../src/fill-weeks.ts'
import { fillYear } from '../src/fill-year.ts'
import { makeSampleSeasons } from '../src/sample-seasons.ts'

type Shown = Exclude<ResponseOf<typeof getLeague>, { unauthorized: true }>
type Games = Exclude<ResponseOf<typeof listRoundGames>, { unauthorized: true }>

const TODAY = new Date('2026-10-20T12:00:00Z')
const daysAgo = (_days: number, act: () => Promise<void>) => act()
/** Moves the server's clock. */
const backwards =
  ({ clock }: TestServer) =>
  async (days: number, act: () => Promise<void>): Promise<void> => {
    clock.advance({ days: -days })
    await act()
    clock.advance({ days })
  }
const SMALL = {
  streamers: PRACTICE_STREAMERS.slice(0, 8),
  poolSize: 200,
  minGames: 10,
  maxGames: 200,
}

it('shows every season as it was played, with pictures, even if filled twice', async () => {
  const server = await startTestServer({ startsAt: TODAY, env: { SEASON: '75' } })
  try {
    const given = { apiClient: openApiClient(server.origin), today: TODAY, say: () => {}, daysAgo }
    await fillSeasons(given, SMALL)
    await fillSeasons(given, SMALL)

    const samples = makeSampleSeasons({ ...SMALL, today: TODAY, currentSeason: 75 })
    const played = samples.channels.flatMap(({ seasons }) => seasons)
    for (const season of [73, 74, 75]) {
      const response = await server.call({
        method: 'POST',
        url: '/api/leaderboard',
        body: { season, limit: 100 },
      })
      const board: { username: string; rank: number }[] = response.json().data
      const expected = played.filter((channel) => channel.season === season)
      expect(board).toHaveLength(expected.length)
      for (const { channel, points, totalGames, raceHighScore, royaleHighScore } of expected) {
        expect(board.find(({ username }) => username === channel)).toMatchObject({
          rank: 1 + expected.filter((other) => other.points > points).length,
          profileImageUrl: `/practice-platform/pictures/${channel.toLowerCase()}.svg`,
          totalPoints: points,
          totalRaces: totalGames,
          raceHighScore,
          battleRoyaleHighScore: royaleHighScore,
        })
      }
      // The sample data contains ties, which share ranks.
      expect(new Set(board.map(({ rank }) => rank)).size).toBeLessThan(board.length)
    }
  } finally {
    await server.stop()
  }
})

it('offers an installer and patch notes, newest first and only once', async () => {
  const server = await startTestServer({
    startsAt: TODAY,
    env: { SEASON: '75', ADMIN_LOGINS: 'marblemaven' },
  })
  try {
    const apiClient = openApiClient(server.origin)
    const given = { apiClient, today: TODAY, say: () => {}, daysAgo }
    await fillReleases(given)
    await fillReleases(given)

    const reader = await apiClient.signIn('Gravelgran')
    const latest = await apiClient.call<{ fileName: string; version: string }>(
      '/api/latest-version',
      reader,
    )
    expect(latest).toMatchObject({ fileName: 'Companion-Setup-2.4.0.exe', version: '2.4.0' })
    const notes = await apiClient.call<{ title: string }[]>('/api/patch-notes', reader)
    expect(notes.map(({ title }) => title)).toEqual([
      'Companion 2.4: checkpoints and tilt levels',
      'Companion 2.3.1',
      'Companion 2.3: your own address',
      'Companion 2.2: events',
    ])
  } finally {
    await server.stop()
  }
})

it('contains a running series, a finished event with results, and an upcoming one, only once', async () => {
  const server = await startTestServer({ startsAt: TODAY, env: { SEASON: '75' } })
  try {
    const apiClient = openApiClient(server.origin)
    for (const streamer of ['MarbleMaven', 'Gravelgran', 'Pebblewick', 'Rolly_Polly']) {
      await apiClient.signIn(streamer)
    }
    const given = { apiClient, today: TODAY, say: () => {}, daysAgo }
    await fillEvents(given)
    await fillEvents(given)

    const maven = await apiClient.signIn('MarbleMaven')
    const { eventSeries, events } = await apiClient.call<{
      eventSeries: { id: number; name: string; eventCount: number }[]
      events: { id: number; name: string; hasResults: boolean }[]
    }>('/api/events/getAll', maven)
    expect(eventSeries).toMatchObject([{ name: 'Road to the Marble Finals', eventCount: 3 }])
    expect(events).toMatchObject([
      { name: 'Winter Warm-up', hasResults: false },
      { name: 'Autumn Showdown', hasResults: true },
    ])
    const boards = await apiClient.call<{ source: string; leaderboard: unknown[] }[]>(
      `/api/events/get-leaderboard/${events[1]?.id}`,
      maven,
    )
    expect(boards.map(({ source }) => source)).toEqual(['games', 'games', 'games', 'games'])
    expect(boards.every(({ leaderboard }) => leaderboard.length > 100)).toBe(true)
    const [series] = await apiClient.call<
      { events: { name: string; eventData: { leaderboardSubmissions: number }[] }[] }[]
    >(`/api/events/getBySeriesId/${eventSeries[0]?.id}`, maven)
    expect(
      series?.events.map(({ name, eventData }) => [name, eventData[0]?.leaderboardSubmissions]),
    ).toEqual([
      ['Qualifier', 4],
      ['Semi-final', 4],
      ['Grand final', 0],
    ])

    await fillShows(given)
    await fillShows(given)
    const listed = await apiClient.call<{ events: { id: number; name: string }[] }>(
      '/api/events/getAll',
      maven,
    )
    const shows = new Map<string, unknown>()
    for (const { id, name } of listed.events) {
      shows.set(name, await apiClient.call(`/api/show/control/${id}`, maven))
    }
    expect(shows.get('Autumn Showdown')).toMatchObject({
      phase: 'waiting',
      settings: { isPublic: true },
      publicToken: expect.any(String),
    })
    expect(shows.get('Harvest Sprint')).toMatchObject({ phase: 'final', hasArrivals: false })
  } finally {
    await server.stop()
  }
})

it('has a league half-way through its season, with what a table has to explain, only once', async () => {
  const server = await startTestServer({ startsAt: TODAY, env: { SEASON: '75' } })
  try {
    const apiClient = openApiClient(server.origin)
    for (const streamer of STREAMERS) await apiClient.signIn(streamer)
    const given = { apiClient, today: TODAY, say: () => {}, daysAgo: backwards(server) }
    await fillLeague(given)
    await fillLeague(given)

    const maven = await apiClient.signIn('MarbleMaven')
    const { eventSeries } = await apiClient.call<{ eventSeries: { id: number }[] }>(
      '/api/events/getAll',
      maven,
    )
    expect(eventSeries).toMatchObject([{ name: 'Pebble Premier League', eventCount: 8 }])
    const path = `/api/events/series/${eventSeries[0]?.id}/league`
    const { rounds, rows, rules, publicToken } = await apiClient.call<Shown>(path, maven)
    expect(rounds.map(({ state, openObjections }) => [state, openObjections])).toEqual([
      ...Array.from({ length: 3 }, () => ['final', 0]),
      ['provisional', 1],
      ...Array.from({ length: 4 }, () => ['planned', 0]),
    ])
    expect(rows.map(({ decided }) => decided?.rule)).toContain(rules?.ties[2])
    const { adjustments } = await apiClient.call<{ adjustments: object[] }>(
      `/api/events/adjustments/${rounds[1]?.eventId}`,
      maven,
    )
    expect(adjustments).toMatchObject([{ kind: 'penalty', reason: 'left-early' }])
    const { teams } = await apiClient.call<{ teams: TeamRow[] }>(`${path}/teams`, maven)
    expect(teams).toMatchObject([
      { rank: 1, rounds: 4, hasCaptain: true },
      { rank: 2, rounds: 4, hasCaptain: true },
    ])
    const [first = 0, second = 0] = teams.map(({ total }) => total)
    expect(first - second).toBeLessThan(first / 10)
    const { prizes } = await server.ask({ method: 'GET', url: `/api/leagues/${publicToken}` })
    expect(prizes.prizes).toHaveLength(3)
  } finally {
    await server.stop()
  }
})

it('has a small league with fair points, whose rounds prescribe games, only once', async () => {
  const server = await startTestServer({ startsAt: TODAY, env: { SEASON: '75' } })
  try {
    const apiClient = openApiClient(server.origin)
    for (const streamer of STREAMERS) await apiClient.signIn(streamer)
    const given = { apiClient, today: TODAY, say: () => {}, daysAgo: backwards(server) }
    await fillWeeks(given)
    await fillWeeks(given)

    const maven = await apiClient.signIn('MarbleMaven')
    const { eventSeries } = await apiClient.call<{ eventSeries: { id: number }[] }>(
      '/api/events/getAll',
      maven,
    )
    expect(eventSeries).toMatchObject([{ name: 'Community Weeks', eventCount: 3 }])
    const path = `/api/events/series/${eventSeries[0]?.id}/league`
    const { rounds, rows } = await apiClient.call<Shown>(path, maven)
    expect(rounds.map(({ state }) => state)).toEqual(['final', 'provisional', 'planned'])
    expect(rows[0]?.cells).toMatchObject(
      Array.from({ length: 2 }, () => ({ eventPoints: expect.any(Number) })),
    )
    const { channels } = await apiClient.call<Games>(
      `${path}/rounds/${rounds[1]?.eventId}/games`,
      maven,
    )
    expect(channels.map(({ games }) => games.map(({ refusal }) => refusal))).toEqual(
      Array.from({ length: 3 }, () => ['other_map', null, null, null, null, 'not_first']),
    )
    const streamer = await apiClient.signIn('Gravelgran')
    expect(await apiClient.call('/api/events/own-rounds', streamer)).toMatchObject([
      { name: 'Garden week', slot: '2026-10-24T19:00:00.000Z', prescription: { mode: 'race' } },
    ])
  } finally {
    await server.stop()
  }
})

it('has a year of days, in which many played often, tilt levels, and a report with consequences', async () => {
  const server = await startTestServer({
    startsAt: TODAY,
    env: { SEASON: '75', ADMIN_LOGINS: 'marblemaven' },
  })
  try {
    const given = { apiClient: openApiClient(server.origin), today: TODAY, say: () => {}, daysAgo }
    await fillYear(given)
    await fillYear(given)
    const get = (url: string) => server.ask({ method: 'GET', url })
    await closeDays(server.context)
    expect((await get('/api/racers/twitch/marblemaven')).year.days.length).toBeGreaterThan(150)
    const { tilt } = await get('/api/racers/twitch/marblemaven/games')
    expect(tilt.levels).toBeGreaterThan(0)
    expect((await get('/api/channels/luckyloop')).firstDay).toMatch(/^2025-10-2\d$/)

    const board = async () =>
      JSON.stringify(await get('/api/channels/luckyloop/board?of=lifetime&page=1'))
    expect(await board()).toContain(`"${HIDING_RACER}"`)
    await fillHiddenName(given)
    await fillHiddenName(given)
    expect(await board()).not.toContain(`"${HIDING_RACER}"`)
    expect(await board()).toContain('Hidden racer')

    const { numbers } = await get('/api/channels/luckyloop')
    expect(await board()).toContain(`"${OFF_BOARDS}"`)
    await fillReports(given)
    await fillReports(given)
    expect(await board()).not.toContain(`"${OFF_BOARDS}"`)
    expect((await get('/api/channels/luckyloop')).numbers.games).toBe(numbers.games - 1)
  } finally {
    await server.stop()
  }
})

it('keeps playing: one channel gets game after game, which its overlay shows', async () => {
  const server = await startTestServer({ env: { SEASON: '75' } })
  const stop = new AbortController()
  try {
    const apiClient = openApiClient(server.origin)
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const playing = keepPlaying(apiClient, { everyMs: 20, signal: stop.signal, say })
    await expect
      .poll(async () => {
        const [, token] = /\/overlay\/c\/(\S+)$/.exec(said[0] ?? '') ?? []
        const url = `/api/show/channel/${token}?of=today`
        return (await server.call({ method: 'GET', url })).json().rows?.length
      })
      .toBeGreaterThan(5)
    stop.abort()
    await playing
  } finally {
    stop.abort()
    await server.stop()
  }
})

describe.skipIf(process.env.TEST_DATABASE_URL)('the steps of the demo', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-demo-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  const fill = (steps: readonly DemoStep[], today: string) =>
    fillDemo({
      config: readDemoConfig({ DATA_DIR: dataDir }),
      now: () => new Date(today),
      say: () => {},
      warn: () => {},
      steps,
    })

  it('run once each; after an interruption, the rest run with the day of the first', async () => {
    const ran: string[] = []
    let isBroken = true
    const step = (name: string, run = async (_: DemoGiven) => {}): DemoStep => ({
      name,
      title: name,
      async fill(given) {
        ran.push(`${name} ${given.today.toISOString().slice(0, 10)}`)
        await run(given)
      },
    })
    const steps = [
      step('first', async ({ apiClient }) => void (await apiClient.signIn('MarbleMaven'))),
      step('second', async () => {
        if (isBroken) throw new Error('cut off')
      }),
    ]
    await expect(fill(steps, '2026-10-20T23:00:00Z')).rejects.toThrow('cut off')
    isBroken = false
    await fill(steps, '2026-10-21T01:00:00Z')
    await fill(steps, '2026-10-22T01:00:00Z')
    expect(ran).toEqual(['first 2026-10-20', 'second 2026-10-20', 'second 2026-10-20'])
  })

  it('never begin in a data directory that is not the demo’s', async () => {
    await mkdir(path.join(dataDir, 'database'))
    await expect(fill([], '2026-10-20T12:00:00Z')).rejects.toThrow(
      `DATA_DIR: ${dataDir} holds data that is not the demo's`,
    )
  })
})

describe('the configuration of the demo', () => {
  it('has its own season, admin and directory', () => {
    expect(readDemoConfig({ ADMIN_LOGINS: 'Gravelgran', PORT: '4000' })).toMatchObject({
      port: 4000,
      dataDir: './data/demo',
      adminLogins: ['gravelgran', 'marblemaven'],
      firstSeason: 75,
    })
  })

  it('refuses a real platform and a real database', () => {
    expect(() => readDemoConfig({ TWITCH_CLIENT_ID: 'abc' })).toThrow(/^TWITCH_CLIENT_ID:/)
    const SESSION_SECRET = 'correct horse battery staple 1234567'
    const PRIVACY_KEY = 'another horse battery staple 7654321'
    expect(() =>
      readDemoConfig({ DATABASE_URL: 'postgres://db/x', SESSION_SECRET, PRIVACY_KEY }),
    ).toThrow(/^DATABASE_URL:/)
  })
})
