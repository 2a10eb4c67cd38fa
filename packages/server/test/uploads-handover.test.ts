/** From snapshots to games and back, and uploads taken back: on every page, without a jump. */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findDifferences } from '../src/verify/find-differences.ts'
import { eventUpload, gameUpload } from './game-files.ts'
import { makeSeason, seasonUpload } from './season-files.ts'
import { type Session, startTestServer, type TestServer, userIds } from './test-server.ts'

let server: TestServer
let streamer: Session
let name: string
let eventId: number
let streamers = 0

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', SEASON: '75' },
    startsAt: new Date('2026-10-02T12:00:00Z'),
  })
})
afterAll(() => server.stop())

/** Each test has a streamer of its own, with an event of its own that runs. */
beforeEach(async () => {
  streamers += 1
  name = `streamer_${streamers}`
  streamer = await server.signIn(name)
  await ask('POST', '/api/app/create-event', {
    channel: name,
    name: `Cup ${streamers}`,
    startAt: '2026-10-01',
    endAt: '2026-10-30',
  })
  const { events } = await ask('GET', '/api/events/getAll')
  eventId = events[0].id
})

const take = (options: InjectOptions) =>
  server.ask({ ...options, headers: { ...options.headers, ...streamer } })

const ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  take({ method, url, ...(body && { body }) })

const snapshot = (racePoints: number, { games = 10, marbleDay = '2026-10-01' } = {}) =>
  take(
    seasonUpload(makeSeason({ channel: name, games, marbleDay, racers: [{ name, racePoints }] })),
  )

const EVENT_HEADINGS =
  'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points'

const eventSnapshot = (points: number) => {
  const eventData = Buffer.from(
    `${EVENT_HEADINGS}\r\n${name},${name},500,1,5,40,1,2,0,3,10,0,${points}\r\n`,
  )
  return take(eventUpload({ eventId, eventData }))
}

/** A race that the streamer wins, finished now. */
const race = (points: number) =>
  take(
    gameUpload(
      {
        raceData: Buffer.from(
          `Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated\r\n1,${name},A,FFFFFF,${points},60.5,false\r\n2,other,B,FFFFFF,0,61,false\r\n`,
        ),
      },
      { fields: { finishedAt: server.clock.now().toISOString() } },
    ),
  )

const handOver = (isOn: boolean) => ask('PUT', '/api/uploads/handover', { isOn })
const receipts = () => ask('GET', '/api/uploads/receipts')
const undo = async (dryRun = false) =>
  ask('POST', `/api/uploads/receipts/${(await receipts()).undoableId}/undo`, { dryRun })
const tryUndo = (id: number, headers = streamer) =>
  server.call({
    method: 'POST',
    url: `/api/uploads/receipts/${id}/undo`,
    headers,
    body: { dryRun: false },
  })

/** The streamer's points and games on the leaderboard, on the dashboard, and in the event. */
async function numbers() {
  const { data } = await ask('POST', '/api/leaderboard/', { season: 75, channel: name })
  const { widgets } = await ask('GET', `/api/dashboard/season/75/${name}`)
  const [board] = await ask('GET', `/api/events/get-leaderboard/${eventId}`)
  const own = board?.leaderboard.find((it: { racer_name: string }) => it.racer_name === name)
  const { dataDir } = server.context.config
  expect((await findDifferences(server.context.db, { dataDir })).differences).toEqual([])
  const shown = (label: string) =>
    widgets.find((it: { label: string; raceType: string }) => it.label === label)?.value ?? null
  return {
    season: data[0] ? [data[0].totalPoints, data[0].totalRaces] : null,
    dashboard: [shown('Points'), shown('Races')],
    event: own ? [own.event_points, own.race_races] : null,
    eventSource: board?.source ?? null,
  }
}

