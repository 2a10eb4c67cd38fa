/** Disqualified from a whole league: what that changes in the table, for prizes and for teams, and who reads why. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import { passDays } from '../helpers/pass-days.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const RULES = {
  points: { kind: 'places', table: [10, 6, 4, 1] },
  drops: [],
  minimumRounds: 2,
  ties: ['wins'],
  multipliers: [],
  teams: { best: null, minSize: 1, maxSize: 5 },
}
const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16']
const PEOPLE = ['host', 'helper', 'guest', 'ada', 'bea'] as const
type Name = (typeof PEOPLE)[number] | 'boss'

let server: TestServer
let people: Record<Name, Session>
let seriesId: number
let rounds: number[]
let token: string

const call = (by: Name, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.call({ method, url: path, headers: people[by], ...(body && { body }) })
const answer = async (...asked: Parameters<typeof call>) => (await call(...asked)).json()
const league = (rest = '') => `/api/events/series/${seriesId}/league${rest}`
const list = async (by: Name = 'host') =>
  (await answer(by, 'GET', league('/disqualified'))).disqualified
const takeBack = (id: number, by: Name = 'host') =>
  answer(by, 'DELETE', league(`/disqualified/${id}`))
const asStranger = (rest: string) =>
  server.ask({ method: 'GET', url: `/api/leagues/${token}${rest}`, headers: {} })
const readRows = () => asStranger('/rows')

interface Row {
  id: string
  racer_name: string
  rank: number | null
  total: number
  disqualified: string | null
}

async function disqualify(name: string, { by = 'host' as Name, note = '' } = {}) {
  const { rows } = await answer('host', 'GET', league())
  const { id, racer_name, total } = rows.find((row: Row) => row.racer_name === name)
  const body = { row: { id, racer_name, total }, reason: 'second-account', note }
  return answer(by, 'POST', league('/disqualified'), body)
}

const ranksOf = ({ rows }: { rows: Row[] }) =>
  rows.map(({ racer_name, rank, total }) => [racer_name, rank, total])

async function race(round: number, points: Readonly<Record<string, number>>): Promise<void> {
  const lines = Object.entries(points).map(
    ([name, own]) => `${name},host,10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...lines, ''].join('\r\n'))
  const eventId = rounds[round] ?? 0
  await server.ask(eventUpload({ eventId, eventData }, { headers: people.host }))
}

/** Both are in one team from the first round on. */
async function makeTeam(): Promise<void> {
  const { id } = await answer('host', 'POST', league('/teams'), { name: 'Red', color: 'red' })
  const { teams } = await answer('host', 'GET', league('/teams'))
  for (const name of ['ada', 'bea'] as const) {
    await answer(name, 'POST', `/api/teams/${teams[0].deciding.token}`)
  }
  const { team } = await answer('host', 'GET', `/api/teams/${teams[0].deciding.token}`)
  for (const asked of team.deciding.asked) {
    await answer('host', 'PUT', league(`/teams/${id}/members/${asked.id}`))
  }
}

const teamTotal = async () => (await answer('host', 'GET', league('/teams'))).teams[0].total

beforeAll(async () => {
  const started = await startEventServer(PEOPLE, `${DAYS[0]}T00:00:00Z`)
  ;({ server, people } = started)
  server.clock.advance({ minutes: -60 })
  const { ids, leaderboard } = started
  ;({ seriesId, rounds } = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard },
    participants: [ids.host],
  }))
  await answer('host', 'PUT', `/api/events/series/${seriesId}/helpers/${ids.helper}`, {
    ...{ role: 'co-organiser', seesSealed: true },
  })
  await answer('host', 'PUT', league(), { rules: RULES })
  await answer('host', 'PUT', league('/prizes'), { prizes: ['Cup', 'Mug'] })
  token = (await answer('host', 'POST', `/api/events/series/${seriesId}/link`)).token
  await makeTeam()
  server.clock.advance({ minutes: 13 * 60 })
  await race(0, { ada: 10, bea: 8, cai: 6, dee: 4 })
  server.clock.advance({ minutes: 24 * 60 })
  await race(1, { ada: 10, bea: 8, cai: 6 })
  server.clock.advance({ minutes: 24 * 60 })
})
afterAll(() => server.stop())

