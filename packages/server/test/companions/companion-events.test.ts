/** What the companion does with events: it lists those to count, creates one, and reads how points are awarded. */
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEventServer } from '../helpers/event-server.ts'
import { eventUpload, sampleFile } from '../helpers/game-files.ts'
import { type Session, type TestServer, userIds } from '../helpers/test-server.ts'

let server: TestServer
let caster: Session
let boss: Session
let ids: Record<string, number>
let standard: number

beforeAll(async () => {
  const started = await startEventServer(['sample_caster'], '2026-10-08T12:00:00Z')
  ;({ server, ids, leaderboard: standard } = started)
  ;({ sample_caster: caster, boss } = started.people)
})
afterAll(() => server.stop())

const get = (headers: Session, url: string) => server.call({ method: 'GET', url, headers })

async function createEvent(days?: { startDate: string; endDate: string }): Promise<number> {
  const response = await server.call({
    method: 'POST',
    url: '/api/events/createEventSingle',
    headers: caster,
    body: {
      name: 'Cup',
      startDate: '2026-08-01',
      endDate: '2026-10-31',
      participants: [ids.sample_caster],
      leaderboard: standard,
      ...days,
    },
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().id
}

async function uploadSample(eventId: number): Promise<void> {
  const eventData = sampleFile('uploads/event/01-normal/278_eventdata.csv')
  const response = await server.call(eventUpload({ eventId, eventData }, { headers: caster }))
  expect(response.statusCode, response.body).toBe(200)
}

describe('the companion', () => {
  const active = async (channel: string, body?: object) => {
    const response = await server.call({
      method: 'POST',
      url: `/api/app/get-active-events/${channel}`,
      ...(body && { body }),
    })
    expect(response.statusCode, response.body).toBe(200)
    return response.json() as { event_id: number; hasSubmittedData: boolean }[]
  }
  const idsOf = (events: { event_id: number }[]) => events.map((event) => event.event_id)

  it('gets the events to count: running ones, recently ended ones without a snapshot, and those it names', async () => {
    const running = await createEvent()
    const ended = await createEvent({ startDate: '2026-10-01', endDate: '2026-10-05' })
    const old = await createEvent({ startDate: '2026-09-01', endDate: '2026-09-05' })
    const coming = await createEvent({ startDate: '2026-12-01', endDate: '2026-12-05' })
    const listed = await active('Sample_Caster')
    expect(idsOf(listed)).toEqual(expect.arrayContaining([running, ended]))
    expect(idsOf(listed)).not.toEqual(expect.arrayContaining([old]))
    expect(idsOf(listed)).not.toEqual(expect.arrayContaining([coming]))
    expect(idsOf(await active('sample_caster', { activeEventIds: [old] }))).toContain(old)
    await uploadSample(ended)
    expect(idsOf(await active('sample_caster'))).not.toContain(ended)
    await uploadSample(running)
    expect(await active('sample_caster')).toContainEqual({
      event_id: running,
      event: { name: 'Cup', eventSeries: null },
      hasSubmittedData: true,
    })
    expect(await active('nobody_known')).toEqual([])
  })

  it('has submitted a snapshot even if that counts nothing after the handover', async () => {
    const handOver = (isOn: boolean) =>
      server.call({ method: 'PUT', url: '/api/uploads/handover', headers: caster, body: { isOn } })
    const ended = await createEvent({ startDate: '2026-10-01', endDate: '2026-10-06' })
    expect((await handOver(true)).statusCode).toBe(200)
    await uploadSample(ended)
    expect(idsOf(await active('sample_caster'))).not.toContain(ended)
    expect(await active('sample_caster', { activeEventIds: [ended] })).toContainEqual(
      expect.objectContaining({ event_id: ended, hasSubmittedData: true }),
    )
    await handOver(false)
  })

  it('creates an event with the same proof as for an upload', async () => {
    const body = {
      channel: 'sample_caster',
      name: 'From the companion',
      startAt: '2026-10-08',
      endAt: '2026-10-09T23:59:59Z',
    }
    const url = '/api/app/create-event'
    const zone = (name: string) => ({ ...caster, 'x-time-zone': name })
    for (const name of ['Europe/Berlin', 'Middle/Earth', 'x'.repeat(200)]) {
      await server.call({ method: 'GET', url: '/api/user', headers: zone(name) })
    }
    const created = await server.call({ method: 'POST', url, body })
    expect(created.statusCode, created.body).toBe(200)
    const shown = await get(caster, `/api/events/getById/${created.json().event_id}`)
    expect(shown.json()).toMatchObject({
      name: 'From the companion',
      startAt: '2026-10-08',
      endAt: '2026-10-09',
      timeZone: 'Europe/Berlin',
      leaderboard_config_id: standard,
      participantUsers: [{ username: 'sample_caster' }],
    })
    const headers = { origin: 'https://evil.example' }
    expect((await server.call({ method: 'POST', url, headers, body })).statusCode).toBe(401)
    const byBoss = { ...body, channel: 'not_signed_in' }
    const unowned = await server.call({ method: 'POST', url, headers: boss, body: byBoss })
    expect(unowned.statusCode).toBe(422)
    const foreign = { ...body, channel: 'nobody_known' }
    expect((await server.call({ method: 'POST', url, body: foreign })).statusCode).toBe(401)
  })

  it('gets 50 events at most: those it names, its own, then the nearest', async () => {
    const victim = await server.signIn('crowded')
    const everybody = await userIds(server)
    const create = async (headers: Session, names: string[], days: object) => {
      const response = await server.call({
        method: 'POST',
        url: '/api/events/createEventSeries',
        headers,
        body: {
          seriesName: 'Crowd',
          events: names.map((name) => ({
            name,
            participants: [everybody.crowded],
            leaderboard: standard,
            ...days,
          })),
        },
      })
      expect(response.statusCode, response.body).toBe(200)
      const [series] = (
        await get(headers, `/api/events/getBySeriesId/${response.json().id}`)
      ).json()
      return series.events.map(({ id }: { id: number }) => id) as number[]
    }
    const crowd = (number: number) => Array.from({ length: number }, (_, index) => `No. ${index}`)
    const running = { startDate: '2026-10-01', endDate: '2026-10-20' }
    const [soonOver] = await create(caster, ['Soon over'], { ...running, endDate: '2026-10-09' })
    await create(caster, crowd(60), running)
    const [justEnded] = await create(caster, ['Just ended'], {
      startDate: '2026-10-06',
      endDate: '2026-10-07',
    })
    const [named] = await create(caster, ['Named'], {
      startDate: '2026-06-01',
      endDate: '2026-06-02',
    })
    const [own] = await create(victim, ['Own'], { ...running, endDate: '2026-10-31' })
    const listed = idsOf(await active('crowded', { activeEventIds: [named] }))
    expect(listed).toHaveLength(50)
    expect(listed).toEqual(expect.arrayContaining([named, own, soonOver]))
    expect(listed).not.toContain(justEnded)
  })

  it('reads how points are awarded, without name or owner', async () => {
    const eventId = await createEvent()
    const response = await server.call({
      method: 'GET',
      url: `/api/app/get-leaderboard-config/${eventId}`,
    })
    const { name, pointDecrement, multiplePositionsToAdd, ...scoring } = STANDARD_CONFIGURATION
    expect(response.json()).toEqual(scoring)
    expect([name, pointDecrement, multiplePositionsToAdd]).toBeDefined()
  })

  it('gets an event without a known time zone 12 hours longer, and listed before and after it', async () => {
    const zoneless = await server.signIn('zoneless')
    const body = {
      channel: 'zoneless',
      name: 'Midnight Cup',
      startAt: '2026-10-10',
      endAt: '2026-10-11',
    }
    const created = await server.call({ method: 'POST', url: '/api/app/create-event', body })
    const { id } = created.json()
    expect(id).toBeGreaterThanOrEqual(100_000)
    const { canDelete, ...event } = (await get(zoneless, `/api/events/getById/${id}`)).json()
    expect({ canDelete, ...event }).toMatchObject({
      canDelete: true,
      startsAt: '2026-10-09T12:00:00.000Z',
      endsAt: '2026-10-12T12:00:00.000Z',
      timeZone: null,
    })
    expect(idsOf(await active('zoneless')), 'before it begins').toEqual([id])
    const whole = { ...event, name: 'Finals', participants: [event.participantUsers[0].id] }
    const changed = await server.call({
      method: 'PUT',
      url: `/api/events/update/${id}/`,
      headers: zoneless,
      body: { ...whole, id: 7, timeZone: 'Asia/Tokyo', startsAt: 'never' },
    })
    expect(changed.json().event, changed.body).toEqual({ ...event, name: 'Finals' })
    server.clock.advance({ days: 11, minutes: -1 })
    expect(idsOf(await active('zoneless')), 'for 7 days after it').toEqual([id])
    server.clock.advance({ minutes: 1 })
    expect(idsOf(await active('zoneless')), 'later').toEqual([])
  })
})
