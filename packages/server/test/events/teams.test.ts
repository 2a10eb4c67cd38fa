/** Teams of a league: people join by a link, and points stay with the team that they were in when the round opened. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteNextAccount } from '../../src/desk/account/delete-account.ts'
import { startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const PEOPLE = ['host', 'guest', 'stranger', 'ada', 'bea', 'cai', 'dee', 'eve', 'fay'] as const
type Name = (typeof PEOPLE)[number] | 'boss'

let server: TestServer
let people: Record<Name, Session>
let seriesId: number
let rounds: number[]
let red: Made
let blue: Made

interface Made {
  id: number
  token: string
}

const RULES = {
  points: { kind: 'event' },
  drops: [0],
  minimumRounds: 0,
  ties: ['wins'],
  multipliers: [],
}
const TEAMS = { best: 2, minSize: 1, maxSize: 3 }
const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16', '2026-09-17']

const FIRST_ROUND = { ada: 10, bea: 8.25, cai: 4, dee: 20, eve: 30 }

const url = () => `/api/events/series/${seriesId}/league`
const call = (by: Name, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.call({
    ...{ method, url: path, headers: people[by] },
    ...(body && { body }),
  })
const answer = async (...asked: Parameters<typeof call>) => (await call(...asked)).json()
const read = (by: Name = 'host') => answer(by, 'GET', `${url()}/teams`)
const teamFor = async (by: Name, { token }: Made) =>
  (await answer(by, 'GET', `/api/teams/${token}`)).team
const ask = (by: Name, { token }: Made) => call(by, 'POST', `/api/teams/${token}`)
const memberPath = (team: Made, id: number) => `${url()}/teams/${team.id}/members/${id}`
const membersOf = async (team: Made) =>
  (await teamFor('host', team)).members
    .filter(({ leftAt }: { leftAt: string | null }) => leftAt === null)
    .map(({ racer_name }: { racer_name: string }) => racer_name)

/** Everybody who asks is let in. */
async function admitAll(by: Name, team: Made): Promise<void> {
  for (const { id } of (await teamFor(by, team)).deciding.asked) {
    expect(await answer(by, 'PUT', memberPath(team, id))).toEqual({ status: 'success' })
  }
}
async function leave(by: Name, team: Made): Promise<void> {
  const { own } = await teamFor(by, team)
  expect(await answer(by, 'DELETE', memberPath(team, own.id))).toEqual({ status: 'success' })
}
async function makeTeam(name: string, color: string): Promise<Made> {
  const { id } = await answer('host', 'POST', `${url()}/teams`, { name, color })
  const { teams } = await read()
  const { deciding } = teams.find((team: Made) => team.id === id)
  return { id, token: deciding.token }
}

const nextDay = () => server.clock.advance({ minutes: 24 * 60 })

