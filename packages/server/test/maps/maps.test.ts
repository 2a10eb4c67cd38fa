/** Maps: identified by name and creator, with the number of plays and the fastest finishes (docs/scoring.md, Maps). */
import { MAP_RECORDS, type MapDetails } from '@rollcall/contract/maps'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { gameUpload, importUpload, raceFiles, sampleGame } from '../helpers/game-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { lastUndoable } from '../helpers/uploading-streamer.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-10T20:00:00Z') })
})
afterAll(() => server.stop())

type RaceInFile = Parameters<typeof raceFiles>[2]

interface Raced {
  gameId: number
  finishedAt: string
}

/** Uploads a race a minute after the one before. The first name wins. */
async function race(
  channel: string,
  racers: readonly string[],
  options?: RaceInFile,
): Promise<Raced> {
  server.clock.advance({ minutes: 1 })
  const finishedAt = server.clock.now()
  const headers = await server.signIn(channel)
  const { gameId } = await server.ask(
    gameUpload(raceFiles(racers, finishedAt, options), { headers }),
  )
  return { gameId, finishedAt: finishedAt.toISOString() }
}

const get = (url: string) => server.ask({ method: 'GET', url })

async function mapOf({ gameId }: { gameId: number }): Promise<MapDetails> {
  const { map } = await get(`/api/games/${gameId}`)
  return get(`/api/maps/${map.id}`)
}

async function undoLast(headers: Session): Promise<void> {
  const own = await server.ask({ method: 'GET', url: '/api/uploads/receipts', headers })
  const url = `/api/uploads/receipts/${lastUndoable(own)}/undo`
  await server.ask({ method: 'POST', url, headers, body: { dryRun: false } })
}

const recordsIn = (records: MapDetails['fastestRacers']) =>
  records.map(({ rank, racer, channel, seconds }) => [
    rank,
    racer.racer_name,
    channel.login,
    seconds,
  ])

async function expectNoDifferences(): Promise<void> {
  const { db, config } = server.context
  expect((await findDifferences(db, config)).differences).toEqual([])
}

describe('a map', () => {
  it('is identified by name and creator in any letter case', async () => {
    const first = await race('one', ['ada', 'bea'], { map: 'Canyon', creator: 'Moe' })
    await race('two', ['ada', 'bea'], { map: 'CANYON', creator: 'moe' })
    const others = await race('two', ['ada'], { map: 'Canyon', creator: 'Joe' })
    expect(await mapOf(first)).toMatchObject({ name: 'Canyon', creator: 'Moe', plays: 2 })
    expect(await mapOf(others)).toMatchObject({ name: 'Canyon', creator: 'Joe', plays: 1 })
    const long = await race('two', ['ada'], { map: '🎱'.repeat(500), creator: '琴'.repeat(500) })
    expect(await mapOf(long)).toMatchObject({ name: '🎱'.repeat(500), plays: 1 })
  })

  it('has the average number of marbles, and the share that its races eliminate', async () => {
    const map = 'Deadly'
    const isEliminated = (place: number) => place > 0
    await race('one', ['ada', 'bea', 'cai', 'dan'], { map, isEliminated })
    const last = await race('one', ['ada', 'bea'], { map })
    expect(await mapOf(last)).toMatchObject({
      ...{ plays: 2, averageField: 3, deathRate: 0.5, lastPlayedAt: last.finishedAt },
    })
    const headers = await server.signIn('one')
    const royale = await server.ask(gameUpload(sampleGame('royale/v4/01-normal'), { headers }))
    expect(await mapOf(royale)).toMatchObject({
      ...{ plays: 1, averageField: 4, deathRate: null },
      ...{ fastestRacers: [], fastestChannels: [] },
      latestGames: [{ id: royale.gameId, mode: 'royale', winner: { racer_name: 'gravelgran' } }],
    })
  })

  it('has the fastest finish of each racer and each channel, or the earliest of equal ones', async () => {
    const map = 'Sprint'
    await race('one', ['ada', 'bea'], { map, seconds: (place) => 50 + place })
    await race('two', ['bea', 'ada'], { map, seconds: (place) => 50 + place })
    const last = await race('two', ['bea', 'cai'], { map, seconds: (place) => 60 - 10 * place })
    const { fastestRacers, fastestChannels } = await mapOf(last)
    // No time of the last race counts, because its first place is slower than its second.
    expect(recordsIn(fastestRacers)).toEqual([
      [1, 'ada', 'one', 50],
      [1, 'bea', 'two', 50],
    ])
    expect(recordsIn(fastestChannels)).toEqual([
      [1, 'ada', 'one', 50],
      [1, 'bea', 'two', 50],
    ])
  })

  it('does not count the time of an elimination as a record', async () => {
    const map = 'Short'
    const isEliminated = (place: number) => place > 0
    const seconds = (place: number) => 90 - 80 * place
    const raced = await race('one', ['ada', 'bea'], { map, seconds, isEliminated })
    expect(recordsIn((await mapOf(raced)).fastestRacers)).toEqual([[1, 'ada', 'one', 90]])
  })

  it('does not show racers with the name of one channel, because they come from several', async () => {
    server.clock.advance({ minutes: 1 })
    const headers = await server.signIn('joker')
    const racers = [{ login: 'kotone', name: 'Cheater' }]
    const files = raceFiles(racers, server.clock.now(), { map: 'Naming' })
    const raced = await server.ask(gameUpload(files, { headers }))
    expect((await get(`/api/games/${raced.gameId}`)).podium).toMatchObject([
      { display_name: 'Cheater' },
    ])
    expect(JSON.stringify(await mapOf(raced))).not.toContain('Cheater')
  })
})

