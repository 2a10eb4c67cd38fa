/** What a league gives beside a round's points: bonuses, participation that is kept, a game that decides, and why. */
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload, gameUpload, raceFiles } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

let server: TestServer
let people: Record<'host' | 'guest' | 'ada' | 'stranger' | 'boss', Session>
let seriesId: number
let rounds: number[]
let token: string
/** The second race of the first round, which Bea wins. */
let decider: { gameId: number; finishedAt: string }

const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16']
const BONUSES = [
  { name: 'Stage', points: 2, by: 'stage_winner' },
  { name: 'Busy', points: 5, by: 'most_games' },
  { name: 'Fair play', points: 1.5, by: 'hand' },
]
const PLAIN = {
  ...{ points: { kind: 'event' }, drops: [0], minimumRounds: 0, ties: [] },
  multipliers: [],
}

const url = () => `/api/events/series/${seriesId}/league`
const store = (rules: object, { reason }: { reason?: string } = {}) =>
  server.call({
    ...{ method: 'PUT', url: url(), headers: people.host },
    body: { rules, ...(reason && { reason }) },
  })
const read = () => server.ask({ method: 'GET', url: url(), headers: people.guest })
const rowOf = async (name: string) =>
  (await read()).rows.find(({ racer_name }: { racer_name: string }) => racer_name === name)
const totals = async () =>
  (await read()).rows.map(({ racer_name, total }: { racer_name: string; total: number }) => [
    racer_name,
    total,
  ])
const adjust = (index: number, body: object) =>
  server.call({
    ...{ method: 'POST', url: `/api/events/adjustments/${rounds[index]}`, headers: people.host },
    body: { reason: 'other', note: '', ...body },
  })
const change = (index: number, body: object) =>
  server.ask({
    ...{ method: 'PUT', url: `${url()}/rounds/${rounds[index]}`, headers: people.host, body },
  })

/** A race on the host's channel, and who was first at checkpoint 1, 2 … of it. */
async function race(racers: readonly string[], hits: readonly string[] = []): Promise<number> {
  server.clock.advance({ minutes: 1 })
  const checkpointData = Buffer.from(
    [
      'Number,Username,DisplayName,NameColorHex',
      ...hits.map((login, index) => `${index + 1},${login},${login},FFFFFFFF`),
      '',
    ].join('\r\n'),
  )
  const files = { ...raceFiles(racers, server.clock.now()), checkpointData }
  return (await server.ask(gameUpload(files, { headers: people.host }))).gameId
}

/** The streamer takes the upload of that race back. */
async function undoDecider(): Promise<void> {
  const headers = people.host
  const { receipts } = await server.ask({ method: 'GET', url: '/api/uploads/receipts', headers })
  const { id } = receipts.find(({ games }: { games: { id: number }[] }) =>
    games.some((game) => game.id === decider.gameId),
  )
  const url = `/api/uploads/receipts/${id}/undo`
  await server.ask({ method: 'POST', url, headers, body: { dryRun: false } })
}

/** The row's cell of a round, as the public page explains it. */
async function explain(name: string, index: number, headers: Session | null = null) {
  const { id, racer_name } = await rowOf(name)
  const query = new URLSearchParams({ row: id, racer: racer_name, round: String(rounds[index]) })
  const address = `/api/leagues/${token}/cell?${query}`
  return server.call({ method: 'GET', url: address, ...(headers && { headers }) })
}

