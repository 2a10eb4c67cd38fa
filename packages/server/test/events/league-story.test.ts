/** How the table of a league came to be: where its first rows were after each round, who led, and who climbed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16', '2026-09-17', '2026-09-18']
const RULES = {
  points: { kind: 'event' },
  drops: [],
  minimumRounds: 0,
  ties: ['wins'],
  multipliers: [],
}

let server: TestServer
let host: Session
let ada: Session
let seriesId: number
let rounds: number[]
let token: string

async function race(round: number, points: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(points).map(
    ([name, own]) => `${name},host,10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  const form = { eventId: rounds[round] ?? 0, eventData }
  await server.ask(eventUpload(form, { headers: host }))
}

const setRules = (rules: object) =>
  server.ask({
    method: 'PUT',
    url: `/api/events/series/${seriesId}/league`,
    headers: host,
    body: { rules: { ...RULES, ...rules } },
  })
const read = () => server.ask({ method: 'GET', url: `/api/leagues/${token}/story`, headers: {} })

type After = ({ rank: number | null; total: number } | null)[]
const linesOf = ({ lines }: { lines: { racer_name: string; after: After }[] }) =>
  lines.map(({ racer_name, after }) => [
    racer_name,
    ...after.map((standing) => standing && [standing.rank, standing.total]),
  ])

beforeAll(async () => {
  const started = await startEventServer(['host', 'ada'], `${DAYS[0]}T12:00:00Z`)
  server = started.server
  ;({ host, ada } = started.people)
  ;({ seriesId, rounds } = await createRounds(server, host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard: started.leaderboard },
    participants: [started.ids.host],
  }))
  // The fourth is sealed, and the fifth is to come.
  await server.ask({
    method: 'PUT',
    url: `/api/show/control/${rounds[3]}/settings`,
    headers: host,
    body: { isSealed: true, isPublic: false },
  })
  const day = () => server.clock.advance({ minutes: 24 * 60 })
  await race(0, { bea: 10, ada: 8, dee: 6, cai: 4 })
  day()
  await race(1, { ada: 9, cai: 9, bea: 7 })
  day()
  await race(2, { cai: 20, eve: 1 })
  day()
  await race(3, { dee: 500, fay: 400 })
  day()
  await setRules({})
  const url = `/api/events/series/${seriesId}/link`
  ;({ token } = await server.ask({ method: 'POST', url, headers: host }))
})
afterAll(() => server.stop())

it('the first rows have the ranks and totals that the table had after each round that counts', async () => {
  const story = await read()
  expect(linesOf(story)).toEqual([
    ['cai', [4, 4], [3, 13], [1, 33]],
    ['ada', [2, 8], [1, 17], [2, 17]],
    ['bea', [1, 10], [1, 17], [2, 17]],
    ['dee', [3, 6], [4, 6], [4, 6]],
    ['eve', null, null, [5, 1]],
  ])
  expect(
    story.rounds.map(({ eventId, leaders }: Record<string, { racers: object[] }>) => [
      eventId,
      leaders?.racers,
    ]),
  ).toMatchObject([
    [rounds[0], [{ racer_name: 'bea' }]],
    [rounds[1], [{ racer_name: 'ada' }, { racer_name: 'bea' }]],
    [rounds[2], [{ racer_name: 'cai' }]],
  ])
  expect(story.climb).toMatchObject({ racer_name: 'cai', eventId: rounds[2], from: 3, to: 1 })
})

it('it follows the rules: drops, the minimum of rounds, and who shares a rank', async () => {
  await setRules({ minimumRounds: 2, ties: [] })
  const story = await read()
  expect(story.rounds[0].leaders).toBeNull()
  expect(story.rounds[1].leaders).toMatchObject({ count: 2, total: 17 })
  expect(linesOf(story)[0]).toEqual(['cai', [null, 4], [3, 13], [1, 33]])
  await setRules({ drops: [0, 0, 1] })
  expect(linesOf(await read())[0]).toEqual(['cai', [4, 4], [3, 13], [1, 29]])
  await setRules({})
})

it('a round that is voided was never there', async () => {
  const url = `/api/events/series/${seriesId}/league/rounds/${rounds[2]}`
  const body = { to: 'voided', reason: 'The wrong map.' }
  await server.ask({ method: 'PUT', url, headers: host, body })
  const story = await read()
  expect(story.rounds).toHaveLength(2)
  expect(story.lines.map(({ racer_name }: { racer_name: string }) => racer_name)).toEqual([
    'ada',
    'bea',
    'cai',
    'dee',
  ])
  await server.ask({ method: 'PUT', url, headers: host, body: { to: 'counting' } })
})

it('a hidden racer keeps the line without a name, and is not named as who climbed', async () => {
  const hidden = { url: '/api/account/hidden-name', headers: ada }
  await race(2, { ada: 30, cai: 20, eve: 1 })
  expect((await read()).climb).toMatchObject({ racer_name: 'ada', from: 2, to: 1 })
  await server.ask({ method: 'PUT', ...hidden })
  const story = await read()
  expect(JSON.stringify(story)).not.toContain('"ada"')
  expect(linesOf(story)[0]).toEqual(['Hidden racer', [2, 8], [1, 17], [1, 47]])
  expect(story.rounds[2].leaders.racers).toEqual([{ racer_name: 'Hidden racer' }])
  expect(story.climb).toMatchObject({ racer_name: 'cai', from: 3, to: 2 })
  await server.ask({ method: 'DELETE', ...hidden })
})
