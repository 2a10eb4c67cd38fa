/** What may still happen in a league, as its public page says it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16', '2026-09-17']
const RULES = {
  points: { kind: 'places', table: [10, 6, 4] },
  ...{ drops: [], minimumRounds: 0, ties: [], multipliers: [] },
}

let server: TestServer
let host: Session
let seriesId: number
let rounds: number[]
let token: string

const url = (rest = '') => `/api/events/series/${seriesId}/league${rest}`
const setRules = (rules: object) =>
  server.ask({ method: 'PUT', url: url(), headers: host, body: { rules, reason: 'Tried' } })
const outlook = () => server.ask({ method: 'GET', url: `/api/leagues/${token}/outlook` })
const change = (index: number, body: object) =>
  server.ask({ method: 'PUT', url: url(`/rounds/${rounds[index]}`), headers: host, body })

/** The first name wins. */
async function play(index: number, ...names: string[]): Promise<void> {
  const rows = names.map(
    (name, place) => `${name},host,10,0,1,0,0,0,0,0,0,0,${(100 - place).toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  await server.ask(eventUpload({ eventId: rounds[index] ?? 0, eventData }, { headers: host }))
}

beforeAll(async () => {
  const started = await startEventServer(['host'], `${DAYS[0]}T12:00:00Z`)
  server = started.server
  ;({ host } = started.people)
  ;({ seriesId, rounds } = await createRounds(server, host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard: started.leaderboard },
    participants: [started.ids.host],
  }))
  await server.ask({ method: 'PUT', url: url(), headers: host, body: { rules: RULES } })
  const link = { method: 'POST' as const, url: `/api/events/series/${seriesId}/link` }
  ;({ token } = await server.ask({ ...link, headers: host }))
})
afterAll(() => server.stop())

it('says nothing before a round is final', async () => {
  await play(0, 'ada', 'bea', 'cai')
  await change(0, { to: 'ended' })
  expect(await outlook()).toEqual({ remaining: 0, isBounded: true, rows: [] })
})

it('says what each needs, and counts provisional rounds as open', async () => {
  await change(0, { to: 'final' })
  server.clock.advance({ minutes: 24 * 60 })
  await play(1, 'cai', 'ada', 'bea')
  await change(1, { to: 'ended' })
  const { remaining, rows } = await outlook()
  expect(remaining).toBe(3)
  // Bea can reach 6 + 30.
  expect(rows.find(({ racer_name }: { racer_name: string }) => racer_name === 'ada')).toEqual({
    ...{ racer_name: 'ada', state: 'open' },
    needs: { moreThan: 26, rounds: 0 },
  })
})

it('says who has clinched and who is out', async () => {
  await change(1, { to: 'final' })
  server.clock.advance({ minutes: 24 * 60 })
  await play(2, 'ada', 'bea', 'dee')
  await change(2, { to: 'ended' })
  await change(2, { to: 'final' })
  // Ada has 26, Bea 16, Cai 14 and Dee 4, and the last round gives 10.
  expect(
    (await outlook()).rows.map(({ racer_name, state }: Record<string, string>) => [
      racer_name,
      state,
    ]),
  ).toEqual([
    ['ada', 'open'],
    ['bea', 'open'],
    ['cai', 'out'],
    ['dee', 'out'],
  ])
  await setRules({ ...RULES, points: { kind: 'places', table: [10, 5, 4] } })
  expect((await outlook()).rows[0]).toMatchObject({ racer_name: 'ada', state: 'clinched' })
})

it('has no upper limit with event points, or with bonuses by hand', async () => {
  const unbounded = { remaining: 1, isBounded: false, rows: [] }
  await setRules({ ...RULES, points: { kind: 'event' } })
  expect(await outlook()).toEqual(unbounded)
  await setRules({ ...RULES, bonuses: [{ name: 'Fair play', points: 3, by: 'hand' }] })
  expect(await outlook()).toEqual(unbounded)
})

it('says nothing once all rounds are final or voided', async () => {
  await setRules(RULES)
  await change(3, { to: 'voided', reason: 'No evening is left' })
  expect(await outlook()).toEqual({ remaining: 0, isBounded: true, rows: [] })
})