it('a season and an event that snapshots began go on with games, and back', async () => {
  await snapshot(1_000)
  await eventSnapshot(250.5)
  const begun = {
    season: [1_000, 10],
    dashboard: [1_000, 5],
    event: [250.5, 5],
    eventSource: 'snapshot',
  }
  expect(await numbers()).toEqual(begun)
  // It is in the snapshot already.
  await race(60)
  expect(await numbers()).toEqual(begun)

  server.clock.advance({ minutes: 30 })
  const { handedOverAt } = await handOver(true)
  expect(handedOverAt).toBe(server.clock.now().toISOString())
  expect(await numbers()).toEqual(begun)
  server.clock.advance({ minutes: 5 })
  // Once more changes nothing, the instant neither.
  expect((await handOver(true)).handedOverAt).toBe(handedOverAt)

  await race(70)
  const played = {
    season: [1_070, 11],
    dashboard: [1_070, 6],
    event: [350.5, 6],
    eventSource: 'handover',
  }
  expect(await numbers()).toEqual(played)

  const late = await snapshot(1_500, { games: 15, marbleDay: '2026-10-02' })
  expect(late).toMatchObject({ duplicate: false, stale: true, kept: true })
  expect(late.message).toBe(`Season 75 of ${name} is kept, but not used: 1 racer.`)
  expect(late.warnings).toMatchObject([{ code: 'handed_over' }])
  expect(await snapshot(1_500, { games: 15, marbleDay: '2026-10-02' })).toMatchObject({
    duplicate: true,
    warnings: [{ code: 'handed_over' }],
  })
  expect(await eventSnapshot(400)).toMatchObject({
    stale: true,
    warnings: [{ code: 'handed_over' }],
  })
  expect(await numbers()).toEqual(played)

  await handOver(false)
  expect(await numbers()).toEqual({
    season: [1_500, 15],
    dashboard: [1_500, 5],
    event: [400, 5],
    eventSource: 'snapshot',
  })
})

it('a season without a snapshot counts all its games before and after', async () => {
  await race(60)
  await handOver(true)
  server.clock.advance({ minutes: 5 })
  await race(70)
  const expected = {
    season: [130, 2],
    dashboard: [130, 2],
    event: [200, 2],
    eventSource: 'games',
  }
  expect(await numbers()).toEqual(expected)
  expect(await snapshot(9_000)).toMatchObject({ stale: true })
  expect(await eventSnapshot(9_000)).toMatchObject({ stale: true })
  expect(await numbers()).toEqual(expected)
})

it('keeps the snapshot that counts, however many come later', async () => {
  await snapshot(1_000)
  await handOver(true)
  for (const points of [2_000, 3_000, 4_000, 5_000]) {
    await snapshot(points)
  }
  expect(await numbers()).toMatchObject({ season: [1_000, 10] })
  await handOver(false)
  expect(await numbers()).toMatchObject({ season: [5_000, 10] })
})

it('crown wins go on from a royale won before', async () => {
  const crowns = async () => {
    const { widgets } = await ask('GET', `/api/dashboard/season/75/${name}`)
    return widgets.find(({ label }: { label: string }) => label === 'Crown wins').value
  }
  const royale = () => {
    server.clock.advance({ minutes: 5 })
    const rows = Array.from(
      { length: 10 },
      (_, index) => `${index + 1},${index ? `r${index}` : name},N,FFFFFF,0,${index > 0},1,9`,
    )
    const heading =
      'Position, Username, Displayname, NameColor, PointsEarned, Eliminated, Eliminations, DamageDealt'
    const raceData = Buffer.from([heading, ...rows].join('\r\n'))
    return take(gameUpload({ raceData }))
  }
  await take(
    seasonUpload({
      streamerData: Buffer.from(
        `channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day\r\n${name},75,40,1,0,0,40,0,2026-10-01\r\n`,
      ),
      viewerData: Buffer.from(
        `racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations\r\n${name},75,${name},0,0,0,40,1,1,0,0,0,0\r\n`,
      ),
    }),
  )
  await handOver(true)
  await royale()
  expect(await crowns()).toBe(1)
})

