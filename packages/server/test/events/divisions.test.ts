/** Divisions of a league: who is in one from the next round that opens, and the table that each of them has. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload, gameUpload, raceFiles } from '../helpers/game-files.ts'
import { passDays } from '../helpers/pass-days.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'
import { leavePicturesUndrawn } from '../helpers/undrawn-pictures.ts'

leavePicturesUndrawn()

const PEOPLE = ['host', 'helper', 'judge', 'guest', 'ada', 'bea', 'dee'] as const
type Name = (typeof PEOPLE)[number] | 'boss'

const RULES = {
  points: { kind: 'places', table: [25, 18, 15, 12, 10] },
  drops: [0],
  minimumRounds: 0,
  ties: ['wins'],
  multipliers: [],
}
const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16', '2026-09-17']

let server: TestServer
let people: Record<Name, Session>
let ids: Record<string, number>
let seriesId: number
let rounds: number[]
let token: string
let gold: number
let silver: number

interface Row {
  id: string
  racer_name: string
  rank: number | null
  total: number
  cells: { rank: number | null; value: number }[]
  division?: { id: number; name: string; memberId?: number }
}

const path = (rest = '') => `/api/events/series/${seriesId}/league${rest}`
const call = (by: Name, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  server.call({ method, url, headers: people[by], ...(body && { body }) })
const answer = async (...asked: Parameters<typeof call>) => (await call(...asked)).json()
const readPublic = (rest = '') =>
  server.ask({ method: 'GET', url: `/api/leagues/${token}${rest}`, headers: {} })

const set = (by: Name, divisions: { id: number | null; name: string }[]) =>
  call(by, 'PUT', path('/divisions'), { divisions })
const both = () => [
  { id: gold, name: 'Gold' },
  { id: silver, name: 'Silver' },
]
const putNames = (division: number, names: string[], by: Name = 'host') =>
  answer(by, 'POST', path(`/divisions/${division}/members`), { names })
const move = (members: number[], division: number | null, by: Name = 'host') =>
  answer(by, 'PUT', path('/division-members'), { members, division })
const membersOf = async (division: number, search = '') => {
  const url = path(`/divisions/${division}/members?search=${search}`)
  const { rows } = await answer('host', 'GET', url)
  return rows.map(({ racer_name }: Row) => racer_name)
}

async function putRow(division: number, name: string, asked: { table?: number; total?: number }) {
  const { table = null } = asked
  const query = table === null ? '' : `?division=${table}`
  const { rows } = await answer('host', 'GET', path(query))
  const { id, racer_name, total } = rows.find((row: Row) => row.racer_name === name)
  const row = { id, racer_name, total: asked.total ?? total }
  return answer('host', 'POST', path(`/divisions/${division}/members`), { row, table })
}

/** Rank, name, total and the value of each round; null: did not race. */
const table = async (division?: number) =>
  (await readPublic(`/rows${division === undefined ? '' : `?division=${division}`}`)).rows.map(
    ({ rank, racer_name, total, cells }: Row) => [
      ...[rank, racer_name, total],
      ...cells.map(({ rank: place, value }) => (place === null ? null : value)),
    ],
  )
const divisionsOfRows = async () =>
  Object.fromEntries(
    (await readPublic('/rows')).rows.map(({ racer_name, division }: Row) => [
      racer_name,
      division?.name ?? null,
    ]),
  )

