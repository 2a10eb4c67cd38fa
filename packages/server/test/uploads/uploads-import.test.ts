/** Day logs of the public companion become games: previewed, imported, and never imported twice. */
import { normalLogin } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { gameUpload, importUpload, sampleFile } from '../helpers/game-files.ts'
import { sampleSeason, seasonUpload } from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', SEASON: '73' },
    startsAt: new Date('2026-09-15T12:00:00Z'),
  })
})
afterAll(() => server.stop())

const THREE_DAYS = ['12', '13', '14'].map((day) =>
  sampleFile(`companion-log/04-three-days/allraces_2026-09-${day}.csv`),
)

async function send(log: Buffer, headers: Session, fields: Record<string, string> = {}) {
  const response = await server.call(importUpload(log, { headers, fields }))
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

async function boardRow(login: string) {
  const response = await server.call({
    method: 'POST',
    url: '/api/leaderboard/',
    body: { season: 73, channel: login },
  })
  const { totalPoints, totalRaces, pointsPerRace, raceHighScore, battleRoyaleHighScore } =
    response.json().data[0] ?? {}
  return { totalPoints, totalRaces, pointsPerRace, raceHighScore, battleRoyaleHighScore }
}

/** The numbers on a racer's dashboard of one channel. */
async function widgets(racer: string, channel: string) {
  const response = await server.call({
    method: 'GET',
    url: `/api/dashboard/season/73/${channel}`,
    headers: await server.signIn(racer),
  })
  const labels: { label: string; raceType: string; value: number }[] = response.json().widgets
  return Object.fromEntries(
    labels
      .filter(({ label }) => label !== 'Kills')
      .map(({ label, raceType, value }) => [`${raceType} ${label}`, value]),
  )
}

it('the logs of three days give the same season as the snapshot of the public companion', async () => {
  const byLogs = await server.signIn('by_logs')
  for (const log of THREE_DAYS) {
    const preview = await send(log, byLogs, { dryRun: 'true' })
    expect(preview).toMatchObject({ id: null, counts: { games: 20, added: 20, known: 0 } })
    expect(preview.seasons).toMatchObject([{ season: 73, added: 20, counted: 20 }])
  }
  expect(await boardRow('by_logs')).toEqual({})
  for (const log of THREE_DAYS) {
    await send(log, byLogs)
  }
  const again = await send(THREE_DAYS[0] ?? Buffer.of(), byLogs)
  expect(again).toMatchObject({ duplicate: true, counts: { added: 0, known: 20 }, seasons: [] })

  const bySnapshot = await server.signIn('sample_caster')
  const snapshot = await server.call(
    seasonUpload(sampleSeason('real/companion-season'), { headers: bySnapshot }),
  )
  expect(snapshot.statusCode, snapshot.body).toBe(200)
  expect(await boardRow('by_logs')).toEqual(await boardRow('sample_caster'))
  for (const racer of ['briskacorn', 'emberegret', 'gildeddingo', 'amber_egret'].map(normalLogin)) {
    const { 'royale Crown wins': ours, ...numbers } = await widgets(racer, 'by_logs')
    const { 'royale Crown wins': theirs, ...expected } = await widgets(racer, 'sample_caster')
    expect(numbers).toEqual(expected)
    expect(ours).toBe(theirs)
  }
})

it('a game from its own files is not imported again, and games covered by a snapshot do not count', async () => {
  const headers = await server.signIn('both_ways')
  const [log = Buffer.of()] = THREE_DAYS
  const lines = log.toString().split('\r\n')
  const first = lines.filter((line) => line.includes('Race,2026-09-12 06:00:07'))
  const rows = first.map((line) => {
    const [position, login, name, points, , , , eliminated] = line.split(',')
    return `s-1,${position},${login},${name},Twitch,FFFFFFFF,${points},1,1,1,60.5,${eliminated}`
  })
  const heading =
    'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal,TimeInRaceSeconds,Eliminated'
  const raceData = Buffer.from([heading, ...rows].join('\r\n'))
  const told = await server.call(
    gameUpload({ raceData }, { headers, fields: { finishedAt: '2026-09-12T21:58:00Z' } }),
  )
  expect(told.statusCode, told.body).toBe(200)
  expect(await send(log, headers)).toMatchObject({ counts: { games: 20, added: 19, known: 1 } })

  const season = sampleSeason('real/companion-season')
  const named = (file: Buffer) => Buffer.from(file.toString().replaceAll('sample_caster', 'told'))
  const other = await server.signIn('told')
  await server.call(
    seasonUpload(
      { streamerData: named(season.streamerData), viewerData: named(season.viewerData) },
      { headers: other },
    ),
  )
  const before = await boardRow('told')
  const { seasons, warnings } = await send(log, other, { dryRun: 'true' })
  expect(seasons).toEqual([{ season: 73, added: 20, counted: 0, points: 0 }])
  const notCounted = {
    code: 'not_counted',
    params: { season: 73, count: 20, of: 20, isHandedOver: false },
    message:
      'None of the 20 games counts in season 73: its numbers come from a snapshot, which already covers all games so far. They can still count in events. To count the games you play from now on one by one, choose "Count each game from now on" on My Uploads.',
  }
  expect(warnings).toContainEqual(notCounted)
  expect((await send(log, other)).warnings).toContainEqual(notCounted)
  const own = { method: 'GET', url: '/api/uploads/receipts', headers: other } as const
  expect((await server.call(own)).json().receipts[0].warnings).toContainEqual(notCounted)
  expect(await boardRow('told')).toEqual(before)
  const { dataDir } = server.context.config
  expect((await findDifferences(server.context.db, { dataDir })).differences).toEqual([])
})

it("a game's own files complete a game from a day log", async () => {
  const headers = await server.signIn('completed')
  const log = Buffer.from(
    '1,ann,Ann,90,Race,2026-09-14 06:22:07,2,false,0,0,[],0\r\n2,bob,Bob,10,Race,2026-09-14 06:22:07,2,false,0,0,[],0\r\n',
  )
  await send(log, headers)
  expect(await boardRow('completed')).toMatchObject({ totalPoints: 100, totalRaces: 1 })
  const heading =
    'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal,TimeInRaceSeconds,Eliminated'
  const files = {
    raceData: Buffer.from(
      `${heading}\r\ns-7,1,ann,Ann,Twitch,FFFFFFFF,90,1,1,1,60.5,false\r\ns-7,2,bob,Bob,Twitch,FFFFFFFF,10,1,1,1,61,false\r\n`,
    ),
    checkpointData: Buffer.from(
      'Number,Username,DisplayName,NameColorHex\r\n3,bob,Bob,FFFFFFFF\r\n',
    ),
  }
  const tell = async () => {
    const fields = { finishedAt: '2026-09-14T22:21:00Z' }
    const response = await server.call(gameUpload(files, { headers, fields }))
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  expect(await tell()).toMatchObject({
    duplicate: false,
    isCompleted: true,
    counts: { results: 2, hits: 1 },
    message: 'The race on completed was stored from a day log, and is completed by its own files.',
  })
  const { db, config } = server.context
  expect(await tell()).toMatchObject({ duplicate: true, counts: { hits: 0 } })
  expect(await send(log, headers)).toMatchObject({ counts: { added: 0, known: 1 } })
  expect(await boardRow('completed')).toMatchObject({ totalPoints: 100, totalRaces: 1 })
  const stored = await db
    .selectFrom('games as game')
    .innerJoin('channels as channel', 'channel.id', 'game.channel_id')
    .innerJoin('checkpoint_hits as hit', 'hit.game_id', 'game.id')
    .innerJoin('racers as racer', 'racer.id', 'hit.racer_id')
    .select(['game_key', 'hit.number', 'racer.login'])
    .where('channel.login', '=', 'completed')
    .execute()
  expect(stored).toEqual([{ game_key: 's-7', number: 3, login: 'bob' }])
  expect((await findDifferences(db, { dataDir: config.dataDir })).differences).toEqual([])

  // The game from its own files stays.
  const { receipts } = await server.ask({ method: 'GET', url: '/api/uploads/receipts', headers })
  const imported = receipts.findLast(({ kind }: { kind: string }) => kind === 'import')
  expect(imported).toMatchObject({ undo: 'games_have_own_files' })
  const undone = await server.call({
    method: 'POST',
    url: `/api/uploads/receipts/${imported.id}/undo`,
    headers,
    body: { dryRun: false },
  })
  expect([undone.statusCode, undone.json().code]).toEqual([409, 'games_have_own_files'])
  expect(await boardRow('completed')).toMatchObject({ totalPoints: 100, totalRaces: 1 })
})

it('a bad log is refused completely with line and column, and so is a log of checkpoints', async () => {
  const headers = await server.signIn('careless')
  const bad = Buffer.from('1,a,A,5,Race,2026-09-14 06:22:07,1,false,0,0,[],0\r\n1,b,B,5,Race,x\r\n')
  const refused = await server.call(importUpload(bad, { headers }))
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ code: 'bad_row', part: 'dayLog', line: 2 })
  const hits = sampleFile('companion-log/04-three-days/checkpoints_2026-09-12.csv')
  const response = await server.call(importUpload(hits, { headers }))
  expect([response.statusCode, response.json().code]).toEqual([422, 'no_rows'])
})

