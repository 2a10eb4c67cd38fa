/** Fair points of a league: from games that are uploaded to its table, and why. docs/scoring.md, Fair points */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload, gameUpload, raceFiles } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const PEOPLE = ['host', 'guest', 'third', 'ada'] as const
const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16']
const RULES = {
  ...{ points: { kind: 'fair', games: 2 }, drops: [], minimumRounds: 0, ties: [], multipliers: [] },
}
const STREAMERS = { ...RULES, rows: { kind: 'streamers', bestRows: 1 } }

let server: TestServer
let people: Record<(typeof PEOPLE)[number], Session>
let seriesId: number
let rounds: number[]
let token: string
/** By the order in which they are played. */
const games: number[] = []

const url = (rest = '') => `/api/events/series/${seriesId}/league${rest}`
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.ask({ method, url: path, headers: people.host, ...(body && { body }) })
const setRules = (rules: object) => ask('PUT', url(), { rules, reason: 'Tried' })
const change = (index: number, body: object) => ask('PUT', url(`/rounds/${rounds[index]}`), body)
const nextDay = () => server.clock.advance({ minutes: 24 * 60 })

interface Row {
  id: string
  racer_name: string
  rank: number
  total: number
  cells: object[]
}
const rows = async (): Promise<Row[]> => (await ask('GET', url())).rows
const rowOf = async (name: string) => (await rows()).find(({ racer_name }) => racer_name === name)
const listed = (all: readonly Row[]) => all.map(({ racer_name, total }) => [racer_name, total])
const explain = async (name: string, index: number) => {
  const row = (await rowOf(name))?.id ?? ''
  const query = new URLSearchParams({ row, racer: name, round: String(rounds[index]) })
  return server.ask({ method: 'GET', url: `/api/leagues/${token}/cell?${query}` })
}

async function race(by: 'host' | 'guest', racers: readonly string[], early?: Date): Promise<void> {
  server.clock.advance({ minutes: 1 })
  const isEliminated = (place: number) => place > 1
  const files = raceFiles(racers, early ?? server.clock.now(), { isEliminated })
  games.push((await server.ask(gameUpload(files, { headers: people[by] }))).gameId)
}

beforeAll(async () => {
  const started = await startEventServer(PEOPLE, `${DAYS[0]}T12:00:00Z`)
  ;({ server, people } = started)
  const { host, guest, third } = started.ids
  ;({ seriesId, rounds } = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard: started.leaderboard },
    participants: [host, guest, third],
  }))
  await race('host', ['ada', 'bea', 'cai', 'dee'])
  await race('guest', ['bea', 'ada'])
  await race('host', ['bea', 'cai'])
  const gus = [EVENT_HEADINGS, 'gus,third,10,0,9,0,0,0,0,0,0,0,300.00', ''].join('\r\n')
  const asked = { eventId: rounds[0] ?? 0, eventData: Buffer.from(gus) }
  await server.ask(eventUpload(asked, { headers: people.third }))
  nextDay()
  await setRules(RULES)
  ;({ token } = await ask('POST', `/api/events/series/${seriesId}/link`))
})
afterAll(() => server.stop())

it('give what a racer left behind in the first games on all channels, and rank by it', async () => {
  const table = await rows()
  // Bea's second of 4 and first of 2; her third game does not count. Gus has only a snapshot.
  expect(listed(table)).toEqual([
    ['bea', 62.5 + 75],
    ['ada', 87.5 + 25],
    ['cai', 37.5 + 25],
    ['dee', 12.5],
    ['gus', 0],
  ])
  expect(table.map(({ cells }) => cells[0])).toMatchObject([
    ...[1, 2, 3, 4].map((rank) => ({ rank })),
    // On the board of the event he is first.
    { rank: 5, points: 0, eventPoints: 300 },
  ])
  const { withoutGames } = await ask('GET', url('/games'))
  expect(withoutGames).toEqual([{ eventId: rounds[0], streamers: [{ username: 'third' }] }])
  const page = await server.ask({ method: 'GET', url: `/api/leagues/${token}` })
  expect(page.rounds[0].winners).toMatchObject({ points: 137.5, racers: [{ racer_name: 'bea' }] })
})

it('are explained by game, with the place, the marbles and what each gave', async () => {
  const bea = await explain('bea', 0)
  expect(bea.fair).toMatchObject({
    games: [
      { channel: { login: 'host' }, gameId: games[0], first: 2, last: 2, rows: 4, points: 62.5 },
      { channel: { login: 'guest' }, gameId: games[1], first: 1, last: 1, rows: 2, points: 75 },
    ],
    others: 1,
  })
  expect(bea.cell).toMatchObject({ value: 137.5 })
  expect((await explain('gus', 0)).fair).toEqual({ games: [], others: 0 })
})

it('a game that arrives late and was played early takes the place of a later one', async () => {
  await race('guest', ['bea', 'dee'], new Date(`${DAYS[0]}T12:00:30Z`))
  expect((await rowOf('bea'))?.total).toBe(75 + 62.5)
  expect((await rowOf('dee'))?.total).toBe(25 + 12.5)
  expect((await rowOf('ada'))?.total).toBe(112.5)
})

