/** The leaderboard shows a write at once on the same server, and soon on others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RenamingPeople } from '../helpers/renaming-people.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

interface Row {
  channelId: number
  rank: number
  username: string
  totalPoints: number
}

let people: RenamingPeople
let server: TestServer

beforeAll(async () => {
  people = await RenamingPeople.gather()
  server = people.server
})
afterAll(() => people.leave())

async function pageOf(question: object, at = server): Promise<Row[]> {
  const response = await at.call({ method: 'POST', url: '/api/leaderboard/', body: question })
  expect(response.statusCode, response.body).toBe(200)
  return (response.json() as { data: Row[] }).data
}

const listed = async (question: object, at = server) =>
  (await pageOf(question, at)).map(({ rank, username }) => `${rank} ${people.wordOf(username)}`)

async function upload(login: string, points: number, season = 75) {
  const headers = await people.signIn(login, login)
  const made = makeSeason({ channel: people.name(login), season, points })
  const response = await server.call(
    seasonUpload(made, { headers: { authorization: headers.authorization } }),
  )
  expect(response.statusCode, response.body).toBe(200)
}

describe('the next answer of the same server', () => {
  it('has an upload, whether it is the first of a channel or a later one', async () => {
    await people.nextRound()
    expect(await listed({ season: 41 })).toEqual([])
    await upload('ann', 100, 41)
    expect(await listed({ season: 41 })).toEqual(['1 ann'])
    await upload('bob', 200, 41)
    expect(await listed({ season: 41 })).toEqual(['1 bob', '2 ann'])
    await upload('ann', 200, 41)
    expect(await listed({ season: 41 })).toEqual(['1 ann', '1 bob'])
    await upload('bob', 50, 41)
    expect(await listed({ season: 41 })).toEqual(['1 ann', '2 bob'])
  })

  it('has each of many simultaneous uploads', async () => {
    await people.nextRound()
    await listed({ season: 42 })
    const logins = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    await Promise.all(
      logins.map(async (login, index) => {
        await upload(login, 100 + index, 42)
        const channel = people.name(login)
        const [row] = await pageOf({ season: 42, channel })
        expect(row).toMatchObject({ username: channel, totalPoints: 100 + index })
      }),
    )
    expect(await listed({ season: 42, sortOrder: 'ASC' })).toEqual(
      logins.map((login, index) => `${8 - index} ${login}`),
    )
  })

  it("has a channel's new name and finds it by that, but no longer by the old name", async () => {
    await people.nextRound()
    await upload('old', 10, 43)
    await listed({ season: 43 })
    await people.signIn('old', 'new')
    expect(await listed({ season: 43, channel: 'new_of' })).toEqual(['1 new'])
    expect(await listed({ season: 43, channel: 'old_of' })).toEqual([])
  })

  it('has one channel after two were merged', async () => {
    await people.nextRound()
    await upload('early', 10, 44)
    const boss = await people.signInBoss()
    const waiting = makeSeason({ channel: people.name('late'), season: 44, points: 20 })
    const response = await server.call(seasonUpload(waiting, { headers: boss }))
    expect(response.statusCode, response.body).toBe(200)
    expect(await listed({ season: 44 })).toEqual(['1 late', '2 early'])
    // The waiting channel of that name now belongs to them. Both have this season, and their own counts.
    await people.signIn('early', 'late')
    const rows = await pageOf({ season: 44 })
    expect(rows.map(({ username, totalPoints }) => [people.wordOf(username), totalPoints])).toEqual(
      [['late', 10]],
    )
  })

  it('shows a season as soon as it is the current one', async () => {
    await people.nextRound()
    const boss = await people.signInBoss()
    const change = async (settings: object) => {
      const url = '/api/admin/updateSettings?isConfirmed=true'
      const response = await server.call({ method: 'PUT', url, headers: boss, body: settings })
      expect(response.statusCode, response.body).toBe(200)
    }
    await change({ dev_season: '77' })
    const tried = makeSeason({ channel: people.name('dev'), season: 77, points: 5 })
    const response = await server.call(seasonUpload(tried, { headers: boss }))
    expect(response.statusCode, response.body).toBe(200)
    expect(await listed({ season: 77 })).toEqual([])
    await change({ season: '77' })
    expect(await listed({ season: 77 })).toEqual(['1 dev'])
    await change({ season: '75' })
    expect(await listed({ season: 77 })).toEqual([])
  })
})

describe('another server on the same database', () => {
  let other: TestServer
  beforeAll(async () => {
    other = await startTestServer({ beside: server })
  })
  afterAll(() => other.stop())

  it('has an upload, a new name and a new season soon', async () => {
    await people.nextRound()
    await upload('one', 10, 47)
    expect(await listed({ season: 47 }, other)).toEqual(['1 one'])
    for (const points of [20, 30, 40]) {
      await upload('one', points, 47)
      await expect
        .poll(async () => (await pageOf({ season: 47 }, other))[0]?.totalPoints)
        .toBe(points)
    }
    await people.signIn('one', 'uno')
    await expect.poll(() => listed({ season: 47 }, other)).toEqual(['1 uno'])
    await people.setSeason(46)
    await expect.poll(() => listed({ season: 47 }, other)).toEqual([])
  })
})
