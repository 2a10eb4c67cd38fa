/** Boards that nobody reads go, and so do the oldest if one organiser's boards have too many rows. */
import type { EventBoardPage } from '@rollcall/contract/events-boards'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepBoards } from '../../src/domain/events/boards/make-board.ts'
import { endRehearsals } from '../../src/domain/show/end-rehearsals.ts'
import { RACERS, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

/** An event has two streamers' boards and the merged one. */
const ROWS_OF_EVENT = 3 * RACERS
const MOST = 2 * ROWS_OF_EVENT + RACERS

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    startsAt: new Date('2026-11-02T12:00:00Z'),
    env: { MAX_BOARD_ROWS: String(MOST) },
  })
})
afterAll(() => server.stop())

async function read({ id, host }: ShowEvent): Promise<EventBoardPage> {
  const url = `/api/events/get-leaderboard/${id}?page=1&streamer=all`
  return server.ask({ method: 'GET', url, headers: host })
}

/** Two sweeps, and the minute between them. */
async function sweep(): Promise<void> {
  const { db } = server.context
  await sweepBoards(db, server.clock.now())
  await db
    .updateTable('event_boards')
    .set({ superseded_at: sql`superseded_at - interval '61 seconds'` })
    .where('superseded_at', 'is not', null)
    .execute()
  await sweepBoards(db, server.clock.now())
}

/** The ids of the event's stored boards. */
async function boardsOf({ id }: ShowEvent): Promise<number[]> {
  const boards = await server.context.db
    .selectFrom('event_boards')
    .select('id')
    .where('event_id', '=', id)
    .orderBy('id')
    .execute()
  return boards.map((board) => board.id)
}

const countRows = async (table: 'event_board_rows' | 'show_rows') => {
  const { rows } = await server.context.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

it('a board that nobody has read for a day goes, and is the same when somebody asks again', async () => {
  const event = await ShowEvent.create(server, { name: 'Forgotten' })
  const before = await read(event)
  const made = await boardsOf(event)
  expect(made).toHaveLength(3)

  server.clock.advance({ hours: 20 })
  expect(await read(event)).toEqual(before)
  server.clock.advance({ hours: 20 })
  await sweep()
  expect(await boardsOf(event)).toEqual(made)

  server.clock.advance({ hours: 5 })
  await sweep()
  expect(await boardsOf(event)).toEqual([])
  expect(await countRows('event_board_rows')).toBe(0)
  expect(await read(event)).toEqual(before)
})

it('reading a board is noted once an hour', async () => {
  const event = await ShowEvent.create(server, { name: 'Read often' })
  const noted = async () => {
    const { rows } = await sql<{ row: string }>`
      select xmin::text || ' ' || read_at as row from event_boards
      where event_id = ${event.id} order by id`.execute(server.context.db)
    return rows.map(({ row }) => row)
  }
  await read(event)
  const first = await noted()
  server.clock.advance({ minutes: 59 })
  await read(event)
  expect(await noted()).toEqual(first)
  server.clock.advance({ minutes: 1 })
  await read(event)
  const second = await noted()
  expect(second.filter((row) => first.includes(row))).toEqual([])
  await read(event)
  expect(await noted()).toEqual(second)
})

it("one organiser's boards go beyond the limit, those that were read longest ago first", async () => {
  const events: ShowEvent[] = []
  for (const name of ['First', 'Second', 'Third']) {
    events.push(await ShowEvent.create(server, { name }))
  }
  const [first, second, third] = events as [ShowEvent, ShowEvent, ShowEvent]
  await read(first)
  server.clock.advance({ hours: 2 })
  await read(second)
  server.clock.advance({ hours: 2 })
  const board = await read(first)
  server.clock.advance({ hours: 2 })
  await read(third)
  await sweep()
  expect(await countRows('event_board_rows')).toBeLessThanOrEqual(MOST)
  const left = await Promise.all([first, second, third].map(boardsOf))
  expect(left.map(({ length }) => length)).toEqual([3, 1, 3])
  expect(await read(first)).toEqual(board)

  // A frozen board takes the place of boards that can be made again.
  await third.move({ kind: 'start', phase: 'live' })
  await read(first)
  await sweep()
  expect((await countRows('event_board_rows')) + RACERS).toBeLessThanOrEqual(MOST)
  expect(await countRows('show_rows')).toBe(RACERS)
})

it('a show is refused that would freeze too much, and its organiser can make room', async () => {
  await server.context.db.deleteFrom('events').execute()
  const shows: ShowEvent[] = []
  for (let number = 1; number <= MOST / RACERS + 1; number += 1) {
    shows.push(await ShowEvent.create(server, { name: `Show ${number}` }))
  }
  const [oldest, ...others] = shows as [ShowEvent, ...ShowEvent[]]
  const last = others.pop() as ShowEvent
  for (const show of [oldest, ...others]) {
    await show.move({ kind: 'start', phase: 'live' })
  }
  const refused = await last.tryMove({ kind: 'start', phase: 'live' }, 0)
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({
    error:
      "One organiser's shows can have boards of up to 280 rows together; this one would make it 320. Delete old events or reset their shows, then press again.",
    code: 'shows_too_large',
    params: { most: MOST, count: MOST + RACERS },
  })
  expect((await last.control()).phase).toBe('waiting')
  expect((await read(last)).rowCount, 'the board can be read').toBe(RACERS)
  const again = await oldest.tryMove({ kind: 'take-over' }, (await oldest.control()).version)
  expect(again.statusCode).toBe(422)

  await oldest.move({ kind: 'reset' })
  await last.move({ kind: 'start', phase: 'live' })
  expect(await countRows('show_rows')).toBe(MOST)
})

it('a rehearsal ends when nobody has gone on with it for a day; a show stays', async () => {
  await server.context.db.deleteFrom('events').execute()
  const rehearsed = await ShowEvent.create(server, { name: 'Rehearsed' })
  const shown = await ShowEvent.create(server, { name: 'Shown' })
  await rehearsed.move({ kind: 'start', phase: 'rehearsal' })
  await shown.move({ kind: 'start', phase: 'live' })
  server.clock.advance({ hours: 23 })
  await rehearsed.move({ kind: 'next' })
  server.clock.advance({ hours: 23 })
  await endRehearsals(server.context)
  expect((await rehearsed.control()).phase).toBe('rehearsal')

  server.clock.advance({ hours: 2 })
  const heard: string[] = []
  const stop = server.context.changes.follow((topic) => heard.push(topic))
  await endRehearsals(server.context)
  stop()
  expect(heard).toContain(`show:${rehearsed.id}/organiser`)
  expect(heard).toContain(`show:${rehearsed.id}/stage`)
  expect(await rehearsed.control()).toMatchObject({ phase: 'waiting', hasArrivals: false })
  expect((await shown.control()).phase).toBe('live')
  expect(await countRows('show_rows')).toBe(RACERS)
  await rehearsed.move({ kind: 'start', phase: 'live' })
})
