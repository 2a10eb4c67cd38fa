/** A league: the rounds of a series added up, for those who may see the series, without anything that is not open yet. */
import type { LeagueRow } from '@rollcall/contract/leagues'
import type { MovedRow } from '@rollcall/contract/leagues-what-if'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

let server: TestServer
let host: Session
let guest: Session
let stranger: Session
let ada: Session
let seriesId: number
let rounds: number[]

const RULES = {
  points: { kind: 'event' },
  drops: [0, 0, 1],
  minimumRounds: 2,
  ties: ['best_results', 'last_round'],
  multipliers: [],
}

const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16', '2026-09-17']
const POINTS: readonly Readonly<Record<string, number>>[] = [
  { ada: 10, bea: 8, cai: 12, eve: 30 },
  { ada: 6, bea: 6, cai: 4 },
  { ada: 8, bea: 10, cai: 8, fay: -2.5 },
]

const url = () => `/api/events/series/${seriesId}/league`
const read = (headers: Session, query = '') =>
  server.ask({ method: 'GET', url: `${url()}${query}`, headers })
const store = (rules: object | null, headers = host) =>
  server.call({ method: 'PUT', url: url(), headers, body: { rules } })
const tryOut = (rules: object, headers = host) =>
  server.ask({ method: 'POST', url: `${url()}/try`, headers, body: { rules } })
const shown = async (query = '', headers = guest) =>
  (await read(headers, query)).rows.map(
    ({ rank, racer_name, total }: { rank: number | null; racer_name: string; total: number }) => [
      rank,
      racer_name,
      total,
    ],
  )

