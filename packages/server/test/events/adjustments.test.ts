/** Bonuses, penalties and disqualifications: exactly once wherever All Streamers is shown, and nowhere else. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import { passDays } from '../helpers/pass-days.ts'
import { RACERS, racerAt, ShowEvent } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'

let server: TestServer
let event: ShowEvent
let host: Session
let alpha: Session
let concerned: Session
let stranger: Session

const PENALTY = { kind: 'penalty', points: 30.5, reason: 'wrong-map', note: 'Ran map 3 twice.' }
const DISQUALIFIED = { kind: 'disqualified', points: null, reason: 'second-account', note: '' }

interface Row {
  rank: number
  racer_name: string
  event_points: number
  is_disqualified?: true
}

const get = (url: string, headers: Session = host) => server.ask({ method: 'GET', url, headers })
const url = () => `/api/events/adjustments/${event.id}`
const adjust = (racer: string, body: object, headers = host) =>
  server.call({ method: 'POST', url: url(), headers, body: { racer, ...body } })
const takeBack = (id: number, headers = host) =>
  server.call({ method: 'DELETE', url: `${url()}/${id}`, headers })
const list = (headers = host) => get(url(), headers)
const board = async (streamer: number | 'all' = 'all', headers = host): Promise<Row[]> =>
  (await get(`/api/events/get-leaderboard/${event.id}?page=1&streamer=${streamer}`, headers)).rows
const shown = (rows: readonly Row[]) =>
  rows.map(({ rank, racer_name, event_points, is_disqualified = false }) => [
    ...[rank, racer_name, event_points],
    ...(is_disqualified ? ['DSQ'] : []),
  ])
const explain = async (racer: string, query = '') =>
  (await get(`/api/events/explain-row/${event.id}?racer=${racer}${query}`)).terms

async function takeAllBack() {
  for (const { id } of (await list()).adjustments) await takeBack(id)
  await server.context.db.deleteFrom('presses').execute()
}

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-03T12:00:00Z') })
  event = await ShowEvent.create(server)
  ;[host, alpha] = [event.host, event.casters[0]]
  concerned = await server.signIn(racerAt(1))
  stranger = await server.signIn('stranger')
})
afterAll(() => server.stop())

it('a penalty is on the board, in its explanation, the file and the results, once each', async () => {
  const before = await get(`/api/events/get-leaderboard/${event.id}`)
  const { id } = (await adjust(racerAt(1), PENALTY)).json()
  // A second press of the same button is the same penalty.
  expect((await adjust(racerAt(1), PENALTY)).json()).toEqual({ id })
  expect(shown((await board()).slice(0, 3))).toEqual([
    [1, racerAt(2), 975],
    [2, racerAt(1), 969.5],
    [3, racerAt(3), 950],
  ])
  const term = {
    ...{ kind: 'adjusted', adjustment: 'penalty', reason: 'wrong-map', count: 1, points: -30.5 },
    text: '-30.5: wrong map',
  }
  expect(await explain(racerAt(1))).toEqual([
    { kind: 'uploaded', count: 2, points: 1000, text: 'uploaded × 2 = 1,000' },
    term,
  ])
  const file = `/api/events/export/${event.id}?streamer=all`
  expect((await get(file))[1]).toMatchObject({ racer_name: racerAt(1), event_points: 969.5 })
  expect((await get(`${file}&content=explanations`))[1].terms[1]).toEqual(term)
  const { results } = await get('/api/events/my-results?page=1', concerned)
  expect(results).toMatchObject([
    { rank: 2, points: 969.5, hasDecimals: true, adjustments: [PENALTY] },
  ])
  // Boards of single streamers, and what companions and other programs read, have the game's points.
  const { alpha: alphaId } = await userIds(server)
  expect((await board(alphaId ?? 0))[0]).toMatchObject({
    racer_name: racerAt(1),
    event_points: 400,
  })
  expect(await explain(racerAt(1), `&userId=${alphaId}`)).toHaveLength(1)
  expect(await get(`/api/events/get-leaderboard/${event.id}`)).toEqual(before)
})

it('everybody who sees the board sees the reason, and only organisers who made it and the note', async () => {
  const { kind, points, reason, note } = PENALTY
  const seen = { racer_name: racerAt(1), kind, points, reason, isWaiting: false }
  expect(await list()).toMatchObject({
    mayAdjust: true,
    adjustments: [{ ...seen, made: { note, by: { username: 'host' } } }],
  })
  for (const reader of [alpha, concerned]) {
    const { mayAdjust, adjustments } = await list(reader)
    expect(mayAdjust).toBe(false)
    expect(adjustments).toMatchObject([seen])
    expect(JSON.stringify(adjustments)).not.toMatch(/map 3|host/)
  }
  for (const headers of [stranger]) expect(await list(headers)).toEqual({ unauthorized: true })
})

it('only organisers adjust, and only rows that are there', async () => {
  const [{ id }] = (await list()).adjustments
  for (const headers of [alpha, concerned, stranger]) {
    expect((await adjust(racerAt(2), PENALTY, headers)).json()).toEqual({ unauthorized: true })
    expect((await takeBack(id, headers)).json()).toEqual({ unauthorized: true })
  }
  const refused = async (racer: string, body: object) => {
    const response = await adjust(racer, body)
    return [response.statusCode, response.json().code]
  }
  expect(await refused('nobody', PENALTY)).toEqual([404, 'adjusted_racer_not_on_board'])
  for (const points of [0, -1, 0.001, null, 2_000_000]) {
    expect((await refused(racerAt(2), { ...PENALTY, points }))[0]).toBe(400)
  }
  expect((await refused(racerAt(2), { ...DISQUALIFIED, points: 5 }))[0]).toBe(400)
  expect((await list()).adjustments).toHaveLength(1)
})

it('is taken back with one press, and the board is as before', async () => {
  await takeAllBack()
  expect(shown((await board()).slice(0, 2))).toEqual([
    [1, racerAt(1), 1000],
    [2, racerAt(2), 975],
  ])
  expect(await explain(racerAt(1))).toHaveLength(1)
  expect((await takeBack(1)).statusCode).toBe(404)
})

it('a disqualified row is below all others, which move up, and keeps its points', async () => {
  await adjust(racerAt(1), DISQUALIFIED)
  expect((await adjust(racerAt(1), { ...DISQUALIFIED, note: 'x' })).json().code).toBe(
    'already_disqualified',
  )
  const rows = await board()
  expect(shown([...rows.slice(0, 2), ...rows.slice(-2)])).toEqual([
    [1, racerAt(2), 975],
    [2, racerAt(3), 950],
    [RACERS - 1, racerAt(RACERS), 25],
    [RACERS, racerAt(1), 1000, 'DSQ'],
  ])
  const { results } = await get('/api/events/my-results?page=1', concerned)
  expect(results).toMatchObject([{ is_disqualified: true, points: 1000 }])
  const { own } = await get(`/api/events/own-row/${event.id}`, concerned)
  expect([own.above.racer_name, own.below]).toEqual([racerAt(RACERS), null])
  expect(await explain(racerAt(1))).toMatchObject([{}, { text: 'Disqualified: second account' }])
})

it('a show freezes the adjusted board, and its podium never has somebody disqualified', async () => {
  await adjust(racerAt(2), { ...PENALTY, points: 500 })
  await event.settings({ isPublic: true })
  const token = await event.token('public')
  await event.move({ kind: 'start', phase: 'live' })
  await event.move({ kind: 'jump', rank: 1 })
  expect((await get(`/api/show/public/${token}/event`)).adjustments).toEqual([])
  await event.move({ kind: 'next' })
  const { rows } = await event.stage()
  expect(shown(rows.slice(0, 3) as Row[])).toEqual([
    [1, racerAt(3), 950],
    [2, racerAt(4), 925],
    [3, racerAt(5), 900],
  ])
  expect(rows.at(-1)).toMatchObject({ racer_name: racerAt(1), is_disqualified: true })
  const explained = (id: string) => get(`/api/show/public/${token}/explain?row=${id}`)
  const penalised = rows.find(({ racer_name }) => racer_name === racerAt(2))
  expect((await explained(penalised?.id ?? '')).terms).toMatchObject([{}, { points: -500 }])
  expect((await event.control()).hasArrivals).toBe(false)
  const [{ id }] = (await list()).adjustments
  await takeBack(id)
  expect((await event.control()).hasArrivals).toBe(true)
  await event.move({ kind: 'finish' })
  // What was revealed, and not what has changed since.
  const { adjustments } = await get(`/api/show/public/${token}/event`)
  expect(adjustments).toEqual([
    { racer_name: racerAt(2), kind: 'penalty', points: 500, reason: 'wrong-map' },
    { racer_name: racerAt(1), kind: 'disqualified', points: null, reason: 'second-account' },
  ])
  const file = await get(`/api/show/public/${token}/export?content=explanations`)
  expect(file.at(-1).terms).toMatchObject([{}, { reason: 'second-account', points: 0 }])
  await event.move({ kind: 'reset' })
  await event.settings({ isPublic: false })
  await takeAllBack()
})

it('a racer who came after a show froze the board is found and adjusted', async () => {
  const find = (headers = host) => get(`${url()}/rows?search=LATE`, headers)
  await event.move({ kind: 'start', phase: 'live' })
  await event.upload('alpha', 0.4, ['latecomer'])
  expect(await find(alpha)).toEqual({ unauthorized: true })
  const { rows } = await find()
  expect(rows).toMatchObject([{ racer_name: 'latecomer', rank: expect.any(Number) }])
  expect((await adjust('latecomer', DISQUALIFIED)).json()).toEqual({ id: expect.any(Number) })
  await event.upload('alpha', 0.4)
  await event.move({ kind: 'reset' })
  await takeAllBack()
})

it('a hidden racer is adjusted as the row that everybody sees', async () => {
  await server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers: concerned })
  const name = (await board())[0]?.racer_name ?? ''
  expect(name).toMatch(/^Hidden racer \d+$/)
  expect((await adjust(racerAt(1), PENALTY)).statusCode).toBe(404)
  expect((await adjust(name, PENALTY)).statusCode).toBe(200)
  expect((await list(alpha)).adjustments).toMatchObject([{ racer_name: name }])
  expect(shown((await board()).slice(1, 2))).toEqual([[2, name, 969.5]])
  expect(await explain(name)).toHaveLength(2)
  await server.ask({ method: 'DELETE', url: '/api/account/hidden-name', headers: concerned })
  expect((await list(alpha)).adjustments).toMatchObject([{ racer_name: racerAt(1) }])
  expect(shown((await board()).slice(1, 2))).toEqual([[2, racerAt(1), 969.5]])
})

it('with one streamer All Streamers is adjusted, their own board is not, and no podium is filled up', async () => {
  const { alpha: streamer = 0 } = await userIds(server)
  const [{ id: leaderboard }] = await get('/api/events/leaderboards')
  const { id } = await server.ask({
    method: 'POST',
    url: '/api/events/createEventSingle',
    headers: host,
    body: {
      ...{ name: 'Alone', startDate: '2026-11-03', endDate: '2026-11-03', timeZone: 'UTC' },
      ...{ leaderboard, participants: [streamer] },
    },
  })
  const rows = ['ada', 'bea', 'cai'].map(
    (name, index) => `${name},alpha,9,0,1,0,0,0,0,0,0,0,${9 - index}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  await server.ask(eventUpload({ eventId: id, eventData }, { headers: alpha }))
  const body = { racer: 'ada', ...DISQUALIFIED }
  await server.ask({ method: 'POST', url: `/api/events/adjustments/${id}`, headers: host, body })
  const boardOf = async (of: number | 'all') =>
    shown((await get(`/api/events/get-leaderboard/${id}?page=1&streamer=${of}`)).rows)
  expect(await boardOf('all')).toEqual([
    [1, 'bea', 8],
    [2, 'cai', 7],
    [4, 'ada', 9, 'DSQ'],
  ])
  expect((await boardOf(streamer))[0]).toEqual([1, 'ada', 9])
  const { differences } = await findDifferences(server.context.db, server.context.config)
  expect(differences).toEqual([])
})

it('a note goes with the account of its author, or of the person whom it is about', async () => {
  await takeAllBack()
  const about = await server.signIn(racerAt(3))
  await adjust(racerAt(1), PENALTY)
  await adjust(racerAt(3), PENALTY)
  const notes = async () =>
    (await list(await server.signIn('host'))).adjustments.map(
      ({ made }: { made: { note: string | null } }) => made.note,
    )
  await server.ask({ method: 'PUT', url: '/api/account/deletion', headers: about })
  await passDays(server, 14)
  expect(await notes()).toEqual([PENALTY.note, null])
})