function race(
  round: number,
  points: Readonly<Record<string, number>>,
  channel: 'host' | 'guest' = 'host',
) {
  const rows = Object.entries(points).map(
    ([name, own]) => `${name},${channel},10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  const form = { eventId: rounds[round] ?? 0, eventData }
  return server.ask(eventUpload(form, { headers: people[channel] }))
}

const nextDay = () => server.clock.advance({ minutes: 24 * 60 })
const makeFinal = (round: number) =>
  call('host', 'PUT', path(`/rounds/${rounds[round]}`), { to: 'final' })

beforeAll(async () => {
  const started = await startEventServer(PEOPLE, '2026-09-13T12:00:00Z')
  ;({ server, people, ids } = started)
  ;({ seriesId, rounds } = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard: started.leaderboard },
    participants: [ids.host, ids.guest],
  }))
  for (const [name, role] of [
    ['helper', 'co-organiser'],
    ['judge', 'moderator'],
  ] as const) {
    const body = { role, seesSealed: true }
    await call('host', 'PUT', `/api/events/series/${seriesId}/helpers/${ids[name]}`, body)
  }
})
afterAll(() => server.stop())

it('organisers and co-organisers of a league name its divisions, moderators and others do not', async () => {
  const named = [{ id: null, name: 'Gold' }]
  expect((await set('host', named)).json()).toMatchObject({ code: 'league_without_rules' })
  await call('host', 'PUT', path(), { rules: RULES })
  token = (await answer('host', 'POST', `/api/events/series/${seriesId}/link`)).token
  for (const name of ['judge', 'guest'] as const) {
    expect((await set(name, named)).json()).toEqual({ unauthorized: true })
  }
  expect((await set('host', [...named, { id: null, name: 'gold' }])).statusCode).toBe(400)
  expect((await set('helper', named)).json()).toEqual({ status: 'success' })
  const { divisions } = await answer('host', 'GET', path())
  gold = divisions[0].id
  await set('host', [
    { id: gold, name: 'Top' },
    { id: null, name: 'Silver' },
  ])
  silver = (await readPublic()).divisions[1].id
  expect((await set('host', [{ id: 999, name: 'Gold' }])).json()).toMatchObject({
    code: 'no_such_division',
  })
  await set('host', both())
  expect((await readPublic()).divisions).toEqual([
    { id: gold, name: 'Gold', total: 0 },
    { id: silver, name: 'Silver', total: 0 },
  ])
})

it('a list of names fills a division before the first round, and says which are not known', async () => {
  expect(await putNames(gold, ['Ada', 'nobody', ' bea', 'ada'])).toEqual({
    moved: [
      { id: expect.any(Number), before: null },
      { id: expect.any(Number), before: null },
    ],
    problems: [{ index: 1, problem: 'unknown' }],
  })
  expect(await membersOf(gold)).toEqual(['ada', 'bea'])
  expect(await membersOf(gold, 'BE')).toEqual(['bea'])
  expect((await putNames(gold, ['ada'])).moved).toEqual([])
  expect(await putNames(999, ['ada'])).toMatchObject({ code: 'no_such_division' })
  expect(await putNames(gold, ['ada'], 'judge')).toEqual({ unauthorized: true })
})

it('places are counted within the division in its table, and over all in the other', async () => {
  nextDay()
  await race(0, { eve: 30, dee: 20, ada: 10, bea: 8, cai: 4 })
  nextDay()
  expect(await table()).toEqual([
    [1, 'eve', 25, 25],
    [2, 'dee', 18, 18],
    [3, 'ada', 15, 15],
    [4, 'bea', 12, 12],
    [5, 'cai', 10, 10],
  ])
  expect(await table(gold)).toEqual([
    [1, 'ada', 25, 25],
    [2, 'bea', 18, 18],
  ])
  expect(await table(silver)).toEqual([])
  expect(await divisionsOfRows()).toEqual({
    ...{ ada: 'Gold', bea: 'Gold', cai: null, dee: null, eve: null },
  })
  expect((await readPublic()).divisions).toMatchObject([{ total: 2 }, { total: 0 }])
  // For overlays and embeds.
  expect(await readPublic(`/board?division=${gold}`)).toMatchObject({
    division: 'Gold',
    divisions: [{ name: 'Gold' }, { name: 'Silver' }],
    rows: [
      { rank: 1, racer_name: 'ada', points: 25 },
      { rank: 2, racer_name: 'bea', points: 18 },
    ],
  })
  expect(
    (await call('host', 'GET', `/api/leagues/${token}/board?division=999`)).json(),
  ).toMatchObject({ code: 'no_such_division' })
  expect(
    (await call('host', 'GET', `/api/leagues/${token}/rows?division=999`)).json(),
  ).toMatchObject({ code: 'no_such_division' })
})

it('a row that the organiser sees is put into a division, from the next round that opens', async () => {
  // The second round is open already.
  expect(await putRow(gold, 'cai', { total: 11 })).toMatchObject({ code: 'league_table_changed' })
  expect((await putRow(gold, 'cai', {})).moved).toHaveLength(1)
  expect(await putRow(silver, 'ada', { table: gold })).toEqual({
    moved: [{ id: expect.any(Number), before: gold }],
    problems: [],
  })
  expect(await divisionsOfRows()).toMatchObject({ ada: 'Silver', bea: 'Gold', cai: 'Gold' })
  expect(await membersOf(gold)).toEqual(['bea', 'cai'])
  await race(1, { ada: 5, bea: 6, cai: 7 })
  nextDay()
  await race(2, { ada: 1, bea: 2, cai: 3 })
  nextDay()
  expect(await table(gold)).toEqual([
    // Also what Ada had before she left.
    [1, 'bea', 18 + 25 + 18, 18, 25, 18],
    [2, 'ada', 25 + 18, 25, 18, null],
    [3, 'cai', 25, null, null, 25],
  ])
  expect(await table(silver)).toEqual([[1, 'ada', 25, null, null, 25]])
})

it('somebody finds their place in the table that they look at, and the file has the same rows', async () => {
  const own = (rest: string) => answer('ada', 'GET', `/api/leagues/${token}/own${rest}`)
  expect((await own('')).own).toMatchObject({
    row: { racer_name: 'ada', division: { id: silver } },
  })
  expect((await own(`?division=${gold}`)).own).toMatchObject({
    ...{ row: { rank: 2, total: 43 }, above: { racer_name: 'bea' }, below: { racer_name: 'cai' } },
  })
  const found = await readPublic(`/rows?search=cai&division=${gold}`)
  expect(found).toMatchObject({ total: 1, found: { row: { rank: 3 } } })
  const file = await readPublic(`/export?division=${gold}`)
  expect(file).toMatchObject([
    { racer_name: 'bea', division: 'Gold' },
    { racer_name: 'ada', division: 'Silver' },
    { racer_name: 'cai', division: 'Gold' },
  ])
  const { body } = await call('host', 'GET', `/api/leagues/${token}/export?format=csv`)
  const [columns, first] = body.split('\r\n')
  expect(columns).toContain(',division,')
  expect(first).toMatch(/^cai,.*,Gold,10,1,25,1,25,1$/)
  const card = (query: string) => answer('host', 'GET', `/s/${token}/card.png?${query}`)
  expect(await card(`division=${gold}`)).toMatchObject({
    ...{ kind: 'podium', title: 'Autumn League · Gold' },
  })
  expect(await card(`division=${gold}&racer=cai`)).toMatchObject({ racer: { rank: 3 }, of: 3 })
  expect(await card('division=999')).toMatchObject({ title: 'Autumn League' })
})

it('only organisers read memberships, and take somebody out or put them back', async () => {
  const { rows } = await answer('host', 'GET', path())
  const memberId = rows.find((row: Row) => row.racer_name === 'bea').division.memberId
  expect(JSON.stringify(await readPublic('/rows'))).not.toContain('memberId')
  const before = await table(gold)
  expect(await move([memberId], null, 'judge')).toEqual({ unauthorized: true })
  expect(await move([memberId, 999], null)).toMatchObject({ code: 'not_in_division' })
  expect(await move([memberId], null)).toEqual({ moved: [{ id: memberId, before: gold }] })
  expect(await divisionsOfRows()).toMatchObject({ bea: null })
  expect(await table(gold)).toEqual(before)
  expect((await move([memberId], gold)).moved).toMatchObject([{ before: null }])
  expect(await divisionsOfRows()).toMatchObject({ bea: 'Gold' })
})

it('a final round stays as it is when racers change divisions', async () => {
  for (const round of [0, 1, 2]) await makeFinal(round)
  const before = [await table(gold), await table(silver)]
  await putNames(silver, ['bea', 'cai', 'dee'])
  expect([await table(gold), await table(silver)]).toEqual(before)
  await putNames(gold, ['bea', 'cai'])
  // The fourth round opened before.
  await race(3, { ada: 9, bea: 8, cai: 7, dee: 6 })
  nextDay()
  expect((await table(gold))[0]).toEqual([1, 'bea', 61 + 25, 18, 25, 18, 25])
})

it('a hidden racer keeps their place in the division, and nobody can put them there by their name', async () => {
  const before = await table(gold)
  await answer('bea', 'PUT', '/api/account/hidden-name')
  const hidden = (rows: unknown[][]) =>
    rows.map((row) => row.map((each) => (each === 'bea' ? 'Hidden racer' : each)))
  expect(await table(gold)).toEqual(hidden(before))
  expect(await membersOf(gold)).toEqual(['cai', 'Hidden racer'])
  expect(await putNames(silver, ['bea', 'nobody'])).toEqual({
    moved: [],
    problems: [
      { index: 0, problem: 'unknown' },
      { index: 1, problem: 'unknown' },
    ],
  })
  const answers = [
    await answer('host', 'GET', path()),
    await answer('host', 'GET', path(`/divisions/${gold}/members`)),
    await readPublic(`/rows?division=${gold}`),
  ]
  expect(JSON.stringify(answers)).not.toContain('bea')
})

it('what a hidden racer has on a later channel is in no division, until an organiser puts that row into one', async () => {
  const before = await table(gold)
  await race(3, { bea: 50 }, 'guest')
  // Everybody else's ranks within the division stay, too.
  expect(await table(gold)).toEqual(before)
  const { rows } = await answer('host', 'GET', path())
  const later = rows.find((row: Row) => row.racer_name === 'Hidden racer' && !row.division)
  const { id, racer_name, total } = later
  const row = { id, racer_name, total }
  const body = { row, table: null }
  const { moved } = await answer('host', 'POST', path(`/divisions/${silver}/members`), body)
  expect(moved).toHaveLength(1)
  expect(await membersOf(silver)).toEqual(['ada', 'dee', 'Hidden racer'])
  expect(await membersOf(gold)).toEqual(['cai', 'Hidden racer'])
  // Shown again, it is one row: in the person's division.
  await answer('bea', 'DELETE', '/api/account/hidden-name')
  expect(await divisionsOfRows()).toMatchObject({ bea: 'Gold' })
  expect(await membersOf(silver)).toEqual(['ada', 'dee'])
  await race(3, { bea: 0 }, 'guest')
})

it('nothing of a round whose results are announced is in the table of a division before its show', async () => {
  const read = async () =>
    JSON.stringify([await readPublic(), await table(gold), await table(silver)])
  const announce = (isPublic: boolean) =>
    answer('host', 'PUT', `/api/show/control/${rounds[3]}/settings`, { isPublic })
  await announce(true)
  const sealed = await read()
  await race(3, { ada: 9, bea: 800, cai: 700, dee: 6, fay: 5 })
  expect(await read()).toBe(sealed)
  expect(await putNames(gold, ['fay'])).toMatchObject({ problems: [{ problem: 'unknown' }] })
  await race(3, { ada: 9, bea: 8, cai: 7, dee: 6 })
  await announce(false)
  expect((await table(gold))[0]).toEqual([1, 'bea', 86, 18, 25, 18, 25])
})

it('the next season has the divisions with those who are in them, if it shall', async () => {
  const copy = async (body: object) => {
    const { id } = await answer('host', 'POST', `/api/events/series/${seriesId}/copy`, {
      ...{ name: 'Winter League', firstDay: '2027-01-09', ...body },
    })
    const { divisions } = await answer('host', 'GET', `/api/events/series/${id}/league`)
    return { id, divisions }
  }
  expect((await copy({})).divisions).toEqual([])
  const { id, divisions } = await copy({ name: 'Spring League', withDivisions: true })
  expect(divisions).toMatchObject([{ name: 'Gold' }, { name: 'Silver' }])
  const url = `/api/events/series/${id}/league/divisions/${divisions[0].id}/members`
  const { rows } = await answer('host', 'GET', url)
  expect(rows.map(({ racer_name }: Row) => racer_name)).toEqual(['bea', 'cai'])
})

it('what others than the owner do to divisions is in the audit log', async () => {
  await putNames(silver, ['cai'], 'helper')
  await putNames(gold, ['cai'], 'helper')
  const url = '/api/admin/audit-log'
  const { entries } = await answer('boss', 'GET', url)
  const said = entries.map(({ summary }: { summary: string }) => summary)
  expect(said).toContain('Named the divisions of the league Autumn League of somebody else.')
  expect(said).toContain(
    'Put racers into the division Silver of the league Autumn League of somebody else.',
  )
})

it('somebody who deletes their account leaves the division, and what it had stays', async () => {
  const before = await table(silver)
  await answer('ada', 'PUT', '/api/account/deletion')
  await passDays(server, 15)
  expect(await membersOf(silver)).not.toContain('ada')
  expect((await table(silver)).map(([, , ...cells]: unknown[]) => cells)).toEqual(
    before.map(([, , ...cells]: unknown[]) => cells),
  )
})

it('removing a division takes its table away, and leaves the other rows as they are', async () => {
  const before = await table()
  await set('host', [{ id: silver, name: 'Silver' }])
  expect((await readPublic()).divisions).toMatchObject([{ name: 'Silver' }])
  expect(await table()).toEqual(before)
  expect(await divisionsOfRows()).toMatchObject({ cai: null, dee: 'Silver' })
})

it('calls at once put a row into one division alone', async () => {
  await set('host', [
    { id: silver, name: 'Silver' },
    { id: null, name: 'Bronze' },
  ])
  const bronze = (await readPublic()).divisions[1].id
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => putNames(index % 2 ? bronze : silver, ['bea'])),
  )
  const all = [...(await membersOf(silver)), ...(await membersOf(bronze))]
  expect(all.filter((name) => name === 'bea')).toHaveLength(1)
})

it('a streamer who races is a racer, and the most games are those of everybody', async () => {
  const tomorrow = new Date(server.clock.now().getTime() + 24 * 3_600_000)
  const [day = ''] = tomorrow.toISOString().split('T')
  const { id: leaderboard } = (await answer('host', 'GET', '/api/events/leaderboards'))[0]
  ;({ seriesId, rounds } = await createRounds(server, people.host, {
    ...{ name: 'Winter League', days: [day], leaderboard },
    participants: [ids.host],
  }))
  const bonuses = [{ name: 'Busy', points: 5, by: 'most_games' }]
  await call('host', 'PUT', path(), { rules: { ...RULES, bonuses } })
  ;({ token } = await answer('host', 'POST', `/api/events/series/${seriesId}/link`))
  await set('host', [{ id: null, name: 'Gold' }])
  gold = (await readPublic()).divisions[0].id
  // The host has a channel since the first upload.
  expect((await putNames(gold, ['host', 'dee'])).problems).toEqual([])
  expect(await putNames(gold, ['host'])).toEqual({ moved: [], problems: [] })
  expect(await membersOf(gold)).toEqual(['dee', 'host'])

  nextDay()
  for (const names of [
    ['cai', 'dee'],
    ['cai', 'bea'],
  ]) {
    server.clock.advance({ minutes: 1 })
    const files = raceFiles(names, server.clock.now())
    await server.ask(gameUpload(files, { headers: people.host }))
  }
  await call('host', 'PUT', path(`/rounds/${rounds[0]}`), { to: 'ended' })
  const bonusesIn = async (query: string) =>
    Object.fromEntries(
      (await readPublic(`/rows${query}`)).rows.map(
        ({ racer_name, cells }: Row & { cells: { bonus: number }[] }) => [
          racer_name,
          cells[0]?.bonus,
        ],
      ),
    )
  expect(await bonusesIn('')).toEqual({ cai: 5, bea: 0, dee: 0 })
  expect(await bonusesIn(`?division=${gold}`)).toEqual({ dee: 0 })
  const cell = await readPublic(`/cell?row=1&racer=dee&round=${rounds[0]}&division=${gold}`)
  expect(cell.bonuses).toEqual([])
})
