/** The show of an event, from the view of its organiser and of others. */

import { MASKED_NAME } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pointsAt, RACERS, racerAt, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-02T20:00:00Z') })
})
afterAll(() => server.stop())

const shown = (view: { rows: { rank: number; racer_name: string }[] }) =>
  view.rows.filter(({ racer_name }) => racer_name !== MASKED_NAME).map(({ rank }) => rank)

describe('an evening', () => {
  let event: ShowEvent
  let publicToken: string
  let overlayToken: string

  const isOver = async () => {
    const url = `/api/events/summary/${event.id}`
    return (await server.ask({ method: 'GET', url, headers: event.host })).isShowOver
  }

  beforeAll(async () => {
    event = await ShowEvent.create(server)
    await event.settings({ isPublic: true })
    publicToken = await event.token('public')
    overlayToken = await event.token('overlay')
  })

  it('begins with an overview of the uploads, and shows only standings on the overlay', async () => {
    const room = await event.control()
    expect(room).toMatchObject({ phase: 'waiting', version: 0, next: { kind: 'start' } })
    expect(room).toMatchObject({
      ...{ overlay: { scene: 'standings' }, viewers: { scene: 'before' }, isOpen: true },
    })
    expect(room.streamers).toMatchObject([
      { username: 'alpha', racerCount: RACERS, hasArrived: false },
      { username: 'beta', racerCount: RACERS, hasArrived: false },
    ])
    expect(await event.seen(`public/${publicToken}`)).toMatchObject({
      scene: 'before',
      rowCount: 0,
      rows: [],
      event: { name: 'Autumn Cup', organiser: { username: 'host' } },
    })
    const standings = await event.seen(`overlay/${overlayToken}`)
    expect(standings.scene).toBe('standings')
    expect(standings.rows[0]).toMatchObject({ rank: 1, racer_name: racerAt(1), event_points: 1000 })
    const { alpha } = await userIds(server)
    expect(await event.seen(`overlay/${overlayToken}?userId=${alpha}`)).toMatchObject({
      board: { username: 'alpha' },
      rows: expect.arrayContaining([expect.objectContaining({ rank: 1, event_points: 400 })]),
    })
    // Somebody who does not take part has no board.
    expect(await event.seen(`overlay/${overlayToken}?userId=999999`)).toEqual(standings)
  })

  it('can be rehearsed with invented names on the stage only', async () => {
    const before = await event.seen(`public/${publicToken}`)
    await event.move({ kind: 'start', phase: 'rehearsal' })
    await event.move({ kind: 'next' })
    const stage = await event.stage()
    expect(stage).toMatchObject({ isRehearsal: true, scene: 'reveal', reached: 10 })
    expect(JSON.stringify(stage)).not.toContain('racer_1')
    expect(await event.seen(`public/${publicToken}`)).toEqual(before)
    expect((await event.seen(`overlay/${overlayToken}`)).scene).toBe('standings')
    expect(await event.control()).toMatchObject({
      ...{ reached: 10, overlay: { scene: 'standings' }, viewers: { scene: 'before' }, coming: [] },
    })
    expect((await event.move({ kind: 'finish' })).phase).toBe('waiting')
  })

  it('reveals rank by rank, shared ranks together, and can go back and jump', async () => {
    expect(await isOver()).toBe(false)
    const room = await event.move({ kind: 'start', phase: 'live' })
    expect(await isOver()).toBe(false)
    expect(room).toMatchObject({ reached: 11, next: { kind: 'reveal', rank: 10 } })
    expect(room.waitMs).toBeGreaterThan(0)
    expect(room.waitMs).toBeLessThanOrEqual(1000)
    const view = await event.seen(`public/${publicToken}`)
    expect(view.rows.slice(9, 12)).toEqual([
      { id: '10', rank: 10, racer_name: MASKED_NAME, event_points: null },
      { id: '11', rank: 11, racer_name: racerAt(11), event_points: pointsAt(11) },
      { id: '12', rank: 12, racer_name: racerAt(12), event_points: pointsAt(12) },
    ])
    const stage = await event.stage()
    expect(await event.seen(`overlay/${overlayToken}`)).toEqual(stage)
    expect(view).toEqual({ ...stage, blurMs: 0 })
    // There is no rank 6.
    expect(await event.move({ kind: 'jump', rank: 6 })).toMatchObject({
      reached: 7,
      next: { kind: 'reveal', rank: 5 },
    })
    await event.move({ kind: 'next' })
    expect(shown(await event.seen(`public/${publicToken}`)).slice(0, 3)).toEqual([5, 5, 7])
    await event.move({ kind: 'back' })
    expect(shown(await event.seen(`public/${publicToken}`))[0]).toBe(7)
    expect(await event.move({ kind: 'podium' })).toMatchObject({ reached: 7, isPodiumOpen: true })
    expect(await event.stage()).toMatchObject({ scene: 'podium', reached: 1 })
    expect(shown(await event.seen(`public/${publicToken}`))[0]).toBe(1)
    expect(await event.move({ kind: 'back' })).toMatchObject({ reached: 7, isPodiumOpen: false })
    expect(shown(await event.seen(`public/${publicToken}`))[0]).toBe(7)
  })

  it('moves once for a double click, and not while a blur runs', async () => {
    server.clock.advance({ minutes: 1 })
    const { version } = await event.control()
    const presses = await Promise.all([
      event.tryMove({ kind: 'next' }, version),
      event.tryMove({ kind: 'next' }, version),
    ])
    expect(presses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    // So that it still runs on a busy machine.
    await server.context.db
      .updateTable('shows')
      .set({ clears_at: sql<Date>`clock_timestamp() + interval '1 minute'` })
      .where('event_id', '=', event.id)
      .execute()
    const impatient = await event.tryMove({ kind: 'next' }, version + 1)
    expect(impatient.json()).toMatchObject({ code: 'blur_running' })
    const late = await event.tryMove({ kind: 'next' }, version)
    expect(late.json()).toMatchObject({ code: 'show_moved' })
    expect(await event.stage()).toMatchObject({ version: version + 1, reached: 5 })
    await event.settle()
  })

  it('does not change with new results until the organiser accepts them', async () => {
    const before = await event.seen(`public/${publicToken}`)
    await event.upload('alpha', 0.4, ['late_winner'])
    expect(await event.seen(`public/${publicToken}`)).toEqual(before)
    const room = await event.control()
    expect(room.hasArrivals).toBe(true)
    expect(room.streamers.map(({ hasArrived }) => hasArrived)).toEqual([true, false])
    const taken = await event.move({ kind: 'take-over' })
    expect(taken).toMatchObject({ hasArrivals: false, reached: 5, rowCount: RACERS + 1 })
    const after = await event.seen(`public/${publicToken}`)
    expect(JSON.stringify(after)).not.toContain('late_winner')
    expect(after.rows.find(({ rank }) => rank === 6)?.racer_name).toBe(racerAt(5))
  })

  it('is not sent again while nothing has moved', async () => {
    const ask = (headers: Record<string, string>) =>
      server.call({ method: 'GET', url: `/api/show/public/${publicToken}`, headers })
    const first = await ask({ 'accept-encoding': 'gzip' })
    expect(first.headers['content-encoding']).toBe('gzip')
    const again = await ask({ 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })

  it('can be searched and explained only where it is revealed', async () => {
    const rows = async (search: string) =>
      (
        await server.call({
          method: 'GET',
          url: `/api/show/public/${publicToken}/rows?search=${search}`,
        })
      ).json()
    expect((await rows('RACER_2')).rows).toHaveLength(10)
    expect(await rows('late_winner')).toEqual({
      ...{ rows: [], total: 0, totalPages: 0 },
      found: null,
    })
    // Who is beside somebody is shown once everybody is.
    expect((await rows('racer_20')).rows).toHaveLength(1)
    expect((await rows('racer_20')).found).toBe(null)
    const explain = (row: number) =>
      server.call({ method: 'GET', url: `/api/show/public/${publicToken}/explain?row=${row}` })
    expect((await explain(20)).json().terms).toMatchObject([{ kind: 'uploaded' }])
    expect((await explain(1)).statusCode).toBe(404)
  })

  it('ends with the podium and the whole board', async () => {
    await event.move({ kind: 'jump', rank: 1 })
    expect((await event.move({ kind: 'next' })).isPodiumOpen).toBe(true)
    expect((await event.stage()).scene).toBe('podium')
    const refused = await event.tryMove({ kind: 'next' }, (await event.control()).version)
    expect(refused.statusCode).toBe(409)
    expect((await event.move({ kind: 'finish' })).next).toEqual({ kind: 'none' })
    const view = await event.seen(`public/${publicToken}`)
    expect(view).toMatchObject({ scene: 'final', rowCount: RACERS + 1 })
    expect(await isOver()).toBe(true)
    expect(view.rows[0]?.racer_name).toBe('late_winner')
    const url = `/api/show/public/${publicToken}/rows?search=${racerAt(1)}`
    const { found } = (await server.call({ method: 'GET', url })).json()
    expect(found).toMatchObject({
      page: 1,
      above: { racer_name: 'late_winner' },
      row: { racer_name: racerAt(1) },
      below: { racer_name: racerAt(2) },
    })
    expect((await event.move({ kind: 'reset' })).phase).toBe('waiting')
    expect((await event.seen(`public/${publicToken}`)).rows).toEqual([])
    // The stream has shown the winner already, so standings must not appear again.
    expect(await event.seen(`overlay/${overlayToken}`)).toMatchObject({ scene: 'before', rows: [] })
    expect((await event.control()).overlay.scene).toBe('before')
  })

  it('has addresses that end when replaced, and no public one if it is not public', async () => {
    const status = async (path: string) =>
      (await server.call({ method: 'GET', url: `/api/show/${path}` })).statusCode
    expect(await status(`public/${overlayToken}`)).toBe(404)
    expect(await status(`overlay/${publicToken}`)).toBe(404)
    const replaced = publicToken
    publicToken = await event.token('public')
    expect(publicToken).toMatch(/^[\w-]{22}$/)
    expect(await status(`public/${replaced}`)).toBe(404)
    expect(await status(`public/${publicToken}`)).toBe(200)
    await event.settings({ isListed: true })
    const { settings } = await event.settings({ isPublic: false })
    expect(settings).toMatchObject({ isListed: true, isSealed: false })
    expect(await status(`public/${publicToken}`)).toBe(404)
    expect(await status(`overlay/${overlayToken}`)).toBe(200)
  })
})

it('the choice of board and start rank is stored for all devices until the show begins', async () => {
  const event = await ShowEvent.create(server, { name: 'Chosen' })
  const choose = (body: object) =>
    server.call({
      method: 'PUT',
      url: `/api/show/control/${event.id}/settings`,
      headers: event.host,
      body,
    })
  const userId = (await event.control()).streamers[1]?.userId ?? 0
  expect((await choose({ boardUserId: userId })).json()).toMatchObject({ boardUserId: userId })
  expect((await choose({ startRank: 7 })).json()).toMatchObject({ startRank: 7 })
  expect(await event.control()).toMatchObject({ boardUserId: userId, startRank: 7, version: 0 })
  expect(await event.stage()).toMatchObject({ board: null, startRank: null })
  expect((await choose({ boardUserId: 999_999 })).statusCode).toBe(422)
  await event.move({ kind: 'start', phase: 'rehearsal' })
  expect((await choose({ startRank: 5 })).statusCode).toBe(409)
})

it('a start is refused without results, for others, and a second time', async () => {
  const event = await ShowEvent.create(server, { name: 'Refused' })
  const [caster] = event.casters
  const others = await server.call({
    method: 'GET',
    url: `/api/show/control/${event.id}`,
    headers: caster,
  })
  expect(others.json()).toEqual({ unauthorized: true })
  const nobody = { kind: 'start', phase: 'rehearsal', userId: 999_999, startRank: 11 } as const
  expect((await event.tryMove(nobody, 0)).statusCode).toBe(422)
  await event.move({ kind: 'start', phase: 'live' })
  server.clock.advance({ minutes: 1 })
  const again = await event.tryMove({ kind: 'start', phase: 'live' }, 1)
  expect(again.statusCode).toBe(409)
})

it('the overlay has standings only until the event ends, because then they would show the winner', async () => {
  const event = await ShowEvent.create(server, { name: 'Over' })
  const token = await event.token('overlay')
  expect((await event.seen(`overlay/${token}`)).scene).toBe('standings')
  server.clock.advance({ minutes: 24 * 60 })
  expect(await event.seen(`overlay/${token}`)).toMatchObject({ scene: 'before', rows: [] })
})

it('a change by another process counts even before this process hears of its own earlier commit', async () => {
  const event = await ShowEvent.create(server)
  const other = await startTestServer({ beside: server })
  const { db, changes } = server.context
  const heardTwice = Promise.withResolvers<void>()
  let heard = 0
  const stop = changes.follow((topic) => {
    heard += topic === `show:${event.id}/organiser` ? 1 : 0
    if (heard === 2) {
      heardTwice.resolve()
    }
  })
  const isStored = async () => {
    const shows = db.selectFrom('shows').select('viewers_delay_s').where('event_id', '=', event.id)
    return (await shows.executeTakeFirst())?.viewers_delay_s === 10
  }
  const transaction = changes.transaction.bind(changes)
  const spy = vi.spyOn(changes, 'transaction').mockImplementation(async (work) => {
    const result = await transaction(work)
    if (await isStored()) {
      await other.ask({
        method: 'PUT',
        url: `/api/show/control/${event.id}/settings`,
        headers: event.host,
        body: { viewersDelayS: 20 },
      })
      await heardTwice.promise
    }
    return result
  })
  await event.settings({ viewersDelayS: 10 })
  spy.mockRestore()
  stop()
  expect((await event.control()).settings.viewersDelayS).toBe(20)
  await other.stop()
})