it('a disqualified row is below all others without a rank, and others keep their points', async () => {
  expect(await disqualify('ada', { by: 'guest' })).toEqual({ unauthorized: true })
  const { winners: before } = (await asStranger('')).rounds[0]
  const { id } = await disqualify('ada', { by: 'helper', note: ' Ran as ada and as dee. ' })
  const shown = await readRows()
  expect(ranksOf(shown)).toEqual([
    ['bea', 1, 12],
    ['cai', 2, 8],
    ['dee', null, 1],
    ['ada', null, 20],
  ])
  expect(shown.rows[2]).toMatchObject({ missing: 1, disqualified: null })
  expect(shown.rows[3]).toMatchObject({ missing: 0, disqualified: 'second-account' })
  expect((await asStranger('')).rounds[0].winners).toEqual(before)
  // Once more is a change of why.
  expect((await disqualify('ada', { by: 'helper', note: 'Both ran.' })).id).toBe(id)
})

it('the prize passes on, and no team has the points', async () => {
  const { prizes } = (await asStranger('')).prizes
  expect(prizes.map(({ winners }: { winners: Row[] }) => winners[0]?.racer_name)).toEqual([
    'bea',
    'cai',
  ])
  expect(await teamTotal()).toBe(12)
})

it('organisers and the person read the note, others only the reason', async () => {
  expect(await list('helper')).toMatchObject([
    {
      ...{ racer_name: 'ada', reason: 'second-account', note: 'Both ran.', isWaiting: false },
      by: { username: 'helper' },
    },
  ])
  expect(await answer('guest', 'GET', league('/disqualified'))).toEqual({ unauthorized: true })
  const own = `/api/leagues/${token}/own`
  expect(await answer('ada', 'GET', own)).toMatchObject({
    own: { row: { racer_name: 'ada', disqualified: 'second-account' }, above: null, below: null },
    note: 'Both ran.',
  })
  expect(await answer('bea', 'GET', own)).toMatchObject({ own: { below: { racer_name: 'cai' } } })
  expect((await answer('bea', 'GET', own)).note).toBeNull()
  expect(JSON.stringify([await readRows(), await asStranger('')])).not.toContain('Both ran')
})

it('a final round keeps its board and needs no revision', async () => {
  await answer('host', 'PUT', league(`/rounds/${rounds[0]}`), { to: 'final' })
  const { rounds: all } = await answer('host', 'GET', league())
  expect(all[0]).toMatchObject({ state: 'final', hasProposal: false })
  expect(ranksOf(await readRows()).at(-1)).toEqual(['ada', null, 20])
})

it('a sealed round tells nothing of a disqualification, nor by it', async () => {
  const settings = `/api/show/control/${rounds[2]}/settings`
  await answer('host', 'PUT', settings, { isSealed: true, isPublic: true })
  const before = [await readRows(), await asStranger('')]
  await race(2, { eve: 50, ada: 1 })
  expect([await readRows(), await asStranger('')]).toEqual(before)
  expect(
    (
      await answer('host', 'POST', league('/disqualified'), {
        row: { id: '5', racer_name: 'eve', total: 10 },
        reason: 'other',
        note: null,
      })
    ).code,
  ).toBe('league_table_changed')
})

it('a person who hides stays disqualified, without a name', async () => {
  await answer('ada', 'PUT', '/api/account/hidden-name')
  expect(ranksOf(await readRows()).at(-1)).toEqual(['Hidden racer', null, 20])
  expect(await list()).toMatchObject([{ racer_name: 'Hidden racer', isWaiting: false }])
  expect(await teamTotal()).toBe(12)
  const [{ id }] = await list()
  await takeBack(id)
  await disqualify('Hidden racer', { note: 'Still both.' })
  await answer('ada', 'DELETE', '/api/account/hidden-name')
  expect(ranksOf(await readRows()).at(-1)).toEqual(['ada', null, 20])
})

it('it is taken back with one press, and recorded', async () => {
  const [{ id }] = await list()
  expect(await takeBack(id, 'guest')).toEqual({ unauthorized: true })
  expect(await takeBack(id, 'helper')).toEqual({ status: 'success' })
  expect((await takeBack(id)).code).toBe('not_disqualified')
  expect(ranksOf(await readRows())[0]).toEqual(['ada', 1, 20])
  expect(await teamTotal()).toBe(32)
  const { entries } = await answer('boss', 'GET', '/api/admin/audit-log')
  expect(entries.map(({ summary }: { summary: string }) => summary)).toEqual(
    expect.arrayContaining([
      'Disqualified a racer from the league Autumn League of somebody else.',
      'Took back that a racer was disqualified from the league Autumn League of somebody else.',
    ]),
  )
})

it('the note goes with the account of the person, who stays disqualified', async () => {
  await disqualify('ada', { note: 'Both ran.' })
  await answer('ada', 'PUT', '/api/account/deletion')
  await passDays(server, 14)
  expect(await list()).toMatchObject([{ racer_name: 'Hidden racer', note: null, isWaiting: false }])
  expect(ranksOf(await readRows()).at(-1)?.[1]).toBeNull()
})
