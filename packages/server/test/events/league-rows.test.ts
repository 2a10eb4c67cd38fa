/** What a row of a league is: a racer with their best channels, or a streamer with the best rows of their board. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'
import { leavePicturesUndrawn } from '../helpers/undrawn-pictures.ts'

leavePicturesUndrawn()

const PEOPLE = ['host', 'guest', 'third', 'fourth', 'ada', 'eve'] as const
type Name = (typeof PEOPLE)[number]

let server: TestServer
let people: Record<Name, Session>
let seriesId: number
let rounds: number[]
let token: string

const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16', '2026-09-30']
const RULES = {
  points: { kind: 'event' },
  drops: [],
  minimumRounds: 0,
  ties: [],
  multipliers: [],
}
const STREAMERS = { ...RULES, rows: { kind: 'streamers', bestRows: 2 } }
const BEST_CHANNEL = { ...RULES, rows: { kind: 'racers', bestChannels: 1 } }

const url = (rest = '') => `/api/events/series/${seriesId}/league${rest}`
const ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  by: Name = 'host',
) => server.ask({ method, url: path, headers: people[by], ...(body && { body }) })
const call = (method: 'POST' | 'PUT', path: string, body?: object, by: Name = 'host') =>
  server.call({ method, url: path, headers: people[by], ...(body && { body }) })
const read = (by: Name = 'guest') => ask('GET', url(), undefined, by)
const setRules = (rules: object, reason?: string) =>
  call('PUT', url(), { rules, ...(reason && { reason }) })
const roundUrl = (index: number, rest = '') => url(`/rounds/${rounds[index]}${rest}`)
const makeFinal = (index: number) => ask('PUT', roundUrl(index), { to: 'final' })
const nextDay = () => server.clock.advance({ minutes: 24 * 60 })

interface Shown {
  racer_name: string
  rank: number | null
  total: number
}
const listed = (rows: readonly Shown[]) =>
  rows.map(({ rank, racer_name, total }) => [rank, racer_name, total])
const table = async () => listed((await read()).rows)
/** The table with other rules, which stores nothing. */
const tried = async (rules: object) => listed((await ask('POST', url('/try'), { rules })).rows)

