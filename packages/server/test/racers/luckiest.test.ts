/** The board of the luckiest racers of the week (docs/scoring.md, Luck). */
import type { LuckiestRacers } from '@rollcall/contract/racers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RacingChannel } from '../helpers/racing-channel.ts'

let channel: RacingChannel
beforeAll(async () => {
  channel = await RacingChannel.start()
})
afterAll(() => channel.stop())

/** As it is when it is counted next. */
async function luckiest(): Promise<LuckiestRacers> {
  channel.server.clock.advance({ minutes: 5 - (channel.server.clock.now().getMinutes() % 5) })
  return channel.server.ask({ method: 'GET', url: '/api/racers/luckiest' })
}

const namesOn = ({ racers }: LuckiestRacers) =>
  racers.map(({ rank, racer_name }) => [rank, racer_name])

it('is empty before anybody has played 20 games', async () => {
  await channel.race(['ada', 'bea', 'cai'], { times: 19 })
  expect(await luckiest()).toMatchObject({ from: '2026-08-26', to: '2026-09-01', racers: [] })
})

it('ranks those who did better than chance by how unlikely that is, and shares ranks', async () => {
  await channel.race(['ada', 'bea', 'cai'], { times: 6 })
  await channel.race(['dee', 'eve'], { times: 20 })
  await channel.race(['fay', 'gil'], { times: 20 })
  const board = await luckiest()
  expect(namesOn(board)).toEqual([
    [1, 'ada'],
    [2, 'dee'],
    [2, 'fay'],
  ])
  const [first] = board.racers
  const { race: races } = await channel.server.ask({
    method: 'GET',
    url: '/api/racers/twitch/ada/games',
  })
  expect(first?.luck).toEqual(races.luck)
  expect(first?.luck).toMatchObject({ games: 25, meanField: 3, behind: 1, firstPlaces: 25 })
})

it('tells the luckiest apart, however lucky they are', async () => {
  await channel.race(['lea', 'moe', 'nia'], { times: 60 })
  await channel.race(['ora', 'pia', 'qui'], { times: 70 })
  const { racers } = await luckiest()
  const ranks = ['ora', 'lea'].map((name) => racers.find((it) => it.racer_name === name)?.rank)
  expect(ranks).toEqual([1, 2])
})

it('counts the games of a person under all of their logins, each while it was theirs', async () => {
  await channel.signIn('hal')
  await channel.race(['hal', 'ivy'], { times: 10 })
  channel.server.clock.advance({ minutes: 1 })
  await channel.signIn('hal_two', { id: 'hal' })
  await channel.race(['hal_two', 'ivy'], { times: 12 })
  const board = await luckiest()
  expect(board.racers.find(({ racer_name }) => racer_name === 'hal_two')?.luck.games).toBe(22)
  expect(JSON.stringify(board)).not.toContain('"hal"')
})

it('is counted every five minutes', async () => {
  const before = await luckiest()
  await channel.race(['joy', 'kim'], { times: 3 })
  const url = '/api/racers/luckiest'
  expect(await channel.server.ask({ method: 'GET', url })).toEqual(before)
  channel.server.clock.advance({ minutes: 2 })
  expect((await channel.server.ask({ method: 'GET', url })).countedAt).not.toBe(before.countedAt)
})

it('forgets what is older than seven marble days', async () => {
  channel.server.clock.advance({ days: 6 })
  expect((await luckiest()).racers).not.toEqual([])
  channel.server.clock.advance({ days: 1 })
  expect(await luckiest()).toMatchObject({ from: '2026-09-02', to: '2026-09-08', racers: [] })
})
