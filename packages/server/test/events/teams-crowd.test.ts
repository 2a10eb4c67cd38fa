/** A crowd joins the two teams of a league at once, and each person is in one of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const CROWD = 500
const MOST = 100

interface Made {
  id: number
  token: string
  captain: Session
}

interface Member {
  racer_name: string
  joinedAt: string
  leftAt: string | null
}

let server: TestServer
let host: Session
let league: string
let crowd: { name: string; session: Session }[]
let teams: [Made, Made]

const ask = async ({ token }: Made, headers: Session): Promise<string> => {
  const url = `/api/teams/${token}`
  const answer = (await server.call({ method: 'POST', url, headers })).json()
  return answer.code ?? 'asked'
}
const read = async ({ token }: Made, headers = host) =>
  (await server.ask({ method: 'GET', url: `/api/teams/${token}`, headers })).team
const memberCall = (
  method: 'PUT' | 'DELETE',
  { team, id, headers }: { team: Made; id: number; headers: Session },
) => server.call({ method, url: `${league}/teams/${team.id}/members/${id}`, headers })

/** The captain lets those in who have asked, also more than there is room for. @returns how many they tried */
async function admitAll(team: Made): Promise<number> {
  const { asked, members } = await asCaptain(team)
  const tried = members.length < MOST ? asked : []
  await Promise.all(
    tried.map(({ id }: { id: number }) => memberCall('PUT', { team, id, headers: team.captain })),
  )
  return tried.length
}

async function asCaptain(team: Made) {
  const { deciding, members } = await read(team, team.captain)
  return {
    asked: deciding.asked,
    members: members.filter(({ leftAt }: Member) => leftAt === null),
  }
}

async function makeTeam(name: string, color: string, captainName: string): Promise<Made> {
  const captain = await server.signIn(captainName)
  const url = `${league}/teams`
  const { id } = await server.ask({ method: 'POST', url, headers: host, body: { name, color } })
  const { teams: all } = await server.ask({ method: 'GET', url, headers: host })
  const { token } = all.find((team: Made) => team.id === id).deciding
  const team = { id, token, captain }
  await ask(team, captain)
  const [own] = (await read(team)).deciding.asked
  await memberCall('PUT', { team, id: own.id, headers: host })
  const body = { name, color, captain: own.id }
  await server.ask({ method: 'PUT', url: `${url}/${id}`, headers: host, body })
  return team
}

beforeAll(async () => {
  const started = await startEventServer(['host'], '2026-09-13T12:00:00Z')
  ;({ server } = started)
  host = started.people.host
  const { seriesId } = await createRounds(server, host, {
    ...{ name: 'Autumn League', days: ['2026-09-14'], leaderboard: started.leaderboard },
    participants: [started.ids.host],
  })
  league = `/api/events/series/${seriesId}/league`
  const rules = {
    points: { kind: 'event' },
    ...{ drops: [], minimumRounds: 0, ties: [], multipliers: [] },
    teams: { best: null, minSize: 1, maxSize: MOST },
  }
  await server.ask({ method: 'PUT', url: league, headers: host, body: { rules } })
  teams = [
    await makeTeam('Red Rollers', 'red', 'red_captain'),
    await makeTeam('Blue Bearings', 'blue', 'blue_captain'),
  ]
  crowd = []
  for (let index = 0; index < CROWD; index += 1) {
    const name = `crowd_${index}`
    crowd.push({ name, session: await server.signIn(name) })
  }
})
afterAll(() => server.stop())

/** The instants at which each person was in a team, of both teams together. */
async function findStays(): Promise<Map<string, [from: number, until: number][]>> {
  const all: Member[] = (await Promise.all(teams.map((team) => read(team)))).flatMap(
    ({ members }) => members,
  )
  const byName = Map.groupBy(all, ({ racer_name }) => racer_name)
  return new Map(
    Array.from(byName, ([name, stays]) => [
      name,
      stays.map(({ joinedAt, leftAt }) => [
        Date.parse(joinedAt),
        leftAt === null ? Number.POSITIVE_INFINITY : Date.parse(leftAt),
      ]),
    ]),
  )
}

async function expectOneTeamEach(): Promise<void> {
  const stays = await findStays()
  const twice = [...stays].filter(([, own]) => {
    const sorted = own.toSorted(([a], [b]) => a - b)
    return sorted.some(([from], index) => from < (sorted[index - 1]?.[1] ?? from))
  })
  expect(twice).toEqual([])
}

const presentIn = async (team: Made): Promise<Member[]> => (await asCaptain(team)).members

it('of 1,000 calls at once, two of each person, while captains admit, each person gets into one team', async () => {
  let areAsking = true
  const admitting = teams.map(async (team) => {
    while (areAsking) {
      if ((await admitAll(team)) === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  })
  const codes = await Promise.all(
    crowd.map(({ session }, index) => {
      const [first, second] = index % 2 === 0 ? teams : teams.toReversed()
      return Promise.all([first, second].map((team) => ask(team as Made, session)))
    }),
  )
  areAsking = false
  await Promise.all(admitting)
  await Promise.all(teams.map(admitAll))
  expect(['asked', 'in_other_team', 'team_full']).toEqual(
    expect.arrayContaining([...new Set(codes.flat())]),
  )
  const askedTwice = codes.filter((own) => own.every((code) => code === 'asked'))
  expect(askedTwice).toEqual([])
  for (const team of teams) expect(await presentIn(team)).toHaveLength(MOST)
  await expectOneTeamEach()
})

it('members who leave and ask the other team at the same time are in one of them', async () => {
  const [red, blue] = teams
  const names = new Map(crowd.map(({ name, session }) => [name, session]))
  const movers = (await presentIn(red)).flatMap(({ racer_name }) => names.get(racer_name) ?? [])
  // Room for them.
  const leavers = (await presentIn(blue)).flatMap(({ racer_name }) => names.get(racer_name) ?? [])
  const leave = async (team: Made, headers: Session) => {
    const { own } = await read(team, headers)
    return memberCall('DELETE', { team, id: own.id, headers })
  }
  await Promise.all(leavers.slice(0, 60).map((session) => leave(blue, session)))
  await Promise.all(
    movers
      .slice(0, 50)
      .flatMap((session) => [leave(red, session), ask(blue, session), ask(blue, session)]),
  )
  await admitAll(blue)
  const moved = await presentIn(blue)
  expect(moved.length).toBeLessThanOrEqual(MOST)
  await expectOneTeamEach()
})
