/** Handover and undo on every page with numbers: no number jumps, and an undo restores every page. */
import type { EventBoardRow } from '@rollcall/contract/events-boards'
import type { LeaderboardRow } from '@rollcall/contract/leaderboards'
import type { ListedSnapshot } from '@rollcall/contract/uploads-snapshots'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { heartbeat } from '../helpers/fake-companion.ts'
import { eventUpload, gameUpload } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { lastUndoable } from '../helpers/uploading-streamer.ts'

let server: TestServer
let boss: Session
/** The streamer, and a viewer who races on their channel. Each test has its own. */
let caster: Session
let ann: Session
let names: { caster: string; ann: string; bob: string }
let place: { eventId: number; key: string; overlay: string; eventOverlay: string }
let tests = 0

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', SEASON: '75' },
    startsAt: new Date('2026-10-02T12:00:00Z'),
  })
  boss = await server.signIn('boss')
})
afterAll(() => server.stop())

beforeEach(async () => {
  tests += 1
  names = { caster: `caster_${tests}`, ann: `ann_${tests}`, bob: `bob_${tests}` }
  caster = await server.signIn(names.caster)
  ann = await server.signIn(names.ann)
  const channel = names.caster
  const cup = { channel, name: `Cup ${tests}`, startAt: '2026-10-01', endAt: '2026-10-30' }
  await ask('POST', '/api/app/create-event', cup)
  const { events } = await ask('GET', '/api/events/getAll')
  const eventId: number = events[0].id
  const { key } = await ask('POST', '/api/uploads/key')
  // This creates the channel.
  await season({ ann: 600, caster: 300 })
  await standing({ ann: 250.5, caster: 100 })
  const { token: overlay } = await ask('POST', '/api/show/own-channel')
  const room = await ask('POST', `/api/show/control/${eventId}/token`, { of: 'overlay' })
  place = { eventId, key, overlay, eventOverlay: room.overlayToken }
  const subject = { kind: 'event', eventId, racerName: names.ann }
  await ask('POST', '/api/reports', { subject, reason: 'other' })
})

type Method = 'GET' | 'POST' | 'PUT'

const ask = (method: Method, url: string, body: object | null = null, headers = caster) =>
  server.ask({ method, url, headers, ...(body && { body }) })

const take = (upload: InjectOptions) =>
  server.ask({ ...upload, headers: { ...upload.headers, ...caster } })

/** Uploads a season of 10 games with points for Ann and the streamer. Ann has 40 points in royales too. */
const season = (points: { ann: number; caster: number }, { games = 10 } = {}) =>
  take(
    seasonUpload(
      makeSeason({
        ...{ channel: names.caster, games, marbleDay: '2026-10-01' },
        racers: [
          { name: names.ann, racePoints: points.ann, royalePoints: 40 },
          { name: names.caster, racePoints: points.caster },
        ],
      }),
    ),
  )

const standing = async (points: { ann: number; caster: number }) => {
  const { events } = await ask('GET', '/api/events/getAll')
  const row = (name: string, eventPoints: number) =>
    `${name},${names.caster},500,1,5,40,1,2,0,3,10,0,${eventPoints}`
  const eventData = Buffer.from(
    [
      'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points',
      row(names.ann, points.ann),
      row(names.caster, points.caster),
      '',
    ].join('\r\n'),
  )
  return take(eventUpload({ eventId: events[0].id, eventData }))
}

/** Uploads a race that ends now: first Ann, then the streamer, then Bob, who is new. */
const race = ({ seconds = 60.5 } = {}) => {
  const rows = [
    `1,${names.ann},A,FFFFFF,70,${seconds},false`,
    `2,${names.caster},C,FFFFFF,30,61,false`,
    `3,${names.bob},B,FFFFFF,5,62,false`,
  ]
  const heading = 'Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated'
  const raceData = Buffer.from([heading, ...rows, ''].join('\r\n'))
  const finishedAt = server.clock.now().toISOString()
  return take(gameUpload({ raceData }, { fields: { finishedAt } }))
}

const handOver = (isOn: boolean) => ask('PUT', '/api/uploads/handover', { isOn })

const undo = async () => {
  const id = lastUndoable(await ask('GET', '/api/uploads/receipts'))
  await ask('POST', `/api/uploads/receipts/${id}/undo`, { dryRun: false })
}

