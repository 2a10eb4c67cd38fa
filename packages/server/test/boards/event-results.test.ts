/** Results of an event: snapshots and games go in, boards and explanations come out. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { EventBoardPage, EventBoardRow } from '@rollcall/contract/events-boards'
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { rankRows } from '@rollcall/scoring/ranking'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEventServer } from '../helpers/event-server.ts'
import { eventUpload, gameUpload, sampleFile, sampleGame } from '../helpers/game-files.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

let server: TestServer
let caster: Session
let second: Session
let stranger: Session
let boss: Session
let ids: Record<string, number>
let standard: number

beforeAll(async () => {
  // After every sample game: the events contain those.
  const started = await startEventServer(
    ['sample_caster', 'second_caster', 'stranger'],
    '2026-10-08T12:00:00Z',
  )
  ;({ server, ids, leaderboard: standard } = started)
  ;({ sample_caster: caster, second_caster: second, stranger, boss } = started.people)
})
afterAll(() => server.stop())

const get = (headers: Session, url: string) => server.call({ method: 'GET', url, headers })
const post = (headers: Session, url: string, body: object) =>
  server.call({ method: 'POST', url, headers, body })

async function createEvent(change: object = {}): Promise<number> {
  // Each test needs an event of its own: otherwise the same call within seconds counts as a repeated click.
  await server.context.db.deleteFrom('presses').execute()
  const response = await post(caster, '/api/events/createEventSingle', {
    name: 'Cup',
    startDate: '2026-08-01',
    endDate: '2026-10-31',
    participants: [ids.sample_caster, ids.second_caster],
    leaderboard: standard,
    ...change,
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().id
}

const saveConfiguration = async (change: object, id?: number) => {
  const config = { ...STANDARD_CONFIGURATION, ...change }
  const body = { config, isConfirmed: true, ...(id && { id }) }
  const response = await post(caster, '/api/events/leaderboard-config', body)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().id as number
}

const sampleEvent = (folder: string) => sampleFile(`uploads/event/${folder}/278_eventdata.csv`)

async function uploadEvent(eventId: number | string, folder: string, headers = caster) {
  const response = await server.call(
    eventUpload({ eventId, eventData: sampleEvent(folder) }, { headers }),
  )
  return { status: response.statusCode, body: response.json() }
}

async function boards(eventId: number, headers = caster) {
  const response = await get(headers, `/api/events/get-leaderboard/${eventId}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json() as {
    username: string
    source: string
    leaderboard: { racer_name: string; event_points: number; eliminations: number | null }[]
  }[]
}

describe('the answer with a board', () => {
  const ask = (eventId: number, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    server.call({
      method,
      url: `/api/events/get-leaderboard/${eventId}`,
      headers: { ...caster, ...headers },
    })

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip;q=0, identity', undefined, (body: Buffer) => body],
    ['identity', undefined, (body: Buffer) => body],
  ])('is the same for a caller that accepts %s', async (accepted, encoding, decompress) => {
    const eventId = await createEvent()
    await uploadEvent(eventId, '01-normal')
    await uploadEvent(eventId, '02-float-points-and-tie')
    const response = await ask(eventId, { 'accept-encoding': accepted })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(JSON.parse(decompress(response.rawPayload).toString())).toEqual(await boards(eventId))
  })

  it('is sent again only if the page has changed', async () => {
    const eventId = await createEvent()
    await uploadEvent(eventId, '01-normal')
    const page = (headers: Record<string, string> = {}) =>
      server.call({
        method: 'GET',
        url: `/api/events/get-leaderboard/${eventId}?page=1`,
        headers: { ...caster, ...headers },
      })
    const { headers } = await page()
    const seen = { 'if-none-match': String(headers.etag) }
    const again = await page(seen)
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await uploadEvent(eventId, '02-float-points-and-tie')
    const changed = await page(seen)
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(headers.etag)
    const head = await ask(eventId, {}, 'HEAD')
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it('has all of thousands of racers, and its pages are in order of rank', async () => {
    const eventId = await createEvent()
    const [heading = ''] = sampleEvent('01-normal').toString().split('\r\n')
    const names = Array.from({ length: 2_150 }, (_, index) => `racer_${index}`)
    const lines = names.map(
      (name, index) => `${name},sample_caster,1,0,1,0,0,0,0,0,0,0,${index % 700}`,
    )
    const eventData = Buffer.from([heading, ...lines, ''].join('\r\n'))
    const uploaded = await server.call(eventUpload({ eventId, eventData }, { headers: caster }))
    expect(uploaded.statusCode, uploaded.body).toBe(200)
    const [board] = await boards(eventId)
    expect(board?.leaderboard.map(({ racer_name }) => racer_name).toSorted()).toEqual(
      names.toSorted(),
    )
    const ranked = rankRows((board?.leaderboard ?? []) as EventBoardRow[])
    const pages: EventBoardPage[] = []
    for (let page = 1; page <= 23; page += 1) {
      pages.push((await get(caster, `/api/events/get-leaderboard/${eventId}?page=${page}`)).json())
    }
    expect(pages.flatMap(({ rows }) => rows.map(({ id: _, ...row }) => row))).toEqual(
      ranked.map(({ id: _, ...row }) => row),
    )
    const [first, , last] = [pages[0], pages[1], pages[22]]
    expect(first).toMatchObject({ rowCount: 2_150, totalPages: 22, hasDecimals: false })
    expect(last).toMatchObject({ page: 23, rows: [] })
  })

  it('has the requested board, the caller’s own, or that of all streamers', async () => {
    const eventId = await createEvent()
    const page = async (headers: Session, query: string) => {
      const response = await get(headers, `/api/events/get-leaderboard/${eventId}?page=1${query}`)
      expect(response.statusCode, response.body).toBe(200)
      return response.json() as EventBoardPage
    }
    const nothing = { userId: null, streamers: [], rowCount: 0, totalPages: 0, rows: [] }
    expect(await page(caster, '')).toMatchObject(nothing)
    await uploadEvent(eventId, '02-float-points-and-tie')
    const { sample_caster: own, second_caster: other } = ids
    expect(await page(caster, '')).toMatchObject({ userId: own, hasDecimals: true })
    expect(await page(caster, '&streamer=own')).toMatchObject({ userId: own })
    expect(await page(caster, `&streamer=${other}`)).toMatchObject({ userId: own })
    expect(await page(caster, '&streamer=all')).toMatchObject({ userId: null, rowCount: 3 })
    expect(await page(boss, '')).toMatchObject({ userId: null, rowCount: 3 })
    expect(await page(boss, `&streamer=${own}`)).toMatchObject({
      userId: own,
      streamers: [{ userId: own, username: 'sample_caster', source: 'snapshot' }],
    })
    const wrong = await get(caster, `/api/events/get-leaderboard/${eventId}?page=1&streamer=x`)
    expect(wrong.statusCode).toBe(400)
  })

  it('causes no error when its caller hangs up early', async () => {
    const eventId = await createEvent()
    await uploadEvent(eventId, '01-normal')
    const url = `${server.origin}/api/events/get-leaderboard/${eventId}`
    for (let time = 0; time < 5; time += 1) {
      const leaving = new AbortController()
      const asked = fetch(url, { headers: caster, signal: leaving.signal })
      leaving.abort()
      await expect(asked).rejects.toThrow()
    }
    expect(await boards(eventId)).toHaveLength(1)
    expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

describe('a snapshot of an event', () => {
  it('01-normal is stored and shown unchanged, with the source of its points', async () => {
    const eventId = await createEvent()
    expect(await boards(eventId)).toEqual([])
    const { status, body } = await uploadEvent(eventId, '01-normal')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ eventId, duplicate: false, channel: 'sample_caster' })
    const [board] = await boards(eventId)
    expect(board).toMatchObject({ username: 'sample_caster', source: 'snapshot' })
    expect(board?.leaderboard).toHaveLength(body.counts.racers)
    expect(board?.leaderboard.every((row) => row.eliminations === null)).toBe(true)
    const { events } = (await get(second, '/api/events/getAll')).json()
    expect(events).toContainEqual(expect.objectContaining({ id: eventId, hasResults: true }))
    expect((await uploadEvent(eventId, '01-normal')).body).toMatchObject({ duplicate: true })
  })

  it('02-float-points has its points rounded to hundredths, and replaces the one before', async () => {
    const eventId = await createEvent()
    await uploadEvent(eventId, '01-normal')
    await uploadEvent(eventId, '02-float-points-and-tie')
    const [tied] = await boards(eventId)
    expect(tied?.leaderboard.map((row) => row.event_points).toSorted()).toEqual([1, 40.5, 40.5])
    const eventData = sampleFile('real/companion-event/278_eventdata.csv')
    await server.call(eventUpload({ eventId, eventData }, { headers: caster }))
    const [real] = await boards(eventId)
    const points = real?.leaderboard.map((row) => row.event_points) ?? []
    expect(points).toHaveLength(56)
    expect(points).toContain(239.88)
    expect(points.every((value) => Number(value.toFixed(2)) === value)).toBe(true)
  })

  it('03-empty never replaces a full one', async () => {
    const eventId = await createEvent()
    await uploadEvent(eventId, '01-normal')
    const full = await boards(eventId)
    const { status, body } = await uploadEvent(eventId, '03-empty')
    expect(status).toBe(200)
    expect(body).toMatchObject({ stale: true, warnings: [{ code: 'empty_snapshot' }] })
    expect(await boards(eventId)).toEqual(full)
  })

  it.each<[string, (eventId: number) => Promise<{ status: number; body: object }>, number, string]>(
    [
      ['04-wrong-header', (id) => uploadEvent(id, '04-wrong-header-REJECT'), 422, 'unknown_header'],
      ['an unknown event', () => uploadEvent(999_999, '01-normal'), 404, 'event_unknown'],
      ['an event that is not a number', () => uploadEvent('x', '01-normal'), 404, 'event_unknown'],
      [
        "somebody else's channel",
        (id) => uploadEvent(id, '01-normal', second),
        403,
        'not_authorised',
      ],
    ],
  )('is refused: %s', async (_, upload, status, code) => {
    const eventId = await createEvent()
    const before = await storedRows(server.context.db)
    const refused = await upload(eventId)
    expect(refused).toMatchObject({ status, body: { code } })
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it('is refused if the streamer does not take part', async () => {
    const eventId = await createEvent({ participants: [ids.second_caster] })
    expect(await uploadEvent(eventId, '01-normal')).toMatchObject({
      status: 403,
      body: { code: 'event_not_participant' },
    })
  })
})

describe('games during an event', () => {
  const play = async (folder: string, headers: Session) => {
    const response = await server.call(gameUpload(sampleGame(folder), { headers }))
    expect(response.statusCode, response.body).toBe(200)
  }
  beforeAll(async () => {
    await play('real/race-final', second)
    await play('real/race-simulation', second)
  })

  it('score the ten right racers of the captured race, and nobody of the bot race', async () => {
    const eventId = await createEvent()
    const [board] = await boards(eventId)
    expect(board).toMatchObject({ username: 'second_caster', source: 'games' })
    const lines = sampleFile('real/race-final/LastSeasonRace.csv').toString().trim().split(/\r?\n/)
    const header = lines[0]?.split(',') ?? []
    const place = (line: string, name: string) => line.split(',')[header.indexOf(name)] ?? ''
    const expected = lines
      .slice(1)
      .filter((line) => Number(place(line, 'Position')) <= 10)
      .filter((line) => place(line, 'Eliminated').toLowerCase() === 'false')
      .map((line) => [place(line, 'Username'), 105 - 5 * Number(place(line, 'Position'))])
    expect(expected).toHaveLength(10)
    const paid = board?.leaderboard.filter((row) => row.event_points !== 0) ?? []
    expect(new Map(paid.map((row) => [row.racer_name, row.event_points]))).toEqual(
      new Map(expected as [string, number][]),
    )
    expect(board?.leaderboard).toHaveLength(49)
  })

  it('are explained term by term', async () => {
    const configuration = await saveConfiguration({ participationPoints: 2.5 })
    const eventId = await createEvent({ leaderboard: configuration })
    const [board] = await boards(eventId)
    for (const row of board?.leaderboard.slice(0, 15) ?? []) {
      const url = `/api/events/explain-row/${eventId}?racer=${encodeURIComponent(row.racer_name)}`
      const { terms } = (await get(caster, url)).json() as { terms: { points: number }[] }
      const sum = terms.reduce((total, term) => total + Math.round(term.points * 100), 0)
      expect(sum).toBe(Math.round(row.event_points * 100))
    }
    const nobody = await get(caster, `/api/events/explain-row/${eventId}?racer=nobody`)
    expect(nobody.statusCode).toBe(404)
  })

  it('count nothing outside its window or in another mode', async () => {
    const early = await createEvent({ startDate: '2026-07-01', endDate: '2026-07-31' })
    expect(await boards(early)).toEqual([])
    const gameModes = { racing: false, battleRoyale: true, tilted: true }
    const royales = await saveConfiguration({ gameModes })
    const eventId = await createEvent({ leaderboard: royales })
    expect(await boards(eventId)).toEqual([])
    const { events } = (await get(caster, '/api/events/getAll')).json()
    expect(events).toContainEqual(expect.objectContaining({ id: eventId, hasResults: false }))
  })

  it('are re-scored when their own configuration changes; snapshots keep their points', async () => {
    const configuration = await saveConfiguration({ participationPoints: 1 })
    const eventId = await createEvent({ leaderboard: configuration })
    await uploadEvent(eventId, '01-normal')
    const [before, uploaded] = [await boards(eventId), 'sample_caster']
    await saveConfiguration({ participationPoints: 11 }, configuration)
    const after = await boards(eventId)
    const rowsOf = (all: typeof after, username: string) =>
      all.find((board) => board.username === username)?.leaderboard ?? []
    expect(rowsOf(after, uploaded)).toEqual(rowsOf(before, uploaded))
    const points = (rows: { event_points: number }[]) =>
      rows.reduce((sum, row) => sum + row.event_points, 0)
    const gained = points(rowsOf(after, 'second_caster')) - points(rowsOf(before, 'second_caster'))
    expect(gained).toBe(49 * 10)
  })

  it('are scored with the default of a rule that an old configuration lacks', async () => {
    const configuration = await saveConfiguration({ participationPoints: 3 })
    const eventId = await createEvent({ leaderboard: configuration })
    const shown = () => get(caster, `/api/events/leaderboard-config/${configuration}`)
    const [board, config] = [await boards(eventId), (await shown()).body]
    await server.database.database.pool.query(
      `update leaderboard_configuration_versions
        set config = config - 'checkpointPoints' - 'damagePoints' - 'brKillPoints'
        where configuration_id = $1`,
      [configuration],
    )
    expect(await boards(eventId)).toEqual(board)
    expect((await shown()).body).toBe(config)
  })

  it('keep the version of a default configuration that was current when the event ended', async () => {
    const made = await post(boss, '/api/events/leaderboard-config', {
      config: { ...STANDARD_CONFIGURATION, name: 'House' },
      isDefault: true,
    })
    const { id } = made.json()
    const finished = await createEvent({ endDate: '2026-09-30', leaderboard: id })
    const running = await createEvent({ leaderboard: id })
    const before = await boards(finished)
    await post(boss, '/api/events/leaderboard-config', {
      id,
      config: { ...STANDARD_CONFIGURATION, name: 'House', participationPoints: 7 },
    })
    expect(await boards(finished)).toEqual(before)
    expect(await boards(running)).not.toEqual(before)
  })
})

describe('an event', () => {
  it('is visible to its creator, participants and admins only', async () => {
    const eventId = await createEvent()
    for (const headers of [caster, second, boss]) {
      expect(await boards(eventId, headers)).toBeInstanceOf(Array)
    }
    for (const path of ['get-leaderboard', 'explain-row']) {
      const url = `/api/events/${path}/${eventId}?racer=x`.replace(
        /(get-leaderboard\/\d+)\?.*/,
        '$1',
      )
      expect((await get(stranger, url)).json()).toEqual({ unauthorized: true })
    }
    expect((await get(stranger, '/api/events/get-leaderboard/999999')).statusCode).toBe(404)
  })
})
