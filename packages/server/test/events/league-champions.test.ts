/** The end of a season: who is champion, and what racers' pages say of leagues and teams. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { FollowedStream } from '../helpers/followed-stream.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import { settleChampions } from '../helpers/settle-work.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const PEOPLE = ['host', 'guest', 'ada', 'bea', 'cai', 'dee'] as const
type Name = (typeof PEOPLE)[number]

const DAYS = ['2026-09-14', '2026-09-15']
const RULES = {
  points: { kind: 'event' },
  drops: [],
  minimumRounds: 0,
  ties: [],
  multipliers: [],
  teams: { best: 1, minSize: 1, maxSize: 5 },
}

let server: TestServer
let people: Record<Name, Session>
let seriesId: number
let rounds: number[]
let token: string
let red: { id: number; token: string }

const league = (rest = '') => `/api/events/series/${seriesId}/league${rest}`
const call = (by: Name, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  server.call({ method, url, headers: people[by], ...(body && { body }) })
const answer = async (...asked: Parameters<typeof call>) => (await call(...asked)).json()
const read = (url: string) => server.ask({ method: 'GET', url, headers: {} })
const day = () => server.clock.advance({ minutes: 24 * 60 })

async function race(round: number, points: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(points).map(
    ([name, own]) => `${name},host,10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  const form = { eventId: rounds[round] ?? 0, eventData }
  await server.ask(eventUpload(form, { headers: people.host }))
}

const setRound = (index: number, body: object) =>
  answer('host', 'PUT', league(`/rounds/${rounds[index]}`), body)
const setFinished = (isFinished: boolean, by: Name = 'host') =>
  answer(by, 'PUT', league('/season'), { isFinished })

async function disqualify(name: Name): Promise<number> {
  const { rows } = await answer('host', 'GET', league())
  const { id, racer_name, total } = rows.find(
    (row: { racer_name: string }) => row.racer_name === name,
  )
  const body = { row: { id, racer_name, total }, reason: 'second-account', note: null }
  return (await answer('host', 'POST', league('/disqualified'), body)).id
}

interface Badge {
  key: string
  league?: { name: string }
  team?: string
}
async function titlesOf(name: string, headers: Partial<Session> = {}): Promise<string[]> {
  await settleChampions(server.context)
  const url = `/api/racers/twitch/${name}`
  const { badges } = await server.ask({ method: 'GET', url, headers })
  return badges
    .filter(({ key }: Badge) => key === 'league-champion')
    .map((badge: Badge) => `${badge.league?.name}${badge.team ? ` with ${badge.team}` : ''}`)
    .toSorted()
}
const champions = async () =>
  Object.fromEntries(
    await Promise.all(
      (['ada', 'bea', 'cai', 'dee'] as const).map(async (name) => [name, await titlesOf(name)]),
    ),
  )

/** A team with these members. */
async function makeTeam(name: string, color: string, members: readonly Name[]) {
  const { id } = await answer('host', 'POST', league('/teams'), { name, color })
  const { teams } = await answer('host', 'GET', league('/teams'))
  const { deciding } = teams.find((team: { id: number }) => team.id === id)
  for (const member of members) {
    await call(member, 'POST', `/api/teams/${deciding.token}`)
  }
  const asked = (await answer('host', 'GET', `/api/teams/${deciding.token}`)).team.deciding.asked
  for (const { id: memberId } of asked) {
    await call('host', 'PUT', league(`/teams/${id}/members/${memberId}`))
  }
  return { id, token: deciding.token }
}

beforeAll(async () => {
  const started = await startEventServer(PEOPLE, '2026-09-13T12:00:00Z')
  ;({ server, people } = started)
  ;({ seriesId, rounds } = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard: started.leaderboard },
    participants: [started.ids.host],
  }))
  await call('host', 'PUT', league(), { rules: RULES })
  red = await makeTeam('Red Rollers', 'red', ['ada', 'cai'])
  await makeTeam('Blue Balls', 'blue', ['bea'])
  ;({ token } = await answer('host', 'POST', `/api/events/series/${seriesId}/link`))
  day()
  await race(0, { ada: 10, bea: 8, dee: 3 })
  day()
  await race(1, { ada: 5, bea: 6, cai: 1 })
  day()
})
afterAll(() => server.stop())

