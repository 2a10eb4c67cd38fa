/** The prizes of a league: who wins them, who is passed over, and what of that everybody reads. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import { passDays } from '../helpers/pass-days.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const RULES = {
  points: { kind: 'event' },
  drops: [],
  minimumRounds: 0,
  ties: [],
  multipliers: [],
}
const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16']

let server: TestServer
let people: Record<'host' | 'helper' | 'guest' | 'ada' | 'bea' | 'boss', Session>
let seriesId: number
let rounds: number[]
let token: string

const path = (rest: string) => `/api/events/series/${seriesId}/${rest}`
const read = (headers = people.host) =>
  server.ask({ method: 'GET', url: path('league/prizes'), headers })
const setPrizes = (prizes: string[], headers = people.host) =>
  server.call({ method: 'PUT', url: path('league/prizes'), headers, body: { prizes } })
const readPublic = async () =>
  (await server.ask({ method: 'GET', url: `/api/leagues/${token}`, headers: {} })).prizes
const takeBack = (id: number, headers = people.host) =>
  server.call({ method: 'DELETE', url: path(`league/passed-over/${id}`), headers })

interface Row {
  id: string
  racer_name: string
  total: number
}

/** By the name that the table has. */
async function passOver(name: string, reason: string, headers = people.host) {
  const { rows } = await server.ask({ method: 'GET', url: path('league'), headers: people.host })
  const { id, racer_name, total } = rows.find((row: Row) => row.racer_name === name)
  const body = { row: { id, racer_name, total }, reason }
  return server.call({ method: 'POST', url: path('league/passed-over'), headers, body })
}

const winnersOf = ({ prizes }: { prizes: { winners: Row[] }[] }) =>
  prizes.map(({ winners }) => winners.map(({ racer_name }) => racer_name))

