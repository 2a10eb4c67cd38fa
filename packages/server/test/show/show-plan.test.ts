/** Names that wait for a press of their own, the duel, and shows that go on after a restart or an update. */
import { MASKED_NAME } from '@rollcall/scoring/racer'
import { stepTimes } from '@rollcall/scoring/show-times'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pointsAt, racerAt, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-02T20:00:00Z') })
})
afterAll(() => server.stop())

/** A live show that has reached the rank, and everything about it that others than its organiser can see. */
async function begin(reached: number, settings: Parameters<ShowEvent['settings']>[0] = {}) {
  const event = await ShowEvent.create(server)
  await event.settings({ isPublic: true, ...settings })
  const [page, overlay] = [await event.token('public'), await event.token('overlay')]
  await event.move({ kind: 'start', phase: 'live' })
  if (reached < 11) {
    await event.move({ kind: 'jump', rank: reached })
  }
  const seen = {
    overlay: () => event.seen(`overlay/${overlay}`),
    page: () => event.seen(`public/${page}`),
    chat: async () =>
      (await server.call({ method: 'GET', url: `/api/chat/alpha/event/${page}` })).body,
    found: async (name: string) =>
      (
        await server.call({ method: 'GET', url: `/api/show/public/${page}/rows?search=${name}` })
      ).json().total,
  }
  return { event, seen }
}

const hold = (event: ShowEvent, isOn: boolean) =>
  server.call({
    method: 'PUT',
    url: `/api/show/control/${event.id}/hold`,
    headers: event.host,
    body: { isOn },
  })

describe('a name that is held', () => {
  it('comes with a press of its own, after its points', async () => {
    const { event, seen } = await begin(8)
    expect((await hold(event, true)).json()).toMatchObject({
      ...{ holdsNext: true, next: { kind: 'points', rank: 7 }, pressesLeft: 9 },
      nextRows: [{ racer_name: racerAt(7), event_points: pointsAt(7) }],
    })
    const room = await event.press({ kind: 'next' })
    expect(room).toMatchObject({ reached: 8, holdsNext: false, next: { kind: 'name', rank: 7 } })
    const held = [{ id: '7', points: pointsAt(7) }]
    const onStage = await event.stage()
    expect(onStage).toMatchObject({ step: 'points', blurMs: stepTimes('points', 7).ms, held })
    expect(await seen.overlay()).toEqual(onStage)
    // Points and name become due one after the other.
    expect((await seen.page()).held).toBeUndefined()
    await event.settle()
    expect(await seen.page()).toEqual({ ...onStage, blurMs: 0 })
    expect(onStage.rows[6]).toEqual({
      ...{ id: '7', rank: 7, racer_name: MASKED_NAME, event_points: null },
    })
    for (const told of [JSON.stringify(onStage), await seen.chat()]) {
      expect(told).not.toContain(racerAt(7))
    }
    expect(await seen.found(racerAt(7))).toBe(0)

    const named = await event.press({ kind: 'next' })
    expect(named).toMatchObject({ reached: 7, next: { kind: 'reveal', rank: 5 } })
    expect(await event.stage()).toMatchObject({
      step: 'name',
      rows: expect.arrayContaining([expect.objectContaining({ racer_name: racerAt(7) })]),
    })
    expect(JSON.stringify(await seen.page())).not.toContain(racerAt(7))
    await event.settle()
    expect(await seen.found(racerAt(7))).toBe(1)
    // Back leads to the points, and then to where neither was shown.
    expect(await event.move({ kind: 'back' })).toMatchObject({ reached: 8, next: { kind: 'name' } })
    expect(await seen.page()).toMatchObject({ held })
    expect(await event.move({ kind: 'back' })).toMatchObject({
      reached: 8,
      next: { kind: 'reveal' },
    })
    expect((await seen.page()).held).toBeUndefined()
  })

  it('is held for everybody who shares the rank, and always for the first three if that is chosen', async () => {
    const { event } = await begin(7, { holdsNames: true })
    await hold(event, true)
    await event.move({ kind: 'next' })
    expect((await event.stage()).held).toEqual([
      { id: '5', points: pointsAt(5) },
      { id: '6', points: pointsAt(5) },
    ])
    // Who shares a rank is shown with the names.
    expect((await event.stage()).rows.slice(4, 6).map(({ rank }) => rank)).toEqual([5, 6])
    await event.move({ kind: 'next' })
    expect((await event.stage()).rows.slice(4, 6).map(({ rank }) => rank)).toEqual([5, 5])
    await event.move({ kind: 'next' })
    expect((await event.move({ kind: 'next' })).next).toEqual({ kind: 'name', rank: 3 })
  })
})

