/** A round is over once all its streamers have run it: they, their companions or its organisers say so. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { codeRequest, heartbeat, makeCompanionKey } from '../helpers/fake-companion.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import type { UploadOptions } from '../helpers/season-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

let server: TestServer
let people: Record<'host' | 'guest' | 'stranger', Session>
let ids: Record<string, number>
let seriesId: number
let rounds: number[]

const RULES = {
  ...{ points: { kind: 'event' }, drops: [], minimumRounds: 0, ties: [], multipliers: [] },
}
const COMPANION_KEY = makeCompanionKey()

const call = (
  by: keyof typeof people,
  method: 'GET' | 'PUT' | 'POST',
  url: string,
  body?: object,
) => server.call({ method, url, headers: people[by], ...(body && { body }) })
const answer = async (...asked: Parameters<typeof call>) => (await call(...asked)).json()
const league = () => `/api/events/series/${seriesId}/league`
const streamersUrl = (index: number) => `${league()}/rounds/${rounds[index]}/streamers`
const stateOf = async (index: number) =>
  (await answer('guest', 'GET', league())).rounds[index].state
const say = (by: 'host' | 'guest' | 'stranger', index: number, hasRun: boolean) =>
  call(by, 'PUT', `/api/events/own-rounds/${rounds[index]}`, { hasRun })
const sayOf = (by: 'host' | 'guest', index: number, userId: number | undefined, hasRun: boolean) =>
  call(by, 'PUT', `${streamersUrl(index)}/${userId}`, { hasRun })
const runsOf = async (index: number) =>
  (await answer('host', 'GET', streamersUrl(index))).streamers.map(
    ({ username, run }: { username: string; run: { by: string } | null }) => [
      username,
      run?.by ?? null,
    ],
  )
const report = (eventId: number | undefined, hasRun: boolean) =>
  server.call({
    ...{ method: 'POST', url: '/api/companion/runs' },
    body: { uploadKey: COMPANION_KEY, eventId, hasRun },
  })
const upload = (index: number, channel: 'host' | 'guest', options: UploadOptions) =>
  server.ask(
    eventUpload(
      {
        eventId: rounds[index] ?? 0,
        eventData: Buffer.from(
          `${EVENT_HEADINGS}\r\nada,${channel},10,0,1,0,0,0,0,0,0,0,${index + 1}.00\r\n`,
        ),
      },
      options,
    ),
  )

beforeAll(async () => {
  const started = await startEventServer(['host', 'guest', 'stranger'], '2026-09-14T12:00:00Z')
  ;({ server, people, ids } = started)
  ;({ seriesId, rounds } = await createRounds(server, people.host, {
    name: 'Autumn League',
    days: ['2026-09-14', '2026-09-15', '2026-09-16'],
    leaderboard: started.leaderboard,
    participants: [ids.host, ids.guest],
  }))
  const code = await server.ask({
    ...{ method: 'POST', url: '/api/companion/codes', body: codeRequest(COMPANION_KEY) },
  })
  await call('guest', 'POST', `/api/companion/codes/${code.userCode}`, { answer: 'confirm' })
})
afterAll(() => server.stop())

it('only events that are rounds of a league have been run by somebody', async () => {
  expect(await answer('guest', 'GET', '/api/events/own-rounds')).toEqual([])
  expect((await say('guest', 0, true)).json()).toMatchObject({ code: 'round_not_running' })
  await call('host', 'PUT', league(), { rules: RULES })
  const own = await answer('guest', 'GET', '/api/events/own-rounds')
  expect(own).toHaveLength(3)
  expect(own[0]).toEqual({
    ...{ eventId: rounds[0], name: 'Round 1', league: 'Autumn League', seriesId },
    ...{ startsAt: '2026-09-14T00:00:00.000Z', endsAt: '2026-09-15T00:00:00.000Z' },
    ...{ hasOpened: true, prescription: null, announcement: null },
    ...{ state: 'running', run: null, slot: null, overlaps: [], games: null, refusal: null },
    named: null,
  })
  expect(own[1]).toMatchObject({ state: 'to-come', hasOpened: false })
})

it('a round is over when all its streamers have run it, and goes on if one takes it back', async () => {
  await upload(0, 'host', { headers: people.host })
  expect((await say('guest', 0, true)).json()).toEqual({ status: 'success' })
  expect(await stateOf(0)).toBe('open')
  expect((await sayOf('host', 0, ids.host, true)).json()).toEqual({ status: 'success' })
  expect(await stateOf(0)).toBe('provisional')
  expect(await answer('host', 'GET', streamersUrl(0))).toMatchObject({
    canSay: true,
    streamers: [
      { username: 'guest', run: { at: '2026-09-14T12:00:00.000Z', by: 'streamer' } },
      { username: 'host', run: { by: 'organiser' } },
    ],
  })
  await say('guest', 0, false)
  expect(await stateOf(0)).toBe('open')
  await say('guest', 0, true)
})

it('only the streamer and organisers say it', async () => {
  expect((await say('stranger', 0, true)).json()).toEqual({ unauthorized: true })
  expect((await sayOf('guest', 0, ids.host, false)).json()).toEqual({ unauthorized: true })
  expect(await answer('guest', 'GET', streamersUrl(0))).toEqual({ unauthorized: true })
  expect((await sayOf('host', 0, ids.stranger, true)).json()).toMatchObject({
    code: 'not_in_round',
  })
  expect((await say('guest', 1, true)).json()).toMatchObject({ code: 'round_not_running' })
})

it('nobody takes it back once the round is final', async () => {
  await call('host', 'PUT', `${league()}/rounds/${rounds[0]}`, { to: 'final' })
  expect(await stateOf(0)).toBe('final')
  expect((await say('guest', 0, false)).json()).toMatchObject({ code: 'round_not_running' })
  expect((await answer('host', 'GET', streamersUrl(0))).canSay).toBe(false)
  expect(
    (await answer('guest', 'GET', '/api/events/own-rounds')).map(
      ({ eventId }: { eventId: number }) => eventId,
    ),
  ).toEqual(rounds.slice(1))
})

it('a companion says it when it sends the event, unless its streamer has said something else', async () => {
  server.clock.advance({ minutes: 24 * 60 })
  const withKey = { fields: { uploadKey: COMPANION_KEY } }
  await upload(1, 'guest', withKey)
  expect(await runsOf(1)).toEqual([
    ['guest', 'companion'],
    ['host', null],
  ])
  await say('guest', 1, false)
  await upload(1, 'guest', withKey)
  expect(await runsOf(1)).toEqual([
    ['guest', null],
    ['host', null],
  ])
  // Somebody who uploads by hand may do so again.
  await upload(1, 'host', { headers: people.host })
  expect((await runsOf(1))[1]).toEqual(['host', null])
})

it('the page of our companion has the same press', async () => {
  const events = async () =>
    (
      await server.ask({
        ...{ method: 'POST', url: '/api/companion/heartbeat', body: heartbeat(COMPANION_KEY) },
      })
    ).runningEvents.map(({ id, hasRun }: { id: number; hasRun?: boolean }) => [id, hasRun])
  expect(await events()).toEqual([[rounds[1], false]])
  expect((await report(rounds[1], true)).json()).toEqual({ status: 'success' })
  expect(await events()).toEqual([[rounds[1], true]])
  expect((await report(rounds[2], true)).json()).toMatchObject({ code: 'round_not_running' })
})

it('an organiser ends a round for everybody as before, and lets it go on', async () => {
  const round = `${league()}/rounds/${rounds[1]}`
  await call('host', 'PUT', round, { to: 'ended' })
  expect(await stateOf(1)).toBe('provisional')
  await call('host', 'PUT', round, { to: 'running' })
  expect(await stateOf(1)).toBe('open')
  // If all streamers have run, there is nothing that goes on.
  await sayOf('host', 1, ids.host, true)
  await call('host', 'PUT', round, { to: 'ended' })
  expect((await call('host', 'PUT', round, { to: 'running' })).json()).toMatchObject({
    code: 'round_changed',
  })
})