it("a league's page has its teams with their table, and each row the team of its racer", async () => {
  const { teams } = await read(`/api/leagues/${token}/teams`)
  expect(teams).toMatchObject([
    {
      ...{ name: 'Red Rollers', color: 'red', rank: 1, total: 15, token: red.token },
      members: [{ racer_name: 'ada' }, { racer_name: 'cai' }],
      cells: [{ value: 10, counted: [{ racer_name: 'ada' }] }, { value: 5 }],
    },
    { name: 'Blue Balls', rank: 2, total: 14 },
  ])
  expect(Object.keys(teams[0])).not.toContain('deciding')
  const { rows } = await read(`/api/leagues/${token}/rows`)
  expect(
    rows.map(({ racer_name, team }: { racer_name: string; team?: { name: string } }) => [
      racer_name,
      team?.name,
    ]),
  ).toEqual([
    ['ada', 'Red Rollers'],
    ['bea', 'Blue Balls'],
    ['dee', undefined],
    ['cai', 'Red Rollers'],
  ])
  expect(rows[0].team).toEqual({ name: 'Red Rollers', color: 'red', token: red.token })
  const { found } = await read(`/api/leagues/${token}/rows?search=bea`)
  expect(found).toMatchObject({
    row: { team: { name: 'Blue Balls' } },
    above: { team: { name: 'Red Rollers' } },
  })
  expect(await answer('ada', 'GET', `/api/leagues/${token}/own`)).toMatchObject({
    own: { row: { team: { name: 'Red Rollers' } } },
  })
})

it('open pages of the league hear of a team that changes', async () => {
  const topic = `link/league:${token}`
  const page = await FollowedStream.open(server, topic)
  await call('host', 'PUT', league(`/teams/${red.id}`), { name: 'Red Rockets', color: 'red' })
  await expect.poll(() => page.changed, { interval: 20 }).toContain(topic)
  await call('host', 'PUT', league(`/teams/${red.id}`), { name: 'Red Rollers', color: 'red' })
  page.close()
})

it("a racer's page has their place and team in a league with a public page, as long as it runs", async () => {
  const leaguesOf = async (name: string) =>
    (await read(`/api/racers/twitch/${name}/leagues`)).leagues
  const place = { rank: 1, missing: 0, of: 4, total: 15 }
  expect(await leaguesOf('ada')).toMatchObject([
    { name: 'Autumn League', token, place, team: { name: 'Red Rollers' } },
  ])
  expect(await leaguesOf('dee')).toMatchObject([{ place: { rank: 3 }, team: null }])
  expect(await leaguesOf('guest')).toEqual([])
  const id = await disqualify('ada')
  expect(await leaguesOf('ada')).toMatchObject([
    { place: { rank: null, isDisqualified: true, missing: 0 } },
  ])
  await call('host', 'DELETE', league(`/disqualified/${id}`))
  await call('host', 'DELETE', `/api/events/series/${seriesId}/link`)
  expect(await leaguesOf('ada')).toEqual([])
  ;({ token } = await answer('host', 'POST', `/api/events/series/${seriesId}/link`))
})

it('a hidden member is in no team for others, and has no place that they can read', async () => {
  await call('ada', 'PUT', '/api/account/hidden-name')
  const { rows } = await read(`/api/leagues/${token}/rows`)
  expect(rows[0]).toMatchObject({ racer_name: 'Hidden racer', rank: 1 })
  expect(rows[0].team).toBeUndefined()
  const { teams } = await read(`/api/leagues/${token}/teams`)
  expect(teams[0]).toMatchObject({ members: [{ racer_name: 'cai' }], hiddenMembers: 1 })
  const url = '/api/racers/twitch/ada/leagues'
  expect((await server.call({ method: 'GET', url, headers: {} })).statusCode).toBe(404)
  expect(await answer('ada', 'GET', url)).toMatchObject({
    leagues: [{ place: { rank: 1 }, team: { name: 'Red Rollers' } }],
  })
  await call('ada', 'DELETE', '/api/account/hidden-name')
})

