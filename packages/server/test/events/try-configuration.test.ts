/** Another point configuration is tried before it is saved: who would move on All Streamers, and nothing is stored. */
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

let server: TestServer
let people: Record<'host' | 'guest' | 'bea' | 'boss', Session>
let seriesId: number
let eventId: number
let wrong: number
let right: number

const get = (url: string, headers = people.host) => server.ask({ method: 'GET', url, headers })
const call = (url: string, headers: Session) => server.call({ method: 'GET', url, headers })
const send = (method: 'POST' | 'PUT', url: string, body: object, headers = people.host) =>
  server.call({ method, url, headers, body })
const attempt = (leaderboard: number, headers = people.host) =>
  send(
    'POST',
    `/api/events/event/${eventId}/try-configuration`,
    { leaderboard_config_id: leaderboard },
    headers,
  )
const board = async () =>
  (await get(`/api/events/get-leaderboard/${eventId}?page=1&streamer=all`)).rows

async function race(caster: 'host' | 'guest', names: readonly string[]): Promise<void> {
  server.clock.advance({ minutes: 5 })
  const files = raceFiles(names, server.clock.now())
  await server.ask(gameUpload(files, { headers: people[caster] }))
}

/** What stays in the database. */
async function stored() {
  const { rows } = await sql<{ boards: number; rows: number; version: number }>`
    select (select count(*) from event_boards) as boards,
      (select count(*) from event_board_rows) as rows,
      (select configuration_id from events where id = ${eventId}) as configuration`.execute(
    server.context.db,
  )
  return rows[0]
}

const makeConfiguration = async (
  name: string,
  points: readonly number[],
  headers = people.host,
) => {
  const positions = points.map((each, index) => ({ position: index + 1, points: each }))
  const config = { ...STANDARD_CONFIGURATION, name, positions }
  return (await send('POST', '/api/events/leaderboard-config', { config }, headers)).json().id
}

beforeAll(async () => {
  const started = await startEventServer(['host', 'guest', 'bea'], '2026-09-14T12:00:00Z')
  ;({ server, people } = started)
  wrong = await makeConfiguration('Winner takes all', [10, 2, 1])
  right = await makeConfiguration('Close', [10, 9, 1])
  ;({
    seriesId,
    rounds: [eventId = 0],
  } = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: ['2026-09-14'], leaderboard: wrong },
    participants: [started.ids.host, started.ids.guest],
  }))
  await race('host', ['ada', 'bea', 'cai'])
  await race('guest', ['dee', 'bea'])
})
afterAll(() => server.stop())

it('only those who may edit the event try, and only configurations that they may choose', async () => {
  expect((await attempt(right, people.guest)).json()).toEqual({ unauthorized: true })
  const theirs = await makeConfiguration('Of the guest', [1], people.guest)
  expect((await attempt(theirs)).json()).toMatchObject({ code: 'chosen_leaderboard_gone' })
})

it('says who would move, as saving then does, and stores nothing', async () => {
  const before = await board()
  expect(before.map(({ racer_name, rank }: Record<string, unknown>) => [racer_name, rank])).toEqual(
    [
      ['ada', 1],
      ['dee', 1],
      ['bea', 3],
      ['cai', 4],
    ],
  )
  const kept = await stored()
  const answer = (await attempt(right)).json()
  expect(answer).toEqual({
    isFinal: false,
    total: 3,
    rows: [
      ['bea', 3, 4, 1, 18],
      ['ada', 1, 10, 2, 10],
      ['dee', 1, 10, 2, 10],
    ].map(([racer_name, rank, points, later, then]) => ({
      ...{ racer_name, color: expect.anything() },
      before: { rank, points, bonus: 0, isDisqualified: false },
      after: { rank: later, points: then, bonus: 0, isDisqualified: false },
    })),
  })
  expect(await stored()).toEqual(kept)
  expect(await board()).toEqual(before)
  expect((await attempt(wrong)).json()).toMatchObject({ total: 0, rows: [] })
})

it('a new version is tried on the events that use its configuration, and only by those who may save it', async () => {
  const url = `/api/events/leaderboard-config/${wrong}/events`
  expect(await get(url)).toEqual({ events: [{ id: eventId, name: 'Round 1' }], others: 0 })
  expect((await call(url, people.guest)).json()).toMatchObject({ code: 'no_such_configuration' })
  expect(await get(`/api/events/leaderboard-config/${right}/events`)).toEqual({
    ...{ events: [], others: 0 },
  })
  const before = await board()
  const kept = await stored()
  const positions = [10, 9, 1].map((points, index) => ({ position: index + 1, points }))
  const version = (headers = people.host, id = wrong) =>
    send(
      'POST',
      `/api/events/event/${eventId}/try-configuration`,
      {
        leaderboard_config_id: id,
        config: { ...STANDARD_CONFIGURATION, name: 'Winner takes all', positions },
      },
      headers,
    )
  const tried = (await version()).json()
  expect(tried).toEqual((await attempt(right)).json())
  expect(tried.total).toBe(3)
  const [standard] = await get('/api/events/leaderboards')
  expect((await version(people.host, standard.id)).json()).toMatchObject({
    code: 'default_changed_by_admins_only',
  })
  // An admin may edit the event, and not change what belongs to its organiser.
  expect((await version(people.boss)).json()).toMatchObject({ code: 'no_such_configuration' })
  expect(await stored()).toEqual(kept)
  expect(await board()).toEqual(before)
})

it('rows come and go with the modes that count, and hidden and disqualified rows stay themselves', async () => {
  const adjust = { racer: 'cai', kind: 'disqualified', points: null, reason: 'other', note: null }
  const { id } = (await send('POST', `/api/events/adjustments/${eventId}`, adjust)).json()
  await send('PUT', '/api/account/hidden-name', {}, people.bea)
  expect((await attempt(right)).json().rows).toMatchObject([
    {
      racer_name: expect.stringMatching(/^Hidden racer \d/),
      before: { rank: 3 },
      after: { rank: 1 },
    },
    { racer_name: 'ada' },
    { racer_name: 'dee' },
  ])
  const config = {
    ...{ ...STANDARD_CONFIGURATION, name: 'No races' },
    gameModes: { racing: false, battleRoyale: true, tilted: false },
  }
  const saved = await send('POST', '/api/events/leaderboard-config', { config })
  const without = (await attempt(saved.json().id)).json()
  expect(without.rows[0]).toMatchObject({ before: { rank: 1 }, after: null })
  expect(without.total).toBe(3)
  await server.ask({
    method: 'DELETE',
    url: `/api/events/adjustments/${eventId}/${id}`,
    headers: people.host,
  })
})

it('of a final round it becomes a proposal, which the answer says', async () => {
  const league = `/api/events/series/${seriesId}/league`
  const rules = {
    points: { kind: 'event' },
    drops: [],
    minimumRounds: 0,
    ties: [],
    multipliers: [],
  }
  await send('PUT', league, { rules })
  server.clock.advance({ minutes: 24 * 60 })
  expect((await send('PUT', `${league}/rounds/${eventId}`, { to: 'final' })).json()).toEqual({
    status: 'success',
  })
  expect((await attempt(right)).json()).toMatchObject({ isFinal: true, total: 3 })
  expect((await get(league)).rounds[0]).toMatchObject({ state: 'final', hasProposal: false })
})
