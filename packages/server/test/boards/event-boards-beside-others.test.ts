/** Boards of events while other calls upload, undo, delete, agree to seals, or make the same boards. */
import type { EventBoardPage } from '@rollcall/contract/events-boards'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerBoards } from '../../src/domain/events/boards/board-answers.ts'
import { findParticipants } from '../../src/domain/events/boards/board-hashes.ts'
import { tallyEvents } from '../../src/domain/events/boards/channel-tally.ts'
import { EventBoards } from '../../src/domain/events/boards/event-boards.ts'
import { makeStreamerBoard, sweepBoards } from '../../src/domain/events/boards/make-board.ts'
import { eventUpload, gameUpload, raceFiles } from '../helpers/game-files.ts'
import { eventFile, racerAt, type Session } from '../helpers/show-event.ts'
import { startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

let server: TestServer
let ids: Record<string, number>
let standard: number
const people: Record<string, Session> = {}

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z') })
  for (const name of ['host', 'rival', 'alpha', 'beta', 'gamma']) {
    people[name] = await server.signIn(name)
  }
  ids = await userIds(server)
  standard = (await ask('host', 'GET', '/api/events/leaderboards'))[0].id
})
afterAll(() => server.stop())

const ask = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  server.ask({ method, url, headers: people[who] ?? {}, ...(body && { body }) })

let number = 0
async function createEvent(who: string, participants: readonly string[]): Promise<number> {
  number += 1
  await server.context.db.deleteFrom('presses').execute()
  const body = {
    name: `A cup of ${who} ${number}`,
    startDate: '2026-11-01',
    endDate: '2026-11-02',
    participants: participants.map((name) => ids[name]),
    leaderboard: standard,
    timeZone: 'UTC',
  }
  return (await ask(who, 'POST', '/api/events/createEventSingle', body)).id
}

const snapshot = (who: string, eventId: number, share = 0.5) =>
  server.ask(
    eventUpload({ eventId, eventData: eventFile(who, share) }, { headers: people[who] ?? {} }),
  )

const race = (who: string, nameAt = racerAt) =>
  server.ask(
    gameUpload(raceFiles([nameAt(1), nameAt(2)], server.clock.now()), {
      headers: people[who] ?? {},
    }),
  )

const page = (who: string, eventId: number): Promise<EventBoardPage> =>
  ask(who, 'GET', `/api/events/get-leaderboard/${eventId}?page=1&streamer=all`)

async function agree(who: string, eventId: number): Promise<void> {
  const { seals } = await ask(who, 'GET', '/api/events/seals')
  const { startsAt, endsAt } = seals.find(
    ({ event }: { event: { id: number } }) => event.id === eventId,
  ).event
  await ask(who, 'PUT', `/api/events/seals/${eventId}`, { isAgreed: true, startsAt, endsAt })
}

const seal = (who: string, eventId: number) =>
  ask(who, 'PUT', `/api/show/control/${eventId}/settings`, { isSealed: true, isPublic: true })

const channelOf = async (login: string) =>
  (
    await server.context.db
      .selectFrom('channels')
      .select('id')
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
  ).id

const storedOf = (eventId: number) =>
  server.context.db
    .selectFrom('event_boards')
    .select('id')
    .where('event_id', '=', eventId)
    .execute()

const mergedBoards = async (eventId: number) =>
  server.context.db
    .selectFrom('event_boards')
    .select('id')
    .where('event_id', '=', eventId)
    .where('channel_id', 'is', null)
    .orderBy('id')
    .execute()

const settled = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The outcome of the promise, or of waiting for it that many milliseconds. */
const soon = <T>(promise: Promise<T>, ms: number) =>
  Promise.race([
    promise.then(
      (value) => ({ value }),
      (error: unknown) => ({ error: (error as Error).message }),
    ),
    settled(ms).then(() => 'still waiting' as const),
  ])

