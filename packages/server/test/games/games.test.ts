/** Game pages: the results of all marbles in order, with the channel's names, and how a game changed today's board. */
import type { GameDetails, GameRow } from '@rollcall/contract/games'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameUpload, raceFiles, sampleFile, sampleGame } from '../helpers/game-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { makeWebDir } from '../helpers/web-dir.ts'

let server: TestServer
let caster: Session

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-10T20:00:00Z'), makeWebDir })
  caster = await server.signIn('caster')
})
afterAll(() => server.stop())

const get = (url: string) => server.call({ method: 'GET', url })

async function upload(files: Record<string, Buffer>, headers = caster): Promise<number> {
  const fields = { finishedAt: server.clock.now().toISOString() }
  return (await server.ask(gameUpload(files, { headers, fields }))).gameId
}

async function gameOf(files: Record<string, Buffer>): Promise<GameDetails> {
  return server.ask({ method: 'GET', url: `/api/games/${await upload(files)}` })
}

const race = (names: readonly string[], headers = caster) => {
  server.clock.advance({ minutes: 5 })
  return upload(raceFiles(names, server.clock.now()), headers)
}

async function rowsOf(id: number, query = ''): Promise<GameRow[]> {
  return (await server.ask({ method: 'GET', url: `/api/games/${id}/rows${query}` })).rows
}

const namesOf = (rows: readonly { racer_name: string }[]) => rows.map((row) => row.racer_name)

describe('a race', () => {
  it('has map, number of racers, podium, times, and the racers who did not finish', async () => {
    const game = await gameOf(sampleGame('race/v4/01-normal'))
    expect(game).toMatchObject({
      mode: 'race',
      season: 75,
      finishedAt: '2026-09-14T18:22:07.481Z',
      channel: { platform: 'twitch', login: 'caster', name: 'caster' },
      map: { name: 'spiral of regret', creator: 'mapmaker_mo' },
      ...{ racerCount: 8, eliminatedCount: 3, level: null, expertise: null },
      podium: [
        { racer_name: 'pebblewick', display_name: 'PebbleWick', color: 'FF82D6FF', points: 412 },
        { position: 2, seconds: 90.118271 },
        { position: 3, points: 0 },
      ],
      changes: null,
    })
    const rows = await rowsOf(game.id)
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(rows[7]).toEqual({
      ...{ racer_name: 'firstout99', display_name: 'FirstOut99', color: 'FFFFFFFF' },
      ...{ position: 8, points: 0, seconds: 9.77412, isEliminated: true },
      ...{ kills: null, damage: null, isTopTiltee: false, checkpoints: [] },
    })
  })

  it('has the checkpoints of each racer in order', async () => {
    server.clock.advance({ minutes: 5 })
    const names = ['pebblewick', 'oatmilk_otis', 'starlight_jp']
    const checkpointData = sampleFile('checkpoint/01-normal/LastRaceNumbersHit.csv')
    const id = await upload({ ...raceFiles(names, server.clock.now()), checkpointData })
    const rows = await rowsOf(id)
    expect(rows.map(({ checkpoints }) => checkpoints)).toEqual([[1, 3], [2], [10]])
  })

  it('that nobody finished has no podium', async () => {
    const game = await gameOf(sampleGame('race/v4/04-no-finishers'))
    expect(game).toMatchObject({ podium: [], racerCount: 5, eliminatedCount: 5 })
    expect((await get(`/g/${game.id}`)).body).toContain('content="nope tower"')
  })

  it('of 850 marbles has pages, and a search finds racers by their displayed names', async () => {
    const { id, racerCount } = await gameOf(sampleGame('race/v4/10-big-850-players'))
    expect(racerCount).toBe(850)
    const page = (query: string) =>
      server.ask({ method: 'GET', url: `/api/games/${id}/rows${query}` })
    const { rows, ...counts } = await page('?page=9')
    expect(counts).toEqual({ total: 850, totalPages: 9, found: null })
    expect(rows).toHaveLength(50)
    expect(rows.at(-1).position).toBe(850)
    expect(await page('?page=10')).toMatchObject({ rows: [], total: 850, totalPages: 9 })
    const [last] = rows.slice(-1)
    const name: string = last.display_name ?? last.racer_name
    const found = await page(`?search=${encodeURIComponent(name.toUpperCase())}`)
    expect(namesOf(found.rows)).toContain(last.racer_name)
    expect(await page('?search=nobody_of_that_name')).toEqual({
      ...{ rows: [], total: 0, totalPages: 0, found: null },
    })
    const place = { page: 9, row: { position: 850 }, above: { position: 849 }, below: null }
    expect((await page(`?search=${last.racer_name}`)).found).toMatchObject(place)
    const own = { method: 'GET', url: `/api/games/${id}/own` } as const
    const racer = await server.signIn(last.racer_name)
    expect(await server.ask({ ...own, headers: racer })).toMatchObject({ own: place })
    expect(await server.ask({ ...own, headers: caster })).toEqual({ own: null })
    expect((await server.call(own)).statusCode).toBe(401)
  })
})

