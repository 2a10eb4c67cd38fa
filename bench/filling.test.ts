/** Every benchmark can still fill its database, after whatever change of the schema: here with a few rows each. */
import type { RunningServer } from '@rollcall/server/start'
import { startTestServer, type TestServer } from '@rollcall/server/testing/test-server'
import { expect, it, onTestFinished } from 'vitest'
import * as dashboards from './dashboard-growth.ts'
import * as days from './days.ts'
import * as events from './event-rows.ts'
import * as leaderboards from './leaderboard-rows.ts'
import * as luckiest from './luckiest.ts'
import * as people from './people-rows.ts'
import * as search from './search-rows.ts'
import * as uploads from './season-upload.ts'

/** By what is filled, and a table that has rows afterwards. */
const FILLING: Readonly<
  Record<string, readonly [string, (server: RunningServer, test: TestServer) => Promise<unknown>]>
> = {
  'dashboard-growth': [
    'racer_totals',
    async (server) => {
      await dashboards.fillRows(server, 3_000)
      await dashboards.analyze(server)
    },
  ],
  days: [
    'racer_days',
    async (server) => {
      await days.fillDays(server, 40_000)
      await days.measureYear(server, 1)
    },
  ],
  'event-board, large-event, reveal and show': [
    'event_racers',
    async (server, test) => {
      const participants = await events.makeStreamers(server, 2)
      const host = await test.signIn('bench_host')
      const name = 'Bench'
      const eventId = await events.createEvent(test, host, { name, participants })
      await events.fillSnapshots(server, { eventId, racers: 50 })
      await events.fillGames(server)
    },
  ],
  'leaderboard-page, memory and not-blocked': [
    'channel_seasons',
    (server) => leaderboards.fillSeason(server, { season: 75, channels: 1_000 }),
  ],
  luckiest: ['game_results', (server) => luckiest.fillWeek(server, 1)],
  'people and searchers': [
    'racer_days',
    async (server) => {
      await people.fillPeople(server, { totals: 65_000, days: 30_000, results: 30_000 })
      await people.touchBigChannel(server)
      expect(await people.someGames(server, 5)).toHaveLength(5)
    },
  ],
  'search and searchers': [
    'racer_totals',
    async (server) => {
      await search.fillNames(server, 1_000)
      expect(await search.sampleNames(server, 10)).toHaveLength(10)
    },
  ],
  'season-upload': [
    'racer_totals',
    (server) => uploads.insertRaw(server, { channels: [1], atOnce: 1 }),
  ],
}

it.each(Object.entries(FILLING))('%s', async (_, [table, fill]) => {
  const test = await startTestServer({ env: { SEASON: '75' } })
  onTestFinished(() => test.stop())
  const { app, context, announceStop } = test
  await fill({ app, context, announceStop, close: () => test.stop() }, test)
  const { rows } = await test.database.database.pool.query(`select from ${table} limit 1`)
  expect(rows).toHaveLength(1)
})
