/** Verify finds wrong numbers on people's pages and in what games changed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'
import { findDifferencesAfter } from './find-differences-after.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-10-08T18:00:00Z') })
  const headers = await server.signIn('caster')
  await server.signIn('ada')
  await server.signIn('bea')
  for (const racers of [
    ['ada', 'bea', 'cai'],
    ['bea', 'cai', 'ada'],
  ]) {
    server.clock.advance({ minutes: 5 })
    await server.ask(gameUpload(raceFiles(racers, server.clock.now()), { headers }))
  }
})
afterAll(() => server.stop())

it('finds nothing in what the server wrote, and counts what it compared', async () => {
  const { differences, counts } = await findDifferences(server.context.db, server.context.config)
  expect(differences).toEqual([])
  expect(counts).toMatchObject({ people: 2, 'changes by games': 2 })
})

const ADA = `(select id from racers where login = 'ada')`

it.each<[what: string, statement: string, sentence: RegExp]>([
  [
    'the days of a person',
    `insert into racer_days (channel_id, season, day, racer_id, snapshot_race_points)
      select channel_id, season, '2026-10-01', racer_id, 7 from racer_totals where racer_id = ${ADA}`,
    /^The page of ada has 11 points on all days of Season 75 where their games and snapshots say 4\.$/,
  ],
  [
    'points on another day',
    `insert into racer_days (channel_id, season, day, racer_id, game_race_points)
      select channel_id, season, moved.day::date, racer_id, moved.points
      from racer_totals, (values ('2026-10-01', 7), ('2026-10-02', -7)) as moved (day, points)
      where racer_id = ${ADA}`,
    /^The page of ada has 7 points on 2026-10-01 of Season 75 where their games and snapshots say 0\.$/,
  ],
  [
    'a position',
    `update racer_totals set counted_race_points = 1 where racer_id <> ${ADA}`,
    /^The page of ada says rank 1 on the channel \d+ where games and snapshots say 2\.$/,
  ],
  [
    'a rival',
    `update game_results set season = 99
      where racer_id = ${ADA} and game_id = (select max(id) from games)`,
    /^The page of ada has the rival bea with 1, 1, 0 where the games say 2, 1, 1, 2 of them lately\.$/,
  ],
  [
    'what a game changed',
    `insert into racer_days (channel_id, season, day, racer_id, snapshot_race_points)
      select channel_id, season, '2026-10-08', racer_id, 7 from racer_totals where racer_id = ${ADA}`,
    /^The game \d+ changed the ranks \[\] where games and snapshots say \[\[2,1\]\]\.$/,
  ],
])('finds a wrong number: %s', async (_what, statement, sentence) => {
  const differences = await findDifferencesAfter(server, statement)
  expect(differences).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]))
})