it('a royale has kills and damage, and a podium even though all but one were eliminated', async () => {
  const game = await gameOf(sampleGame('royale/v4/01-normal'))
  expect(game).toMatchObject({ mode: 'royale', map: { name: 'Roguelike Royale' } })
  expect(game.podium.map(({ position, kills, damage }) => [position, kills, damage])).toEqual([
    ...[
      [1, 2, 89],
      [2, 1, 65],
      [3, 3, 176],
    ],
  ])
})

it('a tilt level has its level and expertise, survivors first, and its top tiltee', async () => {
  const game = await gameOf(sampleGame('tilt/v4/01-level-passed'))
  expect(game).toMatchObject({
    ...{ mode: 'tilt', level: 7, isLevelPassed: true, expertise: 1, map: null, changes: null },
    topTiltee: { racer_name: 'pebblewick' },
    ...{ racerCount: 6, eliminatedCount: 2, podium: [] },
  })
  const rows = await rowsOf(game.id)
  expect(rows.map(({ position, isEliminated }) => [position, isEliminated])).toEqual([
    ...[1, 2, 3, 4].map((position) => [position, false]),
    ...[5, 7].map((position) => [position, true]),
  ])
  expect(namesOf(rows.filter(({ isTopTiltee }) => isTopTiltee))).toEqual(['pebblewick'])
})

it('a game that counts nowhere gets the same answer as one that never existed', async () => {
  const unranked = await upload(sampleGame('real/race-simulation'))
  const replies = await Promise.all(
    [unranked, 999_999_999].flatMap((id) =>
      [`/api/games/${id}`, `/api/games/${id}/rows`, `/g/${id}/card.png`].map(get),
    ),
  )
  const said = replies.map((reply) => [reply.statusCode, reply.json().error])
  expect(new Set(said.map(String)).size).toBe(1)
  expect(said[0]?.[0]).toBe(404)
})

describe('the changes by a game', () => {
  const changesOf = async (id: number) => {
    const { changes }: GameDetails = await server.ask({ method: 'GET', url: `/api/games/${id}` })
    return changes?.map(({ racer_name, from, to }) => [racer_name, from, to])
  }

  it('are the racers it moved up on the board of the marble day, and are gone once the day is over', async () => {
    const headers = await server.signIn('changer')
    // Before noon in New York, so this race belongs to the day before.
    server.clock.advance({ hours: 20 })
    await race(['cai', 'bea', 'ada'], headers)
    server.clock.advance({ hours: 2 })
    // Each race gives 3, 2 and 1 points.
    const first = await race(['ada', 'bea', 'cai'], headers)
    const second = await race(['bea', 'cai', 'dan'], headers)
    const third = await race(['dan', 'cai'], headers)
    expect(await changesOf(first)).toEqual([])
    // Points now: bea 5, ada 3, cai 3, dan 1.
    expect(await changesOf(second)).toEqual([
      ['bea', 2, 1],
      ['cai', 3, 2],
      ['dan', null, 4],
    ])
    // Points now: bea 5, cai 4, ada 3, dan 3.
    expect(await changesOf(third)).toEqual([['dan', 4, 3]])
    server.clock.advance({ days: 1 })
    expect(await changesOf(third)).toBeUndefined()
  })
})