function fileOf(points: Readonly<Record<string, number>>, channel: string): Buffer {
  const rows = Object.entries(points).map(
    ([name, own]) => `${name},${channel},10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  return Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
}

const uploadFor = (by: 'host' | 'guest', index: number, points: Readonly<Record<string, number>>) =>
  server.ask(
    eventUpload(
      { eventId: rounds[index] ?? 0, eventData: fileOf(points, by) },
      { headers: by === 'host' ? host : guest },
    ),
  )

beforeAll(async () => {
  const started = await startEventServer(
    ['host', 'guest', 'stranger', 'ada'],
    `${DAYS[0]}T12:00:00Z`,
  )
  server = started.server
  ;({ host, guest, stranger, ada } = started.people)
  const { ids, leaderboard } = started
  ;({ seriesId, rounds } = await createRounds(server, host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard },
    participants: [ids.host, ids.guest],
  }))
  for (const [index, points] of POINTS.entries()) {
    await uploadFor('host', index, points)
    if (index === 0) await uploadFor('guest', 0, { gus: 3 })
    server.clock.advance({ minutes: 24 * 60 })
  }
})
afterAll(() => server.stop())

it('a series has no table until its organiser gives it rules', async () => {
  expect(await read(guest)).toMatchObject({ canEdit: false, rules: null, rows: [], total: 0 })
  expect(await read(stranger)).toEqual({ unauthorized: true })
  expect((await store(RULES, guest)).json()).toEqual({ unauthorized: true })
  expect((await store(RULES)).json()).toEqual({ status: 'success' })
  expect(await read(host)).toMatchObject({ canEdit: true, rules: RULES })
})

it('adds rounds up once their days are over, drops the worst results, and ranks', async () => {
  const { rounds: listed, rows, total } = await read(guest)
  expect(listed.map(({ state }: { state: string }) => state)).toEqual([
    ...['provisional', 'provisional', 'provisional'],
    'open',
  ])
  expect(total).toBe(6)
  expect(await shown()).toEqual([
    [1, 'cai', 20],
    [2, 'bea', 18],
    [3, 'ada', 18],
    [null, 'eve', 30],
    [null, 'gus', 3],
    [null, 'fay', 0],
  ])
  expect(rows[1]).toMatchObject({
    decided: { rule: 'last_round', over: 'ada', own: 10, other: 8, at: 3 },
    cells: [
      { rank: 4, value: 8, isDropped: false },
      { rank: 1, value: 6, isDropped: true },
      { rank: 1, value: 10, isDropped: false },
    ],
    missing: 0,
  })
  expect(rows[3]).toMatchObject({ rounds: 1, missing: 1, decided: null })
  expect(await shown('?search=BE')).toEqual([[2, 'bea', 18]])
})

it('rules can be tried without being stored, and say who would move', async () => {
  const before = await read(host)
  const tried = await tryOut({
    ...RULES,
    points: { kind: 'places', table: [5, 3, 1] },
    minimumRounds: 0,
    multipliers: [{ eventId: rounds[0], times: 2 }],
  })
  expect(tried.rows.map(({ racer_name, total }: LeagueRow) => [racer_name, total])).toEqual([
    ['eve', 10],
    ['bea', 10],
    ['cai', 9],
    ['ada', 8],
    ['fay', 0],
    ['gus', 0],
  ])
  const moved = tried.moved.map(({ racer_name, before, after }: MovedRow) => [
    ...[racer_name, before?.rank, after?.rank],
    ...[before?.total, after?.total],
  ])
  expect(moved[0]).toEqual(['eve', null, 1, 30, 10])
  expect(moved).toContainEqual(['cai', 1, 3, 20, 9])
  expect(tried).toMatchObject({ movedTotal: moved.length, divisions: [], teams: null, sealed: [] })
  expect(await tryOut(RULES, guest)).toEqual({ unauthorized: true })
  expect(await read(host)).toEqual(before)
})

it('a round whose results are announced is not in the table before its show', async () => {
  const before = await shown()
  const announce = (isPublic: boolean) =>
    server.ask({
      method: 'PUT',
      url: `/api/show/control/${rounds[0]}/settings`,
      headers: host,
      body: { isPublic },
    })
  await announce(true)
  const { rounds: listed } = await read(host)
  expect(listed[0]).toMatchObject({ state: 'waiting' })
  expect(await shown()).toEqual([
    [1, 'bea', 16],
    [2, 'ada', 14],
    [3, 'cai', 12],
    [null, 'fay', -2.5],
  ])
  await announce(false)
  expect(await shown()).toEqual(before)
})

it('a corrected result is in the table at once', async () => {
  const before = await shown()
  await uploadFor('host', 2, { ...POINTS[2], ada: 20 })
  expect((await shown())[0]).toEqual([1, 'ada', 30])
  await uploadFor('host', 2, POINTS[2] ?? {})
  expect(await shown()).toEqual(before)
})

it('a hidden racer keeps their rank without a name, and no sentence names them', async () => {
  await server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers: ada })
  const { rows } = await read(guest)
  expect(rows.map(({ racer_name }: { racer_name: string }) => racer_name)).toEqual([
    ...['cai', 'bea', 'Hidden racer', 'eve', 'gus', 'fay'],
  ])
  expect(rows[1].decided).toBeNull()
  expect(await shown('?search=ada')).toEqual([])
  expect(JSON.stringify(rows)).not.toContain('ada')
})

it('what a hidden racer has on a channel where they raced later is a row of its own, also alone', async () => {
  await uploadFor('guest', 1, { ada: 50 })
  // Nobody else has results in the last round.
  await uploadFor('guest', 3, { ada: 7 })
  server.clock.advance({ minutes: 24 * 60 })
  const { rows } = await read(guest)
  const hidden = rows
    .filter(({ racer_name }: { racer_name: string }) => racer_name === 'Hidden racer')
    .map(({ cells }: { cells: { rank: number | null; value: number }[] }) =>
      cells.map(({ rank, value }) => (rank === null ? null : value)),
    )
  expect(hidden).toEqual(
    expect.arrayContaining([
      [10, 6, 8, null],
      [null, 50, null, 7],
    ]),
  )
  expect(hidden).toHaveLength(2)
})

it("a round's adjustments are added after its multiplier, and a disqualification is no round raced", async () => {
  const adjust = async (racer: string, body: object) =>
    server.ask({
      method: 'POST',
      url: `/api/events/adjustments/${rounds[2]}`,
      headers: host,
      body: { racer, reason: 'unfair-play', note: null, ...body },
    })
  const cellOf = async (name: string) =>
    (await read(guest)).rows.find(({ racer_name }: { racer_name: string }) => racer_name === name)
      .cells[2]
  await store({ ...RULES, multipliers: [{ eventId: rounds[2], times: 2 }] })
  expect(await cellOf('bea')).toMatchObject({ rank: 1, points: 10, value: 20 })
  const { id } = await adjust('bea', { kind: 'penalty', points: 3.5 })
  expect(await cellOf('bea')).toMatchObject({
    ...{ rank: 3, points: 10, adjustment: -3.5, value: 16.5, isDisqualified: false },
  })
  await store({ ...RULES, points: { kind: 'places', table: [5, 3, 1] } })
  expect(await cellOf('bea')).toMatchObject({ rank: 3, points: 1, adjustment: 0, value: 1 })
  await store(RULES)
  const url = `/api/events/adjustments/${rounds[2]}/${id}`
  await server.ask({ method: 'DELETE', url, headers: host })
  await adjust('cai', { kind: 'disqualified', points: null })
  expect(await cellOf('cai')).toEqual({
    ...{ rank: null, points: 0, adjustment: 0, bonus: 0, kept: 0, value: 0 },
    ...{ isDropped: false, isDisqualified: true },
  })
  expect(await cellOf('bea')).toMatchObject({ rank: 1, value: 10 })
})

it.each([
  ['drops', { ...RULES, drops: [1] }],
  ['drops that come back', { ...RULES, drops: [0, 1, 0] }],
  ['ties', { ...RULES, ties: ['wins', 'wins'] }],
  ['points', { ...RULES, points: { kind: 'places', table: [1.234] } }],
])('refuses rules that cannot be: %s', async (_what, rules) => {
  expect((await store(rules)).statusCode).toBe(400)
})
