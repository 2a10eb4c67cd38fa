/** What participants decide: leaving events, and blocking organisers. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventUpload, sampleFile } from '../helpers/game-files.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

let server: TestServer
let organiser: Session
let caster: Session
let ids: Record<string, number>
let leaderboard: number
let round = 0

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-09-15T12:00:00Z') })
})
afterAll(() => server.stop())

// New people each time.
beforeEach(async () => {
  round += 1
  organiser = await server.signIn(`organiser_${round}`)
  caster = await server.signIn(casterName())
  ids = await userIds(server)
  leaderboard = (await get(organiser, '/api/events/leaderboards'))[0].id
})

const get = (headers: Session, url: string) => server.ask({ method: 'GET', url, headers })
const post = (headers: Session, url: string, body?: object) =>
  server.ask({ method: 'POST', url, headers, ...(body && { body }) })
const casterName = () => `caster_${round}`
const casterId = () => ids[casterName()] ?? 0
const organiserId = () => ids[`organiser_${round}`] ?? 0
const block = (headers: Session, id: number) =>
  server.call({ method: 'PUT', url: `/api/events/blocked-organisers/${id}`, headers })

const ENDED = { startDate: '2026-09-01', endDate: '2026-09-02' }
const RUNNING = { startDate: '2026-09-14', endDate: '2026-09-15' }
const COMING = { startDate: '2026-10-01', endDate: '2026-10-02' }
const event = (change: object = RUNNING) => ({
  name: 'Cup',
  participants: [organiserId(), casterId()],
  leaderboard,
  ...RUNNING,
  ...change,
})
const createSingle = async (days?: object) =>
  (await post(organiser, '/api/events/createEventSingle', event(days))).id as number
async function createSeries(...days: object[]): Promise<{ id: number; eventIds: number[] }> {
  const { id } = await post(organiser, '/api/events/createEventSeries', {
    seriesName: 'League',
    events: days.map(event),
  })
  const [series] = await get(organiser, `/api/events/getBySeriesId/${id}`)
  return { id, eventIds: series.events.map((event: { id: number }) => event.id) }
}
const participantsOf = async (eventId: number) =>
  (await get(organiser, `/api/events/getById/${eventId}`)).participantUsers.map(
    ({ username }: { username: string }) => username,
  )
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
const mine = async (headers: Session) => {
  const { eventSeries, events } = await get(headers, '/api/events/getAll')
  return { series: idsOf(eventSeries), events: idsOf(events) }
}
const update = (eventId: number, participants: (number | undefined)[]) =>
  server.call({
    method: 'PUT',
    url: `/api/events/update/${eventId}`,
    headers: organiser,
    body: {
      name: 'Cup',
      startAt: RUNNING.startDate,
      endAt: RUNNING.endDate,
      leaderboard_config_id: leaderboard,
      participants,
    },
  })

describe('a participant who leaves an event', () => {
  it('has no results in it any more, but gets them back by rejoining', async () => {
    const id = await createSingle()
    const sample = sampleFile('uploads/event/01-normal/278_eventdata.csv').toString()
    const eventData = Buffer.from(sample.replaceAll('Sample_Caster', casterName()))
    await server.ask(eventUpload({ eventId: id, eventData }, { headers: caster }))
    const boards = () => get(organiser, `/api/events/get-leaderboard/${id}`)
    expect(await boards()).toMatchObject([{ username: casterName() }])
    expect((await get(caster, '/api/events/getAll')).events).toContainEqual(
      expect.objectContaining({ id, canLeave: true }),
    )
    await post(caster, `/api/events/leave/${id}`)
    expect(await boards()).toEqual([])
    expect(await participantsOf(id)).toEqual([`organiser_${round}`])
    expect(await mine(caster)).toEqual({ series: [], events: [] })
    expect(await get(caster, `/api/events/get-leaderboard/${id}`)).toEqual({ unauthorized: true })
    const again = await server.call({
      method: 'POST',
      url: `/api/events/leave/${id}`,
      headers: caster,
    })
    expect(again.statusCode).toBe(404)
    await post(caster, `/api/events/rejoin/${id}`)
    expect(await boards()).toMatchObject([{ username: casterName() }])
  })

  it('is refused once it has ended: its results no longer change', async () => {
    const id = await createSingle(ENDED)
    const response = await server.call({
      method: 'POST',
      url: `/api/events/leave/${id}`,
      headers: caster,
    })
    expect([response.statusCode, response.json().error]).toEqual([
      409,
      'This event has ended. Its results stay as they are.',
    ])
    expect(await participantsOf(id)).toContain(casterName())
    expect((await get(caster, '/api/events/getAll')).events).toContainEqual(
      expect.objectContaining({ id, canLeave: false }),
    )
  })
})

describe('somebody who has left', () => {
  const SENTENCE = () =>
    `${casterName()} left. Only they can rejoin, under My Events. Please remove them from the list.`
  const left = () => get(caster, '/api/events/left')

  it('cannot be added back by the organiser, and keeps their settings when they rejoin', async () => {
    const id = await createSingle()
    await server.ask({
      method: 'PUT',
      url: `/api/show/concerning/${id}`,
      headers: caster,
      body: { isAllowed: false },
    })
    await post(caster, `/api/events/leave/${id}`)
    const refused = await update(id, [organiserId(), casterId()])
    expect([refused.statusCode, refused.json().error]).toEqual([422, SENTENCE()])
    expect(await left()).toEqual({ series: [], events: [{ id, name: 'Cup' }] })
    await post(caster, `/api/events/rejoin/${id}`)
    expect(await participantsOf(id)).toContain(casterName())
    expect(await left()).toEqual({ series: [], events: [] })
    const again = { method: 'POST', url: `/api/events/rejoin/${id}`, headers: caster } as const
    expect((await server.call(again)).statusCode).toBe(404)
    // The organiser removes them and adds them back, as Undo does.
    expect((await update(id, [organiserId()])).statusCode).toBe(200)
    expect((await update(id, [organiserId(), casterId()])).statusCode).toBe(200)
    const { allows_pause } = await server.context.db
      .selectFrom('event_participants')
      .select('allows_pause')
      .where('event_id', '=', id)
      .where('user_id', '=', casterId())
      .executeTakeFirstOrThrow()
    expect(allows_pause).toBe(false)
  })

  it('cannot be added to another event of that series either', async () => {
    const { id, eventIds } = await createSeries(RUNNING, COMING)
    await post(caster, `/api/events/leave-series/${id}`)
    const created = await server.call({
      method: 'POST',
      url: `/api/events/series/${id}/create-event`,
      headers: organiser,
      body: event(COMING),
    })
    expect([created.statusCode, created.json().error]).toEqual([422, SENTENCE()])
    expect((await update(eventIds[0] ?? 0, [organiserId(), casterId()])).statusCode).toBe(422)
    const added = await server.call({
      method: 'PUT',
      url: `/api/events/series/${id}/events/${await createSingle()}`,
      headers: organiser,
    })
    expect([added.statusCode, added.json().error]).toEqual([422, SENTENCE()])
    expect(await left()).toEqual({ series: [{ id, name: 'League' }], events: [] })
    await post(caster, `/api/events/rejoin-series/${id}`)
    const participants = await Promise.all(eventIds.map(participantsOf))
    expect(participants.map((names) => names.includes(casterName()))).toEqual([true, true])
    expect(await left()).toEqual({ series: [], events: [] })
  })

  it('may add themselves if the event is their own', async () => {
    const id = await createSingle()
    await post(organiser, `/api/events/leave/${id}`)
    expect(await participantsOf(id)).toEqual([casterName()])
    expect((await update(id, [organiserId(), casterId()])).statusCode).toBe(200)
    expect(await get(organiser, '/api/events/left')).toEqual({ series: [], events: [] })
  })
})

describe('a participant who leaves a series', () => {
  it('leaves all its events that have not ended', async () => {
    const { id, eventIds } = await createSeries(ENDED, RUNNING, COMING)
    const listed = async () => (await get(caster, '/api/events/getAll')).eventSeries
    expect(await listed()).toContainEqual(
      expect.objectContaining({
        id,
        name: 'League',
        eventCount: 3,
        createdBy: organiserId(),
        creator: { username: `organiser_${round}` },
        canLeave: true,
      }),
    )
    const [before] = await get(caster, `/api/events/getBySeriesId/${id}`)
    expect(before).toMatchObject({
      createdBy: organiserId(),
      events: [{ canLeave: false }, { canLeave: true }, { canLeave: true }],
    })
    await post(caster, `/api/events/leave-series/${id}`)
    const participants = await Promise.all(eventIds.map(participantsOf))
    expect(participants.map((names) => names.includes(casterName()))).toEqual([true, false, false])
    expect(await listed()).toContainEqual(expect.objectContaining({ id, canLeave: false }))
    const again = await server.call({
      method: 'POST',
      url: `/api/events/leave-series/${id}`,
      headers: caster,
    })
    expect([again.statusCode, again.json().error]).toEqual([
      409,
      expect.stringMatching(/have ended/),
    ])
    const stranger = await server.signIn('stranger')
    const theirs = await server.call({
      method: 'POST',
      url: `/api/events/leave-series/${id}`,
      headers: stranger,
    })
    expect(theirs.statusCode).toBe(404)
  })
})

describe('a streamer who blocks an organiser', () => {
  const active = async (named: number[] = []) =>
    (
      await server.ask({
        method: 'POST',
        url: `/api/app/get-active-events/${casterName()}`,
        body: { activeEventIds: named },
      })
    ).map(({ event_id }: { event_id: number }) => event_id)

  it('leaves their events that have not ended, and no longer sees the others', async () => {
    const [ended, running] = [await createSingle(ENDED), await createSingle()]
    const { id: seriesId, eventIds } = await createSeries(ENDED, COMING)
    expect(await active([ended, running])).toEqual([ended, running])
    expect((await block(caster, organiserId())).statusCode).toBe(200)
    expect((await block(caster, organiserId())).statusCode, 'once more').toBe(200)
    expect(await mine(caster)).toEqual({ series: [], events: [] })
    expect(await active([ended, running])).toEqual([])
    expect(await participantsOf(running)).not.toContain(casterName())
    expect(await participantsOf(eventIds[1] ?? 0)).not.toContain(casterName())
    expect(await participantsOf(ended), 'history stays').toContain(casterName())
    const list = () => get(caster, '/api/events/blocked-organisers')
    expect(await list()).toEqual([{ id: organiserId(), username: `organiser_${round}` }])
    const url = `/api/events/blocked-organisers/${organiserId()}`
    await server.ask({ method: 'DELETE', url, headers: caster })
    expect(await list()).toEqual([])
    expect(await mine(caster)).toEqual({ series: [seriesId], events: [ended] })
  })

  it('cannot be added by them: nothing is saved, and the refusal names the streamer', async () => {
    const { id, eventIds } = await createSeries(RUNNING)
    const [eventId = 0] = eventIds
    const ended = await createSingle(ENDED)
    await server.signIn('another')
    ids = await userIds(server)
    await block(caster, organiserId())
    const refusal = [
      422,
      `${casterName()} cannot be added to these events. Please remove them from the list.`,
    ]
    const everybody = [organiserId(), casterId(), ids.another]
    for (const [url, body] of [
      ['/api/events/createEventSingle', event({ participants: everybody })],
      [
        '/api/events/createEventSeries',
        { seriesName: 'League', events: [event({ participants: everybody })] },
      ],
    ] as const) {
      const response = await server.call({ method: 'POST', url, headers: organiser, body })
      expect([response.statusCode, response.json().error]).toEqual(refusal)
    }
    const changed = await update(eventId, everybody)
    expect([changed.statusCode, changed.json().error]).toEqual(refusal)
    expect(await participantsOf(eventId)).toEqual([`organiser_${round}`])
    expect(await mine(organiser)).toEqual({ series: [id], events: [ended] })
    // They stay in an ended event, and the organiser can still save it.
    const kept = await server.call({
      method: 'PUT',
      url: `/api/events/update/${ended}`,
      headers: organiser,
      body: {
        name: 'Cup',
        startAt: ENDED.startDate,
        endAt: '2026-09-03',
        leaderboard_config_id: leaderboard,
        participants: everybody,
      },
    })
    expect(kept.statusCode, kept.body).toBe(200)
    const other = await server.signIn('other_organiser')
    const body = event({ participants: everybody })
    expect((await post(other, '/api/events/createEventSingle', body)).status).toBe('success')
  })

  it('is never added by a simultaneous call', async () => {
    const stalker = organiser
    const body = event()
    const [, ...created] = await Promise.all([
      block(caster, organiserId()),
      ...Array.from({ length: 8 }, () =>
        server.call({
          method: 'POST',
          url: '/api/events/createEventSingle',
          headers: stalker,
          body,
        }),
      ),
    ])
    for (const { statusCode } of created) {
      expect([200, 422]).toContain(statusCode)
    }
    expect(await mine(caster)).toEqual({ series: [], events: [] })
    const { number } = await server.context.db
      .selectFrom('event_participants as participant')
      .innerJoin('events as event', 'event.id', 'participant.event_id')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('event.created_by', '=', organiserId())
      .where('participant.user_id', '=', casterId())
      .executeTakeFirstOrThrow()
    expect(number).toBe(0)
  })

  it('can block neither themselves nor an unknown user', async () => {
    const self = await block(caster, casterId())
    expect([self.statusCode, self.json().error]).toEqual([422, 'You cannot block yourself.'])
    expect((await block(caster, 999_999)).statusCode).toBe(404)
  })
})
