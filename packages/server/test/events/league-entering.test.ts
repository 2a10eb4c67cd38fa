/** People enter a league by its link: streamers take part in its rounds, and in some leagues only entrants count. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteNextAccount } from '../../src/desk/account/delete-account.ts'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { settleRounds } from '../helpers/settle-work.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const PEOPLE = ['host', 'guest', 'late', 'ada', 'bea', 'cai', 'dee'] as const
type Name = (typeof PEOPLE)[number] | 'boss'

let server: TestServer
let people: Record<Name, Session>
let ids: Record<string, number>
let leaderboard: number
let seriesId: number
let rounds: number[]
let token: string

const RULES = {
  ...{ points: { kind: 'places', table: [10, 6, 4, 1] }, drops: [], minimumRounds: 0, ties: [] },
  multipliers: [],
}
const DAYS = ['2026-09-14', '2026-09-15', '2026-09-17']

const call = (
  by: Name | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
) => server.call({ method, url, ...(by && { headers: people[by] }), ...(body && { body }) })
const answer = async (...asked: Parameters<typeof call>) => (await call(...asked)).json()
const league = (rest = '') => `/api/events/series/${seriesId}/league${rest}`
const setRules = (more: object = {}) =>
  call('host', 'PUT', league(), { rules: { ...RULES, ...more }, reason: 'As announced' })
const enter = (by: Name, kind: 'streamer' | 'racer') =>
  answer(by, 'POST', `/api/leagues/${token}/entry`, { kind })
const ownOf = (by: Name) => answer(by, 'GET', `/api/leagues/${token}/entry`)
const entries = (by: Name = 'host') => answer(by, 'GET', league('/entries'))
const entrants = () => answer(null, 'GET', `/api/leagues/${token}/entrants`)
const entryOf = async (name: string): Promise<string> => {
  const { streamers } = await entries()
  const { id } = streamers.find(({ username }: { username: string }) => username === name)
  return league(`/entries/${id}`)
}
const streamersOf = async (eventId: number | undefined) =>
  (await answer('host', 'GET', `/api/events/getById/${eventId}`)).participantUsers.map(
    ({ username }: { username: string }) => username,
  )
const nextDay = () => server.clock.advance({ minutes: 24 * 60 })
const race = (round: number, points: Readonly<Record<string, number>>) => {
  const rows = Object.entries(points).map(
    ([name, own]) => `${name},host,10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  return server.ask(
    eventUpload({ eventId: rounds[round] ?? 0, eventData }, { headers: people.host }),
  )
}
const table = async () =>
  (await answer(null, 'GET', `/api/leagues/${token}/rows`)).rows.map(
    ({ racer_name, cells }: { racer_name: string; cells: { rank: number; value: number }[] }) => [
      racer_name,
      cells.map(({ rank, value }) => (rank === null ? null : value)),
    ],
  )
const addRound = async (name: string, day: string): Promise<number> => {
  const { id } = await answer('host', 'POST', `/api/events/series/${seriesId}/create-event`, {
    ...{ name, startDate: day, endDate: day, leaderboard, timeZone: 'UTC' },
    participants: [ids.host],
  })
  return id
}

beforeAll(async () => {
  const started = await startEventServer(PEOPLE, '2026-09-14T12:00:00Z')
  ;({ server, people, ids, leaderboard } = started)
  ;({ seriesId, rounds } = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard, participants: [ids.host] },
  }))
  for (const channel of ['host', 'guest', 'late'] as const) {
    await server.ask(seasonUpload(makeSeason({ channel }), { headers: people[channel] }))
  }
  await setRules()
  ;({ token } = await answer('host', 'POST', `/api/events/series/${seriesId}/link`))
})
afterAll(() => server.stop())

it('streamers ask to enter, once, and nobody else does', async () => {
  expect(await ownOf('ada')).toEqual({
    ...{ canStream: false, isForEntrants: false, isHidden: false, entries: [] },
  })
  expect(await enter('ada', 'streamer')).toMatchObject({ code: 'entering_without_channel' })
  expect(await enter('ada', 'racer')).toMatchObject({ code: 'racers_need_not_enter' })
  expect(await enter('guest', 'streamer')).toEqual({ status: 'success' })
  expect(await enter('guest', 'streamer')).toEqual({ status: 'success' })
  expect((await ownOf('guest')).entries).toMatchObject([{ kind: 'streamer', state: 'asked' }])
  expect(await entrants()).toEqual({ streamers: [], hiddenStreamers: 0, racers: null })
  expect(await streamersOf(rounds[1])).toEqual(['host'])
})

it('a confirmed streamer takes part in the rounds that have not opened, and in later ones', async () => {
  expect(await entries('guest')).toEqual({ unauthorized: true })
  expect((await entries()).streamers).toMatchObject([{ username: 'guest', state: 'asked' }])
  const entry = await entryOf('guest')
  expect(await answer('guest', 'PUT', entry)).toEqual({ unauthorized: true })
  expect(await answer('boss', 'PUT', entry)).toEqual({ status: 'success' })
  expect(await answer('boss', 'PUT', entry)).toEqual({ status: 'success' })
  expect(await streamersOf(rounds[0])).toEqual(['host'])
  expect(await streamersOf(rounds[1])).toEqual(['guest', 'host'])
  expect(await streamersOf(await addRound('Round 4', '2026-09-20'))).toEqual(['guest', 'host'])
  expect(await entrants()).toMatchObject({ streamers: [{ username: 'guest' }] })
  const { entries: acts } = await answer('boss', 'GET', '/api/admin/audit-log')
  expect(acts.map(({ summary }: { summary: string }) => summary)).toContain(
    'Let guest into the league Autumn League of somebody else.',
  )
})

it('an event that is moved into the league gets its streamers, but not those who have left it', async () => {
  const { id } = await answer('host', 'POST', '/api/events/createEventSingle', {
    ...{ name: 'Extra', startDate: '2026-09-21', endDate: '2026-09-21', leaderboard },
    ...{ timeZone: 'UTC', participants: [ids.host, ids.guest] },
  })
  await call('guest', 'POST', `/api/events/leave/${id}`)
  await enter('late', 'streamer')
  await call('host', 'PUT', await entryOf('late'))
  await call('host', 'PUT', `/api/events/series/${seriesId}/events/${id}`)
  expect(await streamersOf(id)).toEqual(['host', 'late'])
})

it('a streamer who hides their name is a number for everybody, and organisers know whom they let in', async () => {
  await call('late', 'PUT', '/api/account/hidden-name')
  expect((await ownOf('late')).isHidden).toBe(true)
  expect(await entrants()).toMatchObject({
    streamers: [{ username: 'guest' }],
    hiddenStreamers: 1,
  })
  expect((await entries()).streamers).toHaveLength(2)
})

it('a streamer withdraws from rounds that have not opened, and comes back only by entering', async () => {
  nextDay()
  const [own] = await answer('late', 'GET', '/api/events/own-entries')
  expect(own).toMatchObject({ league: 'Autumn League', token, kind: 'streamer', state: 'entered' })
  expect(await answer('guest', 'DELETE', `/api/events/own-entries/${own.id}`)).toMatchObject({
    code: 'no_such_entry',
  })
  await call('late', 'DELETE', `/api/events/own-entries/${own.id}`)
  // The second round is open.
  expect(await streamersOf(rounds[1])).toEqual(['guest', 'host', 'late'])
  expect(await streamersOf(rounds[2])).toEqual(['guest', 'host'])
  expect(await answer('late', 'GET', '/api/events/own-entries')).toEqual([])
  await enter('late', 'streamer')
  await call('host', 'PUT', await entryOf('late'))
  expect(await streamersOf(rounds[2])).toEqual(['guest', 'host', 'late'])
})

it('who leaves the series or blocks its organiser is no longer in the league', async () => {
  await call('late', 'POST', `/api/events/leave-series/${seriesId}`)
  await call('guest', 'PUT', `/api/events/blocked-organisers/${ids.host}`)
  expect(await entrants()).toMatchObject({ streamers: [], hiddenStreamers: 0 })
  expect(await streamersOf(await addRound('Round 5', '2026-09-22'))).toEqual(['host'])
  expect(await enter('guest', 'streamer')).toMatchObject({ code: 'entering_blocked_organiser' })
  await enter('late', 'streamer')
  await call('host', 'DELETE', await entryOf('late'))
  expect((await entries()).streamers).toEqual([])
})

it('if only entrants count, others are removed before places are counted', async () => {
  await race(1, { ada: 1, bea: 2, cai: 3, dee: 4 })
  nextDay()
  expect(await table()).toEqual([
    ['dee', [10]],
    ['cai', [6]],
    ['bea', [4]],
    ['ada', [1]],
  ])
  await setRules({ entrants: true })
  // The round counts, but nobody in it does.
  expect(await table()).toEqual([])
  for (const name of ['ada', 'cai', 'dee'] as const) {
    expect(await enter(name, 'racer')).toEqual({ status: 'success' })
  }
  expect((await entrants()).racers).toEqual({
    ...{ named: [{ racer_name: 'ada' }, { racer_name: 'cai' }, { racer_name: 'dee' }] },
    ...{ others: 0, hidden: 0 },
  })
  // Who enters later did not race in earlier rounds.
  expect(await table()).toEqual([])
  nextDay()
  await enter('bea', 'racer')
  await race(2, { ada: 1, bea: 20, cai: 3, dee: 2 })
  nextDay()
  expect(await table()).toEqual([
    ['cai', [null, 10]],
    ['dee', [null, 6]],
    ['ada', [null, 4]],
  ])
  // They are results of 0 like others: all that is dropped is the round in which nobody had entered.
  await setRules({ entrants: true, drops: [0, 1] })
  expect(await table()).toEqual([
    ['cai', [null, 10]],
    ['dee', [null, 6]],
    ['ada', [null, 4]],
  ])
  await setRules({ entrants: true })
  const { rounds: all } = await answer(null, 'GET', `/api/leagues/${token}`)
  expect(all.slice(0, 3).map(({ state }: { state: string }) => state)).toEqual([
    ...['waiting', 'provisional', 'provisional'],
  ])
  expect(all[1].winners).toBeNull()
  // With the points that the table has.
  expect(all[2].winners).toMatchObject({ points: 10, racers: [{ racer_name: 'cai' }] })
})

it('final rounds stay as they are, whatever is decided about entrants', async () => {
  await settleRounds(server.context)
  await call('host', 'PUT', league(`/rounds/${rounds[2]}`), { to: 'final' })
  const before = await table()
  const { entries: own } = await ownOf('ada')
  await call('ada', 'DELETE', `/api/events/own-entries/${own[0].id}`)
  expect(await table()).toEqual(before)
  await setRules()
  const cells = Object.fromEntries(await table())
  expect(cells).toMatchObject({ ada: [1, 4], bea: [4, null], cai: [6, 10], dee: [10, 6] })
  await setRules({ entrants: true })
  expect(await table()).toEqual(before)
})

it('a hidden entrant is a number in the list and has no name in the table', async () => {
  await call('cai', 'PUT', '/api/account/hidden-name')
  expect((await entrants()).racers).toMatchObject({ hidden: 1 })
  expect((await entries()).hiddenRacers).toBe(1)
  expect((await table()).map(([name]: [string]) => name)).toContain('Hidden racer')
  expect(JSON.stringify([await entrants(), await entries(), await table()])).not.toContain('cai')
})

it('a deleted account has left the league, and its results stay', async () => {
  const before = (await table()).map(([, cells]: [string, unknown]) => cells)
  await call('dee', 'PUT', '/api/account/deletion')
  server.clock.advance({ minutes: 15 * 24 * 60 })
  expect(await deleteNextAccount(server.context)).toBe(1)
  expect((await table()).map(([, cells]: [string, unknown]) => cells)).toEqual(before)
  expect((await entrants()).racers.named).toEqual([{ racer_name: 'bea' }])
})