it('a season is finished by its organisers, once nothing is left to become final', async () => {
  await setRound(0, { to: 'final' })
  expect(await setFinished(true)).toMatchObject({ code: 'season_not_over' })
  expect(await champions()).toEqual({ ada: [], bea: [], cai: [], dee: [] })
  await setRound(1, { to: 'final' })
  expect(await setFinished(true, 'guest')).toEqual({ unauthorized: true })
  // Rounds that are final make nobody a champion: another one may come.
  expect(await champions()).toEqual({ ada: [], bea: [], cai: [], dee: [] })
  expect(await setFinished(true)).toEqual({ status: 'success' })
  expect(await read(`/api/leagues/${token}`)).toMatchObject({ isFinished: true })
  expect(await answer('host', 'GET', league())).toMatchObject({
    finishedAt: server.clock.now().toISOString(),
  })
})

it('the first of the table is champion, and so is everybody who was in the first team', async () => {
  expect(await champions()).toEqual({
    ada: ['Autumn League', 'Autumn League with Red Rollers'],
    bea: [],
    cai: ['Autumn League with Red Rollers'],
    dee: [],
  })
  expect((await read('/api/racers/twitch/ada/leagues')).leagues).toEqual([])
})

it('a champion who is disqualified afterwards loses the badge, until that is taken back', async () => {
  const id = await disqualify('ada')
  // Her points are not her team's, either.
  expect((await champions()).ada).toEqual([])
  expect((await champions()).bea).toEqual(['Autumn League', 'Autumn League with Blue Balls'])
  await call('host', 'DELETE', league(`/disqualified/${id}`))
  expect((await champions()).ada).toHaveLength(2)
})

it('a league without a public page names itself on no badge', async () => {
  await call('host', 'DELETE', `/api/events/series/${seriesId}/link`)
  expect(await titlesOf('ada')).toEqual([])
  ;({ token } = await answer('host', 'POST', `/api/events/series/${seriesId}/link`))
  expect(await titlesOf('ada')).toHaveLength(2)
})

it('a revision that is published moves the badges, and results that wait do not', async () => {
  await race(1, { ada: 5, bea: 20, cai: 1 })
  expect(await titlesOf('bea')).toEqual([])
  const url = league(`/rounds/${rounds[1]}/proposal`)
  const { seen } = await answer('host', 'GET', url)
  const body = { decision: 'publish', seen, reason: 'Another game counts.' }
  await answer('host', 'POST', url, body)
  expect(await champions()).toEqual({
    ada: [],
    bea: ['Autumn League', 'Autumn League with Blue Balls'],
    cai: [],
    dee: [],
  })
})

it('a round that is voided, and a season that goes on, take them back; the same season has them again', async () => {
  await setRound(1, { to: 'voided', reason: 'The wrong map.' })
  expect((await champions()).ada).toHaveLength(2)
  await setRound(1, { to: 'counting' })
  await setFinished(false)
  expect(await champions()).toEqual({ ada: [], bea: [], cai: [], dee: [] })
  await setFinished(true)
  expect((await champions()).bea).toHaveLength(2)
})

it('a champion who hides their name keeps a badge that only they see', async () => {
  await call('bea', 'PUT', '/api/account/hidden-name')
  const url = '/api/racers/twitch/bea'
  expect((await server.call({ method: 'GET', url, headers: {} })).statusCode).toBe(404)
  expect(await titlesOf('bea', people.bea)).toHaveLength(2)
  // They are hidden while the champions are named again.
  await setFinished(false)
  expect(await titlesOf('bea', people.bea)).toEqual([])
  await setFinished(true)
  expect(await titlesOf('bea', people.bea)).toHaveLength(2)
  await call('bea', 'DELETE', '/api/account/hidden-name')
  expect(await titlesOf('bea')).toHaveLength(2)
})
