/** Seasons' pages: which one boards open with, who is first, the best racers, and the events of their time. */
import type { SeasonPage } from '@rollcall/contract/seasons'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { SealedCups } from '../helpers/sealed-cups.ts'
import { type MadeSeason, makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { checkBadges, closeDays } from '../helpers/settle-work.ts'
import { ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'
import { leavePicturesUndrawn } from '../helpers/undrawn-pictures.ts'
import { makeWebDir } from '../helpers/web-dir.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    env: { SEASON: '74', ADMIN_LOGINS: 'chief' },
    startsAt: new Date('2026-11-01T12:00:00Z'),
    makeWebDir,
  })
})
afterAll(() => server.stop())

const get = (url: string) => server.ask({ method: 'GET', url })
const pageOf = (season: number): Promise<SeasonPage> => get(`/api/seasons/${season}`)
const statusOf = async (url: string) => (await server.call({ method: 'GET', url })).statusCode

async function upload(season: MadeSeason): Promise<void> {
  const headers = await server.signIn(season.channel)
  await server.ask(seasonUpload(makeSeason({ marbleDay: '2026-10-30', ...season }), { headers }))
}

async function setSeason(season: number): Promise<void> {
  const headers = await server.signIn('chief')
  const url = '/api/admin/updateSettings?isConfirmed=true'
  await server.ask({ method: 'PUT', url, headers, body: { season: String(season) } })
}

const crowd = (count: number, points: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `racer_${index + 1}`,
    racePoints: points - index,
  }))

describe('an installation without results', () => {
  it('opens with the current season, which has a page that says so', async () => {
    expect(await get('/api/seasons')).toEqual({ season: 74, isRunning: true })
    expect(await pageOf(74)).toEqual({
      ...{ season: 74, isRunning: true, channels: 0, previous: null, next: null },
      ...{ leaders: [], champions: [], events: [] },
    })
    expect(await get('/api/seasons/74/racers')).toEqual({ racers: [] })
    expect(await get('/api/games')).toEqual({ games: [], live: [] })
    expect(await statusOf('/api/seasons/75')).toBe(404)
    expect(await statusOf('/api/seasons/12')).toBe(404)
    expect(await statusOf('/api/seasons/12/racers')).toBe(404)
    expect(await statusOf('/seasons/12/card.png')).toBe(404)
    expect((await server.call({ method: 'GET', url: '/seasons/12' })).body).not.toContain('og:')
  })
})

describe('a season', () => {
  beforeAll(async () => {
    await upload({ channel: 'early', season: 73, points: 10 })
    await upload({
      ...{ channel: 'alpha', season: 74, points: 500, games: 10, raceHighScore: 90 },
      ...{ royaleHighScore: '', racers: crowd(12, 300) },
    })
    await upload({
      ...{ channel: 'Beta', season: 74, points: 500, games: 20, raceHighScore: 80 },
      ...{ royaleHighScore: '', racers: [{ name: 'racer_1', racePoints: 299 }] },
    })
    await upload({
      ...{ channel: 'gamma', season: 74, points: 400, games: 5, raceHighScore: 90 },
      ...{ royaleHighScore: '', racers: [{ name: 'lonely', racePoints: 5 }] },
    })
  })

  it('that is running has leaders of each column, also several with equal figures', async () => {
    const page = await pageOf(74)
    expect(page).toMatchObject({ isRunning: true, channels: 3, previous: 73, next: null })
    expect(
      page.leaders.map(({ column, value, channels }) => [
        column,
        value,
        channels.map(({ name }) => name),
      ]),
    ).toEqual([
      // Nobody has a royale high score.
      ['Total Points', 500, ['alpha', 'Beta']],
      ['Total Races', 20, ['Beta']],
      ['PPR', 80, ['gamma']],
      ['Race HS', 90, ['alpha', 'gamma']],
    ])
    expect(page.leaders[0]?.channels[1]).toEqual({
      ...{ platform: 'twitch', login: 'beta', name: 'Beta' },
      profileImageUrl: '/practice-platform/pictures/beta.svg',
    })
    expect(page.champions).toEqual([])
  })

  it('has the racers with most points on one channel, with their rank there', async () => {
    const { racers } = await get('/api/seasons/74/racers')
    expect(
      racers
        .slice(0, 4)
        .map(({ racer, channel, points, rank }: (typeof racers)[number]) => [
          ...[rank, racer.racer_name, points, channel.login],
        ]),
    ).toEqual([
      [1, 'racer_1', 300, 'alpha'],
      [1, 'racer_1', 299, 'beta'],
      [2, 'racer_2', 299, 'alpha'],
      [3, 'racer_3', 298, 'alpha'],
    ])
    expect(racers).toHaveLength(10)
  })

  it('has a picture, and tags in the head of its page', async () => {
    const picture = await server.call({ method: 'GET', url: '/seasons/74/card.png' })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
    const { body, headers } = await server.call({ method: 'GET', url: '/seasons/74?sort=ppr' })
    expect(body).toContain('/seasons/74/card.png?v=')
    expect(body).toContain('content="Running · 3 channels"')
    expect(headers['x-robots-tag']).toBeUndefined()
    const ofMonth = await server.call({ method: 'GET', url: '/seasons/74?of=month&sort=ppr' })
    expect(ofMonth.body).toContain('/seasons/74/card.png?of=month&amp;v=')
  })

  it('that is finished has champions, and boards open with it until the next one has results', async () => {
    const event = await ShowEvent.create(server)
    await event.settings({ isPublic: true, isListed: true })
    await event.token('public')
    server.clock.advance({ days: 3 })
    await setSeason(75)
    await checkBadges(server.context)
    expect(await get('/api/seasons')).toEqual({ season: 74, isRunning: false })
    const page = await pageOf(74)
    expect(page).toMatchObject({ isRunning: false, previous: 73, next: 75 })
    // On the other channels fewer than ten racers had points.
    await expect
      .poll(async () => (await pageOf(74)).champions)
      .toEqual([
        {
          racer: expect.objectContaining({ racer_name: 'racer_1' }),
          channel: expect.objectContaining({ login: 'alpha' }),
          points: 300,
        },
      ])
    expect(page.events.map(({ name }) => name)).toEqual(['Autumn Cup'])
    expect(await pageOf(75)).toMatchObject({
      ...{ isRunning: true, channels: 0, previous: 74, next: null, leaders: [], events: [] },
    })
    await upload({ channel: 'alpha', season: 75, points: 1, marbleDay: '2026-11-04' })
    expect(await get('/api/seasons')).toEqual({ season: 75, isRunning: true })
    expect(await pageOf(75)).toMatchObject({ channels: 1 })
  })
})

