/** What overlays and embeds draw of a league: the first rows of its table, and of its teams. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16']
const RULES = {
  ...{ points: { kind: 'event' }, drops: [0], minimumRounds: 2, ties: [], multipliers: [] },
  teams: { best: null },
}

let server: TestServer
let people: Record<'host' | 'ada' | 'boss', Session>
let rounds: number[]
let url: string
let token: string

const ask = (by: keyof typeof people, method: 'GET' | 'POST' | 'PUT', at: string, body?: object) =>
  server.ask({ ...{ method, url: at, headers: people[by] }, ...(body && { body }) })
const board = (query = '') =>
  server.ask({ method: 'GET', url: `/api/leagues/${token}/board${query}` })
const race = (round: number, points: Readonly<Record<string, number>>) =>
  server.ask(
    eventUpload(
      {
        eventId: rounds[round] ?? 0,
        eventData: Buffer.from(
          [
            EVENT_HEADINGS,
            ...Object.entries(points).map(
              ([name, own]) => `${name},host,10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
            ),
            '',
          ].join('\r\n'),
        ),
      },
      { headers: people.host },
    ),
  )

const nextDay = () => server.clock.advance({ minutes: 24 * 60 })

beforeAll(async () => {
  const started = await startEventServer(['host', 'ada'], '2026-09-13T12:00:00Z')
  ;({ server, people } = started)
  const made = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard: started.leaderboard },
    participants: [started.ids.host],
  })
  rounds = made.rounds
  url = `/api/events/series/${made.seriesId}/league`
  await ask('host', 'PUT', url, { rules: RULES })
  await ask('host', 'POST', `${url}/teams`, { name: 'Red Rollers', color: 'red' })
  const [team] = (await ask('host', 'GET', `${url}/teams`)).teams
  await ask('ada', 'POST', `/api/teams/${team.deciding.token}`)
  const [member] = (await ask('host', 'GET', `${url}/teams`)).teams[0].deciding.asked
  await ask('host', 'PUT', `${url}/teams/${team.id}/members/${member.id}`)
  ;({ token } = await ask('host', 'POST', `/api/events/series/${made.seriesId}/link`))
})
afterAll(() => server.stop())

it('is empty until a round counts, and changes with each round', async () => {
  nextDay()
  await race(0, { ada: 10.5, bea: 7 })
  const empty = {
    ...{ league: 'Autumn League', rounds: 3, played: 0, hasTeams: true },
    ...{ divisions: [], division: null },
  }
  expect(await board()).toEqual({ ...empty, hasDecimals: false, rows: [] })
  nextDay()
  await race(1, { ada: 1, bea: 7, cai: 9 })
  nextDay()
  expect(await board()).toMatchObject({ played: 2, hasDecimals: true })
  expect((await board()).rows).toEqual([
    { id: 'bea', rank: 1, racer_name: 'bea', points: 14 },
    { id: 'ada', rank: 2, racer_name: 'ada', points: 11.5 },
    // One round is missing.
    { id: 'cai', rank: null, racer_name: 'cai', points: 9 },
  ])
})

it('of teams, each has the colour of its marble and leads to nobody', async () => {
  expect((await board('?of=teams')).rows).toEqual([
    {
      ...{ id: expect.any(String), rank: 1, racer_name: 'Red Rollers', points: 11.5 },
      ...{ color: 'E03131FF', leads_nowhere: true },
    },
  ])
})

it('a hidden racer has neither a name nor a number', async () => {
  await ask('ada', 'PUT', '/api/account/hidden-name')
  const { rows } = await board()
  expect(rows[1]).toEqual({ id: '~1', rank: 2, racer_name: 'Hidden racer', points: 11.5 })
})
