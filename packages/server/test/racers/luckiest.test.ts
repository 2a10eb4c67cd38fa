/** The board of the luckiest racers of the week (docs/scoring.md, Luck). */
import type { LuckiestRacers } from '@rollcall/contract/racers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let twitch: FakeTwitch
let server: TestServer
let caster: Session

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, UPLOAD_PAIRING: 'key' },
    startsAt: new Date('2026-09-01T18:00:00Z'),
  })
  caster = await signIn('caster')
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const signIn = (login: string, id = login) => server.signInWith(twitch.issue(login, { id }))

async function race(names: readonly string[], times = 1): Promise<void> {
  for (let played = 0; played < times; played += 1) {
    server.clock.advance({ minutes: 1 })
    await server.ask(gameUpload(raceFiles(names, server.clock.now()), { headers: caster }))
  }
}

/** As it is when it is counted next. */
async function luckiest(): Promise<LuckiestRacers> {
  server.clock.advance({ minutes: 5 - (server.clock.now().getMinutes() % 5) })
  return server.ask({ method: 'GET', url: '/api/racers/luckiest' })
}

const namesOn = ({ racers }: LuckiestRacers) =>
  racers.map(({ rank, racer_name }) => [rank, racer_name])

it('is empty before anybody has played 20 games', async () => {
  await race(['ada', 'bea', 'cai'], 19)
  expect(await luckiest()).toMatchObject({ from: '2026-08-26', to: '2026-09-01', racers: [] })
})

it('ranks those who did better than chance by how unlikely that is, and shares ranks', async () => {
  await race(['ada', 'bea', 'cai'], 6)
  await race(['dee', 'eve'], 20)
  await race(['fay', 'gil'], 20)
  const board = await luckiest()
  expect(namesOn(board)).toEqual([
    [1, 'ada'],
    [2, 'dee'],
    [2, 'fay'],
  ])
  const [first] = board.racers
  const { race: races } = await server.ask({ method: 'GET', url: '/api/racers/twitch/ada/games' })
  expect(first?.luck).toEqual(races.luck)
  expect(first?.luck).toMatchObject({ games: 25, meanField: 3, behind: 1, firstPlaces: 25 })
})

it('counts the games of a person under all of their logins, each while it was theirs', async () => {
  await signIn('hal', 'hal')
  await race(['hal', 'ivy'], 10)
  server.clock.advance({ minutes: 1 })
  await signIn('hal_two', 'hal')
  await race(['hal_two', 'ivy'], 12)
  const board = await luckiest()
  expect(board.racers.find(({ racer_name }) => racer_name === 'hal_two')?.luck.games).toBe(22)
  expect(JSON.stringify(board)).not.toContain('"hal"')
})

it('is counted every five minutes', async () => {
  const before = await luckiest()
  await race(['joy', 'kim'], 3)
  const url = '/api/racers/luckiest'
  expect(await server.ask({ method: 'GET', url })).toEqual(before)
  server.clock.advance({ minutes: 2 })
  expect((await server.ask({ method: 'GET', url })).countedAt).not.toBe(before.countedAt)
})

it('forgets what is older than seven marble days', async () => {
  server.clock.advance({ days: 6 })
  expect((await luckiest()).racers).not.toEqual([])
  server.clock.advance({ days: 1 })
  expect(await luckiest()).toMatchObject({ from: '2026-09-02', to: '2026-09-08', racers: [] })
})
