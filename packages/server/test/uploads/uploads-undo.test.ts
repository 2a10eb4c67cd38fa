/** Undo of uploads: every page is as before, and the upload can be repeated. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestServer, userIds } from '../helpers/test-server.ts'
import {
  lastUndoable,
  startUploadServer,
  UploadingStreamer,
} from '../helpers/uploading-streamer.ts'

let server: TestServer
let streamer: UploadingStreamer

beforeAll(async () => {
  server = await startUploadServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  streamer = await UploadingStreamer.create(server)
})

it('a game, a snapshot and an event snapshot can be undone and uploaded again', async () => {
  await streamer.snapshot(1_000)
  await streamer.eventSnapshot(250)
  const before = await streamer.numbers()

  await streamer.snapshot(1_200, { games: 12 })
  expect(await streamer.undo(true)).toEqual({
    message: `Removed the snapshot of season 75 of ${streamer.name}.`,
    goes: {
      kind: 'snapshot',
      what: 'the snapshot of season 75',
      from: server.clock.now().toISOString(),
      to: server.clock.now().toISOString(),
      facts: { kind: 'season', season: 75 },
    },
    changes: [
      {
        of: 'Season 75',
        before: '1,200 points in 12 games',
        after: '1,000 points in 10 games',
        facts: {
          kind: 'season',
          season: 75,
          before: { points: 1_200, games: 12 },
          after: { points: 1_000, games: 10 },
        },
      },
    ],
  })
  expect(await streamer.numbers()).toMatchObject({ season: [1_200, 12] })
  await streamer.undo()
  expect(await streamer.numbers()).toEqual(before)
  expect(await streamer.snapshot(1_200, { games: 12 })).toMatchObject({
    stale: false,
    duplicate: false,
  })
  expect(await streamer.numbers()).toMatchObject({ season: [1_200, 12] })
  await streamer.undo()

  await streamer.eventSnapshot(300)
  expect(await streamer.numbers()).toMatchObject({ event: [300, 5] })
  await streamer.undo()
  expect(await streamer.numbers()).toEqual(before)

  await streamer.handOver(true)
  server.clock.advance({ minutes: 5 })
  await streamer.race(70)
  expect(await streamer.numbers()).toMatchObject({ season: [1_070, 11], event: [350, 6] })
  const { goes, changes } = await streamer.undo()
  expect(goes).toMatchObject({
    kind: 'games',
    what: expect.stringMatching(/^a race with /),
    facts: { kind: 'game', mode: 'race', racers: 2, map: null },
  })
  expect(changes).toMatchObject([
    { of: 'Season 75', before: '1,070 points in 11 games', after: '1,000 points in 10 games' },
    {
      of: expect.stringMatching('^Cup '),
      before: 'a snapshot and 1 game with 445 points',
      after: 'a snapshot of 1 racer with 250 points',
      facts: {
        kind: 'event',
        event: expect.stringMatching('^Cup '),
        before: { games: 1, racers: 2, points: 445, hasSnapshot: true },
        after: { games: 0, racers: 1, points: 250, hasSnapshot: true },
      },
    },
  ])
  expect(await streamer.numbers()).toEqual(before)
  await streamer.race(70)
  expect(await streamer.numbers()).toMatchObject({ season: [1_070, 11], event: [350, 6] })
})

it('an undo names exactly the seasons and events that it changes', async () => {
  await streamer.snapshot(1_000)
  await streamer.race(60)
  server.clock.advance({ minutes: 5 })
  await streamer.race(70)
  const at = server.clock.now().toISOString()
  // The season comes from its snapshot, so a game changes only the event.
  expect(await streamer.undo(true)).toMatchObject({
    goes: { kind: 'games', what: 'a race with 2 racers', from: at, to: at },
    changes: [
      {
        of: expect.stringMatching('^Cup '),
        before: '2 games of this channel with 390 points',
        after: '1 game of this channel with 195 points',
      },
    ],
  })
  await streamer.undo()
  await streamer.undo()
  expect((await streamer.undo(true)).changes).toMatchObject([
    {
      of: 'Season 75',
      before: '1,000 points in 10 games',
      after: 'no results',
      facts: { before: { points: 1_000, games: 10 }, after: null },
    },
  ])
})

it('an undo names ten events and counts the others, because strangers can make any number', async () => {
  await streamer.race(60)
  const { db } = server.context
  await sql`
    with copied as (
      insert into events (name, first_day, last_day, time_zone, starts_at, ends_at,
        configuration_id, configuration_version, created_by)
      select 'Copy ' || number, first_day, last_day, time_zone, starts_at, ends_at,
        configuration_id, configuration_version, created_by
      from events, generate_series(1, 11) as number
      where id = ${streamer.eventId}
      returning id
    )
    insert into event_participants (event_id, user_id)
    select copied.id, mine.user_id
    from copied, event_participants as mine where mine.event_id = ${streamer.eventId}`.execute(db)
  const { changes } = await streamer.undo(true)
  expect(changes.filter(({ of }: { of: string }) => /^(?:Cup|Copy) /.test(of))).toHaveLength(10)
  expect(changes.at(-1)).toEqual({
    of: '2 more events',
    before: 'these games',
    after: 'none of them',
    facts: { kind: 'more-events', count: 2 },
  })
})

it('an undo shows participants of a sealed event games, but not points', async () => {
  const { db } = server.context
  await streamer.race(60)
  await server.signIn('boss')
  await db.insertInto('shows').values({ event_id: streamer.eventId, is_sealed: true }).execute()
  await db
    .updateTable('events')
    .set({ created_by: (await userIds(server)).boss ?? 0 })
    .where('id', '=', streamer.eventId)
    .execute()
  expect((await streamer.undo(true)).changes).toContainEqual({
    of: expect.stringMatching('^Cup '),
    before: '1 game of this channel',
    after: 'no results of this channel',
    facts: expect.objectContaining({ before: expect.objectContaining({ games: 1, points: null }) }),
  })
})

it('undoing the first snapshots leaves the games, or nothing', async () => {
  await streamer.race(60)
  await streamer.snapshot(1_000)
  await streamer.eventSnapshot(250)
  await streamer.undo()
  await streamer.undo()
  expect(await streamer.numbers()).toEqual({
    season: [60, 1],
    dashboard: [60, 1],
    event: [100, 1],
    eventSource: 'games',
  })
  await streamer.undo()
  expect(await streamer.numbers()).toMatchObject({ season: null, event: null })
  const { receipts: all } = await streamer.receipts()
  expect(all.map(({ undoneAt }: { undoneAt: string | null }) => undoneAt !== null)).toEqual([
    true,
    true,
    true,
  ])
})

it('an undo is refused if the earlier snapshot is no longer stored', async () => {
  for (const points of [1_000, 2_000, 3_000, 4_000]) {
    await streamer.snapshot(points)
  }
  await streamer.undo()
  await streamer.undo()
  expect(await streamer.numbers()).toMatchObject({ season: [2_000, 10] })
  const [, , kept] = (await streamer.receipts()).receipts
  expect(kept.undo).toBe('earlier_snapshot_gone')
  const response = await streamer.tryUndo(kept.id)
  expect([response.statusCode, response.json().code]).toEqual([409, 'earlier_snapshot_gone'])
  expect(await streamer.numbers()).toMatchObject({ season: [2_000, 10] })
})

it('a snapshot that counts since its streamer switched back is not forgotten', async () => {
  await streamer.race(60)
  await streamer.handOver(true)
  await streamer.snapshot(1_000)
  await streamer.handOver(false)
  expect(await streamer.numbers()).toMatchObject({ season: [1_000, 10] })
  for (const points of [2_000, 3_000, 4_000]) {
    await streamer.snapshot(points)
  }
  await streamer.undo()
  await streamer.undo()
  const [, , kept] = (await streamer.receipts()).receipts
  expect(kept.undo).toBe('earlier_snapshot_gone')
  const response = await streamer.tryUndo(kept.id)
  expect([response.statusCode, response.json().code]).toEqual([409, 'earlier_snapshot_gone'])
  expect(await streamer.numbers()).toMatchObject({ season: [2_000, 10] })
})

it('an undo takes the snapshot that counts since its streamer switched back', async () => {
  await streamer.snapshot(1_000)
  await streamer.eventSnapshot(250)
  const before = await streamer.numbers()
  await streamer.handOver(true)
  server.clock.advance({ minutes: 1 })
  await streamer.snapshot(2_000)
  await streamer.eventSnapshot(300)
  // Neither counts yet.
  const used = async () =>
    (await streamer.receipts()).receipts.map(({ countsNow }: { countsNow: boolean }) => countsNow)
  expect(await used()).toEqual([false, false, false, false])
  const undoableId = lastUndoable(await streamer.receipts())
  expect(await streamer.undo(true)).toMatchObject({
    changes: [{ before: 'a snapshot of 1 racer with 250 points' }],
  })
  await streamer.handOver(false)
  expect(await streamer.numbers()).toMatchObject({ season: [2_000, 10], event: [300, 5] })
  expect(lastUndoable(await streamer.receipts())).not.toBe(undoableId)
  expect(await used()).toEqual([true, true, false, false])
  await streamer.undo()
  expect(await used()).toEqual([false, true, false, false])
  await streamer.undo()
  expect(await streamer.numbers()).toEqual(before)
})

it('an unused empty snapshot does not count as an earlier snapshot', async () => {
  await streamer.race(60)
  await streamer.handOver(true)
  expect(await streamer.emptySnapshot()).toMatchObject({ stale: true, kept: false })
  await streamer.snapshot(1_000)
  await streamer.handOver(false)
  await streamer.undo()
  expect(await streamer.numbers()).toMatchObject({ season: [60, 1] })
})

it('undoing uploads from before the handover does not use later snapshots', async () => {
  await streamer.snapshot(1_000)
  server.clock.advance({ minutes: 1 })
  await streamer.snapshot(2_000)
  await streamer.handOver(true)
  server.clock.advance({ minutes: 1 })
  expect(await streamer.snapshot(1_000)).toMatchObject({ stale: true })
  await streamer.undo()
  expect(await streamer.numbers()).toMatchObject({ season: [1_000, 10] })
  await streamer.undo()
  expect(await streamer.numbers()).toMatchObject({ season: null })
})

const statesOf = async () =>
  (await streamer.receipts()).receipts.map(({ undo }: { undo: string | null }) => undo)

it('an older game can be undone; every number is as if it had never been played', async () => {
  const start = server.clock.now()
  await streamer.race(60)
  const { id } = await streamer.race(70, new Date(start.getTime() - 2 * 86_400_000))
  server.clock.advance({ minutes: 5 })
  await streamer.race(80)
  expect(await streamer.numbers()).toMatchObject({ season: [210, 3] })
  expect(await statesOf()).toEqual(['possible', 'possible', 'possible'])
  expect((await streamer.tryUndo(id)).statusCode).toBe(200)
  expect(await streamer.numbers()).toMatchObject({ season: [140, 2] })
  expect(await statesOf()).toEqual(['possible', null, 'possible'])
})

it('a snapshot can be undone with games after it, but not under a newer snapshot', async () => {
  const { id } = await streamer.snapshot(1_000)
  const { id: newer } = await streamer.snapshot(1_100)
  const { id: ofEvent } = await streamer.eventSnapshot(250)
  await streamer.race(60)
  expect(await statesOf()).toEqual(['possible', 'possible', 'possible', 'newer_snapshot'])
  const refused = await streamer.tryUndo(id)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'newer_snapshot'])
  expect((await streamer.tryUndo(newer)).statusCode).toBe(200)
  expect((await streamer.tryUndo(ofEvent)).statusCode).toBe(200)
  expect(await streamer.numbers()).toMatchObject({ season: [1_000, 10], eventSource: 'games' })
  expect((await streamer.tryUndo(id)).statusCode).toBe(200)
  expect(await streamer.numbers()).toMatchObject({ season: [60, 1] })
})

it('people can undo an upload once, and only their own', async () => {
  const { id: last } = await streamer.snapshot(1_100)
  const stranger = await server.signIn('stranger')
  expect((await streamer.tryUndo(last, stranger)).statusCode).toBe(404)
  expect((await streamer.tryUndo(last)).statusCode).toBe(200)
  const again = await streamer.tryUndo(last)
  expect([again.statusCode, again.json().code]).toEqual([409, 'nothing_to_undo'])
  const boss = await server.signIn('boss')
  const log = await server.call({
    method: 'GET',
    url: '/api/admin/audit-log?kind=act',
    headers: boss,
  })
  expect(
    log.json().entries.find(({ what }: { what: string }) => what === 'upload-undone'),
  ).toMatchObject({
    summary: `Removed the snapshot of season 75 of ${streamer.name}.`,
    details: expect.arrayContaining([
      { name: 'season', value: '75' },
      { name: 'channel', value: streamer.name },
    ]),
  })
})

it('an upload can be undone for 30 days', async () => {
  const { id } = await streamer.race(60)
  const stateNow = async () => {
    const headers = await server.signIn(streamer.name)
    const own = await server.ask({ method: 'GET', url: '/api/uploads/receipts', headers })
    return { headers, state: own.receipts[0].undo }
  }
  server.clock.advance({ days: 30 })
  expect((await stateNow()).state).toBe('possible')
  server.clock.advance({ minutes: 1 })
  const { headers, state } = await stateNow()
  expect(state).toBe('upload_too_old')
  const response = await streamer.tryUndo(id, headers)
  expect([response.statusCode, response.json().code]).toEqual([409, 'upload_too_old'])
})