it('a game leads to those of its channel before and after it', async () => {
  const headers = await server.signIn('neighbours')
  const ids = [await race(['ada', 'bea'], headers), await race(['bea', 'ada'], headers)]
  await race(['cai', 'dee'])
  ids.push(await race(['ada', 'bea'], headers))
  const around = await Promise.all(
    ids.map(async (id) => {
      const { previous, next } = (await get(`/api/games/${id}`)).json<GameDetails>()
      return [previous?.id ?? null, next?.id ?? null]
    }),
  )
  const [first, second, third] = ids
  expect(around).toEqual([
    [null, second],
    [first, third],
    [second, null],
  ])
})

describe('a link to a game', () => {
  it('has a preview picture and text; search engines list neither page nor picture', async () => {
    const id = await race(['quartzina', 'second'])
    const page = await get(`/g/${id}`)
    expect(page.headers['x-robots-tag']).toBe('noindex')
    expect(page.body).toContain('<meta property="og:title" content="Hill" />')
    expect(page.body).toMatch(
      /og:description" content="Race · 2 marbles · caster · \d+ November 2026"/,
    )
    const [, image = ''] = /og:image" content="[^"]*?(\/g\/[^"]*)"/.exec(page.body) ?? []
    const picture = await get(image)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'x-robots-tag': 'noindex',
    })
    const etag = String(picture.headers.etag)
    expect(image).toBe(`/g/${id}/card.png?v=${etag.replaceAll('"', '')}`)
    const again = await server.call({
      method: 'GET',
      url: image,
      headers: { 'if-none-match': etag },
    })
    expect(again.statusCode).toBe(304)
    const own = await get(`/g/${id}?racer=Second`)
    expect(own.body).toContain(`/g/${id}/card.png?racer=second&amp;v=`)
    expect((await get(`/g/${id}?racer=nobody`)).body).toContain(`/g/${id}/card.png?v=`)
    for (const address of ['/g/0', '/g/x', '/g/1/2', `/g/${'9'.repeat(20)}`]) {
      const other = await get(address)
      expect([other.statusCode, other.body.includes('og:')], address).toEqual([200, false])
    }
  })
})

describe('the last game in chat', () => {
  const last = async (channel: string) => (await get(`/api/chat/${channel}/last`)).body

  it('is one line with the address of the game', async () => {
    const headers = await server.signIn('talker')
    expect(await last('talker')).toBe(
      'There is no channel with that name. Check the address of the command.',
    )
    const simulated = await upload(sampleGame('real/race-simulation'), headers)
    expect(simulated).toEqual(expect.any(Number))
    expect(await last('talker')).toBe('talker has no public game yet.')
    const played: [string, string][] = [
      ['race/v4/01-normal', 'Last race of talker: PebbleWick won · 8 marbles · spiral of regret.'],
      ['race/v4/04-no-finishers', 'Last race of talker: none of 5 finished on nope tower.'],
      ['tilt/v4/01-level-passed', 'Last tilt level of talker: level 7 passed, 4 of 6 survived.'],
      [
        'tilt/v4/02-level-failed-run-ends',
        'Last tilt level of talker: level 13 failed, 0 of 3 survived.',
      ],
    ]
    for (const [sample, line] of played) {
      const id = await upload(sampleGame(sample), headers)
      expect(await last('TALKER')).toBe(`${line} ${server.context.config.publicUrl}/g/${id}`)
    }
  })
})
