/** The board that a show freezes: whose it is, what it contains, and when results count as new beside it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gameUpload } from '../helpers/game-files.ts'
import { RACERS, racerAt, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-02T20:00:00Z') })
})
afterAll(() => server.stop())

it("a show of one streamer's board can start from any rank", async () => {
  const event = await ShowEvent.create(server, { name: 'Duel' })
  const { streamers } = await event.control()
  const userId = streamers[0]?.userId ?? 0
  const room = await event.move({ kind: 'start', phase: 'live', userId, startRank: RACERS + 1 })
  expect(room).toMatchObject({ boardUserId: userId, waitMs: 0, rowCount: RACERS })
  await event.move({ kind: 'next' })
  const view = await event.stage()
  expect(view).toMatchObject({ board: { username: 'alpha' }, reached: RACERS })
  expect(view.rows.at(-1)).toMatchObject({ racer_name: racerAt(RACERS), event_points: 10 })
  // Results that are not on this board do not count as new.
  await event.upload('beta', 0.6, ['somebody'])
  expect((await event.control()).hasArrivals).toBe(false)
})

it('a board with snapshots has two decimals from the start, whatever its rows have', async () => {
  const event = await ShowEvent.create(server, { name: 'Decimals' })
  const overlay = `overlay/${await event.token('overlay')}`
  expect(await event.seen(overlay)).toMatchObject({ scene: 'standings', hasDecimals: false })
  await event.move({ kind: 'start', phase: 'live' })
  const view = await event.seen(overlay)
  expect(view).toMatchObject({ scene: 'reveal', hasDecimals: true })
  expect(view.rows.every(({ event_points }) => Number.isInteger(event_points ?? 0))).toBe(true)
})

it('warnings about the newest upload of each streamer come with codes and params', async () => {
  const event = await ShowEvent.create(server, { name: 'Warnings' })
  await event.upload('alpha', 0.4, ['gone'])
  await event.upload('alpha', 0.4)
  const { streamers } = await event.control()
  expect(streamers.map(({ warnings }) => warnings)).toMatchObject([
    [{ code: 'racers_lost', params: { count: 1, names: ['gone'] } }],
    [],
  ])
})

it("a show of one streamer's board opens only that board", async () => {
  const event = await ShowEvent.create(server, { name: 'Sealed' })
  await event.settings({ isSealed: true })
  const { streamers } = await event.control()
  const [{ userId } = { userId: 0 }] = streamers
  await event.move({ kind: 'start', phase: 'live', userId })
  await event.move({ kind: 'finish' })
  const [, headers] = event.casters
  const ask = (url: string) => server.call({ method: 'GET', url: `/api/events/${url}`, headers })
  const board = async () => (await ask(`get-leaderboard/${event.id}`)).json()
  const sealed = await board()
  expect(sealed).toMatchObject({ isSealed: true, view: { scene: 'final', rowCount: RACERS } })
  expect(sealed.view.rows[0]).toMatchObject({ racer_name: racerAt(1), event_points: 400 })
  const explain = (query: string) => ask(`explain-row/${event.id}?racer=${racerAt(1)}${query}`)
  expect((await explain(`&userId=${userId}`)).statusCode).toBe(200)
  expect((await explain('')).statusCode).toBe(404)
  await event.move({ kind: 'reset' })
  await event.move({ kind: 'start', phase: 'live' })
  await event.move({ kind: 'finish' })
  expect(await board()).toHaveLength(2)
})

it('results count as new exactly if they differ from the frozen ones', async () => {
  const event = await ShowEvent.create(server, { name: 'Arrivals' })
  const [headers] = event.casters
  const ask = (method: 'PUT' | 'POST', url: string, body: object) =>
    server.ask({ method, url, headers, body })
  const arrived = async () => {
    const { streamers, hasArrivals } = await event.control()
    return [...streamers.map(({ hasArrived }) => hasArrived), hasArrivals]
  }
  const race = (seconds: number) => {
    const raceData = Buffer.from(
      `Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated\r\n1,racer_01,R,FFFFFF,10,${seconds},false\r\n`,
    )
    return server.ask(gameUpload({ raceData }, { headers }))
  }
  // Only the snapshot counts, so this game is not part of the event.
  await race(60.5)
  await event.move({ kind: 'start', phase: 'live' })
  server.clock.advance({ minutes: 1 })
  await ask('PUT', '/api/uploads/handover', { isOn: true })
  expect(await arrived()).toEqual([false, false, false])
  server.clock.advance({ minutes: 1 })
  const { id } = await race(61.5)
  expect(await arrived()).toEqual([true, false, true])
  await ask('POST', `/api/uploads/receipts/${id}/undo`, { dryRun: false })
  expect(await arrived()).toEqual([false, false, false])
  await ask('PUT', '/api/uploads/handover', { isOn: false })
  expect(await arrived()).toEqual([false, false, false])
})

it('boards are frozen one after the other, regardless of their number', async () => {
  const events = [
    await ShowEvent.create(server, { name: 'First' }),
    await ShowEvent.create(server, { name: 'Second' }),
    await ShowEvent.create(server, { name: 'Third' }),
  ] as const
  const [first] = events
  const { db } = server.context
  const countFreezing = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct waiting.pid) as count
      from pg_locks as waiting
      join pg_stat_activity as session on session.pid = waiting.pid
      where not waiting.granted and waiting.relation = 'show_rows'::regclass
        and session.query ilike '%insert into show_rows%'`.execute(db)
    return rows[0]?.count
  }
  const answers: Promise<{ statusCode: number }>[] = []
  await db.transaction().execute(async (trx) => {
    await sql`lock table show_rows in exclusive mode`.execute(trx)
    for (const event of [first, ...events]) {
      answers.push(event.tryMove({ kind: 'start', phase: 'live' }, 0))
    }
    await expect.poll(countFreezing).toBe(1)
    // Long enough for all of them to reach the table.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await countFreezing()).toBe(1)
  })
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([200, 200, 200, 409])
})