/** The answers for all pages, chats, overlays and companions. */
async function pages() {
  const { eventId, key, overlay, eventOverlay } = place
  const { dataDir } = server.context.config
  expect((await findDifferences(server.context.db, { dataDir })).differences).toEqual([])
  const chat = async (path: string) =>
    (await server.call({ method: 'GET', url: `/api/chat/${names.caster}/${path}` })).body
  const dashboardOf = async (racer: Session) => ({
    lifetime: await ask('GET', '/api/dashboard/lifetime-stats', null, racer),
    channel: await ask('GET', `/api/dashboard/channel/${names.caster}`, null, racer),
    season: await ask('GET', `/api/dashboard/season/75/${names.caster}`, null, racer),
    seasons: await ask('GET', '/api/dashboard/get-user-seasons/', null, racer),
    channels: await ask('GET', '/api/dashboard/channels', null, racer),
    seasonChannels: await ask('GET', '/api/dashboard/get-user-season-channels/75', null, racer),
    channelSeasons: await ask(
      'GET',
      `/api/dropdowns/user-seasons-channel/${names.caster}`,
      null,
      racer,
    ),
  })
  const stored = `/api/admin/snapshots?channel=${names.caster}`
  const snapshots: ListedSnapshot[] = await ask('GET', stored, null, boss)
  return {
    leaderboard: await ask('POST', '/api/leaderboard/', { season: 75, channel: names.caster }),
    ownPlace: await ask('GET', '/api/leaderboard/own?season=75'),
    ann: await dashboardOf(ann),
    caster: await dashboardOf(caster),
    event: await ask('GET', `/api/events/get-leaderboard/${eventId}`),
    explained: await ask('GET', `/api/events/explain-row/${eventId}?racer=${names.ann}`),
    controlRoom: await ask('GET', `/api/show/control/${eventId}/rows`),
    eventOverlay: await ask('GET', `/api/show/overlay/${eventOverlay}`),
    channelOverlay: await ask('GET', `/api/show/channel/${overlay}`),
    rank: await chat(`rank?user=${names.ann}`),
    top: await chat('top'),
    companion: await ask('POST', '/api/companion/heartbeat', heartbeat(key)),
    today: await ask('GET', `/api/show/channel/${overlay}?of=today`),
    reports: await ask('GET', '/api/admin/reports', null, boss),
    snapshots: snapshots.flatMap(({ id: _, isCurrent, ...it }) => (isCurrent ? [it] : [])),
  }
}

type Pages = Awaited<ReturnType<typeof pages>>

/** The numbers in all these answers. */
function numbersOf(all: Pages) {
  const shownOf = ({ widgets }: { widgets: { value: number; raceType: string }[] }) =>
    widgets.map(({ value }) => value)
  const ofSeason = ({ totalPoints, totalRaces }: { totalPoints: number; totalRaces: number }) => [
    totalPoints,
    totalRaces,
  ]
  const row = all.leaderboard.data[0] as LeaderboardRow
  const { ann: racer } = all
  const points = (rows: { racer_name: string; points: number }[]) =>
    Object.fromEntries(rows.map((it) => [it.racer_name.split('_')[0], it.points]))
  const eventPoints = (rows: Pick<EventBoardRow, 'racer_name' | 'event_points'>[]) =>
    points(rows.map(({ racer_name, event_points }) => ({ racer_name, points: event_points })))
  return {
    leaderboard: [row.totalPoints, row.totalRaces, row.raceHighScore, row.battleRoyaleHighScore],
    ownPlace: all.ownPlace.own.row.totalPoints,
    lifetime: shownOf(racer.lifetime),
    channel: shownOf(racer.channel),
    season: shownOf(racer.season),
    seasons: racer.seasons.seasons.map(ofSeason),
    channels: [racer.channels, racer.seasonChannels].map(([it]) => Number(it.race_points)),
    event: eventPoints(all.event[0].leaderboard),
    explained: all.explained.terms.reduce(
      (sum: number, it: { points: number }) => sum + it.points,
      0,
    ),
    controlRoom: eventPoints(all.controlRoom.rows),
    eventOverlay: eventPoints(all.eventOverlay.rows),
    channelOverlay: points(all.channelOverlay.rows),
    rank: all.rank,
    top: all.top,
  }
}

/** Points, games, wins, crown wins, and kills, which no snapshot has. */
const ROYALES = [40, 2, 0, 0, null]

/** Ann has 600 points in races, 40 in royales and 250.5 in the event; the streamer has 300 and 100. */
const BEGUN = {
  leaderboard: [940, 10, 50, 40],
  ownPlace: 940,
  lifetime: [600, 5, 1, 120, ...ROYALES],
  channel: [600, 5, 1, 120, ...ROYALES],
  season: [600, 5, 1, 120, ...ROYALES],
  seasons: [[640, 7]],
  channels: [600, 600],
  event: { ann: 250.5, caster: 100 },
  explained: 250.5,
  controlRoom: { ann: 250.5, caster: 100 },
  eventOverlay: { ann: 250.5, caster: 100 },
  channelOverlay: { ann: 640, caster: 300 },
}

