/** Whatever changes a racer's numbers is in the very next answer, however often they were asked for before. */
import {
  getLifetimeStats,
  listRacerChannels,
  listRacerSeasonChannels,
  listRacerSeasons,
  type RacerChannel,
} from '@rollcall/contract/dashboard'
import type { Endpoint, ResponseOf } from '@rollcall/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gameUpload } from './game-files.ts'
import { RenamingPeople } from './renaming-people.ts'
import { makeSeason, seasonUpload } from './season-files.ts'
import { startTestServer, type TestServer } from './test-server.ts'

type Header = { authorization: string }

let people: RenamingPeople
let server: TestServer
let boss: Header
let racer: Header

beforeAll(async () => {
  people = await RenamingPeople.gather()
  server = people.server
})
afterAll(() => people.leave())

beforeEach(async () => {
  await people.nextRound()
  boss = await people.signInBoss()
  racer = await people.signIn('racer', 'racer')
})

async function call(options: Parameters<TestServer['call']>[0], at = server) {
  const response = await at.call(options)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const get = (url: string, headers = racer, at = server) => call({ method: 'GET', url, headers }, at)

/** What is written out is not checked when it is sent, so it is here. */
async function getWritten<E extends Endpoint>(endpoint: E, headers: Header, at: TestServer) {
  const answer = await get(endpoint.path.replace(':season', '75'), headers, at)
  expect(endpoint.response.parse(answer)).toEqual(answer)
  return answer as ResponseOf<E>
}

/** What the dashboards say, asked for twice so that the second time is from what was kept. */
async function dashboards(headers = racer, at = server) {
  const all = async () => {
    const [stats, { lifetime, seasons }, channels, now] = await Promise.all([
      getWritten(getLifetimeStats, headers, at),
      getWritten(listRacerSeasons, headers, at),
      getWritten(listRacerChannels, headers, at),
      getWritten(listRacerSeasonChannels, headers, at),
    ])
    expect(now.length).toBeLessThanOrEqual(channels.length)
    return {
      points: stats.widgets[0]?.value,
      lifetime: lifetime.totalPoints,
      seasons: Object.fromEntries(seasons.map(({ value, totalPoints }) => [value, totalPoints])),
      channels: channels.map(({ channel, race_points }) => [people.wordOf(channel), race_points]),
    }
  }
  const first = await all()
  expect(await all()).toEqual(first)
  return first
}

/** The racer's points on a channel, as its file tells them; none: the file is without them. */
async function upload(channel: string, points: number | null, season = 75): Promise<void> {
  const made = makeSeason({
    channel: people.name(channel),
    season,
    racers: [
      { name: 'somebody' },
      ...(points === null ? [] : [{ name: people.name('racer'), racePoints: points }]),
    ],
  })
  await call(seasonUpload(made, { headers: boss }))
}

const race = (id: string, points: number) => ({
  raceData: Buffer.from(
    [
      'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal,TimeInRaceSeconds,Eliminated',
      `${id},1,${people.name('racer')},Racer,Twitch,FFFFFFFF,${points},${points},1,1,88.412033,false`,
      '',
    ].join('\r\n'),
  ),
})

describe('the very next answer has', () => {
  it('a first upload, a further one, one of another channel, and one without the racer', async () => {
    expect(await dashboards()).toMatchObject({ points: undefined, lifetime: 0, channels: [] })
    await upload('caster', 10)
    expect(await dashboards()).toEqual({
      points: 10,
      lifetime: 10,
      seasons: { 75: 10 },
      channels: [['caster', 10]],
    })
    await upload('caster', 25)
    expect(await dashboards()).toMatchObject({ points: 25, channels: [['caster', 25]] })
    await upload('another', 5, 74)
    expect(await dashboards()).toMatchObject({
      points: 30,
      seasons: { 74: 5, 75: 25 },
      channels: [
        ['another', 5],
        ['caster', 25],
      ],
    })
    await upload('caster', null)
    expect(await dashboards()).toMatchObject({ points: 5, seasons: { 74: 5 } })
  })

  it('every upload of many, while the racer looks all the time', async () => {
    let acknowledged = 0
    let isOver = false
    const look = async () => {
      while (!isOver) {
        const atLeast = acknowledged
        const { lifetime } = await get('/api/dashboard/get-user-seasons')
        expect(lifetime.totalPoints).toBeGreaterThanOrEqual(atLeast)
      }
    }
    const looking = Promise.allSettled([look(), look(), look()])
    try {
      for (let points = 1; points <= 25; points += 1) {
        await upload('caster', points)
        acknowledged = points
        expect(await get('/api/dashboard/channels')).toMatchObject([{ race_points: points }])
      }
    } finally {
      isOver = true
      await looking
    }
    for (const looked of await looking) {
      expect(looked).toMatchObject({ status: 'fulfilled' })
    }
  })

  it('a game', async () => {
    const { authorization } = await people.signIn('caster', 'caster')
    const headers = { authorization }
    await call(gameUpload(race('d1', 40), { headers }))
    expect(await dashboards()).toMatchObject({ points: 40, channels: [['caster', 40]] })
    await call(gameUpload(race('d2', 2), { headers }))
    expect(await dashboards()).toMatchObject({ points: 42, seasons: { 75: 42 } })
  })

  it('a snapshot that was put back', async () => {
    await upload('caster', 10)
    await upload('caster', 20)
    expect(await dashboards()).toMatchObject({ points: 20 })
    const url = `/api/admin/snapshots?channel=${people.name('caster')}`
    const [, older] = (await get(url, boss)) as { id: number }[]
    await call({
      method: 'POST',
      url: `/api/admin/snapshots/season/${older?.id}/put-back`,
      headers: boss,
    })
    expect(await dashboards()).toMatchObject({ points: 10 })
  })

  it("the current season's change", async () => {
    await upload('caster', 10, 74)
    await upload('caster', 20, 75)
    expect(await dashboards()).toMatchObject({ points: 30 })
    await people.setSeason(74)
    expect(await dashboards()).toMatchObject({ points: 10, seasons: { 74: 10 } })
    await people.setSeason(75)
    expect(await dashboards()).toMatchObject({ points: 30, seasons: { 74: 10, 75: 20 } })
  })

  it('one channel where two became one', async () => {
    await people.signIn('streamer', 'early')
    await upload('early', 1, 74)
    await upload('late', 20, 75)
    expect(await dashboards()).toMatchObject({
      channels: [
        ['early', 1],
        ['late', 20],
      ],
    })
    await people.signIn('streamer', 'late')
    expect(await dashboards()).toMatchObject({ points: 21, channels: [['late', 21]] })
  })

  it('what was raced under a name that the racer has from now on', async () => {
    const made = makeSeason({
      channel: people.name('caster'),
      racers: [
        { name: people.name('racer'), racePoints: 10 },
        { name: people.name('renamed'), racePoints: 5 },
      ],
    })
    await call(seasonUpload(made, { headers: boss }))
    expect(await dashboards()).toMatchObject({ points: 10 })
    await people.signIn('racer', 'renamed')
    expect(await dashboards()).toMatchObject({ points: 15, channels: [['caster', 15]] })
  })

  it('a login that changed hands', async () => {
    await upload('caster', 10)
    expect(await dashboards()).toMatchObject({ points: 10 })
    const successor = await people.signIn('successor', 'racer')
    expect(await dashboards(successor)).toMatchObject({ lifetime: 0 })
    await people.setSeason(76)
    await upload('caster', 7, 76)
    expect(await dashboards(successor)).toMatchObject({ points: 7 })
    expect(await dashboards()).toMatchObject({ points: 10 })
  })

  it("the streamer's new name and picture", async () => {
    const { db } = server.context
    await people.signIn('streamer', 'streamer')
    await upload('streamer', 10)
    const streamer = async () => {
      const [{ user }] = (await get('/api/dashboard/channels')) as [RacerChannel]
      return user
    }
    expect(await streamer()).toMatchObject({ username: people.name('streamer') })
    const id = people.name('streamer')
    await sql`update users set username = 'STREAMER' where login = ${id}`.execute(db)
    expect(await streamer()).toMatchObject({ username: 'STREAMER' })
    await sql`update users set profile_image_url = '/new.png' where login = ${id}`.execute(db)
    expect(await streamer()).toEqual({ username: 'STREAMER', profile_image_url: '/new.png' })
  })
})

// Only there can two transactions run at once.
describe.runIf(process.env.TEST_DATABASE_URL)(
  'a change that began before the racer was read',
  () => {
    it('is in the very next answer after it was committed, and not before', async () => {
      const { db } = server.context
      await upload('caster', 10)
      const began = Promise.withResolvers<void>()
      const end = Promise.withResolvers<void>()
      const changing = db.transaction().execute(async (trx) => {
        const { id } = await trx
          .selectFrom('channels')
          .select('id')
          .where('login', '=', people.name('caster'))
          .executeTakeFirstOrThrow()
        for (const [table, points] of [
          ['channel_seasons', 'points'],
          ['season_racers', 'race_points'],
        ] as const) {
          await sql`update ${sql.table(table)} set ${sql.ref(points)} = 33
          where channel_id = ${id}`.execute(trx)
        }
        began.resolve()
        await end.promise
      })
      await began.promise
      try {
        expect(await dashboards()).toMatchObject({ points: 10 })
        // Later transactions are over before it.
        await upload('another', 1)
        expect(await dashboards()).toMatchObject({ points: 11 })
      } finally {
        end.resolve()
        await changing
      }
      expect(await dashboards()).toMatchObject({ points: 34 })
    })
  },
)

// Only there can two processes write to one database.
describe.runIf(process.env.TEST_DATABASE_URL)('another server on the same database', () => {
  let other: TestServer
  beforeAll(async () => {
    other = await startTestServer({ beside: server })
  })
  afterAll(() => other.stop())

  it('has each upload in its very next answer, too', async () => {
    for (const points of [10, 20, 30]) {
      await upload('caster', points)
      expect(await dashboards(racer, other)).toMatchObject({ points })
      expect(await dashboards()).toMatchObject({ points })
    }
  })
})