function race(index: number, by: Name, points: Readonly<Record<string, number>>) {
  const rows = Object.entries(points).map(
    ([name, own]) => `${name},${by},10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  return server.ask(
    eventUpload({ eventId: rounds[index] ?? 0, eventData }, { headers: people[by] }),
  )
}

beforeAll(async () => {
  const started = await startEventServer(PEOPLE, `${DAYS[0]}T12:00:00Z`)
  ;({ server, people } = started)
  const { ids, leaderboard } = started
  ;({ seriesId, rounds } = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard },
    // The fourth never uploads anything.
    participants: [ids.host, ids.guest, ids.third, ids.fourth],
  }))
  await setRules(STREAMERS)
  token = (await ask('POST', `/api/events/series/${seriesId}/link`)).token
  await race(0, 'host', { ada: 10, bea: 8, cai: 1, eve: 2 })
  await race(0, 'guest', { ada: 5.5, dee: 4.25, cai: 9 })
})
afterAll(() => server.stop())

it('a streamer has the best rows of their own board, whatever organisers do to racers', async () => {
  await ask('PUT', '/api/account/hidden-name', undefined, 'eve')
  await race(0, 'third', { eve: 7, fay: -1 })
  nextDay()
  expect(await table()).toEqual([
    [1, 'host', 18],
    [2, 'guest', 14.5],
    [3, 'third', 6],
  ])
  const { rows } = await read()
  expect(rows[1]).toMatchObject({
    channel: { platform: 'twitch', login: 'guest' },
    cells: [{ rank: 2, points: 14.5, adjustment: 0, value: 14.5, isDisqualified: false }],
  })
  const adjust = (racer: string, kind: string, points: number | null) =>
    ask('POST', `/api/events/adjustments/${rounds[0]}`, {
      ...{ racer, kind, points, reason: 'wrong-map', note: null },
    })
  await adjust('ada', 'disqualified', null)
  await adjust('cai', 'bonus', 0.5)
  expect((await table())[0]).toEqual([1, 'host', 18])
  expect(await tried({ ...STREAMERS, points: { kind: 'places', table: [5, 3] } })).toEqual([
    [1, 'host', 5],
    [2, 'guest', 3],
    [3, 'third', 0],
  ])
  expect(await tried({ ...RULES, rows: { kind: 'streamers' } })).toEqual([
    [1, 'host', 21],
    [2, 'guest', 18.75],
    [3, 'third', 6],
  ])
})

it('streamers are found under the name of their channel, and find their own row', async () => {
  const page = `/api/leagues/${token}`
  const { rows, found } = await ask('GET', `${page}/rows?search=gue`)
  expect(listed(rows)).toEqual([[2, 'guest', 14.5]])
  expect(found).toMatchObject({ above: { racer_name: 'host' }, below: { racer_name: 'third' } })
  expect((await ask('GET', `${page}/own`, undefined, 'guest')).own.row.racer_name).toBe('guest')
  expect((await ask('GET', `${page}/own`, undefined, 'ada')).own).toBeNull()
  const { rounds: shown, lead } = await ask('GET', page)
  expect(shown[0].winners).toMatchObject({ points: 18, racers: [{ channel: { login: 'host' } }] })
  expect(lead).toMatchObject({ racers: [{ racer_name: 'host' }], next: { racer_name: 'guest' } })
  const file = await server.call({
    ...{ method: 'GET', url: `${page}/export?format=csv`, headers: people.guest },
  })
  expect(file.body).toContain('guest,')

  // A hidden racer is a streamer like any other: their channel has its name everywhere.
  await ask('PUT', '/api/account/hidden-name', undefined, 'guest')
  expect((await table())[1]).toEqual([2, 'guest', 14.5])
  await ask('DELETE', '/api/account/hidden-name', undefined, 'guest')
})

it('a racer has the points of their best channels, if the league says so', async () => {
  const others = [
    [2, 'bea', 8],
    [3, 'Hidden racer', 7],
    [4, 'dee', 4.25],
    [5, 'Hidden racer', 2],
    [6, 'fay', -1],
    [null, 'ada', 0],
  ]
  expect(await tried(RULES)).toEqual([[1, 'cai', 10.5], ...others])
  expect(await tried(BEST_CHANNEL)).toEqual([[1, 'cai', 9.5], ...others])
})

/** Where the first round's result of the row comes from, as a stranger reads it. */
async function explain(racer: string) {
  const { rows } = await read()
  const { id } = rows.find(({ racer_name }: Shown) => racer_name === racer)
  const query = new URLSearchParams({ row: id, racer, round: String(rounds[0]) })
  return server.ask({ method: 'GET', url: `/api/leagues/${token}/cell?${query}` })
}

const COUNTED_ROWS = [
  { racer_name: 'ada', points: 10 },
  { racer_name: 'bea', points: 8 },
]

it("a streamer's result says which rows count, and a racer's which channels", async () => {
  expect(await explain('host')).toMatchObject({ parts: [], rows: COUNTED_ROWS })
  expect((await explain('third')).rows).toMatchObject([{ points: 7 }, { points: -1 }])
  expect(JSON.stringify(await explain('third'))).not.toContain('eve')
  await setRules(BEST_CHANNEL)
  expect(await explain('cai')).toMatchObject({
    cell: { points: 9, adjustment: 0.5, value: 9.5 },
    parts: [
      { channel: { login: 'guest' }, counts: true, points: 9, terms: [{ text: 'uploaded = 9' }] },
      { channel: { login: 'host' }, counts: false, points: 1, games: [] },
    ],
    adjustments: [{ text: '+0.5: wrong map' }],
  })
  await setRules(STREAMERS)
})

it('a final round has kept what streamers and channels have, and later uploads change nothing', async () => {
  const before = [await tried(STREAMERS), await tried(BEST_CHANNEL), await tried(RULES)]
  await makeFinal(0)
  const shown = await read()
  expect([await tried(STREAMERS), await tried(BEST_CHANNEL), await tried(RULES)]).toEqual(before)
  await race(0, 'guest', { ada: 5.5, dee: 40, cai: 9 })
  expect(await read()).toEqual(shown)
  expect([await tried(STREAMERS), await tried(BEST_CHANNEL), await tried(RULES)]).toEqual(before)

  expect(await explain('host')).toMatchObject({ isFrozen: true, rows: COUNTED_ROWS })

  const proposal = await ask('GET', roundUrl(0, '/proposal'))
  expect(proposal).toMatchObject({
    rows: [
      { racer_name: 'guest', before: { rank: 2, points: 14.5 }, after: { rank: 1, points: 49 } },
    ],
    moved: [
      { racer_name: 'guest', channel: { login: 'guest' }, before: 2, after: 1 },
      { racer_name: 'host', before: 1, after: 2 },
    ],
  })
  const decision = { decision: 'publish', seen: proposal.seen, reason: 'A game was missing' }
  await ask('POST', roundUrl(0, '/proposal'), decision)
  expect((await table())[0]).toEqual([1, 'guest', 49])

  // What a channel gives no longer is not what the round has.
  await race(0, 'guest', { ada: 5.5, dee: 40, cai: 3 })
  await setRules(RULES, 'to look')
  expect((await explain('cai')).parts).toMatchObject([
    { channel: { login: 'guest' }, points: 9, terms: [], games: null },
    { channel: { login: 'host' }, points: 1, terms: [{ text: 'uploaded = 1' }], games: [] },
    { channel: null, points: 10, terms: [{ text: 'uploaded × 2 = 10' }] },
  ])
  await race(0, 'guest', { ada: 5.5, dee: 40, cai: 9 })
  await setRules(STREAMERS, 'as announced')
})

it('a round that was frozen before boards kept channels counts once its organiser publishes it', async () => {
  await sql`update show_rows set channels = null`.execute(server.context.db)
  // A process that has the table in memory has made it from the same results.
  nextDay()
  await race(1, 'third', { fay: 3 })
  nextDay()
  expect((await read()).rounds[0]).toMatchObject({ state: 'waiting', hasProposal: false })
  expect(await table()).toEqual([[1, 'third', 3]])
  expect((await read('host')).rounds[0].hasProposal).toBe(true)
  const { seen, total } = await ask('GET', roundUrl(0, '/proposal'))
  expect(total).toBe(3)
  await ask('POST', roundUrl(0, '/proposal'), { decision: 'publish', seen, reason: 'New rules' })
  expect(await table()).toEqual([
    [1, 'guest', 49],
    [2, 'host', 18],
    [3, 'third', 9],
  ])
})

it('a prize passes over a streamer', async () => {
  const prizes = () => ask('GET', url('/prizes'))
  await ask('PUT', url('/prizes'), { prizes: ['Cup'] })
  const [{ winners }] = (await prizes()).prizes
  const { id: row, racer_name, total } = winners[0]
  await ask('POST', url('/passed-over'), {
    row: { id: row, racer_name, total },
    reason: 'won_before',
  })
  const shown = await prizes()
  expect(shown.prizes[0].winners).toMatchObject([{ racer_name: 'host' }])
  expect(shown.passedOver).toMatchObject([
    { racer_name: 'guest', channel: { login: 'guest' }, rank: 1, reason: 'won_before' },
  ])
})

it('teams of streamers have the points of their streamers, whom nobody else joins', async () => {
  const teams = { best: null, minSize: 1, maxSize: 3 }
  await setRules({ ...STREAMERS, teams }, 'Teams from now on')
  const { id } = await ask('POST', url('/teams'), { name: 'Red', color: 'red' })
  const made = async () => (await ask('GET', url('/teams'))).teams[0]
  const { token: link } = (await made()).deciding
  const team = `/api/teams/${link}`
  expect((await call('POST', team, undefined, 'ada')).json()).toMatchObject({
    code: 'not_a_streamer_of_league',
  })
  expect(await ask('GET', team, undefined, 'ada')).toMatchObject({ mayJoin: false })
  await ask('PUT', '/api/account/hidden-name', undefined, 'guest')
  expect(await ask('GET', team, undefined, 'guest')).toMatchObject({
    mayJoin: true,
    isHidden: false,
  })
  for (const by of ['guest', 'third', 'fourth'] as const) await ask('POST', team, undefined, by)
  for (const { id: member } of (await made()).deciding.asked) {
    await ask('PUT', url(`/teams/${id}/members/${member}`))
  }
  expect((await made()).members).toMatchObject([
    { racer_name: 'guest', channel: { login: 'guest' } },
    { racer_name: 'third' },
    { racer_name: 'fourth', leads_nowhere: true },
  ])
  // As a streamer, somebody who has hidden their name as a racer is seen, and may be the captain.
  const [captain] = (await made()).members
  await ask('PUT', url(`/teams/${id}`), { name: 'Red', color: 'red', captain: captain.id })
  server.clock.advance({ minutes: 13 * 24 * 60 })
  await race(3, 'host', { ada: 100 })
  await race(3, 'guest', { ada: 5, bea: 4, cai: 3 })
  await race(3, 'third', { ada: 2 })
  await ask('PUT', roundUrl(3), { to: 'ended' })
  expect(await made()).toMatchObject({
    ...{ total: 11, hiddenMembers: 0 },
    cells: [
      { rank: null },
      { rank: null },
      {
        ...{ rank: 1, value: 11, hidden: null },
        counted: [
          { racer_name: 'guest', points: 9 },
          { racer_name: 'third', points: 2 },
        ],
      },
    ],
  })
  expect((await setRules({ ...RULES, teams }, 'Racers again')).json()).toMatchObject({
    ...{ code: 'teams_of_other_rows', params: { members: 'streamers' } },
  })
})
