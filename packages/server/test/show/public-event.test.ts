/** What the public page says about an event beside its results: series, rules, who has run, and whose racers are ahead. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { getPublicEvent } from '@rollcall/contract/show-links'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SealedCups } from '../helpers/sealed-cups.ts'
import { pointsAt, RACERS, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

type PublicEvent = ResponseOf<typeof getPublicEvent>

const isIn = ({ streamers }: PublicEvent) =>
  streamers.map(({ username, state, contest }) => [username, state, contest?.points ?? null])

describe('an event with two streamers', () => {
  let server: TestServer
  let event: ShowEvent
  let token: string
  beforeAll(async () => {
    // The event's first day.
    server = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z') })
    event = await ShowEvent.create(server)
    await event.settings({ isPublic: true })
    token = await event.token('public')
  })
  afterAll(() => server.stop())

  const describeEvent = (): Promise<PublicEvent> =>
    server.ask({ method: 'GET', url: `/api/show/public/${token}/event` })

  const sum = Array.from({ length: RACERS }, (_, index) => pointsAt(index + 1)).reduce(
    (one, other) => one + other,
  )
  const ahead = [
    ['beta', 'has-run', 0.6 * sum],
    ['alpha', 'has-run', 0.4 * sum],
  ]
  const secret = [
    ['alpha', 'has-run', null],
    ['beta', 'has-run', null],
  ]

  it('says how points are given, and whose racers are ahead', async () => {
    const described = await describeEvent()
    expect(described).toMatchObject({
      series: null,
      rules: {
        modes: { racing: true, battleRoyale: true, tilted: true },
        positions: [100, 95, 90, 85, 80, 75, 70, 65, 60, 55],
        paysUnfinished: false,
        each: {},
      },
    })
    expect(isIn(described)).toEqual(ahead)
    expect(described.streamers[0]?.contest?.racers).toBe(RACERS)
  })

  it('says only who has run while the event is sealed', async () => {
    await event.settings({ isSealed: true })
    expect(isIn(await describeEvent())).toEqual(secret)
    await event.settings({ isSealed: false })
    expect(isIn(await describeEvent())).toEqual(ahead)
  })

  it('keeps the contest to itself from the start of the show to its end', async () => {
    await event.move({ kind: 'start', phase: 'live' })
    expect(isIn(await describeEvent())).toEqual(secret)
    await event.move({ kind: 'jump', rank: 1 })
    expect(isIn(await describeEvent())).toEqual(secret)
    await event.move({ kind: 'next' })
    await event.move({ kind: 'finish' })
    expect(isIn(await describeEvent())).toEqual(ahead)
  })

  it('keeps it again after the event, if the show is run again', async () => {
    await event.move({ kind: 'reset' })
    server.clock.advance({ days: 3 })
    expect(isIn(await describeEvent())).toEqual(secret)
  })

  it('leads nowhere once the page is not public', async () => {
    await event.settings({ isPublic: false })
    const url = `/api/show/public/${token}/event`
    expect((await server.call({ method: 'GET', url })).statusCode).toBe(404)
  })
})

describe('events with games', () => {
  let cups: SealedCups
  beforeAll(async () => {
    cups = await SealedCups.start()
  })
  afterAll(() => cups.server.stop())

  async function follow(who: string, eventId: number, isSealed: boolean) {
    await cups.seal(who, eventId, isSealed)
    const token = await cups.makeToken(who, eventId, 'public')
    return (): Promise<PublicEvent> =>
      cups.server.ask({ method: 'GET', url: `/api/show/public/${token}/event` })
  }

  it('say who is running and who has run; what a sealed one holds, no other says', async () => {
    const participants = [cups.ids.alpha, cups.ids.gamma]
    const sealedId = await cups.createEvent('host', { participants })
    const sealed = await follow('host', sealedId, true)
    await cups.answer('alpha', sealedId)
    const open = await follow('rival', await cups.createEvent('rival', { participants }), false)
    expect(isIn(await sealed())).toEqual([
      ['alpha', 'waiting', null],
      ['gamma', 'waiting', null],
    ])
    await cups.race('alpha')
    expect(isIn(await sealed())[0]).toEqual(['alpha', 'running', null])
    expect(isIn(await open())[0]).toEqual(['alpha', 'waiting', null])
    await cups.race('gamma')
    cups.server.clock.advance({ minutes: 29 })
    expect(isIn(await open())).toEqual([
      ['gamma', 'running', 775],
      ['alpha', 'waiting', null],
    ])
    cups.server.clock.advance({ minutes: 2 })
    expect(isIn(await sealed())).toEqual([
      ['alpha', 'has-run', null],
      ['gamma', 'has-run', null],
    ])
    cups.server.clock.advance({ days: 3 })
    expect(isIn(await open())).toEqual([
      ['alpha', 'missing', null],
      ['gamma', 'has-run', null],
    ])
  })

  it('say which round of a series they are', async () => {
    const standard = (await cups.ask('host', 'GET', '/api/events/leaderboards'))[0].id
    const round = (name: string, startDate: string) => ({
      ...{ name, startDate, endDate: startDate, leaderboard: standard },
      participants: [cups.ids.alpha],
    })
    const { id: seriesId } = await cups.ask('host', 'POST', '/api/events/createEventSeries', {
      seriesName: 'Friday Cup',
      events: [round('First', '2026-11-13'), round('Second', '2026-11-20')],
    })
    const [series] = await cups.ask('host', 'GET', `/api/events/getBySeriesId/${seriesId}`)
    const describeRound = await follow('host', series.events[1].id, false)
    expect((await describeRound()).series).toEqual({
      ...{ name: 'Friday Cup', round: 2, of: 2, league: null },
    })
  })
})
