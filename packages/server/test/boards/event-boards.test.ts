/** Stored boards of events: made once, made again after a change, and removed with their event. */
import type { EventBoardPage } from '@rollcall/contract/events-boards'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepBoards } from '../../src/domain/events/boards/make-board.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { pointsAt, RACERS, racerAt, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'
import { lastUndoable } from '../helpers/uploading-streamer.ts'

let server: TestServer
let event: ShowEvent
let ids: Record<string, number>

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z') })
})
afterAll(() => server.stop())
beforeEach(async () => {
  event = await ShowEvent.create(server)
  ids = await userIds(server)
})

async function page(query = '', from = server): Promise<EventBoardPage> {
  const url = `/api/events/get-leaderboard/${event.id}?page=1${query}`
  return from.ask({ method: 'GET', url, headers: event.host })
}

const pointsOf = ({ rows }: EventBoardPage, racer = racerAt(1)) =>
  rows.find(({ racer_name }) => racer_name === racer)?.event_points

/** Boards that are not superseded, in order of their channels. */
async function storedBoards(): Promise<{ id: number; channel: string | null }[]> {
  const { rows } = await sql<{ id: number; channel: string | null }>`
    select board.id, channel.login as channel
    from event_boards as board left join channels as channel on channel.id = board.channel_id
    where event_id = ${event.id} and superseded_at is null
    order by channel.login nulls last, board.id`.execute(server.context.db)
  return rows
}

const race = (nameAt = racerAt) => {
  const files = raceFiles([nameAt(1), nameAt(2)], server.clock.now())
  return server.ask(gameUpload(files, { headers: event.casters[1] }))
}

async function undoLastOfBeta(dryRun = false): Promise<void> {
  const [, headers] = event.casters
  const own = await server.ask({ method: 'GET', url: '/api/uploads/receipts', headers })
  const url = `/api/uploads/receipts/${lastUndoable(own)}/undo`
  await server.ask({ method: 'POST', url, headers, body: { dryRun } })
}

describe('a board', () => {
  it('is made once for everybody, and again only after an upload of its own streamer', async () => {
    const asked = await Promise.all([page('&streamer=all'), page('&streamer=all'), page()])
    expect(asked.map((each) => pointsOf(each))).toEqual([1, 1, 1].map(() => pointsAt(1)))
    const before = await storedBoards()
    expect(before.map(({ channel }) => channel)).toEqual(['alpha', 'beta', null])
    await page(`&streamer=${ids.alpha}`)
    await event.control()
    expect(await storedBoards()).toEqual(before)

    await event.upload('beta', 1.6)
    expect(pointsOf(await page('&streamer=all'))).toBe(2 * pointsAt(1))
    const after = await storedBoards()
    expect(after.map(({ channel }) => channel)).toEqual(['alpha', 'beta', null])
    expect(after.map(({ id }, index) => id === before[index]?.id)).toEqual([true, false, false])
  })

  it('of two streamers is stored once if only one of them has results', async () => {
    await undoLastOfBeta()
    const shown = await page('&streamer=all')
    expect(shown).toMatchObject({
      userId: null,
      rowCount: RACERS,
      streamers: [{ userId: ids.alpha }],
    })
    expect((await storedBoards()).map(({ channel }) => channel)).toEqual(['alpha', 'beta'])
  })

  it('shows the current names of racers without being made again', async () => {
    await race()
    await page('&streamer=all')
    const before = await storedBoards()
    await server.context.db
      .updateTable('racers')
      .set({ display_name: 'RACER_01' })
      .where('login', '=', racerAt(1))
      .execute()
    const shown = await page('&streamer=all')
    expect(shown.rows[0]).toMatchObject({ racer_name: racerAt(1), display_name: 'RACER_01' })
    expect(await storedBoards()).toEqual(before)
  })

  it('that is superseded stays for a minute, and the next sweep deletes it', async () => {
    const { db } = server.context
    const count = async () =>
      (await db.selectFrom('event_boards').select('id').where('event_id', '=', event.id).execute())
        .length
    await page('&streamer=all')
    await event.upload('beta', 1.6)
    await page('&streamer=all')
    expect(await count()).toBe(5)
    await db
      .updateTable('event_boards')
      .set({ superseded_at: sql`superseded_at - interval '61 seconds'` })
      .where('superseded_at', 'is not', null)
      .execute()
    await sweepBoards(db, server.clock.now())
    expect(await count()).toBe(3)
    const rows = await db
      .selectFrom('event_board_rows as row')
      .leftJoin('event_boards as board', 'board.id', 'row.board_id')
      .select('row.board_id')
      .where('board.id', 'is', null)
      .execute()
    expect(rows).toEqual([])
  })

  it('is deleted with its event', async () => {
    await page('&streamer=all')
    await server.ask({
      method: 'DELETE',
      url: `/api/events/event/${event.id}`,
      headers: event.host,
    })
    expect(await storedBoards()).toEqual([])
  })

  it('is the same on two processes that make it at once', async () => {
    const other = await startTestServer({ beside: server })
    try {
      for (const share of [0.6, 1.6, 2.6]) {
        await event.upload('beta', share)
        const all = '&streamer=all'
        const [one, two] = await Promise.all([page(all), page(all, other)])
        expect(one).toEqual(two)
        expect(pointsOf(one)).toBe(pointsAt(1) * (0.4 + share))
        expect(await storedBoards()).toHaveLength(3)
      }
    } finally {
      await other.stop()
    }
  })

  it('that a show has frozen keeps its rows and names', async () => {
    await event.move({ kind: 'start', phase: 'live' })
    await event.upload('beta', 1.6)
    expect(pointsOf(await page('&streamer=all'))).toBe(2 * pointsAt(1))
    const rows = await server.context.db
      .selectFrom('show_rows')
      .select(['position', 'rank', 'racer_name', 'event_points', 'terms'])
      .where('event_id', '=', event.id)
      .orderBy('position')
      .execute()
    expect(rows).toHaveLength(RACERS)
    expect(rows[0]).toEqual({
      ...{ position: 1, rank: 1, racer_name: racerAt(1), event_points: pointsAt(1) },
      terms: [{ kind: 'uploaded', count: 2, points: pointsAt(1) }],
    })
    expect(rows.slice(4, 7).map(({ rank }) => rank)).toEqual([5, 5, 7])
  })
})

it('everything that writes games counts as a change of the channel', async () => {
  const { db } = server.context
  const changes = async () => {
    const row = await db
      .selectFrom('game_changes as known')
      .innerJoin('channels as channel', 'channel.id', 'known.channel_id')
      .select('changes')
      .where('channel.login', '=', 'beta')
      .executeTakeFirst()
    return row?.changes ?? 0
  }
  const before = await changes()
  await race()
  const played = await changes()
  expect(played).toBeGreaterThan(before)
  await undoLastOfBeta(true)
  expect(await changes()).toBe(played)
  await undoLastOfBeta()
  expect(await changes()).toBeGreaterThan(played)
})