it('the largest logs can be imported one after the other', async () => {
  const caster = await server.signIn('large_logs')
  const GAMES = 5_000
  const RACERS = 9
  const logOf = (day: number) => {
    const lines = Array.from({ length: GAMES * RACERS }, (_, index) => {
      const second = Math.floor(index / RACERS) * 1_000
      const stamp = new Date(Date.UTC(2026, 8, day) + second).toISOString().slice(0, 19)
      const place = 1 + (index % RACERS)
      return `${place},r${place},R,5,Race,${stamp.replace('T', ' ')},${RACERS},false,0,0,[],0`
    })
    return Buffer.from(lines.join('\r\n'))
  }
  // PostgreSQL does this automatically at some time. The plans are now made for tables without these games.
  await sql`analyze games, game_results`.execute(server.context.db)
  for (const day of [13, 14]) {
    expect((await send(logOf(day), caster)).counts).toMatchObject({ added: GAMES })
  }
})

it('a log of 2,000 games a second apart is imported, and the same log again changes nothing', async () => {
  const headers = await server.signIn('many_games')
  const row = (index: number) => {
    const stamp = new Date(Date.UTC(2026, 8, 12, 6) + index * 1_000).toISOString()
    return `1,solo,Solo,5,Race,${stamp.slice(0, 19).replace('T', ' ')},1,false,0,0,[],0`
  }
  const log = (count: number) =>
    Buffer.from(Array.from({ length: count }, (_, index) => row(index)).join('\r\n'))
  expect(await send(log(2_000), headers)).toMatchObject({ counts: { added: 2_000, known: 0 } })
  expect(await send(log(2_000), headers)).toMatchObject({ counts: { added: 0, known: 2_000 } })
})
