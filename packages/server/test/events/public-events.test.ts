/** The list of events for everybody: only listed ones, and a winner only once viewers have seen the end. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { listPublicEvents, PublicEvent } from '@rollcall/contract/events-public'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { racerAt, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'
import { makeWebDir } from '../helpers/web-dir.ts'

let server: TestServer
let event: ShowEvent

beforeAll(async () => {
  // The events are on this day and the next one.
  server = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z'), makeWebDir })
})
afterAll(() => server.stop())

beforeEach(async () => {
  await server.context.db.updateTable('shows').set({ is_listed: false }).execute()
})

const list = (page = 1): Promise<ResponseOf<typeof listPublicEvents>> =>
  server.ask({ method: 'GET', url: `/api/events/public?page=${page}` })

async function createListed(name: string): Promise<ShowEvent> {
  const created = await ShowEvent.create(server, { name })
  await created.settings({ isPublic: true, isListed: true })
  await created.token('public')
  return created
}

/** The only listed event, wherever it is listed. */
async function listed(): Promise<PublicEvent> {
  const { now, soon, past } = await list()
  const [only, ...others] = [...now, ...soon, ...past]
  if (only === undefined || others.length > 0) {
    throw new Error('expected one event')
  }
  return only
}

/** Everything that strangers get: nowhere may there be a racer. */
async function expectNoNames(): Promise<void> {
  for (const url of ['/api/events/public', '/api/seasons/75', '/api/channels/alpha', '/events']) {
    const { body } = await server.call({ method: 'GET', url })
    expect(body, url).not.toMatch(/racer_\d\d/)
  }
}

describe('an event', () => {
  it('is listed only once its organiser gives it a public page and lists it', async () => {
    event = await ShowEvent.create(server, { name: 'Quiet Cup' })
    const nowhere = async () => {
      expect(await list()).toEqual({ now: [], soon: [], past: [], totalPages: 0 })
      for (const url of [
        '/api/seasons/75',
        '/api/channels/alpha',
        '/events',
        '/api/events/public',
      ]) {
        expect((await server.call({ method: 'GET', url })).body).not.toContain('Quiet Cup')
      }
    }
    await nowhere()
    await event.settings({ isPublic: true })
    const token = await event.token('public')
    await nowhere()
    await event.settings({ isListed: true })
    const channel = (login: string) => ({
      ...{ platform: 'twitch', login, name: login },
      profileImageUrl: `/practice-platform/pictures/${login}.svg`,
    })
    const { now } = await list()
    expect(now).toEqual([
      {
        ...{ name: 'Quiet Cup', token, showAt: null, startAt: '2026-11-01', endAt: '2026-11-02' },
        ...{ startsAt: '2026-11-01T00:00:00.000Z', endsAt: '2026-11-03T00:00:00.000Z' },
        // The host has uploaded nothing and has no channel.
        organiser: { ...channel('host'), hasPage: false },
        streamers: [
          { ...channel('alpha'), hasPage: true },
          { ...channel('beta'), hasPage: true },
        ].map(({ hasPage: _, ...streamer }) => streamer),
        streamerCount: 2,
        ...{ results: 'waiting', winners: [], moreWinners: 0 },
      },
    ])
    const { body } = await server.call({ method: 'GET', url: '/events' })
    expect(body).toContain('Quiet Cup')
    expect(body).toContain('/events/card.png?v=')
    await event.settings({ isPublic: false })
    await nowhere()
  })

  it('is soon, now and past', async () => {
    const headers = await server.signIn('host')
    const { alpha } = await userIds(server)
    const [standard] = await server.ask({ url: '/api/events/leaderboards', headers })
    const create = async (name: string, day: string): Promise<void> => {
      const { id } = await server.ask({
        ...{ method: 'POST', url: '/api/events/createEventSingle', headers },
        body: {
          ...{ name, startDate: day, endDate: day, participants: [alpha] },
          leaderboard: standard.id,
        },
      })
      const control = `/api/show/control/${id}`
      const body = { isPublic: true, isListed: true }
      await server.ask({ method: 'PUT', url: `${control}/settings`, headers, body })
      await server.ask({ method: 'POST', url: `${control}/token`, headers, body: { of: 'public' } })
    }
    await create('Later', '2026-11-20')
    await create('Next', '2026-11-10')
    await create('Running', '2026-11-01')
    for (let number = 1; number <= 21; number += 1) {
      await create(`Over ${number}`, `2026-09-${String(number).padStart(2, '0')}`)
    }
    const names = (events: readonly PublicEvent[]) => events.map(({ name }) => name)
    const first = await list()
    expect([names(first.now), names(first.soon)]).toEqual([['Running'], ['Next', 'Later']])
    expect([names(first.past).slice(0, 2), first.past.length]).toEqual([['Over 21', 'Over 20'], 20])
    expect(first.totalPages).toBe(2)
    expect(names((await list(2)).past)).toEqual(['Over 1'])
    expect((await list(3)).past).toEqual([])
  })
})

describe('a winner', () => {
  it('is not named before viewers have seen the end, nor is any other racer', async () => {
    event = await createListed('Autumn Cup')
    await event.settings({ viewersDelayS: 60 })
    expect((await listed()).results).toBe('waiting')
    await event.press({ kind: 'start', phase: 'rehearsal' })
    await event.press({ kind: 'finish' })
    await event.settle()
    expect((await listed()).results).toBe('waiting')

    await event.press({ kind: 'start', phase: 'live' })
    expect((await listed()).results).toBe('waiting')
    await event.settle()
    expect((await listed()).results).toBe('revealing')
    await event.press({ kind: 'jump', rank: 2 })
    await event.settle()
    await expectNoNames()

    await event.press({ kind: 'podium' })
    await event.press({ kind: 'finish' })
    expect(await listed()).toMatchObject({ results: 'revealing', winners: [], moreWinners: 0 })
    await expectNoNames()

    await event.settle()
    expect(await listed()).toMatchObject({
      results: 'shown',
      winners: [{ racer_name: racerAt(1), points: 1000 }],
      moreWinners: 0,
    })
    await event.press({ kind: 'reset' })
    await event.settle()
    expect(await listed()).toMatchObject({ results: 'waiting', winners: [] })
    await expectNoNames()
  })

  it('is not named after a show of one streamer’s board', async () => {
    event = await createListed('One Board Cup')
    const { alpha = 0 } = await userIds(server)
    await event.press({ kind: 'start', phase: 'live', userId: alpha } as never)
    await event.press({ kind: 'finish' })
    await event.settle()
    expect(await listed()).toMatchObject({ results: 'waiting', winners: [] })
    await expectNoNames()
  })

  it('is one of several where points are equal, each under the name that they have now', async () => {
    event = await createListed('Tied Cup')
    const tied = ['t_one', 't_two', 't_three', 't_four', 't_five']
    await event.upload('alpha', 0.4, tied)
    await event.press({ kind: 'start', phase: 'live' })
    await event.settle()
    server.clock.advance({ days: 2 })
    // The event's days are over, and its reveal is on.
    expect(await list()).toMatchObject({ now: [{ results: 'revealing' }], past: [] })
    await event.press({ kind: 'finish' })
    await event.settle()
    expect(await list()).toMatchObject({ now: [], past: [{ name: 'Tied Cup' }], totalPages: 1 })
    const { winners, moreWinners } = await listed()
    expect(winners.map(({ racer_name }) => racer_name)).toEqual(['t_five', 't_four', 't_one'])
    expect(moreWinners).toBe(2)
  })
})
