/** Handover from snapshots to games and back: no number jumps on any page. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { gameUpload } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { type TestServer, userIds } from '../helpers/test-server.ts'
import { startUploadServer, UploadingStreamer } from '../helpers/uploading-streamer.ts'

let server: TestServer
let streamer: UploadingStreamer

beforeAll(async () => {
  server = await startUploadServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  streamer = await UploadingStreamer.create(server)
})

it('a game covered by a snapshot gets a warning, before and after the handover', async () => {
  const streamer = await UploadingStreamer.create(server)
  let points = 50
  const codes = async () =>
    (await streamer.race(points++)).warnings.map(({ code }: { code: string }) => code)
  expect(await codes()).toEqual([])
  await streamer.snapshot(1_000)
  server.clock.advance({ minutes: 20 })
  expect(await codes()).toEqual(['not_counted'])
  server.clock.advance({ minutes: 20 })
  const earlier = server.clock.now()
  await streamer.handOver(true)
  server.clock.advance({ minutes: 20 })
  expect(await codes()).toEqual([])
  server.clock.advance({ minutes: 20 })
  const { warnings } = await streamer.race(points, new Date(earlier.getTime() - 60_000))
  expect(warnings).toMatchObject([
    {
      code: 'not_counted',
      message:
        'It does not count in season 75: the snapshot from before you switched to counting each game already covers that time. It can still count in events.',
      params: { season: 75, count: 1, of: 1, isHandedOver: true },
    },
  ])
})

it('a season and an event that began with snapshots continue with games, and with snapshots again', async () => {
  await streamer.snapshot(1_000)
  await streamer.eventSnapshot(250.5)
  const begun = {
    season: [1_000, 10],
    dashboard: [1_000, 5],
    event: [250.5, 5],
    eventSource: 'snapshot',
  }
  expect(await streamer.numbers()).toEqual(begun)
  // The snapshot includes this race already.
  await streamer.race(60)
  expect(await streamer.numbers()).toEqual(begun)

  server.clock.advance({ minutes: 30 })
  const { handedOverAt } = await streamer.handOver(true)
  expect(handedOverAt).toBe(server.clock.now().toISOString())
  expect(await streamer.numbers()).toEqual(begun)
  server.clock.advance({ minutes: 5 })
  // A second handover changes nothing, not even the instant.
  expect((await streamer.handOver(true)).handedOverAt).toBe(handedOverAt)

  await streamer.race(70)
  const played = {
    season: [1_070, 11],
    dashboard: [1_070, 6],
    event: [350.5, 6],
    eventSource: 'handover',
  }
  expect(await streamer.numbers()).toEqual(played)

  const late = await streamer.snapshot(1_500, { games: 15, marbleDay: '2026-10-02' })
  expect(late).toMatchObject({
    ...{ duplicate: false, stale: true, kept: true },
    ...{ outcome: 'stale', unused: 'kept' },
  })
  expect(late.message).toBe(`Season 75 of ${streamer.name} is kept, but not used: 1 racer.`)
  expect(late.warnings).toMatchObject([{ code: 'handed_over', params: { since: handedOverAt } }])
  expect(await streamer.snapshot(1_500, { games: 15, marbleDay: '2026-10-02' })).toMatchObject({
    duplicate: true,
    warnings: [{ code: 'handed_over' }],
  })
  expect(await streamer.eventSnapshot(400)).toMatchObject({
    stale: true,
    warnings: [{ code: 'handed_over' }],
  })
  expect(await streamer.numbers()).toEqual(played)

  await streamer.handOver(false)
  expect(await streamer.numbers()).toEqual({
    season: [1_500, 15],
    dashboard: [1_500, 5],
    event: [400, 5],
    eventSource: 'snapshot',
  })
})

it('a season without a snapshot counts all its games before and after', async () => {
  await streamer.race(60)
  await streamer.handOver(true)
  server.clock.advance({ minutes: 5 })
  await streamer.race(70)
  const expected = {
    season: [130, 2],
    dashboard: [130, 2],
    event: [200, 2],
    eventSource: 'games',
  }
  expect(await streamer.numbers()).toEqual(expected)
  expect(await streamer.snapshot(9_000)).toMatchObject({ stale: true })
  expect(await streamer.eventSnapshot(9_000)).toMatchObject({ stale: true })
  expect(await streamer.numbers()).toEqual(expected)
})

it('the snapshot that counts is kept, even if many come later', async () => {
  await streamer.snapshot(1_000)
  await streamer.handOver(true)
  for (const points of [2_000, 3_000, 4_000, 5_000]) {
    await streamer.snapshot(points)
  }
  expect(await streamer.numbers()).toMatchObject({ season: [1_000, 10] })
  await streamer.handOver(false)
  expect(await streamer.numbers()).toMatchObject({ season: [5_000, 10] })
})

it('crown wins continue from a royale that was won before', async () => {
  const crowns = async () => {
    const { widgets } = await streamer.ask('GET', `/api/dashboard/season/75/${streamer.name}`)
    return widgets.find(({ label }: { label: string }) => label === 'Crown wins').value
  }
  const royale = () => {
    server.clock.advance({ minutes: 5 })
    const rows = Array.from(
      { length: 10 },
      (_, index) =>
        `${index + 1},${index ? `r${index}` : streamer.name},N,FFFFFF,0,${index > 0},1,9`,
    )
    const heading =
      'Position, Username, Displayname, NameColor, PointsEarned, Eliminated, Eliminations, DamageDealt'
    const raceData = Buffer.from([heading, ...rows].join('\r\n'))
    return streamer.take(gameUpload({ raceData }))
  }
  await streamer.take(
    seasonUpload({
      streamerData: Buffer.from(
        `channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day\r\n${streamer.name},75,40,1,0,0,40,0,2026-10-01\r\n`,
      ),
      viewerData: Buffer.from(
        `racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations\r\n${streamer.name},75,${streamer.name},0,0,0,40,1,1,0,0,0,0\r\n`,
      ),
    }),
  )
  await streamer.handOver(true)
  await royale()
  expect(await crowns()).toBe(1)
})

it('a handover needs a channel', async () => {
  const response = await server.call({
    method: 'PUT',
    url: '/api/uploads/handover',
    headers: await server.signIn('viewer'),
    body: { isOn: true },
  })
  expect([response.statusCode, response.json().code]).toEqual([404, 'no_channel_yet'])
})

it('an open page is notified of the handover, and of a deleted event', async () => {
  const { [streamer.name]: id } = await userIds(server)
  await streamer.eventSnapshot(250)
  let heard: string[] = []
  const stop = server.context.changes.follow((topic) => heard.push(topic))
  await streamer.handOver(true)
  expect(heard).toContain(`uploads:${id}`)
  heard = []
  await streamer.ask('DELETE', `/api/events/event/${streamer.eventId}`)
  expect(heard).toContain(`uploads:${id}`)
  expect((await streamer.receipts()).receipts).toMatchObject([{ undo: 'event_deleted_meanwhile' }])
  stop()
})

it('receipts show only the streamer the outcome of each upload, including refused ones', async () => {
  await streamer.snapshot(1_000)
  const files = makeSeason({ channel: streamer.name })
  const refused = await server.call({
    ...seasonUpload({ ...files, viewerData: Buffer.from('racer_name\r\n') }),
    headers: { ...seasonUpload(files).headers, ...streamer.session },
  })
  expect(refused.statusCode).toBe(422)
  const { channel, total, receipts: all } = await streamer.receipts()
  expect(channel).toEqual({
    name: streamer.name,
    page: { platform: 'twitch', login: streamer.name },
    handedOverAt: null,
  })
  expect(total).toBe(2)
  expect(all).toMatchObject([
    {
      ...{ kind: 'season', outcome: 'refused', part: 'viewerData', line: 1 },
      ...{ code: 'unknown_header', facts: null },
    },
    {
      kind: 'season',
      outcome: 'stored',
      code: null,
      message: `Season 75 of ${streamer.name} is stored: 1 racer.`,
      facts: {
        kind: 'season',
        season: 75,
        counts: { racers: 1, added: 1, changed: 0, removed: 0 },
        unused: null,
      },
    },
  ])
  const headers = await server.signIn('nobody_else')
  expect(await server.ask({ method: 'GET', url: '/api/uploads/receipts', headers })).toEqual({
    channel: null,
    total: 0,
    receipts: [],
  })
})

it('a receipt has the facts of its answer and nothing else', async () => {
  const uploads = [
    await streamer.race(60),
    await streamer.eventSnapshot(250),
    await streamer.emptySnapshot(),
  ]
  const { receipts } = await streamer.receipts()
  expect(receipts.map(({ facts }: { facts: object }) => facts).toReversed()).toEqual([
    {
      ...{ kind: 'game', season: 75, mode: 'race', map: null, isRanked: true, isCompleted: false },
      counts: { results: 2, hits: 0 },
    },
    {
      ...{ kind: 'event', eventId: streamer.eventId, event: expect.stringMatching('^Cup ') },
      ...{ counts: { racers: 1, added: 1, changed: 0, removed: 0 }, unused: null },
    },
    {
      ...{ kind: 'season', season: 75, unused: 'empty' },
      counts: { racers: 0, added: 0, changed: 0, removed: 0 },
    },
  ])
  for (const [index, { facts }] of receipts.toReversed().entries()) {
    expect(uploads[index]).toMatchObject(facts)
  }
})

it("nobody else can follow a user's uploads", async () => {
  const { [streamer.name]: id } = await userIds(server)
  const stranger = await server.signIn('stranger')
  const url = `/api/live?topics=owner/uploads:${id}`
  const response = await server.call({ method: 'GET', url, headers: stranger })
  expect([response.statusCode, response.json().code]).toEqual([403, 'uploads_followed_by_owner'])
})