it('only who has a channel hands it over', async () => {
  streamer = await server.signIn('viewer')
  const response = await server.call({
    method: 'PUT',
    url: '/api/uploads/handover',
    headers: streamer,
    body: { isOn: true },
  })
  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
})

it('a game, a snapshot and an event snapshot are taken back, and uploaded again', async () => {
  await snapshot(1_000)
  await eventSnapshot(250)
  const before = await numbers()

  await snapshot(1_200, { games: 12 })
  expect(await undo(true)).toEqual({
    message: `Took back the snapshot of season 75 of ${name}.`,
    changes: [
      {
        of: 'Season 75',
        before: '1,200 points in 12 games',
        after: '1,000 points in 10 games',
      },
    ],
  })
  expect(await numbers()).toMatchObject({ season: [1_200, 12] })
  await undo()
  expect(await numbers()).toEqual(before)
  expect(await snapshot(1_200, { games: 12 })).toMatchObject({ stale: false, duplicate: false })
  expect(await numbers()).toMatchObject({ season: [1_200, 12] })
  await undo()

  await eventSnapshot(300)
  expect(await numbers()).toMatchObject({ event: [300, 5] })
  await undo()
  expect(await numbers()).toEqual(before)

  await handOver(true)
  server.clock.advance({ minutes: 5 })
  await race(70)
  expect(await numbers()).toMatchObject({ season: [1_070, 11], event: [350, 6] })
  const { changes } = await undo()
  expect(changes).toEqual([
    { of: 'Season 75', before: '1,070 points in 11 games', after: '1,000 points in 10 games' },
  ])
  expect(await numbers()).toEqual(before)
  await race(70)
  expect(await numbers()).toMatchObject({ season: [1_070, 11], event: [350, 6] })
})

it('the first snapshots taken back leave what games tell, or nothing', async () => {
  await race(60)
  await snapshot(1_000)
  await eventSnapshot(250)
  await undo()
  await undo()
  expect(await numbers()).toEqual({
    season: [60, 1],
    dashboard: [60, 1],
    event: [100, 1],
    eventSource: 'games',
  })
  await undo()
  expect(await numbers()).toMatchObject({ season: null, event: null })
  const { undoableId, receipts: all } = await receipts()
  expect(undoableId).toBeNull()
  expect(all.map(({ undoneAt }: { undoneAt: string | null }) => undoneAt !== null)).toEqual([
    true,
    true,
    true,
  ])
})

it('nothing is taken back to a snapshot that is stored no longer', async () => {
  for (const points of [1_000, 2_000, 3_000, 4_000]) {
    await snapshot(points)
  }
  await undo()
  await undo()
  expect(await numbers()).toMatchObject({ season: [2_000, 10] })
  const response = await tryUndo((await receipts()).undoableId)
  expect([response.statusCode, response.json().code]).toEqual([409, 'conflict'])
  expect(await numbers()).toMatchObject({ season: [2_000, 10] })
})

it('a snapshot that counts since its streamer switched back is not forgotten', async () => {
  await race(60)
  await handOver(true)
  await snapshot(1_000)
  await handOver(false)
  expect(await numbers()).toMatchObject({ season: [1_000, 10] })
  for (const points of [2_000, 3_000, 4_000]) {
    await snapshot(points)
  }
  await undo()
  await undo()
  const response = await tryUndo((await receipts()).undoableId)
  expect([response.statusCode, response.json().code]).toEqual([409, 'conflict'])
  expect(await numbers()).toMatchObject({ season: [2_000, 10] })
})

