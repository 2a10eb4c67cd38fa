/** Viewers follow the stage: they see each move when it is due by the database's clock, and not before. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../helpers/eventually.ts'
import { RACERS, racerAt, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-02T20:00:00Z') })
})
afterAll(() => server.stop())

interface Started {
  event: ShowEvent
  token: string
}

async function create(settings: Parameters<ShowEvent['settings']>[0]): Promise<Started> {
  const event = await ShowEvent.create(server)
  await event.settings({ isPublic: true, ...settings })
  return { event, token: await event.token('public') }
}

/** Starts a show with a delay of a minute, which never passes during a test. */
async function start(settings: Parameters<ShowEvent['settings']>[0] = {}): Promise<Started> {
  const started = await create({ viewersDelayS: 60, ...settings })
  await started.event.move({ kind: 'start', phase: 'live' })
  return started
}

const get = async (url: string, headers = {}) => {
  const { statusCode, body } = await server.call({ method: 'GET', url, headers })
  return { statusCode, body: body.replace(/"requestId":"[^"]*"/, '') }
}

/** Everything that viewers can read. */
async function readByViewers({ event, token }: Started) {
  const [, headers] = event.casters
  return {
    view: await get(`/api/show/public/${token}`),
    search: await get(`/api/show/public/${token}/rows?search=racer`),
    explained: await Promise.all(
      [1, 10, 11].map((row) => get(`/api/show/public/${token}/explain?row=${row}`)),
    ),
    chat: await get(`/api/chat/alpha/event/${token}`),
    pictures: await Promise.all(
      ['', `?racer=${racerAt(10)}`].map((query) => get(`/e/${token}/card.png${query}`)),
    ),
    board: await get(`/api/events/get-leaderboard/${event.id}`, headers),
    row: await get(`/api/events/explain-row/${event.id}?racer=${racerAt(10)}`, headers),
  }
}

const boardsOf = async (event: ShowEvent) =>
  (
    await server.context.db
      .selectFrom('show_rows')
      .select('board')
      .distinct()
      .where('event_id', '=', event.id)
      .execute()
  ).map(({ board }) => board)

describe('a move', () => {
  it('is visible on stage and overlay at once, and nowhere else before it is due', async () => {
    const started = await start({ isSealed: true })
    const { event, token } = started
    const overlay = await event.token('overlay')
    const before = await readByViewers(started)
    const room = await event.press({ kind: 'next' })
    expect(room).toMatchObject({
      overlay: { scene: 'reveal', reached: 10, rowCount: RACERS },
      viewers: { scene: 'reveal', reached: 11, rowCount: RACERS },
      coming: [{ scene: 'reveal', reached: 10 }],
    })
    // The time of a row, plus the delay of a minute.
    expect(room.coming[0]?.inMs).toBeGreaterThan(45_000)
    expect(room.coming[0]?.inMs).toBeLessThan(64_000)
    expect((await event.stage()).reached).toBe(10)
    expect((await event.seen(`overlay/${overlay}`)).reached).toBe(10)
    expect(await readByViewers(started)).toEqual(before)
    await event.settle()
    expect((await event.control()).coming).toEqual([])
    expect((await event.seen(`public/${token}`)).reached).toBe(10)
    const after = await readByViewers(started)
    for (const place of ['view', 'search', 'chat', 'pictures', 'board', 'row'] as const) {
      expect(after[place], place).not.toEqual(before[place])
    }
    // A seal would hold back games from the events of other tests.
    await event.settings({ isSealed: false })
  })

  it('becomes visible automatically once the blur and the delay are over', async () => {
    const { event, token } = await create({ viewersDelayS: 1 })
    const dueInMs = async () => (await event.control()).coming[0]?.inMs ?? 0
    const { coming } = await event.press({ kind: 'start', phase: 'live' })
    let wasEarly = false
    expect(coming[0]?.inMs).toBeGreaterThan(0)
    await eventually(async () => {
      const { scene } = await event.seen(`public/${token}`)
      // `waitFor` repeats failed attempts, so the test remembers what must never happen.
      wasEarly ||= scene === 'reveal' && (await dueInMs()) > 0
      expect(scene).toBe('reveal')
    })
    expect(wasEarly).toBe(false)
  })

  it('to the podium from hidden ranks waits until the podium has risen', async () => {
    const { event } = await start({ viewersDelayS: 0 })
    const room = await event.press({ kind: 'podium' })
    expect(room.overlay.scene).toBe('podium')
    expect(room.viewers).toMatchObject({ scene: 'reveal', reached: 11 })
    expect(room.coming[0]?.inMs).toBeGreaterThan(0)
  })

  it.each(['back', 'reset'] as const)('%s takes back steps that are not due yet', async (kind) => {
    const { event, token } = await start()
    await event.press({ kind: 'next' })
    await event.press({ kind: 'next' })
    const { version, coming } = await event.press({ kind })
    expect(coming).toHaveLength(1)
    expect((await event.seen(`public/${token}`)).reached).toBe(11)
    await event.settle()
    const scene = kind === 'back' ? 'reveal' : 'before'
    expect(await event.seen(`public/${token}`)).toMatchObject({ version, scene })
    expect(await boardsOf(event)).toHaveLength(kind === 'back' ? 1 : 0)
  })

  it('does not overtake the one before it if the delay has become shorter', async () => {
    const { event } = await start()
    await event.press({ kind: 'next' })
    await event.settings({ viewersDelayS: 0 })
    const { coming } = await event.press({ kind: 'next' })
    expect(coming.map(({ reached }) => reached)).toEqual([10, 9])
    expect(coming[1]?.inMs).toBeGreaterThanOrEqual(coming[0]?.inMs ?? Number.NaN)
  })

  it('in a rehearsal is not a step, and keeps the board that viewers still see', async () => {
    const { event, token } = await start()
    const before = await event.seen(`public/${token}`)
    await event.press({ kind: 'reset' })
    await event.press({ kind: 'start', phase: 'rehearsal' })
    await event.press({ kind: 'next' })
    expect(await event.seen(`public/${token}`)).toEqual(before)
    expect((await event.control()).coming).toMatchObject([{ scene: 'before' }])
    await event.settle()
    expect((await event.seen(`public/${token}`)).scene).toBe('before')
    expect(await boardsOf(event)).toHaveLength(1)
  })
})

it('viewers keep the old board until accepted results are due', async () => {
  const started = await start()
  const { event, token } = started
  const before = await readByViewers(started)
  await event.upload('alpha', 0.4, ['late_winner'])
  const room = await event.press({ kind: 'take-over' })
  expect(room).toMatchObject({ rowCount: RACERS + 1, viewers: { rowCount: RACERS } })
  const { view, search, explained, chat, pictures } = await readByViewers(started)
  expect({ view, search, explained, chat, pictures }).toMatchObject({
    ...{ view: before.view, search: before.search, explained: before.explained },
    ...{ chat: before.chat, pictures: before.pictures },
  })
  expect(await boardsOf(event)).toHaveLength(2)
  await event.settle()
  expect((await event.seen(`public/${token}`)).rowCount).toBe(RACERS + 1)
  expect(await boardsOf(event)).toHaveLength(1)
})

it('until viewers see the end, the seal holds, overlays stay paused, and nothing can be posted', async () => {
  const { event } = await start({ isSealed: true, pausesOverlays: true })
  const [caster] = event.casters
  const ask = (url: string) => server.ask({ method: 'GET', url, headers: caster })
  const isOfEvent = (listed: { event: { id: number } }) => listed.event.id === event.id
  const concerning = async () => ({
    pauses: (await ask('/api/show/concerning')).some(isOfEvent),
    holds: (await ask('/api/events/seals')).seals.some(isOfEvent),
  })
  const post = () =>
    server.call({
      method: 'POST',
      url: `/api/discord/${event.id}/post`,
      headers: event.host,
      body: { after: null },
    })
  const room = await event.press({ kind: 'finish' })
  expect(room).toMatchObject({ phase: 'final', viewers: { scene: 'reveal' } })
  expect(await ask(`/api/events/get-leaderboard/${event.id}`)).toMatchObject({ isSealed: true })
  expect(await concerning()).toEqual({ pauses: true, holds: true })
  expect((await post()).json().error).toMatch(/^Viewers' pages do not show the end yet/)
  await event.settle()
  expect(await ask(`/api/events/get-leaderboard/${event.id}`)).toHaveLength(2)
  expect(await concerning()).toEqual({ pauses: false, holds: false })
  expect((await post()).json().error).toMatch(/^Enter the address/)
})

it('the delay is a whole number of seconds up to a minute', async () => {
  const { event } = await create({})
  const set = async (viewersDelayS: unknown) =>
    (
      await server.call({
        method: 'PUT',
        url: `/api/show/control/${event.id}/settings`,
        headers: event.host,
        body: { viewersDelayS },
      })
    ).statusCode
  expect((await event.control()).settings.viewersDelayS).toBe(0)
  expect([await set(0), await set(60)]).toEqual([200, 200])
  expect([await set(-1), await set(61), await set(1.5)]).toEqual([400, 400, 400])
  expect((await event.control()).settings.viewersDelayS).toBe(60)
})

describe('with several processes', () => {
  async function isAnnounced({ id }: ShowEvent): Promise<boolean> {
    const { rows } = await sql<{ isAnnounced: boolean }>`
      select bool_and(announced_at is not null) as "isAnnounced"
      from show_steps where event_id = ${id}`.execute(server.context.db)
    return rows[0]?.isAnnounced ?? false
  }

  async function countAnnouncements({ id }: ShowEvent): Promise<number> {
    const { rows } = await sql`
      select from changes where ${`show:${id}/viewers`} = any(topics)`.execute(server.context.db)
    return rows.length
  }

  it('one announces a step, another one does if the first has ended, and one that starts later does too', async () => {
    const { event } = await create({})
    const others = [
      await startTestServer({ beside: server }),
      await startTestServer({ beside: server }),
    ] as const
    const [presser, watcher] = others
    const before = await countAnnouncements(event)
    const url = `/api/show/control/${event.id}/move`
    const move = { kind: 'start', phase: 'live' }
    await presser.ask({ method: 'POST', url, headers: event.host, body: { version: 0, move } })
    await presser.stop()
    await eventually(async () => expect(await isAnnounced(event)).toBe(true))
    expect(await countAnnouncements(event)).toBe(before + 1)
    await watcher.stop()

    await event.press({ kind: 'next' })
    await sql`update show_steps set due_at = clock_timestamp() where event_id = ${event.id}
      and due_at > clock_timestamp()`.execute(server.context.db)
    const late = await startTestServer({ beside: server })
    await eventually(async () => expect(await isAnnounced(event)).toBe(true))
    await late.stop()
  })

  it('a step whose announcer was killed is announced by another process', async () => {
    const { event } = await create({})
    await event.press({ kind: 'start', phase: 'live' })
    const killed = new pg.Client({ connectionString: server.database.database.url })
    await killed.connect()
    await killed.query('begin')
    await killed.query('select from show_steps where event_id = $1 for update', [event.id])
    await eventually(async () => expect((await event.control()).coming).toEqual([]))
    expect(await isAnnounced(event)).toBe(false)
    await killed.end()
    await eventually(async () => expect(await isAnnounced(event)).toBe(true))
  })
})
