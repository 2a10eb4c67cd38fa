/** Rounds of a league: when they count, when they are final, and how final ones change. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import { settleRounds } from '../helpers/settle-work.ts'
import { settleShow } from '../helpers/show-event.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

let server: TestServer
let host: Session
let guest: Session
let bea: Session
let stranger: Session
let boss: Session
let seriesId: number
let rounds: number[]

const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16', '2026-09-20']
const RULES = {
  points: { kind: 'event' },
  drops: [],
  minimumRounds: 0,
  ties: [],
  multipliers: [],
}
const HOURS = 60

const url = (rest = '') => `/api/events/series/${seriesId}/league${rest}`
const read = (headers: Session) => server.ask({ method: 'GET', url: url(), headers })
const roundUrl = (index: number, rest = '') => url(`/rounds/${rounds[index]}${rest}`)
const change = (index: number, body: object, headers = host) =>
  server.call({ method: 'PUT', url: roundUrl(index), headers, body })
const proposal = (index: number, headers = host) =>
  server.ask({ method: 'GET', url: roundUrl(index, '/proposal'), headers })
const decide = (index: number, body: object) =>
  server.call({ method: 'POST', url: roundUrl(index, '/proposal'), headers: host, body })
const upload = (index: number, points: Readonly<Record<string, number>>) =>
  server.ask(
    eventUpload(
      {
        eventId: rounds[index] ?? 0,
        eventData: Buffer.from(
          [
            EVENT_HEADINGS,
            ...Object.entries(points).map(
              ([name, own]) => `${name},host,10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
            ),
            '',
          ].join('\r\n'),
        ),
      },
      { headers: host },
    ),
  )
const passTime = () => settleRounds(server.context)
const states = async () => (await read(guest)).rounds.map(({ state }: { state: string }) => state)
const totals = async () =>
  (await read(guest)).rows.map(({ racer_name, total }: { racer_name: string; total: number }) => [
    racer_name,
    total,
  ])

beforeAll(async () => {
  const started = await startEventServer(
    ['host', 'guest', 'bea', 'stranger'],
    `${DAYS[0]}T12:00:00Z`,
  )
  server = started.server
  ;({ host, guest, bea, stranger, boss } = started.people)
  const { ids, leaderboard } = started
  ;({ seriesId, rounds } = await createRounds(server, host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard },
    participants: [ids.host, ids.guest],
  }))
  await server.ask({ method: 'PUT', url: url(), headers: host, body: { rules: RULES } })
  await upload(0, { ada: 10, bea: 8 })
})
afterAll(() => server.stop())

it('a round counts before its days are over if its organiser says that everybody has raced', async () => {
  expect(await states()).toEqual(['open', 'planned', 'planned', 'planned'])
  expect((await change(0, { to: 'ended' }, guest)).json()).toEqual({ unauthorized: true })
  expect((await change(1, { to: 'ended' })).json()).toMatchObject({ code: 'round_changed' })
  await change(0, { to: 'ended' })
  expect(await states()).toEqual(['provisional', 'planned', 'planned', 'planned'])
  await change(0, { to: 'running' })
  expect(await states()).toEqual(['open', 'planned', 'planned', 'planned'])
})

it('a provisional round changes with its event, and is final when the time for objections is over', async () => {
  server.clock.advance({ minutes: 24 * HOURS })
  await upload(1, { ada: 1, bea: 6 })
  expect((await read(guest)).rounds[0]).toMatchObject({ state: 'provisional', finalAt: null })
  await passTime()
  expect((await read(guest)).rounds[0]).toMatchObject({
    ...{ state: 'provisional', finalAt: '2026-09-17T12:00:00.000Z' },
  })
  await upload(0, { ada: 11, bea: 8 })
  expect(await totals()).toEqual([
    ['ada', 11],
    ['bea', 8],
  ])
  server.clock.advance({ minutes: 48 * HOURS - 1 })
  await passTime()
  expect(await states()).toEqual(['provisional', 'provisional', 'waiting', 'planned'])
  server.clock.advance({ minutes: 1 })
  await passTime()
  expect(await states()).toEqual(['final', 'provisional', 'waiting', 'planned'])
})

it('what arrives after that is proposed to its organiser, and changes nothing that others read', async () => {
  const before = await read(guest)
  await upload(0, { ada: 11, bea: 13, cai: 3 })
  expect(await read(guest)).toEqual(before)
  expect((await read(host)).rounds[0]).toMatchObject({ state: 'final', hasProposal: true })
  expect(await proposal(0, guest)).toEqual({ unauthorized: true })
  const proposed = await proposal(0)
  expect(proposed).toMatchObject({
    total: 2,
    rows: [
      { racer_name: 'bea', before: { rank: 2, points: 8 }, after: { rank: 1, points: 13 } },
      { racer_name: 'cai', before: null, after: { rank: 3, points: 3 } },
    ],
    moved: [{ racer_name: 'cai', before: null, after: 3 }],
  })

  await decide(0, { decision: 'decline', seen: proposed.seen })
  expect(await proposal(0)).toMatchObject({ seen: null, total: 0 })
  expect((await read(host)).rounds[0].hasProposal).toBe(false)
  expect(await read(guest)).toEqual(before)
})

it('a revision is numbered, and says why; it has just what its organiser has seen', async () => {
  await upload(0, { ada: 11, bea: 14 })
  const { seen } = await proposal(0)
  await upload(0, { ada: 11, bea: 15 })
  const reason = 'A game was missing'
  expect((await decide(0, { decision: 'publish', seen, reason })).statusCode).toBe(409)
  const { seen: now } = await proposal(0)
  expect((await decide(0, { decision: 'publish', seen: now, reason: ' ' })).statusCode).toBe(400)
  await decide(0, { decision: 'publish', seen: now, reason })
  const { rounds: shown } = await read(guest)
  expect(shown[0]).toMatchObject({
    state: 'final',
    revisions: [{ number: 1, at: server.clock.now().toISOString(), reason }],
  })
  expect(await totals()).toEqual([
    ['bea', 21],
    ['ada', 12],
  ])
  expect(await proposal(0)).toMatchObject({ seen: null })
})

it('only names change at once in a final round', async () => {
  await server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers: bea })
  expect(await totals()).toEqual([
    ['Hidden racer', 21],
    ['ada', 12],
  ])
  await server.ask({ method: 'DELETE', url: '/api/account/hidden-name', headers: bea })
  expect(await totals()).toEqual([
    ['bea', 21],
    ['ada', 12],
  ])
})

it('a voided round does not count, says why, and can count again', async () => {
  const before = await read(guest)
  await change(1, { to: 'voided', reason: 'Wrong map' })
  const { rounds: shown } = await read(guest)
  expect(shown[1]).toMatchObject({ state: 'voided', voidedReason: 'Wrong map' })
  expect(await totals()).toEqual([
    ['bea', 15],
    ['ada', 11],
  ])
  expect((await change(1, { to: 'final' })).statusCode).toBe(409)
  await change(1, { to: 'counting' })
  expect(await read(guest)).toEqual(before)
})

it('an organiser makes a round final before its time', async () => {
  await change(1, { to: 'final' })
  expect(await states()).toEqual(['final', 'final', 'waiting', 'planned'])
  expect((await change(1, { to: 'final' })).statusCode).toBe(409)
})

it('after a show the table has the board that was shown, until the organiser takes over what has changed', async () => {
  const eventId = rounds[2] ?? 0
  await upload(2, { ada: 5, bea: 1 })
  let { version } = await server.ask({
    method: 'GET',
    url: `/api/show/control/${eventId}`,
    headers: host,
  })
  const move = async (body: object) => {
    const room = await server.ask({
      method: 'POST',
      url: `/api/show/control/${eventId}/move`,
      headers: host,
      body: { version, move: body },
    })
    version = room.version
    await settleShow(server, eventId)
  }
  await move({ kind: 'start', phase: 'live', startRank: 2 })
  await move({ kind: 'finish' })
  expect(await states()).toEqual(['final', 'final', 'provisional', 'planned'])
  await upload(2, { ada: 5, bea: 9 })
  expect(await totals()).toEqual([
    ['bea', 22],
    ['ada', 17],
  ])
  await move({ kind: 'take-over' })
  expect(await totals()).toEqual([
    ['bea', 30],
    ['ada', 17],
  ])
  await upload(2, { ada: 5, bea: 2 })
  await change(2, { to: 'final' })
  expect(await totals()).toEqual([
    ['bea', 30],
    ['ada', 17],
  ])
  expect(await proposal(2)).toMatchObject({
    rows: [{ racer_name: 'bea', before: { points: 9 }, after: { points: 2 } }],
  })
})

it('a penalty counts in a provisional round, and is proposed to a final one', async () => {
  const adjustUrl = `/api/events/adjustments/${rounds[0]}`
  const [row] = (await proposal(0)).rows
  expect(row).toBeUndefined()
  const before = await read(guest)
  const { id } = await server.ask({
    method: 'POST',
    url: adjustUrl,
    headers: host,
    body: { racer: 'bea', kind: 'penalty', points: 5, reason: 'left-early', note: null },
  })
  expect(await read(guest)).toEqual(before)
  expect(await proposal(0)).toMatchObject({
    rows: [{ racer_name: 'bea', before: { points: 15 }, after: { points: 10 } }],
  })
  await server.ask({ method: 'DELETE', url: `${adjustUrl}/${id}`, headers: host })
  expect(await proposal(0)).toMatchObject({ seen: null })
})

it('rules change with a date once a round has counted, and for a reason once one is final', async () => {
  const store = (rules: object | null, reason?: string) =>
    server.call({ method: 'PUT', url: url(), headers: host, body: { rules, reason } })
  const rules = { ...RULES, minimumRounds: 1 }
  expect((await store(rules)).json()).toMatchObject({ code: 'rules_need_reason' })
  expect((await store(null)).json()).toMatchObject({ code: 'league_has_final_rounds' })
  expect((await store(RULES)).json()).toEqual({ status: 'success' })
  expect((await read(guest)).ruleChanges).toEqual([])
  await store(rules, 'Forgotten in summer')
  expect((await read(guest)).ruleChanges).toMatchObject([
    {
      at: server.clock.now().toISOString(),
      reason: 'Forgotten in summer',
      before: { minimumRounds: 0, objectionHours: 48 },
    },
  ])
})

it('people who raced or streamed a round object to it, which holds it up until somebody answers', async () => {
  const objections = (headers: Session) =>
    server.ask({ method: 'GET', url: `/api/events/objections/${rounds[3]}`, headers })
  const object = (headers: Session, text: string) =>
    server.call({
      method: 'POST',
      url: `/api/events/objections/${rounds[3]}`,
      headers,
      body: { text },
    })
  const withdraw = (headers: Session) =>
    server.call({ method: 'DELETE', url: `/api/events/objections/${rounds[3]}`, headers })
  server.clock.advance({ minutes: 4 * 24 * HOURS })
  await passTime()
  expect((await states())[3]).toBe('waiting')
  // Late results leave people as much time as others.
  await upload(3, { ada: 2, bea: 7 })
  await passTime()
  const until = new Date(server.clock.now().getTime() + 48 * HOURS * 60_000).toISOString()
  expect((await read(guest)).rounds[3]).toMatchObject({
    ...{ state: 'provisional', openObjections: 0, finalAt: until },
  })
  expect(await objections(stranger)).toEqual({
    ...{ mayObject: false, mayDecide: false, objections: [] },
  })
  expect((await object(stranger, 'I was there')).json()).toEqual({ unauthorized: true })
  expect((await object(host, ' ')).statusCode).toBe(400)

  await object(bea, 'I won the last game.')
  expect((await object(bea, 'Again.')).json()).toMatchObject({ code: 'objection_unanswered' })
  await object(guest, 'My games are missing.')
  await withdraw(guest)
  expect((await withdraw(guest)).statusCode).toBe(404)
  expect((await read(guest)).rounds[3].openObjections).toBe(1)
  expect((await objections(guest)).objections).toEqual([])
  const all = await objections(host)
  expect(all).toMatchObject({
    mayDecide: true,
    objections: [{ text: 'I won the last game.', by: { username: 'bea' }, answer: null }],
  })

  server.clock.advance({ minutes: 10 * 24 * HOURS })
  await passTime()
  expect((await states())[3]).toBe('provisional')
  const answer = (headers: Session) =>
    server.call({
      method: 'POST',
      url: `/api/events/objections/${rounds[3]}/${all.objections[0].id}`,
      headers,
      body: { isUpheld: false, text: 'It was a practice game.' },
    })
  expect((await answer(guest)).json()).toEqual({ unauthorized: true })
  await answer(host)
  expect((await answer(host)).statusCode).toBe(404)
  expect((await objections(bea)).objections).toMatchObject([
    { isOwn: true, answer: { isUpheld: false, text: 'It was a practice game.', by: 'host' } },
  ])
  await passTime()
  expect((await states())[3]).toBe('final')
  expect((await object(bea, 'Once more.')).json()).toMatchObject({ code: 'objections_closed' })

  const { entries } = await server.ask({
    method: 'GET',
    url: '/api/admin/audit-log?kind=act',
    headers: boss,
  })
  const rest = 'objection to the round Round 4 of the league Autumn League.'
  expect(
    entries
      .filter(({ what }: { what: string }) => what.startsWith('objection-'))
      .map(({ username, summary }: { username: string; summary: string }) => [username, summary]),
  ).toEqual([
    ['host', `Answered an ${rest}`],
    ['guest', `Withdrew an ${rest}`],
    ['guest', 'Objected to the round Round 4 of the league Autumn League.'],
    ['bea', 'Objected to the round Round 4 of the league Autumn League.'],
  ])
})

it('an objection that nobody answers holds a round up for 14 days', async () => {
  const eventId = rounds[3]
  await server.context.db
    .updateTable('league_rounds')
    .set({ final_at: null, board: null })
    .where('event_id', '=', eventId ?? 0)
    .execute()
  await server.context.db
    .updateTable('objections')
    .set({ answer: null, is_upheld: null, answered_at: null })
    .execute()
  server.clock.advance({ minutes: 4 * 24 * HOURS - 1 })
  await passTime()
  expect((await states())[3]).toBe('provisional')
  server.clock.advance({ minutes: 1 })
  await passTime()
  expect((await states())[3]).toBe('final')
})
