/** Snapshots that an admin puts back, dry runs, which leave nothing behind, and files that lost racers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventUpload, gameUpload, sampleGame } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { everyRow, storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

let server: TestServer
let boss: Session
let streamer: Session
let eventId: number

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', SEASON: '75' },
    startsAt: new Date('2026-10-02T12:00:00Z'),
  })
  boss = await server.signIn('boss')
  streamer = await server.signIn('Streamer')
  const created = await server.call({
    method: 'POST',
    url: '/api/app/create-event',
    headers: streamer,
    body: { channel: 'Streamer', name: 'Autumn Cup', startAt: '2026-09-14', endAt: '2026-09-15' },
  })
  expect(created.statusCode, created.body).toBe(200)
  const events = await server.call({ method: 'GET', url: '/api/events/getAll', headers: streamer })
  eventId = events.json().events[0].id
})
afterAll(() => server.stop())

/** Season 75 of Streamer on a day, with the points of its racers. */
const seasonOf = (marbleDay: string, points: Record<string, number>) =>
  makeSeason({
    channel: 'Streamer',
    marbleDay,
    racers: Object.entries(points).map(([name, racePoints]) => ({ name, racePoints })),
  })

async function take(upload: Parameters<TestServer['call']>[0]) {
  const response = await server.call(upload)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

async function kept(channel = 'streamer') {
  const response = await server.call({
    method: 'GET',
    url: `/api/admin/snapshots?channel=${channel}`,
    headers: boss,
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

async function newestOfEvent(): Promise<number> {
  const all: { kind: string; id: number }[] = await kept()
  return all.find(({ kind }) => kind === 'event')?.id ?? 0
}

const putBack = (kind: string, id: number) =>
  server.call({
    method: 'POST',
    url: `/api/admin/snapshots/${kind}/${id}/put-back`,
    headers: boss,
  })

async function pointsOnBoard(): Promise<number> {
  const response = await server.call({
    method: 'POST',
    url: '/api/leaderboard',
    body: { season: 75, channel: 'streamer' },
  })
  return response.json().data[0].totalPoints
}

const standingUpload = (rows: string[], fields: Record<string, string> = {}) => {
  const header =
    'racer_name,channel,event_points,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations'
  const line = (row: string) => `${row},10,1,1,0,0,0,0,0,0,0\r\n`
  const eventData = Buffer.from(`${header}\r\n${rows.map(line).join('')}`)
  return eventUpload({ eventId, eventData }, { headers: streamer, fields })
}

describe('stored snapshots', () => {
  it('are the last three, newest first, and the newest counts', async () => {
    for (const [day, points] of [
      ['2026-09-11', 100],
      ['2026-09-12', 200],
      ['2026-09-13', 300],
      ['2026-09-14', 400],
    ] as const) {
      await take(seasonUpload(seasonOf(day, { ada: points, bob: 1 }), { headers: streamer }))
      server.clock.advance({ minutes: 1 })
    }
    expect(await kept('STREAMER')).toMatchObject([
      { marbleDay: '2026-09-14', points: 401, isCurrent: true, of: 'Season 75', number: 75 },
      { marbleDay: '2026-09-13', points: 301, racers: 2, isCurrent: false, kind: 'season' },
      { marbleDay: '2026-09-12', points: 201, isCurrent: false, channel: 'Streamer' },
    ])
  })

  it('that are put back count at once, and the ones they replace can be put back too', async () => {
    const before = await kept()
    const heard: string[] = []
    const stop = server.context.changes.follow((topic) => heard.push(topic))
    const response = await putBack('season', before[2].id)
    expect(response.statusCode, response.body).toBe(200)
    stop()
    // This notifies the streamer's own pages and overlay.
    expect(heard).toContain(`uploads:${(await userIds(server)).streamer}`)
    expect(response.json()).toEqual({
      message: 'Put back a snapshot of season 75 of Streamer: 2 racers.',
      counts: { racers: 2, added: 0, changed: 1, removed: 0 },
    })
    expect(await pointsOnBoard()).toBe(201)
    const after = await kept()
    expect(
      after.map(({ points, isCurrent }: Record<string, unknown>) => [points, isCurrent]),
    ).toEqual([
      [201, true],
      [401, false],
      [301, false],
    ])
    expect((await putBack('season', after[1].id)).statusCode).toBe(200)
    expect(await pointsOnBoard()).toBe(401)
  })

  it('that are put back are replaced by the companion’s next file', async () => {
    const [, older] = await kept()
    await putBack('season', older.id)
    await take(seasonUpload(seasonOf('2026-09-14', { ada: 450 }), { headers: streamer }))
    expect(await pointsOnBoard()).toBe(450)
  })

  it('of an event can be put back too', async () => {
    await take(standingUpload(['ada,Streamer,10.25', 'bob,Streamer,5']))
    await take(standingUpload(['ada,Streamer,20']))
    const [current, older] = (await kept()).filter(({ kind }: { kind: string }) => kind === 'event')
    expect(current).toMatchObject({ of: 'Autumn Cup', points: 20, racers: 1, isCurrent: true })
    expect(older).toMatchObject({ points: 15.25, racers: 2, isCurrent: false, marbleDay: null })
    const response = await putBack('event', older.id)
    expect(response.json().counts).toEqual({ racers: 2, added: 1, changed: 1, removed: 0 })
    const board = await server.call({
      method: 'GET',
      url: `/api/events/get-leaderboard/${eventId}`,
      headers: streamer,
    })
    expect(
      board.json()[0].leaderboard.map((row: Record<string, unknown>) => row.event_points),
    ).toEqual([10.25, 5])
  })

  it.each([
    ['the one that counts', newestOfEvent, 409, /already the current one/],
    ['one that is no longer stored', async () => 999_999, 404, /no longer stored/],
  ])('cannot be put back: %s', async (_, id, status, sentence) => {
    const response = await putBack('event', await id())
    expect(response.statusCode).toBe(status)
    expect(response.json().error).toMatch(sentence)
  })

  it('of an unknown channel are an empty list', async () => {
    expect(await kept('nobody')).toEqual([])
  })

  it('leave an entry in the audit log', async () => {
    const response = await server.call({
      method: 'GET',
      url: '/api/admin/audit-log?kind=act',
      headers: boss,
    })
    expect(response.json().entries[0]).toMatchObject({
      what: 'snapshot-put-back',
      summary: 'Put back a snapshot of Autumn Cup by Streamer: 2 racers.',
      details: expect.arrayContaining([
        { name: 'event', value: 'Autumn Cup' },
        { name: 'channel', value: 'Streamer' },
      ]),
    })
  })
})

describe('a dry run', () => {
  const dryRun = { dryRun: 'true' }

  async function everythingStored() {
    const { uploads } = await everyRow(server.context.db)
    return { uploads, ...(await storedRows(server.context.db)) }
  }

  it.each([
    [
      'a season',
      () =>
        seasonUpload(seasonOf('2026-09-14', { ada: 450, new: 7 }), {
          headers: streamer,
          fields: dryRun,
        }),
      {
        message: 'Season 75 of Streamer would be stored: 2 racers.',
        counts: { racers: 2, added: 1, changed: 0, removed: 0 },
      },
    ],
    [
      'an event',
      () => standingUpload(['ada,Streamer,1'], dryRun),
      {
        message: 'The event standing of Streamer would be stored: 1 racer.',
        counts: { racers: 1, added: 0, changed: 1, removed: 1 },
      },
    ],
    [
      'a game',
      () =>
        gameUpload(sampleGame('race/v4/10-big-850-players'), { headers: streamer, fields: dryRun }),
      { gameId: null, mode: 'race' },
    ],
    [
      'a channel that does not exist yet',
      () => seasonUpload(makeSeason({ channel: 'Newcomer' }), { headers: boss, fields: dryRun }),
      { channel: 'Newcomer', counts: { racers: 1, added: 1, changed: 0, removed: 0 } },
    ],
  ])('of %s shows what an upload would do, and stores nothing', async (_, upload, expected) => {
    const before = await everythingStored()
    expect(await take(upload())).toMatchObject({ id: null, duplicate: false, ...expected })
    expect(await everythingStored()).toEqual(before)
  })

  it.each([
    ['a bad file', { streamerData: Buffer.from('x'), viewerData: Buffer.from('y') }, 422],
    ['a missing file', { streamerData: Buffer.from('x') }, 400],
  ])('of %s is refused like an upload, and leaves no receipt', async (_, files, status) => {
    const before = await everythingStored()
    const response = await server.call(seasonUpload(files, { headers: streamer, fields: dryRun }))
    expect(response.statusCode, response.body).toBe(status)
    expect(await everythingStored()).toEqual(before)
  })

  it('needs the same proof as an upload', async () => {
    const response = await server.call(
      seasonUpload(makeSeason({ channel: 'Elsewhere' }), { headers: streamer, fields: dryRun }),
    )
    expect(response.statusCode).toBe(403)
  })

  it('needs true or false in its field', async () => {
    const response = await server.call(
      seasonUpload(seasonOf('2026-09-14', { ada: 1 }), {
        headers: streamer,
        fields: { dryRun: 'maybe' },
      }),
    )
    expect(response.statusCode).toBe(422)
    expect(response.json().error).toBe('dryRun: The value must be true or false.')
  })
})

describe('a file that lacks racers of the stored one', () => {
  const crowd = Array.from({ length: 13 }, (_, index) => `racer${String(index).padStart(2, '0')}`)
  const named = crowd.slice(1, 11).map((name) => `"${name}"`)

  it.each([
    [
      'a season',
      (names: string[]) =>
        seasonUpload(
          makeSeason({ channel: 'Streamer', season: 74, racers: names.map((name) => ({ name })) }),
          { headers: streamer },
        ),
    ],
    ['an event', (names: string[]) => standingUpload(names.map((name) => `${name},Streamer,1`))],
  ])('is accepted with a warning that counts and names them: %s', async (_, uploadOf) => {
    const lostOf = async (names: string[]) => {
      const { counts, warnings } = await take(uploadOf(names))
      const lost = warnings.filter(({ code }: { code: string }) => code === 'racers_lost')
      return [counts.removed, lost.map(({ message }: { message: string }) => message)]
    }
    const advice =
      'If they did race, the companion may have cut the file off at a name that it could not write.'
    await take(uploadOf(crowd))
    expect(await lostOf(crowd.slice(0, 1))).toEqual([
      12,
      [
        `This file does not have 12 racers of the stored snapshot: ${named.join(', ')} and 2 more. ${advice}`,
      ],
    ])
    await take(uploadOf(crowd.slice(0, 3)))
    expect(await lostOf(crowd.slice(0, 2))).toEqual([
      1,
      [`This file does not have 1 racer of the stored snapshot: "racer02". ${advice}`],
    ])
    expect(await lostOf(crowd)).toEqual([0, []])
  })
})