it('an unpaged answer that is read slowly has all rows, or ends with an error', async () => {
  const eventId = await createEvent('rival', ['gamma', 'beta'])
  await snapshot('beta', eventId)
  await snapshot('gamma', eventId)
  const boards = new EventBoards(server.context)
  const found = await boards.getStreamerBoards({ eventId, organiserId: ids.rival ?? 0 })
  const { db } = server.context
  // Uploads and other readers come while a slow connection still reads the first streamer's rows.
  const again = async (share: number) => {
    await snapshot('beta', eventId, share)
    await page('rival', eventId)
    await db
      .updateTable('event_boards')
      .set({ superseded_at: sql`superseded_at - interval '61 seconds'` })
      .where('superseded_at', 'is not', null)
      .execute()
  }
  await again(0.75)
  await sweepBoards(db, server.clock.now())
  let text = ''
  let failed = false
  try {
    const reply = { headers: () => {} } as never
    for await (const piece of answerBoards(db, found).send(reply)) {
      text += piece
    }
  } catch {
    failed = true
  }
  const lengths = failed
    ? 'an error'
    : JSON.parse(text).map(({ leaderboard }: { leaderboard: unknown[] }) => leaderboard.length)
  expect(lengths === 'an error' ? [40, 40] : lengths).toEqual([40, 40])
})

it('two readers with different rights do not remove each other’s merged board', async () => {
  const eventId = await createEvent('rival', ['alpha', 'beta', 'gamma'])
  await snapshot('beta', eventId)
  await snapshot('gamma', eventId, 0.25)
  const sealed = await createEvent('host', ['alpha'])
  await seal('host', sealed)
  await agree('alpha', sealed)
  server.clock.advance({ minutes: 1 })
  await snapshot('alpha', eventId, 1)
  expect((await page('alpha', eventId)).streamers).toHaveLength(3)
  expect((await page('rival', eventId)).streamers).toHaveLength(2)
  const before = await mergedBoards(eventId)
  expect(before).toHaveLength(2)
  for (let round = 0; round < 3; round += 1) {
    await page('alpha', eventId)
    await page('rival', eventId)
  }
  expect(await mergedBoards(eventId)).toEqual(before)
})

it('a reader does not get a board that was made for a reader with more rights', async () => {
  const eventId = await createEvent('rival', ['gamma', 'beta'])
  const blocking = await createEvent('rival', ['alpha', 'beta'])
  const sealed = await createEvent('host', ['gamma'])
  await seal('host', sealed)
  const { db } = server.context
  let asked: Promise<EventBoardPage>[] = []
  let blocked: Promise<EventBoardPage> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`lock table event_boards in share row exclusive mode`.execute(trx)
    // This board is still being made, so the next ones wait for their turn.
    blocked = page('rival', blocking)
    blocked.catch(() => {})
    await settled(300)
    asked = [page('gamma', eventId)]
    await settled(200)
    asked.push(page('beta', eventId))
    await settled(200)
    await agree('gamma', sealed)
    server.clock.advance({ minutes: 1 })
    await race('gamma', (position) => `hidden_${position}`)
  })
  await blocked
  const [own, others] = await Promise.all(asked)
  expect(own?.rows.map(({ racer_name }) => racer_name)).toContain('hidden_1')
  expect(others?.rows.map(({ racer_name }) => racer_name)).not.toContain('hidden_1')
})

it('a board is made while an upload of its channel is being stored', async () => {
  const eventId = await createEvent('rival', ['alpha', 'beta'])
  await snapshot('beta', eventId)
  const channelId = await channelOf('beta')
  await server.context.db.transaction().execute(async (trx) => {
    // lockChannel does the same during an upload.
    await trx.selectFrom('channels').select('id').where('id', '=', channelId).forUpdate().execute()
    expect(await page('rival', eventId)).toMatchObject({ rowCount: 40 })
  })
})

it('reading the page during an undo works, and so does the undo', async () => {
  const eventId = await createEvent('rival', ['alpha', 'beta'])
  await snapshot('beta', eventId)
  const channelId = await channelOf('beta')
  let asked: Promise<unknown> = Promise.resolve()
  const undone = server.context.db.transaction().execute(async (trx) => {
    await trx.selectFrom('channels').select('id').where('id', '=', channelId).forUpdate().execute()
    asked = soon(page('rival', eventId), 20_000)
    await settled(500)
    return tallyEvents(trx, {
      channelId,
      userId: ids.beta ?? 0,
      now: server.clock.now(),
      playedAt: [],
      eventId,
    })
  })
  const tallied = await soon(undone, 20_000)
  expect([tallied, await asked]).toMatchObject([
    { value: { events: [{ racers: 40 }] } },
    { value: { rowCount: 40 } },
  ])
})

