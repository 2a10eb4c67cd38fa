/** Leaderboard configurations: who owns them, who may change them, and what a change does. */
import {
  type LeaderboardConfiguration,
  NEW_CONFIGURATION,
  STANDARD_CONFIGURATION,
} from '@rollcall/scoring/configuration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let ann: Session
let bob: Session
let boss: Session

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'boss' } })
  ann = await server.signIn('ann')
  bob = await server.signIn('bob')
  boss = await server.signIn('boss')
})
afterAll(() => server.stop())

const made = (change: Partial<LeaderboardConfiguration> = {}): LeaderboardConfiguration => ({
  ...NEW_CONFIGURATION,
  name: 'Mine',
  gameModes: { racing: true, battleRoyale: false, tilted: false },
  ...change,
})

const post = (headers: Session, body: object) =>
  server.call({ method: 'POST', url: '/api/events/leaderboard-config', headers, body })
const get = (headers: Session, url: string) => server.call({ method: 'GET', url, headers })
const remove = (headers: Session, id: number) =>
  server.call({ method: 'DELETE', url: `/api/events/leaderboard-config/${id}`, headers })

async function create(headers: Session, config = made()): Promise<number> {
  const response = await post(headers, { id: null, config })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().id
}

async function createEvent(headers: Session, leaderboard: number, day: string) {
  const response = await server.call({
    method: 'POST',
    url: '/api/events/createEventSingle',
    headers,
    body: { name: `Cup of ${day}`, startDate: day, endDate: day, participants: [], leaderboard },
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().id as number
}

describe('a fresh installation', () => {
  it('has one default configuration, Standard, that everybody may use', async () => {
    const [standard] = (await get(ann, '/api/events/leaderboards')).json()
    expect(standard).toMatchObject({ id: expect.any(Number), name: 'Standard', isDefault: true })
    const shown = (await get(ann, `/api/events/leaderboard-config/${standard.id}`)).json()
    expect(shown.isDefault).toBe(true)
    expect(JSON.parse(shown.config)).toEqual(STANDARD_CONFIGURATION)
  })
})

describe('a personal configuration', () => {
  it('is saved as sent, and can be changed', async () => {
    const config = made({ checkpointPoints: -2.25, positions: [{ position: 1, points: 99.5 }] })
    const id = await create(ann, config)
    const changed = { ...config, name: 'Changed', damagePoints: 0.01 }
    const response = await post(ann, { id, config: changed })
    expect(response.json()).toEqual({ id, config: JSON.stringify(changed) })
    const shown = (await get(ann, `/api/events/leaderboard-config/${id}`)).json()
    expect(JSON.parse(shown.config)).toEqual(changed)
    const options = (await get(ann, '/api/dropdowns/leaderboards')).json()
    expect(options).toContainEqual({ value: id, label: 'Changed' })
  })

  it('of somebody else cannot be read, changed, deleted or used, not even by admins', async () => {
    const id = await create(ann)
    for (const headers of [bob, boss]) {
      expect((await get(headers, `/api/events/leaderboard-config/${id}`)).statusCode).toBe(404)
      expect((await post(headers, { id, config: made() })).statusCode).toBe(404)
      expect((await remove(headers, id)).statusCode).toBe(404)
      const used = await server.call({
        method: 'POST',
        url: '/api/events/createEventSingle',
        headers,
        body: {
          name: 'Cup',
          startDate: '2099-01-01',
          endDate: '2099-01-01',
          participants: [],
          leaderboard: id,
        },
      })
      expect(used.statusCode).toBe(422)
      const listed = (await get(headers, '/api/events/leaderboards')).json()
      expect(listed.map((item: { id: number }) => item.id)).not.toContain(id)
    }
  })

  it('can be deleted unless an event uses it', async () => {
    const unused = await create(ann)
    expect((await remove(ann, unused)).json()).toEqual({ status: 'success' })
    expect((await remove(ann, unused)).statusCode).toBe(404)
    const used = await create(ann)
    await createEvent(ann, used, '2099-01-01')
    const response = await remove(ann, used)
    expect(response.statusCode).toBe(409)
    expect(response.json().error).toContain('Cup of 2099-01-01')
  })

  it('that finished events use can be changed only after naming them', async () => {
    const id = await create(ann)
    const finished = await createEvent(ann, id, '2020-05-01')
    await createEvent(ann, id, '2099-01-01')
    const config = made({ participationPoints: 3 })
    const asked = await post(ann, { id, config })
    expect(asked.json()).toEqual({
      finishedEvents: [{ id: finished, name: 'Cup of 2020-05-01', isFinished: true }],
    })
    const before = (await get(ann, `/api/events/leaderboard-config/${id}`)).json()
    expect(JSON.parse(before.config)).toEqual(made())
    const confirmed = await post(ann, { id, config, isConfirmed: true })
    expect(confirmed.json()).toMatchObject({ id })
  })
})

describe('a default configuration', () => {
  it('can be made and changed by admins only', async () => {
    expect((await post(ann, { config: made(), isDefault: true })).statusCode).toBe(403)
    const response = await post(boss, { config: made({ name: 'House' }), isDefault: true })
    const { id } = response.json()
    expect((await post(ann, { id, config: made() })).statusCode).toBe(403)
    expect((await remove(ann, id)).statusCode).toBe(403)
    expect((await post(boss, { id, config: made({ name: 'House 2' }) })).statusCode).toBe(200)
    const listed = (await get(bob, '/api/events/leaderboards')).json()
    expect(listed).toContainEqual({
      ...{ id, name: 'House 2', isDefault: true, eventCount: null },
      gameModes: { racing: true, battleRoyale: false, tilted: false },
      positions: { first: [100], count: 1 },
    })
  })

  it('can be changed without a question, because finished events keep the old version', async () => {
    const { id } = (await post(boss, { config: made(), isDefault: true })).json()
    await createEvent(ann, id, '2020-05-01')
    expect((await post(boss, { id, config: made({ brKillPoints: 1 }) })).json()).toHaveProperty(
      'id',
    )
  })
})

describe('an invalid configuration', () => {
  it.each<[string, object, RegExp]>([
    ['a blank name', { name: '  ' }, /name/],
    ['no mode', { gameModes: { racing: false, battleRoyale: false, tilted: false } }, /mode/],
    ['no position', { positions: [] }, /position/],
    ['a gap in the positions', { positions: [{ position: 2, points: 1 }] }, /1, 2, 3/],
    ['three decimals', { brKillPoints: 0.001 }, /2 decimals/],
    ['text for a number', { damagePoints: '1' }, /Points per damage/],
    ['nothing to add', { multiplePositionsToAdd: 0 }, /from 1/],
    ['an unknown field', { ownerId: 1 }, /./],
  ])('is refused with a sentence: %s', async (_, change, sentence) => {
    const response = await post(ann, { config: { ...made(), ...change } })
    expect(response.statusCode).toBe(400)
    expect(response.json().error).toMatch(sentence)
  })
})