async function race(
  round: number,
  points: Readonly<Record<string, number>>,
  channel: 'host' | 'guest' = 'host',
): Promise<void> {
  const rows = Object.entries(points).map(
    ([name, own]) => `${name},${channel},10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  const form = { eventId: rounds[round] ?? 0, eventData }
  await server.ask(eventUpload(form, { headers: people[channel] }))
}

interface ShownTeam {
  name: string
  rank: number | null
  total: number
  cells: { rank: number | null; value: number }[]
}
const table = async () =>
  (await read()).teams.map(({ name, rank, total, cells }: ShownTeam) => [
    ...[rank, name, total],
    cells.map(({ rank: place, value }) => (place === null ? null : value)),
  ])

beforeAll(async () => {
  const started = await startEventServer(PEOPLE, '2026-09-13T12:00:00Z')
  ;({ server, people } = started)
  const { id } = await answer('host', 'POST', '/api/events/createEventSeries', {
    seriesName: 'Autumn League',
    timeZone: 'UTC',
    events: DAYS.map((day, index) => ({
      name: `Round ${index + 1}`,
      ...{ startDate: day, endDate: day, leaderboard: started.leaderboard },
      participants: [started.ids.host, started.ids.guest],
    })),
  })
  seriesId = id
  const [series] = await answer('host', 'GET', `/api/events/getBySeriesId/${seriesId}`)
  rounds = series.events.map((event: { id: number }) => event.id)
})
afterAll(() => server.stop())

it('a league has teams once its rules say so, and only its organisers make them', async () => {
  await call('host', 'PUT', url(), { rules: RULES })
  const team = { name: 'Red Rollers', color: 'red' }
  expect(await read()).toEqual({ canEdit: true, rules: null, rounds: [], teams: [] })
  expect(await answer('host', 'POST', `${url()}/teams`, team)).toMatchObject({
    code: 'league_without_teams',
  })
  const wrong = await call('host', 'PUT', url(), {
    rules: { ...RULES, teams: { best: 2, minSize: 4, maxSize: 3 } },
  })
  expect(wrong.statusCode).toBe(400)
  await call('host', 'PUT', url(), { rules: { ...RULES, teams: TEAMS } })
  expect(await answer('ada', 'POST', `${url()}/teams`, team)).toEqual({ unauthorized: true })
  expect(await read('ada')).toEqual({ unauthorized: true })
  red = await makeTeam('Red Rollers', 'red')
  blue = await makeTeam('Blue Bearings', 'blue')
  expect(
    await answer('host', 'POST', `${url()}/teams`, { name: 'red rollers', color: 'pink' }),
  ).toMatchObject({ code: 'team_name_taken' })
  expect(await table()).toEqual([
    [null, 'Blue Bearings', 0, []],
    [null, 'Red Rollers', 0, []],
  ])
})

it('people ask by the link, and are in the team once the captain lets them in', async () => {
  expect((await ask('ada', red)).json()).toEqual({ status: 'success' })
  expect((await ask('ada', red)).json()).toEqual({ status: 'success' })
  expect(await membersOf(red)).toEqual([])
  expect((await ask('ada', blue)).json()).toMatchObject({
    ...{ code: 'in_other_team', params: { team: 'Red Rollers' } },
  })
  expect((await teamFor('ada', red)).own.state).toBe('asked')
  expect((await teamFor('ada', red)).deciding).toBeNull()
  const { own } = await teamFor('ada', red)
  expect(await answer('ada', 'PUT', memberPath(red, own.id))).toEqual({ unauthorized: true })
  await admitAll('host', red)
  expect(await membersOf(red)).toEqual(['ada'])

  const change = { name: 'Red Rollers', color: 'red', captain: own.id }
  expect(await answer('ada', 'PUT', `${url()}/teams/${red.id}`, change)).toEqual({
    unauthorized: true,
  })
  await answer('host', 'PUT', `${url()}/teams/${red.id}`, change)
  expect((await teamFor('ada', red)).own.state).toBe('captain')
  await ask('bea', red)
  await ask('cai', red)
  await admitAll('ada', red)
  expect(await membersOf(red)).toEqual(['ada', 'bea', 'cai'])
  expect((await ask('dee', red)).json()).toMatchObject({ code: 'team_full', params: { most: 3 } })
  await ask('dee', blue)
  expect((await teamFor('ada', blue)).deciding).toBeNull()
  await admitAll('host', blue)
})

it('members find their teams again, and captains how many ask', async () => {
  const list = (by: Name) => answer(by, 'GET', '/api/events/own-teams')
  expect(await list('ada')).toEqual([
    {
      ...{ id: red.id, name: 'Red Rollers', color: 'red', league: 'Autumn League', seriesId },
      ...{ memberId: expect.any(Number), token: red.token, state: 'captain', asking: 0 },
    },
  ])
  expect(await list('dee')).toMatchObject([{ name: 'Blue Bearings', state: 'member' }])
  expect(await list('host')).toEqual([])
})

it('a stranger with the link reads the team and does nothing else to it', async () => {
  const team = await teamFor('stranger', red)
  expect(team).toMatchObject({ name: 'Red Rollers', hasCaptain: true, own: null, deciding: null })
  expect(JSON.stringify(team)).not.toContain(red.token)
  for (const [method, path] of [
    ['DELETE', `${url()}/teams/${red.id}`],
    ['POST', `${url()}/teams/${red.id}/link`],
    ['DELETE', memberPath(red, team.members[0].id)],
    ['DELETE', `${url()}/teams/999`],
  ] as const) {
    expect(await answer('stranger', method, path), path).toEqual({ unauthorized: true })
  }
  expect(await answer('host', 'DELETE', `${url()}/teams/999`)).toMatchObject({
    code: 'no_such_team',
  })
})

it('a new link makes the old one lead nowhere', async () => {
  const before = red
  const { token } = await answer('ada', 'POST', `${url()}/teams/${red.id}/link`)
  red = { ...red, token }
  expect((await ask('fay', before)).json()).toMatchObject({ code: 'no_such_team' })
  expect(await membersOf(red)).toHaveLength(3)
})

it('somebody who only asks reads no link, and can stop asking', async () => {
  await ask('fay', blue)
  const list = () => answer('fay', 'GET', '/api/events/own-teams')
  const [own] = await list()
  expect(own).toMatchObject({ name: 'Blue Bearings', state: 'asked', token: null })
  const { token } = await answer('host', 'POST', `${url()}/teams/${blue.id}/link`)
  blue = { ...blue, token }
  expect(JSON.stringify(await list())).not.toContain(token)
  await answer(
    'fay',
    'DELETE',
    `/api/events/series/${own.seriesId}/league/teams/${own.id}/members/${own.memberId}`,
  )
  expect(await list()).toEqual([])
})

it('hidden members are taken out together, so that nobody learns who they are', async () => {
  const removeHidden = (by: Name, members: number) =>
    answer(by, 'POST', `${url()}/teams/${blue.id}/remove-hidden`, { members })
  const shown = async () => {
    const { hiddenMembers, deciding } = await teamFor('host', blue)
    return [hiddenMembers, deciding.removableHidden]
  }
  for (const name of ['eve', 'fay'] as const) await ask(name, blue)
  await admitAll('host', blue)
  await answer('eve', 'PUT', '/api/account/hidden-name')
  expect(await shown()).toEqual([1, 1])
  expect(await removeHidden('dee', 1)).toEqual({ unauthorized: true })
  await answer('fay', 'PUT', '/api/account/hidden-name')
  expect(await removeHidden('host', 1)).toMatchObject({ code: 'hidden_members_changed' })
  expect(await removeHidden('host', 2)).toEqual({ status: 'success' })
  expect(await shown()).toEqual([0, 0])
  expect(await membersOf(blue)).toEqual(['dee'])
  expect(await answer('eve', 'GET', '/api/events/own-teams')).toEqual([])
  for (const name of ['eve', 'fay'] as const) {
    await answer(name, 'DELETE', '/api/account/hidden-name')
  }
  // As if they had never been in it.
  await server.context.db.deleteFrom('team_members').where('left_at', 'is not', null).execute()
})

it('the best two count, and a cell says who they were', async () => {
  nextDay()
  await race(0, FIRST_ROUND)
  nextDay()
  expect(await table()).toEqual([
    [1, 'Blue Bearings', 20, [20]],
    [2, 'Red Rollers', 18.25, [18.25]],
  ])
  const { teams, rounds: counting } = await read()
  expect(counting).toEqual([rounds[0]])
  expect(teams[1].cells[0]).toMatchObject({ rank: 2, points: 18.25, hidden: null })
  expect(teams[1].cells[0].counted).toEqual([
    expect.objectContaining({ racer_name: 'ada', points: 10 }),
    expect.objectContaining({ racer_name: 'bea', points: 8.25 }),
  ])
})

it('who changes teams counts for the new one from the next round that opens, and points stay', async () => {
  // The second round is open already.
  await leave('ada', red)
  expect((await teamFor('host', red)).hasCaptain).toBe(false)
  await ask('ada', blue)
  await admitAll('host', blue)
  await race(1, { ada: 5, bea: 6, dee: 1 })
  nextDay()
  await race(2, { ada: 7, bea: 2, dee: 4, cai: 1 })
  nextDay()
  expect(await table()).toEqual([
    [1, 'Red Rollers', 32.25, [18.25, 11, 3]],
    [2, 'Blue Bearings', 32, [20, 1, 11]],
  ])
  const { members } = await teamFor('host', red)
  expect(members.find(({ racer_name }: { racer_name: string }) => racer_name === 'ada')).toEqual(
    expect.objectContaining({ isCaptain: false, leftAt: expect.any(String) }),
  )
})

it('a hidden member counts without a name, and nobody learns which row of the league is theirs', async () => {
  const before = await table()
  await answer('bea', 'PUT', '/api/account/hidden-name')
  expect(await table()).toEqual(before)
  const answers = await read()
  const team = answers.teams.find(({ id }: Made) => id === red.id)
  expect(team).toMatchObject({ hiddenMembers: 1 })
  expect(team.cells[0]).toMatchObject({
    counted: [{ racer_name: 'ada', points: 10 }],
    hidden: { members: 1, points: 8.25 },
  })
  expect(JSON.stringify(answers)).not.toContain('bea')
  expect(JSON.stringify(await teamFor('cai', red))).not.toContain('bea')
})

it('what a hidden member has on a channel on which they first raced after hiding is nobody’s', async () => {
  const before = await table()
  await race(2, { bea: 50 }, 'guest')
  expect(await table()).toEqual(before)
  await answer('bea', 'DELETE', '/api/account/hidden-name')
  expect((await table())[0]).toEqual([1, 'Red Rollers', 82.25, [18.25, 11, 53]])
  await race(2, { bea: 0 }, 'guest')
  expect(await table()).toEqual(before)
})

it('nothing of a round whose results are announced is in the table of teams before its show', async () => {
  const before = await table()
  const announce = (isPublic: boolean) =>
    answer('host', 'PUT', `/api/show/control/${rounds[0]}/settings`, { isPublic })
  await announce(true)
  expect((await table()).map(([, name, total]: unknown[]) => [name, total])).toEqual([
    ['Red Rollers', 14],
    ['Blue Bearings', 12],
  ])
  const answers = await read()
  await race(0, { ...FIRST_ROUND, ada: 500, cai: 700 })
  expect(await read()).toEqual(answers)
  await race(0, FIRST_ROUND)
  await announce(false)
  expect(await table()).toEqual(before)
})

it('what an admin does to a team of somebody else is in the audit log, what a captain does is not', async () => {
  const listActs = async () => {
    const { rows } = await sql<{ act: string }>`
      select act from audit_log where act like 'team-%' order by id`.execute(server.context.db)
    return rows.map(({ act }) => act)
  }
  expect(await listActs()).toEqual([])
  const { deciding } = await teamFor('boss', blue)
  expect(deciding.token).toBe(blue.token)
  await answer('boss', 'PUT', `${url()}/teams/${blue.id}`, { name: 'Blue Bearings', color: 'sky' })
  await ask('eve', blue)
  const [asking] = (await teamFor('boss', blue)).deciding.asked
  await answer('boss', 'DELETE', memberPath(blue, asking.id))
  expect(await listActs()).toEqual(['team-changed', 'team-member-removed'])
  expect((await teamFor('eve', blue)).own).toBeNull()
})

it('somebody who deletes their account leaves the team without a captain, and their points stay', async () => {
  const before = await table()
  const { own } = await teamFor('dee', blue)
  await answer('host', 'PUT', `${url()}/teams/${blue.id}`, {
    ...{ name: 'Blue Bearings', color: 'blue', captain: own.id },
  })
  await answer('dee', 'PUT', '/api/account/deletion')
  server.clock.advance({ minutes: 15 * 24 * 60 })
  expect(await deleteNextAccount(server.context)).toBe(1)
  const team = await teamFor('host', blue)
  expect(team).toMatchObject({ hasCaptain: false, hiddenMembers: 0 })
  expect(team.members.map(({ racer_name }: { racer_name: string }) => racer_name)).toEqual(['ada'])
  expect((await table()).slice(0, 2)).toEqual(
    before.map(([rank, name, total, cells]: [number, string, number, unknown[]]) => [
      ...[rank, name, total],
      [...cells, null].slice(0, cells.length),
    ]),
  )
})

it('calls at once let somebody into one team alone', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask('fay', index % 2 === 0 ? red : blue)),
  )
  const codes = answers.map((each) => each.json().code ?? 'asked')
  expect(new Set(codes)).toEqual(new Set(['asked', 'in_other_team']))
  const states = await Promise.all([red, blue].map((team) => teamFor('fay', team)))
  expect(states.filter(({ own }) => own !== null)).toHaveLength(1)
})

it('nobody was in two teams at an instant, also not in the past', async () => {
  const earlier = sql`
    insert into team_members (team_id, series_id, user_id, asked_at, joined_at, left_at)
    select ${blue.id}, ${seriesId}, user_id, joined_at, joined_at - interval '1 hour',
      joined_at + interval '1 second'
    from team_members where team_id = ${red.id} limit 1`.execute(server.context.db)
  await expect(earlier).rejects.toThrow('one_team_at_an_instant')
})

it('deleting a team takes it out of the table', async () => {
  expect(await answer('host', 'DELETE', `${url()}/teams/${blue.id}`)).toEqual({ status: 'success' })
  expect((await read()).teams.map(({ name }: ShownTeam) => name)).toEqual(['Red Rollers'])
})