it('are multiplied before they are rounded, and penalties are taken off after that', async () => {
  // Two thirds less a half of one: 83.333… twice is 166.67, and not 2 × 83.33.
  await race('host', ['cai', 'dee', 'ada'])
  nextDay()
  await setRules({ ...RULES, multipliers: [{ eventId: rounds[1], times: 2 }] })
  await ask('POST', `/api/events/adjustments/${rounds[1]}`, {
    ...{ racer: 'cai', kind: 'penalty', points: 70, reason: 'other', note: null },
  })
  expect((await rowOf('cai'))?.cells[1]).toMatchObject({
    ...{ rank: 3, points: 83.33, adjustment: -70, value: 96.67 },
  })
  expect((await rowOf('dee'))?.cells[1]).toMatchObject({ rank: 1, value: 100 })
  expect((await rowOf('bea'))?.cells[1]).toMatchObject({ rank: null, value: 0 })
  await setRules(RULES)
})

it('of streamers are those of the best rows, from the first games on their channels', async () => {
  await setRules(STREAMERS)
  const table = await rows()
  expect(table.map(({ racer_name, cells }) => [racer_name, cells[0]])).toMatchObject([
    // Bea's second of 4 and first of 2.
    ['host', { value: 137.5 }],
    // Bea's first of 2, twice.
    ['guest', { value: 150 }],
    ['third', { value: 0, eventPoints: 300 }],
  ])
  await setRules(RULES)
})

it('count all channels: no league of fair points can choose the best ones', async () => {
  const rules = { ...RULES, rows: { kind: 'racers', bestChannels: 1 } }
  for (const wrong of [rules, { ...RULES, points: { kind: 'fair', games: 31 } }]) {
    const answer = await server.call({
      ...{ method: 'PUT', url: url(), headers: people.host, body: { rules: wrong, reason: 'x' } },
    })
    expect(answer.statusCode).toBe(400)
  }
  const { rules: stored } = await setRules({ ...RULES, points: { kind: 'fair' } }).then(() =>
    ask('GET', url()),
  )
  expect(stored.points).toEqual({ kind: 'fair', games: 5 })
  expect((await rowOf('bea'))?.total).toBe(62.5 + 75 + 75 + 75)
  await setRules(RULES)
})

it('of a final round stay, with other rules too, when an upload is taken back', async () => {
  await change(0, { to: 'final' })
  const before = await rows()
  await undo('guest', games[1])
  expect(await rows()).toEqual(before)
  const ada = await explain('ada', 0)
  expect(ada.fair.games).toMatchObject([
    { gameId: games[0], points: 87.5 },
    { gameId: null, channel: { login: 'guest' }, rows: 2, points: 25 },
  ])
  await setRules({ ...RULES, points: { kind: 'fair', games: 1 } })
  expect((await rowOf('ada'))?.cells[0]).toMatchObject({ value: 87.5 })
  await setRules(STREAMERS)
  expect((await rowOf('guest'))?.cells[0]).toMatchObject({ value: 150 })
  await setRules(RULES)
  const proposal = await ask('GET', url(`/rounds/${rounds[0]}/proposal`))
  expect(proposal.rows.find(({ racer_name }: Row) => racer_name === 'ada')).toMatchObject({
    ...{ before: { rank: 2, points: 112.5 }, after: { rank: 2, points: 87.5 } },
  })
})

it('have an upper limit in the rounds to come, for what may still happen', async () => {
  const outlook = () => server.ask({ method: 'GET', url: `/api/leagues/${token}/outlook` })
  const { isBounded, remaining, rows: first } = await outlook()
  expect({ isBounded, remaining }).toEqual({ isBounded: true, remaining: 2 })
  expect(first[0]).toMatchObject({ racer_name: 'bea', state: 'open' })
  await change(1, { to: 'final' })
  // Ada has 112.5 + 16.67, Bea 137.5, Cai 62.5 + 13.33, Dee 37.5 + 50; the last round gives 200 at most.
  expect((await outlook()).rows[0]).toMatchObject({
    ...{ racer_name: 'bea', state: 'open', needs: { moreThan: 191.67, rounds: 0 } },
  })
})

it("a hidden racer's games are counted, and open for nobody else", async () => {
  await server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers: people.ada })
  const hidden = (await rows()).find(({ racer_name }) => racer_name.startsWith('Hidden'))
  expect(hidden?.cells[0]).toMatchObject({ value: 112.5, rank: 2 })
  const query = new URLSearchParams({
    ...{ row: hidden?.id ?? '', racer: hidden?.racer_name ?? '', round: String(rounds[0]) },
  })
  const read = (headers: Session) =>
    server.call({ method: 'GET', url: `/api/leagues/${token}/cell?${query}`, headers })
  expect((await read(people.host)).json()).toMatchObject({ code: 'league_cell_hidden' })
  expect((await read(people.ada)).json().fair.games).toHaveLength(2)
})

async function undo(by: 'guest', gameId: number | undefined): Promise<void> {
  const headers = people[by]
  const { receipts } = await server.ask({ method: 'GET', url: '/api/uploads/receipts', headers })
  const { id } = receipts.find(({ games: own }: { games: { id: number }[] }) =>
    own.some((game) => game.id === gameId),
  )
  const path = `/api/uploads/receipts/${id}/undo`
  await server.ask({ method: 'POST', url: path, headers, body: { dryRun: false } })
}