/** After a race with 70, 30 and 5 points, which in the event are 100, 95 and 90. */
const PLAYED = {
  leaderboard: [1_045, 11, 70, 40],
  ownPlace: 1_045,
  lifetime: [670, 6, 2, 111.67, ...ROYALES],
  channel: [670, 6, 2, 111.67, ...ROYALES],
  season: [670, 6, 2, 111.67, ...ROYALES],
  seasons: [[710, 8]],
  channels: [670, 670],
  event: { ann: 350.5, caster: 195, bob: 90 },
  explained: 350.5,
  controlRoom: { ann: 350.5, caster: 195, bob: 90 },
  eventOverlay: { ann: 350.5, caster: 195, bob: 90 },
  channelOverlay: { ann: 710, caster: 330, bob: 5 },
}

it('a season and an event continue with games on every page, and with snapshots again', async () => {
  const begun = await pages()
  expect(numbersOf(begun)).toMatchObject(BEGUN)
  expect(begun.rank).toMatch(/is 1st of 2 in Season 75: 640 points, 340 ahead of/)
  // The snapshots include this race already, so only the numbers of today change.
  await race({ seconds: 59 })
  const { today, companion } = await pages()
  expect(await pages()).toEqual({ ...begun, today, companion })
  expect(companion.today).toEqual({ games: 1, points: 105 })

  server.clock.advance({ minutes: 30 })
  await handOver(true)
  expect(await pages()).toEqual({ ...begun, today, companion })
  server.clock.advance({ minutes: 5 })
  await race()
  const played = await pages()
  expect(numbersOf(played)).toMatchObject(PLAYED)
  expect(played.rank).toMatch(/is 1st of 3 in Season 75: 710 points, 380 ahead of/)
  expect(played.top).toMatch(/1\. ann_\d 710, 2\. caster_\d 330, 3\. B 5$/)

  const late = { stale: true, kept: true, warnings: [{ code: 'handed_over' }] }
  expect(await season({ ann: 1_200, caster: 500 }, { games: 15 })).toMatchObject(late)
  expect(await standing({ ann: 400, caster: 150 })).toMatchObject(late)
  expect(await pages()).toEqual(played)

  await handOver(false)
  const back = await pages()
  expect(numbersOf(back)).toMatchObject({
    leaderboard: [1_740, 15, 50, 40],
    ownPlace: 1_740,
    lifetime: [1_200, 5, 1, 240, ...ROYALES],
    channel: [1_200, 5, 1, 240, ...ROYALES],
    season: [1_200, 5, 1, 240, ...ROYALES],
    seasons: [[1_240, 7]],
    channels: [1_200, 1_200],
    event: { ann: 400, caster: 150 },
    explained: 400,
    controlRoom: { ann: 400, caster: 150 },
    eventOverlay: { ann: 400, caster: 150 },
    channelOverlay: { ann: 1_240, caster: 500 },
  })
  expect(back.rank).toMatch(/is 1st of 2 in Season 75: 1,240 points, 740 ahead of/)
  expect([back.today, back.companion]).toEqual([played.today, played.companion])
  server.clock.advance({ minutes: 5 })
  await handOver(true)
  expect(await pages()).toEqual(back)
})

it('undoing a game restores every page, and the game can be uploaded again', async () => {
  await handOver(true)
  server.clock.advance({ minutes: 5 })
  const before = await pages()
  await race()
  const played = await pages()
  expect(numbersOf(played)).toMatchObject(PLAYED)
  await undo()
  expect(await pages()).toEqual(before)
  await race()
  expect(await pages()).toEqual(played)
})

it('undoing snapshots restores every page, and they can be uploaded again', async () => {
  const before = await pages()
  const upload = async () => {
    await season({ ann: 700, caster: 300 }, { games: 12 })
    await standing({ ann: 300, caster: 100 })
  }
  await upload()
  const after = await pages()
  expect(numbersOf(after)).toMatchObject({
    leaderboard: [1_040, 12, 50, 40],
    season: [700, 5, 1, 140, ...ROYALES],
    event: { ann: 300, caster: 100 },
  })
  await undo()
  await undo()
  expect(await pages()).toEqual(before)
  await upload()
  expect(await pages()).toEqual(after)
})
