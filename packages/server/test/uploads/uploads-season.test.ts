/** Outcomes of a season snapshot: stored, replaced, a duplicate, stale or refused. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makeSeason,
  type SeasonFiles,
  sampleSeason,
  seasonUpload,
} from '../helpers/season-files.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    env: { SEASON: '74' },
    startsAt: new Date('2026-10-02T12:00:00Z'),
  })
})
afterAll(() => server.stop())

async function upload(files: SeasonFiles, headers: Record<string, string>) {
  const response = await server.call(seasonUpload(files, { headers }))
  return { status: response.statusCode, body: response.json() }
}

async function listRacers(channel: string, season: number) {
  return server.context.db
    .selectFrom('racer_totals as total')
    .innerJoin('racers as racer', 'racer.id', 'total.racer_id')
    .innerJoin('channels as channel', 'channel.id', 'total.channel_id')
    .selectAll('total')
    .select('racer.login')
    .where('channel.name', '=', channel)
    .where('total.season', '=', season)
    .orderBy('racer.login')
    .execute()
}

async function standingOf(channel: string, season: number) {
  const response = await server.call({
    method: 'POST',
    url: '/api/leaderboard',
    body: { season, channel },
  })
  return response.json().data[0]
}

describe('sample folders in sequence', () => {
  let session: Session
  beforeAll(async () => {
    session = await server.signIn('Sample_Caster')
  })
  const sample = (folder: string, season = 73) => sampleSeason(`uploads/season/${folder}`, season)

  it('01-normal is stored', async () => {
    const { status, body } = await upload(sample('01-normal'), session)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      channel: 'Sample_Caster',
      season: 73,
      duplicate: false,
      stale: false,
      counts: { racers: 4, added: 4, changed: 0, removed: 0 },
      warnings: [],
    })
    expect(await standingOf('sample_caster', 73)).toMatchObject({
      totalPoints: 11_059,
      totalRaces: 16,
      pointsPerRace: 691.19,
      raceHighScore: 412,
      battleRoyaleHighScore: 400,
    })
  })

  it('numbers that the companion never counts are stored as unknown', async () => {
    const [first] = await listRacers('Sample_Caster', 73)
    expect(first).toMatchObject({
      login: 'gravelgran',
      snapshot_race_points: 4410,
      snapshot_royale_points: 252,
      snapshot_crown_wins: 1,
      snapshot_kills: null,
      snapshot_damage: null,
      snapshot_eliminations: null,
    })
  })

  it('01-normal again is a duplicate and changes nothing', async () => {
    const before = await storedRows(server.context.db)
    const { status, body } = await upload(sample('01-normal'), session)
    expect(status).toBe(200)
    expect(body).toMatchObject({ duplicate: true, stale: false })
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it('02-later-snapshot replaces it instead of adding to it', async () => {
    const { body } = await upload(sample('02-later-snapshot-replaces-01'), session)
    expect(body.counts).toEqual({ racers: 5, added: 1, changed: 4, removed: 0 })
    const racers = await listRacers('Sample_Caster', 73)
    expect(racers.reduce((sum, { points }) => sum + points, 0)).toBe(12_111)
    expect(await standingOf('sample_caster', 73)).toMatchObject({ totalPoints: 12_111 })
  })

  it('01-normal after 02 is stale and not applied', async () => {
    const before = await storedRows(server.context.db)
    const { status, body } = await upload(sample('01-normal'), session)
    expect(status).toBe(200)
    expect(body).toMatchObject({ duplicate: false, stale: true })
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it('03-empty-season is a season without racers', async () => {
    const { status, body } = await upload(sample('03-empty-season', 74), session)
    expect(status).toBe(200)
    expect(body).toMatchObject({ season: 74, counts: { racers: 0 } })
    expect(await standingOf('sample_caster', 74)).toMatchObject({ totalPoints: 0, totalRaces: 0 })
  })

  it('05-channel-mismatch is refused with its place', async () => {
    const before = await storedRows(server.context.db)
    const { status, body } = await upload(sample('05-channel-mismatch-REJECT'), session)
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'channel_mismatch',
      error:
        'viewerData, line 2, column 3 (channel): This row is for the channel "someone_else", but streamerData is for "Sample_Caster".',
      part: 'viewerData',
      line: 2,
      column: 3,
    })
    expect(await storedRows(server.context.db)).toEqual(before)
  })
})

describe('samples in separate channels', () => {
  let fresh: TestServer
  let session: Session
  beforeAll(async () => {
    fresh = await startTestServer({ env: { SEASON: '74' } })
    session = await fresh.signIn('sample_caster')
  })
  afterAll(() => fresh.stop())

  it('04-cp1252-name is read correctly, with a warning', async () => {
    const files = sampleSeason('uploads/season/04-cp1252-name')
    const response = await fresh.call(seasonUpload(files, { headers: session }))
    expect(response.statusCode).toBe(200)
    expect(response.json().warnings).toMatchObject([{ code: 'read_as_windows_1252' }])
    const racers = await fresh.context.db.selectFrom('racers').select('login').execute()
    expect(racers).toEqual([{ login: 'jürgen köhler' }])
  })

  it('06-row-without-name skips the row, and uses the last row of each name', async () => {
    const files = sampleSeason('uploads/season/06-row-without-name-REJECT-ROW')
    const response = await fresh.call(seasonUpload(files, { headers: session }))
    expect(response.json().warnings.map(({ code }: { code: string }) => code)).toEqual([
      'row_without_name',
      'duplicate_racer',
      'points_differ',
      // The racer in 04.
      'racers_lost',
    ])
    const racers = await fresh.context.db
      .selectFrom('racer_totals as total')
      .innerJoin('racers as racer', 'racer.id', 'total.racer_id')
      .select(['racer.login', 'total.snapshot_race_points as race_points'])
      .orderBy('racer.login')
      .execute()
    expect(racers).toEqual([
      { login: 'pebblewick', race_points: 10 },
      { login: 'smith, jo', race_points: 98 },
    ])
  })

  it('the real season of a companion has exactly its numbers', async () => {
    const files = sampleSeason('real/companion-season')
    const response = await fresh.call(seasonUpload(files, { headers: session }))
    expect(response.json()).toMatchObject({
      stale: false,
      counts: { racers: 56 },
      // The racers in 06.
      warnings: [{ code: 'racers_lost' }],
    })
    const board = await fresh.call({
      method: 'POST',
      url: '/api/leaderboard/',
      body: { season: 73 },
    })
    expect(board.json().data).toMatchObject([
      {
        rank: 1,
        username: 'sample_caster',
        totalPoints: 74_479,
        totalRaces: 60,
        pointsPerRace: 1241.32,
        raceHighScore: 588,
        battleRoyaleHighScore: 554,
      },
    ])
  })
})

describe('a snapshot', () => {
  it('removes missing racers and rewrites only changed ones', async () => {
    const session = await server.signIn('pruner')
    const racers = [{ name: 'stays' }, { name: 'goes' }, { name: 'grows' }]
    await upload(makeSeason({ channel: 'pruner', season: 70, racers }), session)
    const later = [{ name: 'stays' }, { name: 'grows', racePoints: 150 }, { name: 'comes' }]
    const { body } = await upload(
      makeSeason({ channel: 'pruner', season: 70, racers: later, marbleDay: '2026-09-15' }),
      session,
    )
    expect(body.counts).toEqual({ racers: 3, added: 1, changed: 1, removed: 1 })
    const logins = (await listRacers('pruner', 70)).map((racer) => racer.login)
    expect(logins).toEqual(['comes', 'grows', 'stays'])
  })

  it('is replaced by a later upload of the same day', async () => {
    const session = await server.signIn('sameday')
    await upload(makeSeason({ channel: 'sameday', season: 70, points: 900 }), session)
    await upload(makeSeason({ channel: 'sameday', season: 70, points: 100 }), session)
    expect(await standingOf('sameday', 70)).toMatchObject({ totalPoints: 100 })
  })

  it('is not replaced by an empty one', async () => {
    const session = await server.signIn('emptied')
    await upload(makeSeason({ channel: 'emptied', season: 70 }), session)
    const empty = makeSeason({
      channel: 'emptied',
      season: 70,
      racers: [],
      games: 0,
      marbleDay: '2026-10-01',
    })
    const { status, body } = await upload(empty, session)
    expect(status).toBe(200)
    expect(body).toMatchObject({ stale: true, duplicate: false })
    expect(body.warnings).toMatchObject([{ code: 'empty_snapshot' }])
    expect(await listRacers('emptied', 70)).toHaveLength(1)
  })

  it('without a day gets the day of its upload', async () => {
    const session = await server.signIn('undated')
    await upload(makeSeason({ channel: 'undated', season: 70, marbleDay: '' }), session)
    const stored = await server.context.db
      .selectFrom('channel_seasons as standing')
      .innerJoin('channels as channel', 'channel.id', 'standing.channel_id')
      .select('standing.marble_day')
      .where('channel.name', '=', 'undated')
      .executeTakeFirst()
    expect(stored).toEqual({ marble_day: '2026-10-02' })
  })

  it('is stored unchanged, and the last three are kept', async () => {
    const session = await server.signIn('keeper')
    const made = [1, 2, 3, 4].map((points) =>
      makeSeason({ channel: 'keeper', season: 70, points, marbleDay: `2026-09-0${points}` }),
    )
    for (const files of made) {
      await upload(files, session)
    }
    const kept = await server.context.db
      .selectFrom('season_snapshots as snapshot')
      .innerJoin('channels as channel', 'channel.id', 'snapshot.channel_id')
      .select(['snapshot.marble_day', 'snapshot.streamer_data_gzip'])
      .where('channel.name', '=', 'keeper')
      .orderBy('snapshot.id')
      .execute()
    expect(kept.map((snapshot) => snapshot.marble_day)).toEqual([
      '2026-09-02',
      '2026-09-03',
      '2026-09-04',
    ])
    expect(kept.map((snapshot) => gunzipSync(snapshot.streamer_data_gzip))).toEqual(
      made.slice(1).map((files) => files.streamerData),
    )
  })

  it('is stored completely if two come at once', async () => {
    const session = await server.signIn('twice')
    const crowd = (prefix: string, racePoints: number) =>
      makeSeason({
        channel: 'twice',
        season: 70,
        racers: Array.from({ length: 300 }, (_, i) => ({ name: `${prefix}${i}`, racePoints })),
      })
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        upload(crowd('a', round + 1), session),
        upload(crowd('b', round + 2), session),
      ])
      expect(answers.map((answer) => answer.status)).toEqual([200, 200])
      const racers = await listRacers('twice', 70)
      const standing = await standingOf('twice', 70)
      expect(racers).toHaveLength(300)
      expect(new Set(racers.map((racer) => racer.login[0])).size).toBe(1)
      const sum = racers.reduce((total, racer) => total + racer.points, 0)
      expect(standing.totalPoints).toBe(sum)
    }
  })

  it('is in the very next answer', async () => {
    const session = await server.signIn('fresh')
    for (const points of [10, 20, 30]) {
      await upload(makeSeason({ channel: 'fresh', season: 70, points }), session)
      expect(await standingOf('fresh', 70)).toMatchObject({ totalPoints: points })
    }
  })
})

describe('malicious names', () => {
  it.each([
    'comma, quote " and more',
    '=HYPERLINK("http://a.example")',
    '<script>alert(1)</script>',
    '\u202Eevil\u202C',
    'x'.repeat(500),
    "'; drop table racer_totals; --",
    '__proto__',
  ])('are stored as plain text: %s', async (name) => {
    const session = await server.signIn('hostile')
    const files = makeSeason({ channel: 'hostile', season: 71, racers: [{ name }] })
    expect((await upload(files, session)).status).toBe(200)
    expect(await listRacers('hostile', 71)).toMatchObject([{ login: name.toLowerCase() }])
  })
})