beforeAll(async () => {
  const started = await startEventServer(
    ['host', 'guest', 'ada', 'stranger'],
    `${DAYS[0]}T12:00:00Z`,
  )
  ;({ server, people } = started)
  const { id: leaderboard } = await server.ask({
    ...{ method: 'POST', url: '/api/events/leaderboard-config', headers: people.host },
    body: {
      config: {
        ...STANDARD_CONFIGURATION,
        ...{ name: 'Rounds', participationPoints: 1, checkpointPoints: 0 },
        positions: [10, 6, 3].map((points, index) => ({ position: index + 1, points })),
      },
    },
  })
  ;({ seriesId, rounds } = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard },
    participants: [started.ids.host, started.ids.guest],
  }))
  await race(['ada', 'bea', 'cai'], ['bea', 'bea', 'dee'])
  const gameId = await race(['bea', 'ada'])
  decider = { gameId, finishedAt: server.clock.now().toISOString() }
  const gus = [EVENT_HEADINGS, 'gus,guest,10,0,9,0,0,0,0,0,0,0,3.00', ''].join('\r\n')
  const eventData = Buffer.from(gus)
  await server.ask(eventUpload({ eventId: rounds[0] ?? 0, eventData }, { headers: people.guest }))
  server.clock.advance({ minutes: 24 * 60 })
  await race(['cai', 'bea'])
  server.clock.advance({ minutes: 24 * 60 })
  await store(PLAIN)
  const link = { method: 'POST', url: `/api/events/series/${seriesId}/link`, headers: people.host }
  token = (await server.ask(link as never)).token
})
afterAll(() => server.stop())

it('stage winners and those with most games get their bonus, which no multiplier changes', async () => {
  expect(await totals()).toEqual([
    ['bea', 25],
    ['ada', 18],
    ['cai', 15],
    ['gus', 3],
  ])
  const multipliers = [{ eventId: rounds[0], times: 2 }]
  expect((await store({ ...PLAIN, multipliers, bonuses: BONUSES })).statusCode).toBe(200)
  // In round 1, Ada and Bea share the most games: nine games of a snapshot are no single games.
  const [bea, ada, gus] = [await rowOf('bea'), await rowOf('ada'), await rowOf('gus')]
  expect(bea.cells).toMatchObject([
    { points: 18, bonus: 2 * 2 + 5, value: 45 },
    { points: 7, bonus: 5, value: 12 },
  ])
  expect(ada.cells[0]).toMatchObject({ points: 18, bonus: 5, value: 41 })
  expect(gus.cells[0]).toMatchObject({ points: 3, bonus: 0, value: 6 })
})

it('an organiser gives a bonus by hand, which adds nothing to the event itself', async () => {
  const given = { racer: 'cai', kind: 'bonus', points: null, bonus: 'Fair play' }
  expect((await adjust(0, { ...given, bonus: 'Stage' })).json()).toMatchObject({
    code: 'no_such_bonus',
  })
  expect((await adjust(0, { ...given, points: 3 })).statusCode).toBe(400)
  expect((await adjust(0, { ...given, kind: 'penalty' })).statusCode).toBe(400)
  expect((await adjust(0, given)).statusCode).toBe(200)
  expect((await adjust(0, given)).statusCode).toBe(200)
  await adjust(0, { racer: 'cai', kind: 'penalty', points: 1, reason: 'wrong-map' })
  expect((await rowOf('cai')).cells[0]).toMatchObject({
    ...{ points: 4, adjustment: -1, bonus: 1.5, value: 8.5 },
  })
  const listed = await server.ask({
    ...{ method: 'GET', url: `/api/events/adjustments/${rounds[0]}`, headers: people.host },
  })
  expect(listed.bonuses).toEqual(['Fair play'])
  expect(listed.adjustments[0]).toMatchObject({ kind: 'bonus', points: null, bonus: 'Fair play' })
  const board = await server.ask({
    method: 'GET',
    url: `/api/events/get-leaderboard/${rounds[0]}?page=1&streamer=all`,
    headers: people.guest,
  })
  expect(board.rows).toContainEqual(expect.objectContaining({ racer_name: 'cai', event_points: 3 }))
})

it('a dropped result keeps its participation, and those are dropped whose removal costs least', async () => {
  const rules = { ...PLAIN, multipliers: [{ eventId: rounds[0], times: 2 }], drops: [0, 1] }
  await store({ ...rules, keepsParticipation: true })
  // Of Bea's 36 and 7, the second is dropped and keeps 1.
  const bea = await rowOf('bea')
  expect(bea.cells).toMatchObject([
    { value: 36, kept: 4, isDropped: false },
    { value: 7, kept: 1, isDropped: true },
  ])
  expect(bea.total).toBe(37)
  expect((await rowOf('cai')).total).toBe(11 + 2)
})