describe('weeks and months', () => {
  leavePicturesUndrawn()

  it('rank the channels by the points of their days, in one season', async () => {
    const site = await startTestServer({ startsAt: new Date('2026-11-15T18:00:00Z') })
    try {
      const race = async (channel: string, names: readonly string[]) => {
        site.clock.advance({ minutes: 5 })
        const files = raceFiles(names, site.clock.now())
        await site.ask(gameUpload(files, { headers: await site.signIn(channel) }))
      }
      const daysOf = (of: string) =>
        site.ask({ method: 'GET', url: `/api/seasons/75/days?of=${of}` })
      const rowsOf = async (of: string) =>
        (await daysOf(of)).rows.map(
          (row: { rank: number; channel: { login: string }; points: number }) => [
            row.rank,
            row.channel.login,
            row.points,
          ],
        )
      await race('beta', ['ada', 'bea'])
      await race('alpha', ['ada', 'bea'])
      site.clock.advance({ days: 1 })
      await race('gamma', ['ada', 'bea', 'cai'])
      expect(await rowsOf('week')).toEqual([[1, 'gamma', 6]])
      expect(await rowsOf('2026-W46')).toEqual([
        [1, 'alpha', 3],
        [1, 'beta', 3],
      ])
      await race('alpha', ['ada'])
      expect(await rowsOf('week')).toEqual([
        [1, 'gamma', 6],
        [2, 'alpha', 1],
      ])
      await closeDays(site.context)
      expect(await rowsOf('month')).toEqual([
        [1, 'gamma', 6],
        [2, 'alpha', 4],
        [3, 'beta', 3],
      ])
      const file = (query: string) =>
        site.call({ method: 'GET', url: `/api/seasons/75/days/export?${query}` })
      expect((await file('of=month')).json()).toMatchObject([
        { rank: 1, platform: 'twitch', login: 'gamma', points: 6 },
        { rank: 2, login: 'alpha', points: 4 },
        { rank: 3, login: 'beta', points: 3 },
      ])
      const csv = await file('of=2026-W46&format=csv')
      expect(csv.headers['content-disposition']).toContain('"season-75-2026-W46.csv"')
      expect(csv.body.slice(1).split('\r\n')).toEqual([
        'rank,platform,login,name,points',
        '1,twitch,alpha,alpha,3',
        '1,twitch,beta,beta,3',
        '',
      ])
      const picture = await site.call({ method: 'GET', url: '/seasons/75/card.png?of=2026-W46' })
      expect(JSON.parse(picture.body)).toMatchObject({
        ...{ title: 'Season 75', more: 0 },
        // The spaces are thin ones.
        about: expect.stringMatching(/^9\s–\s15 November 2026 · 2 channels$/),
        racers: [
          { rank: 1, name: 'alpha', points: '3' },
          { rank: 1, name: 'beta', points: '3' },
        ],
      })
      expect(await daysOf('2026-10')).toMatchObject({
        ...{ rows: [], total: 0, totalPages: 0, held: 0, hasUndated: false },
        ...{ first: '2026-10-01', last: '2026-10-31' },
        ...{ firstDay: '2026-11-15', lastDay: '2026-11-16' },
      })
      const wrong = await site.call({ method: 'GET', url: '/api/seasons/75/days?of=2026-W46-S75' })
      expect(wrong.statusCode).toBe(400)
    } finally {
      await site.stop()
    }
  })

  it('leave out channels with a held day', async () => {
    const cups = await SealedCups.start()
    try {
      await cups.race('alpha')
      await cups.race('beta')
      cups.server.clock.advance({ hours: 6 })
      const sealed = await cups.createEvent('host')
      await cups.seal('host', sealed)
      await cups.answer('alpha', sealed)
      const week = async () => {
        const url = '/api/seasons/75/days?of=2026-11'
        const { rows, held } = await cups.ask('', 'GET', url)
        return [held, rows.map((row: { channel: { login: string } }) => row.channel.login)]
      }
      await cups.race('beta')
      expect(await week()).toEqual([0, ['beta']])
      await cups.race('alpha')
      expect(await week()).toEqual([1, ['beta']])
      const file = await cups.ask('', 'GET', '/api/seasons/75/days/export?of=2026-11')
      expect(file.map(({ login }: { login: string }) => login)).toEqual(['beta'])
      const picture = await cups.server.call({
        method: 'GET',
        url: '/seasons/75/card.png?of=2026-11',
      })
      expect(JSON.parse(picture.body)).toMatchObject({
        ...{ about: 'November 2026 · 1 channel · 1 more after a show', more: 0 },
        racers: [{ rank: 1, name: 'beta' }],
      })
      cups.server.clock.advance({ minutes: 1 })
      await cups.openNow('alpha')
      expect(await week()).toEqual([0, ['alpha', 'beta']])
    } finally {
      await cups.server.stop()
    }
  })
})
