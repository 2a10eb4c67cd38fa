/** A racer's own numbers: the right rows, correctly added up, under every name they had. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsDuring } from '../helpers/asked-statements.ts'
import { gameUpload } from '../helpers/game-files.ts'
import {
  type MadeSeason,
  makeSeason,
  type SeasonFiles,
  sampleSeason,
  seasonUpload,
} from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function upload(channel: string, files: SeasonFiles): Promise<void> {
  const headers = await server.signIn(channel)
  const response = await server.call(seasonUpload(files, { headers }))
  expect(response.statusCode, response.body).toBe(200)
}

const play = (season: MadeSeason) => upload(season.channel, makeSeason(season))

async function get(path: string, headers: Session) {
  const response = await server.call({ method: 'GET', url: path, headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

type Widgets = { widgets: { label: string; value: number | null; raceType: string }[] }

function values({ widgets }: Widgets, raceType: string) {
  return Object.fromEntries(
    widgets.filter((w) => w.raceType === raceType).map((w) => [w.label, w.value]),
  )
}

describe('gravelgran, after two snapshots', () => {
  let gran: Session
  beforeAll(async () => {
    await upload('sample_caster', sampleSeason('uploads/season/01-normal'))
    await upload('sample_caster', sampleSeason('uploads/season/02-later-snapshot-replaces-01'))
    await play({
      channel: 'Other_Caster',
      season: 73,
      racers: [{ name: 'GravelGran', racePoints: 90, royalePoints: 8 }],
    })
    await play({ channel: 'other_caster', season: 75, racers: [{ name: '@gravelgran' }] })
    gran = await server.signIn('gravelgran')
  })

  it('has only the second snapshot on the channel', async () => {
    const stats = await get('/api/dashboard/channel/sample_caster', gran)
    expect(stats.channel).toEqual({
      name: 'sample_caster',
      profileImageUrl: '/practice-platform/pictures/sample_caster.svg',
      address: { platform: 'twitch', login: 'sample_caster' },
    })
    expect(values(stats, 'race')).toEqual({
      Points: 4410,
      Races: 98,
      Wins: 7,
      'Points per race': 45,
    })
    expect(values(stats, 'royale')).toEqual({
      Points: 252,
      Games: 12,
      Wins: 2,
      'Crown wins': 1,
      Kills: null,
    })
  })

  it('has the sum of the channels as lifetime numbers', async () => {
    const stats = await get('/api/dashboard/lifetime-stats', gran)
    expect(values(stats, 'race')).toMatchObject({ Points: 4410 + 90 + 100, Races: 98 + 5 + 5 })
    expect(values(stats, 'royale')).toMatchObject({ Points: 260, Kills: null })
  })

  it('has all their seasons, newest first, and the sum', async () => {
    expect(await get('/api/dashboard/get-user-seasons/', gran)).toEqual({
      lifetime: { totalPoints: 4860, totalRaces: 124 },
      seasons: [
        { value: '75', name: 'Season 75', number: 75, totalPoints: 100, totalRaces: 7 },
        { value: '73', name: 'Season 73', number: 73, totalPoints: 4760, totalRaces: 117 },
      ],
    })
  })

  it('has all their channels by name, with the streamer if one has signed in', async () => {
    const channels = await get('/api/dashboard/channels', gran)
    expect(channels).toMatchObject([
      { channel: 'other_caster', race_points: 190, br_points: 8, race_wins: 2 },
      {
        channel: 'sample_caster',
        user: { username: 'sample_caster' },
        race_points: 4410,
        br_points: 252,
        race_races: 98,
        br_races: 12,
        race_wins: 7,
        br_wins: 2,
      },
    ])
  })

  it('has the channels of one season', async () => {
    const channels = await get('/api/dashboard/get-user-season-channels/75', gran)
    expect(channels).toMatchObject([{ channel: 'other_caster', race_points: 100 }])
    expect(await get('/api/dashboard/get-user-season-channels/1', gran)).toEqual([])
  })

  it('has the seasons of one channel', async () => {
    expect(await get('/api/dropdowns/user-seasons-channel/OTHER_caster', gran)).toEqual({
      seasonsWithLabel: [
        { value: '75', label: 'Season 75', number: 75 },
        { value: '73', label: 'Season 73', number: 73 },
      ],
    })
  })

  it('has one channel in one season', async () => {
    const stats = await get('/api/dashboard/season/73/other_caster', gran)
    expect(values(stats, 'race')).toMatchObject({ Points: 90, Races: 5 })
    expect(stats.graphData.map(({ title }: { title: string }) => title)).toEqual([
      'Points per season',
      'Race against royale',
      'Wins per season',
    ])
  })

  it('gets an empty page without races, and 404 for an unknown channel', async () => {
    await play({ channel: 'quiet_caster' })
    const stats = await get('/api/dashboard/channel/quiet_caster', gran)
    expect(stats).toMatchObject({ widgets: [], graphData: [] })
    for (const url of ['/api/dashboard/channel/none', '/api/dashboard/season/73/none']) {
      const response = await server.call({ method: 'GET', url, headers: gran })
      expect(response.statusCode).toBe(404)
    }
    expect(await get('/api/dropdowns/user-seasons-channel/none', gran)).toEqual({
      seasonsWithLabel: [],
    })
  })

  it.each(['x', '-1', '99999', '73%20or%201=1'])('refuses the season %s', async (season) => {
    const url = `/api/dashboard/get-user-season-channels/${season}`
    const response = await server.call({ method: 'GET', url, headers: gran })
    expect(response.statusCode).toBe(400)
  })
})

describe('a racer without rows', () => {
  it('has empty pages, not zeros', async () => {
    const nobody = await server.signIn('nobody_raced')
    expect(await get('/api/dashboard/lifetime-stats', nobody)).toEqual({
      widgets: [],
      graphData: [],
    })
    expect(await get('/api/dashboard/channels', nobody)).toEqual([])
    expect(await get('/api/dashboard/get-user-seasons', nobody)).toEqual({
      lifetime: { totalPoints: 0, totalRaces: 0 },
      seasons: [],
    })
  })
})

it('says in how many royales the kills are known', async () => {
  await play({
    channel: 'kills_unknown',
    racers: [{ name: 'brawler', racePoints: 10, royalePoints: 8 }],
  })
  const rows = ['1,brawler,Brawler,FFFFFF,40,false,3,100', '2,somebody,Somebody,FFFFFF,0,true,0,20']
  const heading =
    'Position,Username,DisplayName,NameColor,PointsEarned,Eliminated,Eliminations,DamageDealt'
  const raceData = Buffer.from([heading, ...rows, ''].join('\r\n'))
  const headers = await server.signIn('kills_known')
  await server.ask(gameUpload({ raceData }, { headers }))

  const brawler = await server.signIn('brawler')
  const { widgets } = await get('/api/dashboard/lifetime-stats', brawler)
  expect(widgets.filter((widget: object) => 'knownIn' in widget)).toEqual([
    { key: 'kills', label: 'Kills', value: 3, raceType: 'royale', knownIn: { games: 1, of: 3 } },
  ])
})

it('shows the ten channels with the most points, ties by name', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `bar_${index + 10}`).toReversed()
  for (const channel of names) {
    const racePoints = channel === 'bar_21' ? 900 : 100
    await play({ channel, racers: [{ name: 'barred', racePoints }] })
  }
  const { graphData } = await get('/api/dashboard/lifetime-stats', await server.signIn('barred'))
  const graph = graphData.find(({ key }: { key: string }) => key === 'points-per-channel')
  const lowest = Array.from({ length: 9 }, (_, index) => `bar_${index + 10}`)
  expect(graph.labels).toEqual(['bar_21', ...lowest])
  expect(graph.datasets).toEqual([
    { key: 'points', label: 'Points', data: [900, ...lowest.map(() => 100)] },
  ])
})

describe("a racer's place", () => {
  const place = async (path: string, headers: Session) =>
    (await get(`/api/dashboard/${path}`, headers)).place

  it('is the rank by points in their latest season, on the channel where they have most points', async () => {
    const others = [
      { name: 'ahead', racePoints: 500 },
      { name: 'level', racePoints: 250, royalePoints: 50 },
      { name: 'behind', racePoints: 20 },
    ]
    const small = [{ name: 'stander', racePoints: 299 }]
    const large = [{ name: 'Stander', racePoints: 200, royalePoints: 100 }, ...others]
    await play({ channel: 'Stand_Small', racers: small })
    await play({ channel: 'Stand_Large', racers: large })
    await play({ channel: 'Stand_Large', season: 74, racers: [{ name: 'stander' }] })
    const stander = await server.signIn('stander')
    const latest = {
      ...{ rank: 2, of: 4, channel: 'Stand_Large' },
      ...{ season: 'Season 75', seasonNumber: 75 },
    }
    expect(await place('lifetime-stats', stander)).toEqual(latest)
    expect(await place('channel/stand_large', stander)).toEqual(latest)
    expect(await place('season/74/stand_large', stander)).toEqual({
      ...latest,
      rank: 1,
      of: 1,
      season: 'Season 74',
      seasonNumber: 74,
    })
    expect(await place('channel/stand_small', stander)).toMatchObject({ rank: 1, of: 1 })
    const level = await server.signIn('level')
    expect(await place('lifetime-stats', level)).toMatchObject({ rank: 2, of: 4 })
  })

  it('is missing if they never raced there', async () => {
    const nobody = await server.signIn('nobody_stands')
    expect(await place('lifetime-stats', nobody)).toBeUndefined()
    await play({ channel: 'Stand_Alone' })
    expect(await place('channel/stand_alone', nobody)).toBeUndefined()
  })
})

it('each call makes one query, regardless of the number of channels and seasons', async () => {
  for (const channel of ['trip_a', 'trip_b', 'trip_c']) {
    for (const season of [71, 72]) {
      await play({ channel, season, racers: [{ name: 'tripper' }] })
    }
  }
  const headers = await server.signIn('tripper')
  await get('/api/user', headers)
  for (const [path, most] of [
    ['/api/dashboard/lifetime-stats', 1],
    ['/api/dashboard/get-user-seasons', 1],
    ['/api/dashboard/channels', 1],
    ['/api/dashboard/get-user-season-channels/72', 1],
    // One more query finds the channel by name.
    ['/api/dashboard/channel/trip_a', 2],
    ['/api/dashboard/season/72/trip_a', 2],
    ['/api/dropdowns/user-seasons-channel/trip_a', 2],
  ] as const) {
    // The first call ranks the racers of the channel.
    await get(path, headers)
    const statements = await statementsDuring(() => get(path, headers))
    const asked = statements.filter(
      ({ text, isOfWork }) => isOfWork && !text.includes('from "sessions"'),
    )
    expect(asked.length, path).toBe(most)
  }
})
