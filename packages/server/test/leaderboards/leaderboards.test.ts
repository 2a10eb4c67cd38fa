import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MadeSeason, makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function upload(season: MadeSeason): Promise<void> {
  const session = await server.signIn(season.channel)
  const response = await server.call(seasonUpload(makeSeason(season), { headers: session }))
  expect(response.statusCode, response.body).toBe(200)
}

async function leaderboard(question: object) {
  const response = await server.call({ method: 'POST', url: '/api/leaderboard/', body: question })
  expect(response.statusCode, response.body).toBe(200)
  return response.json() as {
    data: { rank: number; username: string; pointsPerRace: number }[]
    totalPages: number
  }
}

const ranks = (page: { data: { rank: number; username: string }[] }) =>
  page.data.map(({ rank, username }) => `${rank} ${username}`)

describe('a season with ties', () => {
  beforeAll(async () => {
    await upload({ channel: 'Delta', season: 60, points: 300, games: 3, raceHighScore: 90 })
    await upload({ channel: 'alpha', season: 60, points: 300, games: 7, raceHighScore: 10 })
    await upload({ channel: 'Charlie', season: 60, points: 500, games: 10, raceHighScore: '' })
    await upload({ channel: 'bravo_x', season: 60, points: 100, games: 0, raceHighScore: 20 })
  })

  it('shares a rank on equal points, skips the next rank, and lists ties by name', async () => {
    const page = await leaderboard({ season: 60 })
    expect(ranks(page)).toEqual(['1 Charlie', '2 alpha', '2 Delta', '4 bravo_x'])
    expect(page.totalPages).toBe(1)
  })

  it('in ascending order only reverses the list', async () => {
    const page = await leaderboard({ season: 60, sortOrder: 'ASC' })
    expect(ranks(page)).toEqual(['4 bravo_x', '2 Delta', '2 alpha', '1 Charlie'])
  })

  it('ranks by the column it sorts by', async () => {
    expect(ranks(await leaderboard({ season: 60, sortBy: 'PPR' }))).toEqual([
      '1 Delta',
      '2 Charlie',
      '3 alpha',
      '4 bravo_x',
    ])
    expect(ranks(await leaderboard({ season: 60, sortBy: 'Total Races' }))[0]).toBe('1 Charlie')
  })

  it('ranks an unknown high score last and returns it as null', async () => {
    const page = await leaderboard({ season: 60, sortBy: 'Race HS' })
    expect(page.data.at(-1)).toMatchObject({ rank: 4, username: 'Charlie', raceHighScore: null })
  })

  it("finds the caller's own row and its page", async () => {
    const ownPlace = async (user: string, question: string) => {
      const url = `/api/leaderboard/own?season=${question}`
      const response = await server.call({ url, headers: await server.signIn(user) })
      expect(response.statusCode, response.body).toBe(200)
      return response.json()
    }
    expect(await ownPlace('Delta', '60')).toMatchObject({
      own: { row: { rank: 2, username: 'Delta', totalPoints: 300 }, page: 1 },
    })
    expect(await ownPlace('bravo_x', '60&sortBy=Race+HS&sortOrder=ASC')).toMatchObject({
      own: { row: { rank: 2 }, page: 1 },
    })
    expect(await ownPlace('without_a_channel', '60')).toEqual({ own: null })
    expect(await ownPlace('Delta', '999')).toEqual({ own: null })
  })

  it('returns rows as in the contract', async () => {
    const page = await leaderboard({ season: 60, channel: 'alpha' })
    expect(page.data).toEqual([
      {
        channelId: expect.any(Number),
        rank: 2,
        username: 'alpha',
        platform: 'twitch',
        login: 'alpha',
        profileImageUrl: '/practice-platform/pictures/alpha.svg',
        totalPoints: 300,
        totalRaces: 7,
        pointsPerRace: 42.86,
        raceHighScore: 10,
        battleRoyaleHighScore: 40,
      },
    ])
  })

  it('keeps the ranks under a filter, which ignores letter case', async () => {
    expect(ranks(await leaderboard({ season: 60, channel: 'DELT' }))).toEqual(['2 Delta'])
  })

  it.each([
    ['%', []],
    ['_', ['4 bravo_x']],
    ["' or 1=1 --", []],
    ['\\', []],
  ])('takes %s in a filter literally', async (channel, expected) => {
    expect(ranks(await leaderboard({ season: 60, channel }))).toEqual(expected)
  })

  it('has pages that neither repeat nor lose a row', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => leaderboard({ season: 60, page, limit: 1 })),
    )
    expect(pages.flatMap(ranks)).toEqual(['1 Charlie', '2 alpha', '2 Delta', '4 bravo_x'])
    expect(pages.map((page) => page.totalPages)).toEqual([4, 4, 4, 4])
  })

  it('returns the number of pages even after the last one', async () => {
    expect(await leaderboard({ season: 60, page: 9, limit: 3 })).toEqual({
      data: [],
      totalPages: 2,
    })
  })

  it('is empty for a season that nobody has played', async () => {
    expect(await leaderboard({ season: 59 })).toEqual({ data: [], totalPages: 0 })
  })
})

describe('seasons', () => {
  it('list the current one and those with uploads, newest first, with the current one selected', async () => {
    await upload({ channel: 'echo', season: 12 })
    const response = await server.call({ method: 'GET', url: '/api/leaderboard/seasons' })
    const seasons = response.json() as { id: number; name: string; selected: boolean }[]
    expect(seasons[0]).toEqual({ id: 75, name: 'Season 75', selected: true })
    expect(seasons).toContainEqual({ id: 12, name: 'Season 12', selected: false })
    expect(seasons.map((season) => season.id)).toEqual(
      seasons.map((season) => season.id).toSorted((a, b) => b - a),
    )
  })

  it('need no token, but a bad one is refused', async () => {
    const url = '/api/leaderboard/seasons'
    const headers = { authorization: 'Bearer nonsense' }
    expect((await server.call({ method: 'GET', url, headers })).statusCode).toBe(401)
  })
})

describe('a call that does not fit', () => {
  it.each([
    ['no season', {}],
    ['a season that is not a number', { season: '60' }],
    ['a fraction of a page', { season: 60, page: 1.5 }],
    ['page 0', { season: 60, page: 0 }],
    ['a limit above the largest', { season: 60, limit: 101 }],
    ['an unknown column', { season: 60, sortBy: 'points; drop table users' }],
    ['an unknown order', { season: 60, sortOrder: 'asc' }],
    ['an unknown field', { season: 60, isAdmin: true }],
    ['a list', [60]],
  ])('is refused: %s', async (_, body) => {
    const response = await server.call({ method: 'POST', url: '/api/leaderboard', body })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'does_not_fit', error: expect.any(String) })
  })
})