it('two undos of channels that take part in each other’s events do not deadlock', async () => {
  const events = [
    await createEvent('alpha', ['alpha', 'beta']),
    await createEvent('beta', ['alpha', 'beta']),
  ]
  for (const eventId of events) {
    await snapshot('alpha', eventId)
    await page('alpha', eventId)
    await snapshot('alpha', eventId, 0.25)
    await page('alpha', eventId)
  }
  await server.context.db
    .updateTable('event_boards')
    .set({ superseded_at: sql`superseded_at - interval '2 minutes'` })
    .where('superseded_at', 'is not', null)
    .execute()
  const meet = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const undo = async (index: number) =>
    server.context.db.transaction().execute(async (trx) => {
      const channelId = await channelOf(['alpha', 'beta'][index] ?? '')
      const asked = {
        channelId,
        now: server.clock.now(),
        userId: ids[['alpha', 'beta'][index] ?? ''] ?? 0,
      }
      // A single tally of both events has the same order: the channel's own event first.
      const first = { ...asked, playedAt: [], eventId: events[index] ?? 0 }
      await tallyEvents(trx, first)
      meet[index]?.resolve()
      await meet[1 - index]?.promise
      await tallyEvents(trx, { ...first, eventId: events[1 - index] ?? 0 })
    })
  const both = await Promise.all([soon(undo(0), 20_000), soon(undo(1), 20_000)])
  expect(both).toEqual([{ value: undefined }, { value: undefined }])
})

it('a process waits for the board that another process is making, even if that takes 6 s', async () => {
  const eventId = await createEvent('rival', ['alpha', 'beta'])
  await snapshot('beta', eventId)
  const channelId = await channelOf('beta')
  let asked: Promise<unknown> = Promise.resolve()
  await server.context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const question = { eventId, channelId, now: server.clock.now(), viewer: undefined }
      const [participant] = await findParticipants(trx, question)
      if (participant === undefined) throw new Error('nobody takes part')
      await makeStreamerBoard(trx, { eventId, participant, now: server.clock.now() })
      asked = soon(page('rival', eventId), 30_000)
      await settled(6_000)
    })
  expect(await asked).toMatchObject({ value: { rowCount: 40 } })
})

it('an upload, a sign-in and a deletion do not wait for a board that is being made', async () => {
  const eventId = await createEvent('rival', ['alpha', 'beta'])
  await snapshot('beta', eventId)
  const channelId = await channelOf('beta')
  await server.context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const question = { eventId, channelId, now: server.clock.now(), viewer: undefined }
      const [participant] = await findParticipants(trx, question)
      if (participant === undefined) throw new Error('nobody takes part')
      await makeStreamerBoard(trx, { eventId, participant, now: server.clock.now() })
      await snapshot('beta', eventId, 0.75)
      await server.signIn('beta')
      await ask('rival', 'DELETE', `/api/events/event/${eventId}`)
    })
  // The board was stored after its event was deleted.
  await sweepBoards(server.context.db, server.clock.now())
  expect(await storedOf(eventId)).toEqual([])
})

it('held games and the games of a board are read at the same moment', async () => {
  // Alpha has agreed to a seal. The whole board is stored once alpha has read it.
  const sealed = await createEvent('host', ['alpha'])
  await seal('host', sealed)
  await agree('alpha', sealed)
  server.clock.advance({ minutes: 1 })
  await race('alpha', (position) => `secret_${position}`)
  const eventId = await createEvent('rival', ['alpha', 'beta'])
  const named = async (who: string) =>
    (await page(who, eventId)).rows.map(({ racer_name }) => racer_name)
  expect(await named('alpha')).toContain('secret_1')
  expect(await named('rival')).not.toContain('secret_1')
  const { name } = await ask('rival', 'GET', `/api/events/summary/${eventId}`)
  const invite = (participants: string[]) =>
    ask('rival', 'PUT', `/api/events/update/${eventId}`, {
      ...{ name, startAt: '2026-11-01', endAt: '2026-11-02', leaderboard_config_id: standard },
      participants: participants.map((each) => ids[each]),
    })
  await invite(['beta'])
  let asked: Promise<string[]> = Promise.resolve([])
  await server.context.db.transaction().execute(async (trx) => {
    // Between the two statements of findParticipants. Other calls of the organiser can make this pause long.
    await sql`lock table game_changes in access exclusive mode`.execute(trx)
    asked = named('rival')
    await settled(500)
    await invite(['alpha', 'beta'])
  })
  expect(await asked).not.toContain('secret_1')
})