function upload(index: number, points: Readonly<Record<string, number>>) {
  const rows = Object.entries(points).map(
    ([name, own]) => `${name},host,10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  return server.ask(
    eventUpload({ eventId: rounds[index] ?? 0, eventData }, { headers: people.host }),
  )
}

const seal = (isSealed: boolean) =>
  server.ask({
    method: 'PUT',
    url: `/api/show/control/${rounds[1]}/settings`,
    headers: people.host,
    body: { isSealed, isPublic: isSealed },
  })

beforeAll(async () => {
  const started = await startEventServer(
    ['host', 'helper', 'guest', 'ada', 'bea'],
    `${DAYS[0]}T12:00:00Z`,
  )
  ;({ server, people } = started)
  const { ids, leaderboard } = started
  ;({ seriesId, rounds } = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard },
    participants: [ids.host],
  }))
  await server.ask({
    method: 'PUT',
    url: path(`helpers/${ids.helper}`),
    headers: people.host,
    body: { role: 'co-organiser', seesSealed: true },
  })
  const [url, headers] = [path('league'), people.host]
  await server.ask({ method: 'PUT', url, headers, body: { rules: RULES } })
  token = (await server.ask({ method: 'POST', url: path('link'), headers })).token
  await seal(true)
  await upload(0, { ada: 10, bea: 8, cai: 8, dee: 1 })
})
afterAll(() => server.stop())

it('organisers set prizes, which nobody reads before a round counts', async () => {
  expect((await setPrizes(['Cup'], people.guest)).json()).toEqual({ unauthorized: true })
  expect(await read(people.guest)).toEqual({ unauthorized: true })
  expect((await setPrizes(['  '])).statusCode).toBe(400)
  expect((await setPrizes(Array.from({ length: 21 }, () => 'Cup'))).statusCode).toBe(400)
  expect((await setPrizes([' Cup ', 'Mug', 'Pin'])).json()).toEqual({ status: 'success' })
  expect(await read()).toEqual({
    isProvisional: true,
    prizes: ['Cup', 'Mug', 'Pin'].map((text) => ({ text, winners: [], count: 0 })),
    passedOver: [],
  })
  expect(await readPublic()).toBeNull()
})

it('each rank wins its prize, and equal rows share it', async () => {
  server.clock.advance({ minutes: 24 * 60 })
  expect(await readPublic()).toEqual({
    isProvisional: true,
    prizes: [
      { text: 'Cup', count: 1, winners: [expect.objectContaining({ racer_name: 'ada' })] },
      { text: 'Mug', count: 2, winners: [expect.anything(), expect.anything()] },
      { text: 'Pin', count: 0, winners: [] },
    ],
    passedOver: [],
  })
  expect(winnersOf(await read())).toEqual([['ada'], ['bea', 'cai'], []])
})

it('a prize passes on to the next row, which everybody reads with the reason', async () => {
  expect((await passOver('ada', 'won_before', people.guest)).json()).toEqual({ unauthorized: true })
  expect((await passOver('ada', 'ugly')).statusCode).toBe(400)
  const { id } = (await passOver('ada', 'won_before', people.helper)).json()
  const shown = await readPublic()
  expect(winnersOf(shown)).toEqual([['bea', 'cai'], [], ['dee']])
  expect(shown.passedOver).toMatchObject([{ racer_name: 'ada', rank: 1, reason: 'won_before' }])
  // Another reason for the same row.
  expect((await passOver('ada', 'declined')).json().id).toBe(id)
  expect((await read()).passedOver).toMatchObject([{ id, racer_name: 'ada', reason: 'declined' }])
  expect((await takeBack(id, people.guest)).json()).toEqual({ unauthorized: true })
  expect((await takeBack(id)).json()).toEqual({ status: 'success' })
  expect((await takeBack(id)).json()).toMatchObject({ code: 'not_passed_over' })
  expect(winnersOf(await readPublic())).toEqual([['ada'], ['bea', 'cai'], []])
  const { entries } = await server.ask({
    method: 'GET',
    url: '/api/admin/audit-log',
    headers: people.boss,
  })
  expect(entries.map(({ summary }: { summary: string }) => summary)).toContain(
    'Passed over a racer in the prizes of the league Autumn League of somebody else.',
  )
})

it('a row that has changed since it was seen is not passed over', async () => {
  const body = { row: { id: '1', racer_name: 'ada', total: 9 }, reason: 'won_before' }
  const response = await server.call({
    method: 'POST',
    url: path('league/passed-over'),
    headers: people.host,
    body,
  })
  expect(response.json()).toMatchObject({ code: 'league_table_changed' })
  expect((await read()).passedOver).toEqual([])
})

it('a sealed round changes no prize before it opens', async () => {
  await passOver('ada', 'not_eligible')
  const before = await readPublic()
  await upload(1, { ada: 1, dee: 50, eve: 40 })
  expect(await readPublic()).toEqual(before)
  server.clock.advance({ minutes: 24 * 60 })
  expect(await readPublic()).toEqual(before)
  await seal(false)
  expect(winnersOf(await readPublic())).toEqual([['dee'], ['eve'], ['bea', 'cai']])
  await seal(true)
  expect(await readPublic()).toEqual(before)
})

it('a hidden racer wins, and is passed over, without a name or what would tell it', async () => {
  const own = await read()
  expect(winnersOf(own)).toEqual([['bea', 'cai'], [], ['dee']])
  await server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers: people.ada })
  await server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers: people.bea })
  const shown = await readPublic()
  expect(winnersOf(shown)).toEqual([['cai', 'Hidden racer'], [], ['dee']])
  expect(shown.passedOver).toMatchObject([{ racer_name: 'Hidden racer', rank: 1, reason: null }])
  await server.ask({ method: 'DELETE', url: '/api/account/hidden-name', headers: people.ada })
  expect((await readPublic()).passedOver).toMatchObject([
    { racer_name: 'ada', reason: 'not_eligible' },
  ])
  // Passed over as a hidden racer, found under the name afterwards.
  await server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers: people.ada })
  const [{ id }] = own.passedOver
  await takeBack(id)
  await passOver('Hidden racer', 'declined')
  expect(winnersOf(await readPublic())).toEqual([['cai', 'Hidden racer'], [], ['dee']])
  await server.ask({ method: 'DELETE', url: '/api/account/hidden-name', headers: people.ada })
  expect((await readPublic()).passedOver).toMatchObject([{ racer_name: 'ada', reason: 'declined' }])
})

it('prizes are no longer provisional once every round is final or voided', async () => {
  await seal(false)
  const change = (index: number, body: object) =>
    server.ask({
      method: 'PUT',
      url: path(`league/rounds/${rounds[index]}`),
      headers: people.host,
      body,
    })
  await change(0, { to: 'final' })
  await change(1, { to: 'voided', reason: 'Wrong map' })
  expect(await readPublic()).toMatchObject({ isProvisional: true })
  await change(2, { to: 'voided', reason: 'No time' })
  expect(await readPublic()).toMatchObject({ isProvisional: false })
})

it('what is said of a deleted person goes with them', async () => {
  expect((await read()).passedOver).toHaveLength(1)
  await server.ask({ method: 'PUT', url: '/api/account/deletion', headers: people.ada })
  await passDays(server, 14)
  expect((await read()).passedOver).toEqual([])
})