it('a cell says where its points come from, by channel and down to what was counted', async () => {
  const multipliers = [{ eventId: rounds[0], times: 2 }]
  await store({ ...PLAIN, multipliers, bonuses: BONUSES })
  const cai = (await explain('cai', 0)).json()
  expect(cai).toMatchObject({
    cell: { points: 4, value: 8.5 },
    multiplier: 2,
    isFrozen: false,
    parts: [{ channel: { login: 'host' }, points: 4, counts: true }],
    adjustments: [{ text: '-1: wrong map' }],
    bonuses: [{ name: 'Fair play', count: 1, points: 1.5 }],
  })
  expect(cai.parts[0].terms.map(({ text }: { text: string }) => text)).toEqual([
    'participation 1 × 1 = 1',
    '3rd place × 1 = 3',
  ])
  expect(cai.parts[0]).toMatchObject({
    games: [{ mode: 'race', place: 3, isEliminated: false, points: 4, isPublic: true }],
    further: { count: 0, points: 0 },
  })
  const bea = (await explain('bea', 0)).json().parts[0]
  expect(bea.games).toMatchObject([
    { place: 2, points: 7 },
    { id: decider.gameId, place: 1, points: 11, finishedAt: decider.finishedAt },
  ])
  expect((await explain('gus', 0)).json().parts).toMatchObject([
    { channel: { login: 'guest' }, terms: [{ text: 'uploaded = 3' }], games: [] },
  ])
  expect((await explain('ada', 1)).json()).toMatchObject({ cell: { rank: null }, parts: [] })
  expect((await explain('ada', 2)).json()).toMatchObject({ code: 'no_such_round' })
  const { id } = await rowOf('ada')
  const moved = `/api/leagues/${token}/cell?row=${id}&racer=bea&round=${rounds[0]}`
  expect((await server.call({ method: 'GET', url: moved })).json()).toMatchObject({
    code: 'league_table_changed',
  })
  const ofSeries = `${url()}/cell?row=${id}&racer=ada&round=${rounds[0]}`
  const asked = (headers: Session) => server.ask({ method: 'GET', url: ofSeries, headers })
  expect(await asked(people.guest)).toMatchObject({ cell: { value: 41 } })
  expect(await asked(people.stranger)).toEqual({ unauthorized: true })
})

it("a hidden racer's cell opens only for that racer", async () => {
  const hides = (method: 'PUT' | 'DELETE') =>
    server.ask({ method, url: '/api/account/hidden-name', headers: people.ada })
  await hides('PUT')
  const hidden = (await read()).rows.find(({ racer_name }: { racer_name: string }) =>
    racer_name.startsWith('Hidden'),
  ).racer_name
  for (const reader of [null, people.host, people.stranger]) {
    expect((await explain(hidden, 0, reader)).json()).toMatchObject({ code: 'league_cell_hidden' })
  }
  expect((await explain(hidden, 0, people.ada)).json()).toMatchObject({ cell: { value: 41 } })
  await hides('DELETE')
})