it('a snapshot that counts since its streamer switched back is the one that is taken back', async () => {
  await snapshot(1_000)
  await eventSnapshot(250)
  const before = await numbers()
  await handOver(true)
  server.clock.advance({ minutes: 1 })
  await snapshot(2_000)
  await eventSnapshot(300)
  // Until then neither counts.
  const used = async () =>
    (await receipts()).receipts.map(({ countsNow }: { countsNow: boolean }) => countsNow)
  expect(await used()).toEqual([false, false, false, false])
  const { undoableId } = await receipts()
  expect(await undo(true)).toMatchObject({ changes: [{ before: '1 racer with 250 points' }] })
  await handOver(false)
  expect(await numbers()).toMatchObject({ season: [2_000, 10], event: [300, 5] })
  expect((await receipts()).undoableId).not.toBe(undoableId)
  expect(await used()).toEqual([true, true, false, false])
  await undo()
  expect(await used()).toEqual([false, true, false, false])
  await undo()
  expect(await numbers()).toEqual(before)
})

it('what came after the handover is not used by taking back what came before', async () => {
  await snapshot(1_000)
  server.clock.advance({ minutes: 1 })
  await snapshot(2_000)
  await handOver(true)
  server.clock.advance({ minutes: 1 })
  expect(await snapshot(1_000)).toMatchObject({ stale: true })
  await undo()
  expect(await numbers()).toMatchObject({ season: [1_000, 10] })
  await undo()
  expect(await numbers()).toMatchObject({ season: null })
})

it('an open page hears of the switch, and of an event that is deleted', async () => {
  const { [name]: id } = await userIds(server)
  await eventSnapshot(250)
  let heard: string[] = []
  const stop = server.context.changes.follow((topic) => heard.push(topic))
  await handOver(true)
  expect(heard).toContain(`uploads:${id}`)
  heard = []
  await take({ method: 'DELETE', url: `/api/events/event/${eventId}` })
  expect(heard).toContain(`uploads:${id}`)
  expect((await receipts()).undoableId).toBeNull()
  stop()
})

it('only the last upload, and only their own, may anybody take back', async () => {
  const { id: first } = await snapshot(1_000)
  const { id: last } = await snapshot(1_100)
  expect((await tryUndo(first)).statusCode).toBe(409)
  const stranger = await server.signIn('stranger')
  expect((await tryUndo(last, stranger)).statusCode).toBe(404)
  expect((await tryUndo(last)).statusCode).toBe(200)
  expect((await tryUndo(last)).statusCode).toBe(409)
  const boss = await server.signIn('boss')
  const log = await server.call({
    method: 'GET',
    url: '/api/admin/audit-log?kind=act',
    headers: boss,
  })
  expect(
    log.json().entries.find(({ what }: { what: string }) => what === 'upload-undone'),
  ).toMatchObject({
    summary: `Took back the snapshot of season 75 of ${name}.`,
  })
})

it('receipts say what became of each upload, also of refused ones, to their streamer only', async () => {
  await snapshot(1_000)
  const files = makeSeason({ channel: name })
  const refused = await server.call({
    ...seasonUpload({ ...files, viewerData: Buffer.from('racer_name\r\n') }),
    headers: { ...seasonUpload(files).headers, ...streamer },
  })
  expect(refused.statusCode).toBe(422)
  const { channel, total, receipts: all } = await receipts()
  expect(channel).toEqual({ name, handedOverAt: null })
  expect(total).toBe(2)
  expect(all).toMatchObject([
    { kind: 'season', outcome: 'refused', part: 'viewerData', line: 1 },
    { kind: 'season', outcome: 'stored', message: `Season 75 of ${name} is stored: 1 racer.` },
  ])
  streamer = await server.signIn('nobody_else')
  expect(await receipts()).toEqual({ channel: null, undoableId: null, total: 0, receipts: [] })
})

it('only its owner follows what a user uploads', async () => {
  const { [name]: id } = await userIds(server)
  const stranger = await server.signIn('stranger')
  const url = `/api/live?topics=uploads:${id}`
  const response = await server.call({ method: 'GET', url, headers: stranger })
  expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden'])
})