describe('the number of plays of a map', () => {
  it('counts each game once, even if sent twice or completed after a day log, and not if undone', async () => {
    const headers = await server.signIn('counter')
    const log = Buffer.from(
      '1,ada,Ada,2,Race,2026-09-14 06:22:07,2,false,0,0,[],0\r\n2,bea,Bea,1,Race,2026-09-14 06:22:07,2,false,0,0,[],0\r\n',
    )
    await server.ask(importUpload(log, { headers }))
    const finishedAt = new Date('2026-09-14T22:21:00Z')
    const files = raceFiles(['ada', 'bea'], finishedAt, { map: 'Counted' })
    const upload = () => server.ask(gameUpload(files, { headers }))
    const first = await upload()
    expect(first).toMatchObject({ isCompleted: true })
    await upload()
    const second = await race('counter', ['bea', 'ada'], { map: 'Counted' })
    expect(await mapOf(first)).toMatchObject({ plays: 2, averageField: 2 })
    await expectNoDifferences()
    await undoLast(headers)
    expect(await mapOf(first)).toMatchObject({ plays: 1, latestGames: [{ id: first.gameId }] })
    expect(
      (await server.call({ method: 'GET', url: `/api/games/${second.gameId}` })).statusCode,
    ).toBe(404)
    await expectNoDifferences()
  })

  it('becomes 0 when the only game is undone, and the map has no page any more', async () => {
    const raced = await race('counter', ['ada'], { map: 'Once' })
    const { id } = await mapOf(raced)
    await undoLast(await server.signIn('counter'))
    const gone = await server.call({ method: 'GET', url: `/api/maps/${id}` })
    expect([gone.statusCode, gone.json().error]).toEqual([
      404,
      'There is no such map, or nobody has played it yet.',
    ])
    await expectNoDifferences()
  })

  it('does not count dry runs', async () => {
    const headers = await server.signIn('dry')
    const files = raceFiles(['ada'], server.clock.now(), { map: 'Dry Run' })
    await server.ask(gameUpload(files, { headers, fields: { dryRun: 'true' } }))
    expect((await get('/api/maps?search=dry run')).maps).toEqual([])
  })
})

describe('the list of maps', () => {
  it('has the most played map first, and can be searched by name and creator', async () => {
    for (const plays of [1, 2, 3]) {
      const options = { map: `Listed ${plays}`, creator: plays === 2 ? 'Ångström' : 'Nobody' }
      for (let play = 0; play < plays; play += 1) {
        await race('lister', ['ada'], options)
      }
    }
    const found = await get('/api/maps?search=LISTED')
    expect(found).toMatchObject({ total: 3, totalPages: 1 })
    expect(found.maps.map(({ name, plays }: MapDetails) => [name, plays])).toEqual([
      ...[
        ['Listed 3', 3],
        ['Listed 2', 2],
        ['Listed 1', 1],
      ],
    ])
    expect(found.maps[0].lastPlayedAt).toBe(server.clock.now().toISOString())
    expect((await get('/api/maps?search=ångSTRÖM')).maps).toMatchObject([{ name: 'Listed 2' }])
    expect(await get('/api/maps?page=999')).toMatchObject({ maps: [] })
    expect(await get('/api/maps?search=%25')).toMatchObject({ maps: [], total: 0 })
  })
})

interface Finish {
  racer: string
  channel: string
  seconds: number
  finishedAt: string
  gameId: number
}

it.each([1, 2])('records equal a plain recomputation from the files (%i)', async (seed) => {
  const random = new SeededRandom(`maps ${seed}`)
  const channels = Array.from({ length: 13 }, (_, index) => `random_${seed}_${index}`)
  const racers = Array.from({ length: seed === 1 ? 6 : 40 }, (_, index) => `racer_${index}`)
  const map = `Random ${seed}`
  const finishes: Finish[] = []
  let last: Raced | undefined
  for (let count = 0; count < 70; count += 1) {
    const channel = random.pick(channels)
    const field = racers.filter(() => random.next() < 0.5)
    if (field.length === 0) {
      continue
    }
    // Few different times, so that many are equal. In some races the first place is slower than the second.
    let time = 40 + Math.floor(30 * random.next())
    const times = field.map(() => (time += Math.floor(2 * random.next())))
    const isBroken = random.next() < 0.1 && field.length > 1 && times[0] !== times[1]
    const finishers = Math.floor((field.length + 1) * random.next())
    const seconds = isBroken ? times.with(0, time + 5) : times
    const isEliminated = (place: number) => place >= finishers
    const raced = await race(channel, field, {
      ...{ map, isEliminated, seconds: (place) => seconds[place] ?? 0 },
    })
    last = raced
    if (isBroken && finishers > 1) {
      continue
    }
    finishes.push(
      ...field
        .slice(0, finishers)
        .map((racer, place) => ({ racer, channel, seconds: seconds[place] ?? 0, ...raced })),
    )
  }
  finishes.sort((a, b) => a.seconds - b.seconds || a.gameId - b.gameId)
  const bestBy = (keyOf: (finish: Finish) => string) => {
    const best = [...Map.groupBy(finishes, keyOf).values()].flatMap(([first]) => first ?? [])
    return best.slice(0, MAP_RECORDS).map((finish) => ({
      rank: 1 + best.filter(({ seconds }) => seconds < finish.seconds).length,
      ...finish,
    }))
  }
  const shown = (records: MapDetails['fastestRacers']) =>
    records.map(({ racer, channel, ...record }) => ({
      ...{ ...record, racer: racer.racer_name, channel: channel.login },
    }))
  const { fastestRacers, fastestChannels } = await mapOf(last ?? { gameId: 0 })
  expect(shown(fastestRacers)).toEqual(bestBy(({ racer }) => racer))
  expect(shown(fastestChannels)).toEqual(bestBy(({ channel }) => channel))
  await expectNoDifferences()
})
