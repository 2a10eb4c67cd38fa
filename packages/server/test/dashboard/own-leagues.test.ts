/** A racer's running leagues on their dashboard: place, next round, and what changed since the last visit. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import { settleRounds } from '../helpers/settle-work.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const PEOPLE = ['host', 'ada', 'bea'] as const
type Name = (typeof PEOPLE)[number]

const RULES = {
  ...{ points: { kind: 'event' }, drops: [], minimumRounds: 0, ties: [] },
  ...{ multipliers: [], objectionHours: 0 },
}

let server: TestServer
let people: Record<Name, Session>
let rounds: number[]
let url: string
let token: string

const ask = (by: Name, method: 'GET' | 'POST' | 'PUT', at: string, body?: object) =>
  server.ask({ method, url: at, headers: people[by], ...(body && { body }) })
const own = async (by: Name) => (await ask(by, 'GET', '/api/dashboard/leagues')).leagues
const visit = () => ask('ada', 'PUT', '/api/account/visit')
const nextDay = () => server.clock.advance({ minutes: 24 * 60 })

async function race(round: number, points: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(points).map(
    ([name, given]) => `${name},host,10,0,1,0,0,0,0,0,0,0,${given.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  const form = { eventId: rounds[round] ?? 0, eventData }
  await server.ask(eventUpload(form, { headers: people.host }))
}

beforeAll(async () => {
  const started = await startEventServer(PEOPLE, '2026-09-14T12:00:00Z')
  ;({ server, people } = started)
  const made = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: ['2026-09-14', '2026-09-15', '2026-09-16'] },
    ...{ leaderboard: started.leaderboard, participants: [started.ids.host] },
  })
  rounds = made.rounds
  url = `/api/events/series/${made.seriesId}/league`
  await ask('host', 'PUT', url, { rules: RULES })
  ;({ token } = await ask('host', 'POST', `/api/events/series/${made.seriesId}/link`))
})
afterAll(() => server.stop())

it('has the place, the open round, and no news on the first visit', async () => {
  expect(await own('ada')).toEqual([])
  await race(0, { ada: 10, bea: 8 })
  nextDay()
  expect(await own('ada')).toEqual([
    {
      ...{ name: 'Autumn League', token, team: null, news: null },
      place: { rank: 1, isDisqualified: false, missing: 0, of: 2, total: 10 },
      next: {
        ...{ name: 'Round 2', startAt: '2026-09-15', endAt: '2026-09-15' },
        ...{ isOpen: true, token: null },
      },
    },
  ])
})

it('says which rounds count since the last visit, and the place before', async () => {
  await settleRounds(server.context)
  await visit()
  server.clock.advance({ minutes: 90 })
  await visit()
  expect((await own('ada'))[0].news).toBeNull()
  await race(1, { bea: 9, cai: 1 })
  nextDay()
  // Whether that has been noted yet or not.
  for (let times = 0; times < 2; times += 1) {
    expect(await own('ada')).toMatchObject([
      {
        place: { rank: 2, total: 10 },
        news: { added: ['Round 2'], revised: [], before: 1 },
        next: { name: 'Round 3', isOpen: true },
      },
    ])
    await settleRounds(server.context)
  }
})

it('says which rounds have a revision since then', async () => {
  await visit()
  server.clock.advance({ minutes: 90 })
  await visit()
  expect((await own('ada'))[0].news).toBeNull()
  await race(0, { ada: 30, bea: 8 })
  const { seen } = await ask('host', 'GET', `${url}/rounds/${rounds[0]}/proposal`)
  const decision = { decision: 'publish', seen, reason: 'A game was missing' }
  await ask('host', 'POST', `${url}/rounds/${rounds[0]}/proposal`, decision)
  expect(await own('ada')).toMatchObject([
    { place: { rank: 1 }, news: { added: [], revised: ['Round 1'], before: null } },
  ])
  expect(await own('host')).toEqual([])
})