describe('the duel', () => {
  it('shows the gap, both totals, then the names, on sides that stay', async () => {
    const { event, seen } = await begin(3)
    expect(await event.control()).toMatchObject({ next: { kind: 'gap' }, pressesLeft: 4 })
    expect((await event.control()).nextRows).toHaveLength(2)
    await event.move({ kind: 'next' })
    const gap = pointsAt(1) - pointsAt(2)
    const first = await seen.page()
    expect(first).toMatchObject({ step: 'gap', reached: 3, duel: { gap } })
    expect(first.duel?.sides).toBeUndefined()
    await event.move({ kind: 'next' })
    const second = await seen.page()
    expect(second.duel?.sides?.map(({ points }) => points).toSorted((a, b) => b - a)).toEqual([
      ...[pointsAt(1), pointsAt(2)],
    ])
    expect(JSON.stringify([first, second, await seen.chat()])).not.toMatch(/racer_0[12]/)
    expect(second.rows.slice(0, 2).map(({ event_points }) => event_points)).toEqual([null, null])

    await event.press({ kind: 'next' })
    expect(JSON.stringify(await seen.page())).not.toMatch(/racer_0[12]/)
    await event.settle()
    const third = await seen.page()
    expect(third).toMatchObject({ step: 'names', reached: 1 })
    expect(third.duel?.sides?.map(({ points }) => points)).toEqual(
      second.duel?.sides?.map(({ points }) => points),
    )
    for (const { row, points } of third.duel?.sides ?? []) {
      expect(third.rows.find(({ id }) => id === row)?.event_points).toBe(points)
    }
    expect(await event.move({ kind: 'back' })).toMatchObject({
      reached: 3,
      next: { kind: 'names' },
    })
    expect(await seen.page()).toEqual({ ...second, version: expect.any(Number) })
    await event.move({ kind: 'next' })
    expect(await event.move({ kind: 'next' })).toMatchObject({ isPodiumOpen: true })
    expect((await seen.page()).duel).toBeUndefined()
  })

  it('goes on in a server that was started in the middle of it', async () => {
    const { event, seen } = await begin(3)
    await event.move({ kind: 'next' })
    await event.move({ kind: 'next' })
    const [before, stage] = [await seen.page(), await event.stage()]
    const anew = await startTestServer({ beside: server })
    try {
      const url = `/api/show/stage/${event.id}`
      expect(await anew.ask({ method: 'GET', url, headers: event.host })).toEqual(stage)
      const { version } = await event.control()
      const response = await anew.call({
        method: 'POST',
        url: `/api/show/control/${event.id}/move`,
        headers: event.host,
        body: { version, move: { kind: 'next' } },
      })
      expect(response.json()).toMatchObject({ reached: 1 })
    } finally {
      await anew.stop()
    }
    await event.settle()
    expect((await seen.page()).version).toBeGreaterThan(before.version)
    expect((await event.stage()).duel?.sides?.map(({ points }) => points)).toEqual(
      stage.duel?.sides?.map(({ points }) => points),
    )
  })

  it('is left out where a show has already uncovered rank 2, as before an update', async () => {
    const { event, seen } = await begin(3)
    const { db } = server.context
    for (const table of ['shows', 'show_steps'] as const) {
      await db
        .updateTable(table)
        .set({ reached: 2, step: null, has_decimals: null, seed: 0 })
        .where('event_id', '=', event.id)
        .execute()
    }
    // The server has not heard of that.
    await event.settings({ isListed: true })
    expect(await event.stage()).toMatchObject({ reached: 2, hasDecimals: false })
    expect(await event.move({ kind: 'next' })).toMatchObject({ reached: 1 })
    expect((await seen.page()).rows[0]?.racer_name).toBe(racerAt(1))
  })
})