it('organisers choose the game that decides from the rounds that count', async () => {
  const list = (headers: Session, query = '') =>
    server.ask({ method: 'GET', url: `${url()}/games${query}`, headers })
  expect(await list(people.guest)).toEqual({ unauthorized: true })
  const { games, withoutGames } = await list(people.host, `?round=${rounds[0]}`)
  expect(games.map(({ id }: { id: number }) => id)[0]).toBe(decider.gameId)
  expect(withoutGames).toEqual([{ eventId: rounds[0], streamers: [{ username: 'guest' }] }])
  expect((await list(people.host, `?round=${rounds[2]}`)).games).toEqual([])

  const ties = ['named_game']
  const points = { kind: 'places', table: [0] }
  const rules = { ...PLAIN, points, ties }
  for (const namedGame of [
    undefined,
    { ...decider, eventId: rounds[1] },
    { ...decider, eventId: rounds[0], finishedAt: '2026-09-14T00:00:00Z' },
  ]) {
    expect((await store({ ...rules, namedGame })).json()).toMatchObject({
      code: 'no_such_league_game',
    })
  }
  const namedGame = { ...decider, eventId: rounds[0] }
  expect((await store({ ...rules, namedGame })).statusCode).toBe(200)
  const { rows } = await read()
  expect(
    rows.map(({ rank, racer_name }: { rank: number; racer_name: string }) => [rank, racer_name]),
  ).toEqual([
    [1, 'bea'],
    [2, 'ada'],
    [3, 'cai'],
    [3, 'gus'],
  ])
  expect(rows[0].decided).toMatchObject({ rule: 'named_game', over: 'ada', own: 1, other: 2 })
  expect(rows[1].decided).toMatchObject({ rule: 'named_game', over: 'cai', own: 2, other: 0 })
})

it('in a final round all of it is frozen with the board', async () => {
  await change(0, { to: 'final' })
  await change(1, { to: 'final' })
  const ties = ['named_game']
  const namedGame = { ...decider, eventId: rounds[0] }
  const rules = { ...PLAIN, drops: [0, 1], bonuses: BONUSES, keepsParticipation: true }
  await store({ ...rules, ties, namedGame }, { reason: 'as announced' })
  const before = (await read()).rows
  expect(before[0]).toMatchObject({ racer_name: 'bea', total: 28 })
  // Without anything else, the game decides: by places that nobody gets points for, all are equal.
  const points = { kind: 'places', table: [0] }
  const decides = { ...PLAIN, points, ties, namedGame }
  const frozen = (await explain('bea', 0)).json()
  expect(frozen).toMatchObject({
    isFrozen: true,
    parts: [{ channel: { login: 'host' }, points: 18, games: [{ points: 7 }, { points: 11 }] }],
  })
  await undoDecider()
  await adjust(0, { racer: 'bea', kind: 'bonus', points: null, bonus: 'Fair play' })
  expect((await read()).rows).toEqual(before)
  expect((await explain('bea', 0)).json()).toMatchObject({
    // What the frozen board says of its only channel, and no games, which give other points by now.
    isFrozen: true,
    parts: [{ ...frozen.parts[0], games: null }],
    bonuses: [
      { name: 'Stage', count: 2, points: 4 },
      { name: 'Busy', count: 1, points: 5 },
    ],
  })
  await store(decides, { reason: 'only to look' })
  const shown = (await read()).rows.map(({ racer_name }: { racer_name: string }) => racer_name)
  expect(shown).toEqual(['bea', 'ada', 'cai', 'gus'])
  await store({ ...rules, ties, namedGame }, { reason: 'as announced' })
  const proposal = await server.ask({
    ...{ method: 'GET', url: `${url()}/rounds/${rounds[0]}/proposal`, headers: people.host },
  })
  expect(proposal.rows).toContainEqual(
    expect.objectContaining({
      racer_name: 'bea',
      before: { rank: 1, points: 18, bonus: 9, isDisqualified: false },
      after: expect.objectContaining({ points: 7, bonus: 10.5 }),
    }),
  )
})

it('the next season has the bonuses, and no game of this one', async () => {
  const { id } = await server.ask({
    ...{ method: 'POST', url: `/api/events/series/${seriesId}/copy`, headers: people.host },
    body: { name: 'Winter League', firstDay: '2026-12-14' },
  })
  const { rules } = await server.ask({
    ...{ method: 'GET', url: `/api/events/series/${id}/league`, headers: people.host },
  })
  expect(rules).toMatchObject({ bonuses: BONUSES, keepsParticipation: true, ties: [] })
  expect(rules).not.toHaveProperty('namedGame')
})
