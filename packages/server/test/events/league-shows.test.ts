/** The table of a league on stage: one more board of a round's show, which leaves the round's own results open. */
import type { ControlRoom, Move } from '@rollcall/contract/show'
import type { ShowView } from '@rollcall/contract/show-view'
import { MASKED_NAME } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import { settleShow } from '../helpers/show-event.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16']
const RULES = {
  ...{ points: { kind: 'event' }, drops: [0, 0, 1], minimumRounds: 2, ties: [] },
  ...{ multipliers: [], teams: { best: null } },
}

let server: TestServer
let people: Record<'host' | 'ada' | 'bea' | 'boss', Session>
let rounds: number[]
let url: string
let hostId: number | undefined
let token: string
let publicToken: string

type By = keyof typeof people
type Method = 'GET' | 'POST' | 'PUT'

const call = (by: By | null, method: Method, at: string, body?: object) =>
  server.call({ method, url: at, headers: by ? people[by] : {}, ...(body && { body }) })
const ask = async (...asked: Parameters<typeof call>) => {
  const response = await call(...asked)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const nextDay = () => server.clock.advance({ minutes: 24 * 60 })

function race(round: number, points: Readonly<Record<string, number>>) {
  const rows = Object.entries(points).map(
    ([name, own]) => `${name},host,10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  return server.ask(
    eventUpload({ eventId: rounds[round] ?? 0, eventData }, { headers: people.host }),
  )
}

const last = () => rounds[2] ?? 0
const room = (): Promise<ControlRoom> => ask('host', 'GET', `/api/show/control/${last()}`)
const publicPage = (path = ''): Promise<ShowView> =>
  ask(null, 'GET', `/api/show/public/${publicToken}${path}`)
const leagueRounds = async (): Promise<{ state: string; winners: unknown }[]> =>
  (await ask(null, 'GET', `/api/leagues/${token}`)).rounds

type Given = Partial<Move> & Pick<Move, 'kind'>

async function tryMove(move: Given) {
  server.clock.advance({ minutes: 1 })
  await settleShow(server, last())
  const { version } = await room()
  return call('host', 'POST', `/api/show/control/${last()}/move`, { version, move })
}

/** Moves the show of the last round, and waits until viewers see it. */
async function move(given: Given): Promise<ControlRoom> {
  const response = await tryMove(given)
  expect(response.statusCode, response.body).toBe(200)
  await settleShow(server, last())
  return response.json()
}

const shown = ({ rows }: Pick<ShowView, 'rows'>) =>
  rows.map(({ rank, racer_name, event_points, is_unranked }) =>
    racer_name === MASKED_NAME
      ? [rank, null]
      : [is_unranked ? null : rank, racer_name, event_points],
  )

beforeAll(async () => {
  const started = await startEventServer(['host', 'ada', 'bea'], '2026-09-13T12:00:00Z')
  ;({ server, people } = started)
  hostId = started.ids.host
  const made = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard: started.leaderboard },
    participants: [started.ids.host],
  })
  rounds = made.rounds
  url = `/api/events/series/${made.seriesId}/league`
  await ask('host', 'PUT', url, { rules: RULES })
  ;({ token } = await ask('host', 'POST', `/api/events/series/${made.seriesId}/link`))
  await ask('host', 'POST', `${url}/teams`, { name: 'ada', color: 'red' })
  const [team] = (await ask('host', 'GET', `${url}/teams`)).teams
  await ask('bea', 'POST', `/api/teams/${team.deciding.token}`)
  const [member] = (await ask('host', 'GET', `${url}/teams`)).teams[0].deciding.asked
  await ask('host', 'PUT', `${url}/teams/${team.id}/members/${member.id}`)
  const settings = { isSealed: true, isPublic: true }
  await ask('host', 'PUT', `/api/show/control/${last()}/settings`, settings)
  const of = { of: 'public' }
  ;({ publicToken } = await ask('host', 'POST', `/api/show/control/${last()}/token`, of))
  nextDay()
  await race(0, { ada: 10, bea: 8, cai: 10 })
  nextDay()
  await race(1, { ada: 6, bea: 9, dee: 7 })
  nextDay()
  await race(2, { ada: 3, bea: 100, cai: 1 })
  nextDay()
})
afterAll(() => server.stop())

it('the table waits for the show of its last round, and says so', async () => {
  expect((await room()).league).toEqual({
    ...{ name: 'Autumn League', hasTeams: true, isReady: false },
  })
  const refused = await tryMove({ kind: 'start', phase: 'live', boardOf: 'table' })
  expect(refused.json()).toMatchObject({ code: 'round_does_not_count' })
  expect((await leagueRounds()).map(({ state }) => state)).toEqual([
    ...['provisional', 'provisional', 'waiting'],
  ])
})

it('a rehearsal of it has invented names and needs no results', async () => {
  const rehearsed = await move({ kind: 'start', phase: 'rehearsal', boardOf: 'table' })
  expect(rehearsed).toMatchObject({ phase: 'rehearsal', boardOf: 'table' })
  const stage = await ask('host', 'GET', `/api/show/stage/${last()}`)
  expect(JSON.stringify(stage)).not.toContain('bea')
  expect(await publicPage()).toMatchObject({ scene: 'before', rows: [] })
  expect((await move({ kind: 'finish' })).phase).toBe('waiting')
})

it('after the own show, the table is revealed, and the results stay open', async () => {
  await move({ kind: 'start', phase: 'live', boardOf: 'event' })
  await move({ kind: 'finish' })
  expect(shown(await publicPage())[0]).toEqual([1, 'bea', 100])
  const before = await leagueRounds()
  expect(before[2]?.state).toBe('provisional')
  const table = await ask(null, 'GET', `/api/leagues/${token}/rows`)

  const again = await tryMove({ kind: 'start', phase: 'live', boardOf: 'event' })
  expect(again.json()).toMatchObject({ code: 'show_has_begun' })
  // Another round is showing the same table.
  const { db } = server.context
  const other = rounds[0] ?? 0
  await db
    .insertInto('shows')
    .values({ event_id: other, phase: 'live', board_of: 'table' })
    .onConflict((conflict) =>
      conflict.column('event_id').doUpdateSet({ phase: 'live', board_of: 'table' }),
    )
    .execute()
  const twice = await tryMove({ kind: 'start', phase: 'live', boardOf: 'table', startRank: 3 })
  expect(twice.json()).toMatchObject({ code: 'shown_elsewhere' })
  await db
    .updateTable('shows')
    .set({ phase: 'waiting', board_of: 'event' })
    .where('event_id', '=', other)
    .execute()
  const started = await move({ kind: 'start', phase: 'live', boardOf: 'table', startRank: 3 })
  expect(started).toMatchObject({ boardOf: 'table', phase: 'live', rowCount: 4, isOpen: true })
  const revealing = await publicPage()
  expect(revealing).toMatchObject({
    ...{ scene: 'reveal', table: { league: 'Autumn League', of: 'racers' }, reached: 3 },
  })
  // The fourth has too few rounds.
  expect(shown(revealing)).toEqual([
    [1, null],
    [2, null],
    [3, 'cai', 11],
    [null, 'dee', 7],
  ])
  // The round's own results read as before.
  expect(await leagueRounds()).toEqual(before)
  expect(await ask(null, 'GET', `/api/leagues/${token}/rows`)).toEqual(table)
  const boards = `/api/events/get-leaderboard/${last()}`
  expect(JSON.stringify(await ask('ada', 'GET', boards))).toContain('bea')
  expect(
    (await call(null, 'GET', `/api/show/public/${publicToken}/explain?row=1`)).statusCode,
  ).toBe(404)

  await move({ kind: 'finish' })
  expect(shown(await publicPage())).toEqual([
    [1, 'bea', 109],
    [2, 'ada', 16],
    [3, 'cai', 11],
    [null, 'dee', 7],
  ])
  expect(await ask(null, 'GET', `/api/show/public/${publicToken}/explain?row=1`)).toMatchObject({
    terms: [
      { round: 'Round 1', outcome: 'dropped', value: 8, points: 0 },
      { round: 'Round 2', outcome: 'counts', place: 1, points: 9 },
      { text: 'Round 3: 1st place = 100' },
    ],
  })
  expect(await leagueRounds()).toEqual(before)
  // Chat, too, says whose table it is.
  const line = await call(null, 'GET', `/api/chat/host/event/${publicToken}`)
  expect(line.body).toContain('Table of Autumn League')
})

it('finds own rows by their names, and hides them without a number', async () => {
  const { own } = await ask('ada', 'GET', `/api/show/public/${publicToken}/own`)
  expect(own.row).toMatchObject({ rank: 2, racer_name: 'ada' })
  await ask('ada', 'PUT', '/api/account/hidden-name')
  expect(shown(await publicPage())[1]).toEqual([2, 'Hidden racer', 16])
})

it('teams are a board of their own, whose names are nobody else', async () => {
  await move({ kind: 'start', phase: 'live', boardOf: 'teams', startRank: 1 })
  await move({ kind: 'finish' })
  const view = await publicPage()
  expect(view.table).toEqual({ league: 'Autumn League', of: 'teams' })
  // The team is called like a racer who hides.
  expect(view.rows).toEqual([
    {
      ...{ id: '1', rank: 1, racer_name: 'ada', event_points: 109, color: 'E03131FF' },
      leads_nowhere: true,
    },
  ])
  expect((await ask('ada', 'GET', `/api/show/public/${publicToken}/own`)).own).toBeNull()
})

it("a reset brings the event's own results back, and another one hides them", async () => {
  expect(await move({ kind: 'reset' })).toMatchObject({ phase: 'final', boardOf: 'event' })
  const view = await publicPage()
  expect(view.table).toBeUndefined()
  expect(shown(view)[0]).toEqual([1, 'bea', 100])
  expect((await leagueRounds())[2]?.state).toBe('provisional')
  await move({ kind: 'reset' })
  expect((await leagueRounds())[2]?.state).toBe('waiting')
  const kept = await sql`select from show_rows where event_id = ${last()}`.execute(
    server.context.db,
  )
  expect(kept.rows).toEqual([])
})

it('a sealed table keeps its last round until viewers have seen the show of the table', async () => {
  await sql`delete from presses`.execute(server.context.db)
  const { seriesId, rounds: made } = await createRounds(server, people.host, {
    ...{ name: 'Winter League', days: ['2026-09-19', '2026-09-20'] },
    leaderboard: (await ask('host', 'GET', '/api/events/leaderboards'))[0].id,
    participants: [hostId],
  })
  rounds = ['', ...made].map(Number)
  await ask('host', 'PUT', `/api/events/series/${seriesId}/league`, {
    rules: { ...RULES, minimumRounds: 0, drops: [0], isShowSealed: true },
  })
  ;({ token } = await ask('host', 'POST', `/api/events/series/${seriesId}/link`))
  await ask('host', 'PUT', `/api/show/control/${last()}/settings`, { isPublic: true })
  ;({ publicToken } = await ask('host', 'POST', `/api/show/control/${last()}/token`, {
    of: 'public',
  }))
  for (const [round, points] of [
    [1, { bea: 5, cai: 4 }],
    [2, { bea: 1, cai: 9 }],
  ] as const) {
    for (let day = 0; day < 5 && server.clock.now() < new Date(`2026-09-${18 + round}`); day += 1) {
      nextDay()
    }
    await race(round, points)
  }
  nextDay()
  const table = () => ask(null, 'GET', `/api/leagues/${token}/rows`)
  /** All that strangers read of the league, to the byte. */
  const answers = async () => {
    const paths = ['', '/rows', '/board', '/board?of=teams', '/story', '/outlook', '/teams']
    const responses = []
    for (const path of paths)
      responses.push(await call(null, 'GET', `/api/leagues/${token}${path}`))
    return responses.map(({ statusCode, body, headers }) => [statusCode, body, headers.etag])
  }
  const before = await table()
  expect(before.rows.map(({ total }: { total: number }) => total)).toEqual([5, 4])

  await move({ kind: 'start', phase: 'live', boardOf: 'event' })
  await move({ kind: 'finish' })
  // Everybody knows the round by now, and not what it does to the table.
  expect(shown(await publicPage())[0]).toEqual([1, 'cai', 9])
  expect((await leagueRounds())[1]).toMatchObject({
    ...{ state: 'waiting', waitsForTable: true, winners: null, finalAt: null },
  })
  expect(await table()).toEqual(before)
  expect(await ask(null, 'GET', `/api/leagues/${token}/board`)).toMatchObject({ played: 1 })
  const sealed = await answers()
  await race(2, { bea: 70, dee: 9 })
  expect(await answers()).toEqual(sealed)
  await race(2, { bea: 1, cai: 9 })
  expect(await answers()).toEqual(sealed)

  expect(
    await move({ kind: 'start', phase: 'live', boardOf: 'table', startRank: 2 }),
  ).toMatchObject({
    league: { isReady: true },
  })
  expect(shown(await publicPage())).toEqual([
    [1, null],
    [2, 'bea', 6],
  ])
  expect(await table()).toEqual(before)
  await move({ kind: 'finish' })
  expect((await table()).rows.map(({ total }: { total: number }) => total)).toEqual([13, 6])
  expect((await leagueRounds())[1]).toMatchObject({ state: 'provisional' })
})

it('without a show, it waits for a week', async () => {
  await sql`update league_rounds set table_shown_at = null`.execute(server.context.db)
  // The answers that are kept know nothing of that.
  expect((await leagueRounds())[1]).toMatchObject({ state: 'waiting' })
  for (let day = 0; day < 7; day += 1) nextDay()
  expect((await leagueRounds())[1]?.state).not.toBe('waiting')
})
