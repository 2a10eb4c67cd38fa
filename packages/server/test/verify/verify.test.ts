/** Verify finds nothing in what the server wrote, and finds every kind of wrong number. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { eventUpload, gameUpload, sampleFile, sampleGame } from '../helpers/game-files.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { storeInstaller } from '../helpers/stored-installers.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { findDifferencesAfter } from './find-differences-after.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    startsAt: new Date('2026-10-08T12:00:00Z'),
  })
  const caster = await server.signIn('sample_caster')
  const ada = await server.signIn('ada')
  const racers = [
    { name: 'one', racePoints: 100 },
    { name: 'two', royalePoints: 33 },
  ]
  for (const games of [6, 7]) {
    await taken(seasonUpload(makeSeason({ channel: 'ada', racers, games }), { headers: ada }))
  }
  for (const folder of ['race/v4/01-normal', 'royale/v4/01-normal', 'tilt/v4/01-level-passed']) {
    await taken(gameUpload(sampleGame(folder), { headers: caster }))
  }
  const withHits = {
    ...sampleGame('race/v4/02-unicode-platforms-zero-point-winner'),
    checkpointData: sampleFile('checkpoint/01-normal/LastRaceNumbersHit.csv'),
  }
  await taken(gameUpload(withHits, { headers: caster }))
  const [configuration] = (await get('/api/events/leaderboards', caster)).json()
  const { id: caster_id } = await server.context.db
    .selectFrom('users')
    .select('id')
    .where('login', '=', 'sample_caster')
    .executeTakeFirstOrThrow()
  const event = await taken({
    method: 'POST',
    url: '/api/events/createEventSingle',
    headers: caster,
    payload: {
      name: 'Cup',
      startDate: '2026-10-07',
      endDate: '2026-10-31',
      participants: [caster_id],
      leaderboard: configuration.id,
    },
  })
  const eventData = sampleFile('uploads/event/01-normal/278_eventdata.csv')
  await taken(eventUpload({ eventId: event.json().id, eventData }, { headers: caster }))
  // This stores the boards.
  const looked = await get(`/api/events/get-leaderboard/${event.json().id}`, caster)
  expect(looked.json()).toMatchObject([{ source: 'snapshot' }])
  const content = makeInstaller(2_000)
  await storeInstaller(server.context.db, { fileName: 'Companion-1.2.3.exe', content })
})
afterAll(() => server.stop())

const get = (url: string, headers: Session) => server.call({ method: 'GET', url, headers })

async function taken(call: Parameters<TestServer['call']>[0]) {
  const response = await server.call(call)
  expect(response.statusCode, response.body).toBe(200)
  return response
}

const ANOTHER_SHA256 = '0'.repeat(64)

describe('verify', () => {
  it('finds nothing in what the server wrote, and counts what it compared', async () => {
    const found = await findDifferences(server.context.db, server.context.config)
    expect(found.differences).toEqual([])
    expect(found.counts).toMatchObject({
      'seasons of channels': 2,
      'racers of seasons': 2,
      'stored season snapshots': 2,
      'seasons summed': 2,
      'standings of events': 1,
      'boards of events': 1,
      games: 4,
      installers: 1,
    })
    expect(found.counts['racers of events']).toBeGreaterThan(0)
    expect(found.counts['results of games']).toBeGreaterThan(0)
  })

  const corruptions: [what: string, statement: string, sentence: RegExp][] = [
    [
      'points of a season from a snapshot',
      `update channel_seasons set points = points + 1 where source = 'snapshot'`,
      /^Season 75 of ada: points is 234 where its snapshot with the games beside it says 233\.$/,
    ],
    [
      'games of a season from a snapshot',
      `update channel_seasons set total_games = 8 where source = 'snapshot'`,
      /total_games is 8 where its snapshot with the games beside it says 7/,
    ],
    [
      'points per race',
      `update channel_seasons set points_per_game = points_per_game + 0.01`,
      /points_per_game is 33.3 where 233 points in 7 games says 33.29/,
    ],
    [
      'a high score',
      `update channel_seasons set race_high_score = null where source = 'snapshot'`,
      /race_high_score is unknown where its snapshot with the games beside it says 50/,
    ],
    [
      'a royale high score',
      `update channel_seasons set royale_high_score = 41 where source = 'snapshot'`,
      /royale_high_score is 41 where its snapshot with the games beside it says 40/,
    ],
    [
      'the count of racers',
      `update channel_seasons set racer_count = 3 where source = 'snapshot'`,
      /racer_count is 3 where the stored file says 2/,
    ],
    [
      'the day of a season',
      `update channel_seasons set marble_day = '2026-09-15' where source = 'snapshot'`,
      /marble_day is 2026-09-15 where the stored file says 2026-09-14/,
    ],
    [
      'the hash of a season',
      `update channel_seasons set snapshot_hash = 'x' where source = 'snapshot'`,
      /snapshot_hash is x where the stored file says/,
    ],
    [
      'a racer of a season',
      `update racer_totals set snapshot_race_points = 101 where racer_id = (select id from racers where login = 'one')`,
      /race_points of one is 101 where the stored file says 100/,
    ],
    [
      'a racer that is gone',
      `delete from racer_totals where in_snapshot and racer_id = (select id from racers where login = 'two')`,
      /the racer two is missing/,
    ],
    [
      'an extra racer',
      `with three as (insert into racers (platform, login) values ('twitch', 'three') returning id)
        insert into racer_totals (channel_id, season, racer_id, in_snapshot)
        select channel_id, season, three.id, true from three, racer_totals where in_snapshot limit 1`,
      /the racer three is stored but not in the stored file/,
    ],
    [
      'a stored file',
      `update season_snapshots set viewer_data_gzip = '\\x00'`,
      /cannot be read again/,
    ],
    [
      'a stored file that is gone',
      `delete from season_snapshots`,
      /the snapshot that counts is not stored/,
    ],
    [
      'the numbers stored with a file',
      `update season_snapshots set racer_count = 9, points = 9`,
      /racer_count is 9 where its file says 2/,
    ],
    [
      'the running points of games',
      `update channel_seasons set points = points - 1 where source = 'games'`,
      /^Season 75 of sample_caster: points is \d+ where the sum of its games says \d+\.$/,
    ],
    [
      'the running number of games',
      `update channel_seasons set total_games = total_games + 1 where source = 'games'`,
      /total_games is 4 where the sum of its games says 3/,
    ],
    [
      'the running high scores',
      `update channel_seasons set royale_high_score = 7 where source = 'games'`,
      /royale_high_score is 7 where the sum of its games says/,
    ],
    [
      "a racer's points of games",
      `update racer_totals set counted_race_points = counted_race_points + 1 where counted_race_games > 0`,
      /^Season 75 of sample_caster: the racer \S+ has {[\d,]+} from games where the games say {[\d,]+}\.$/,
    ],
    [
      'a row of a board that is gone',
      `delete from event_board_rows where position = 1`,
      /^The board of sample_caster in the event Cup: it has \d+ rows where it says \d+\.$/,
    ],
    [
      'a gap between rows of a board',
      `update event_board_rows set position = position + 1000 where position > 1`,
      /positions leave a gap/,
    ],
    [
      'a rank on a board',
      `update event_board_rows set rank = 99 where position = 2`,
      /1 ranks are not what the points say/,
    ],
    [
      'the terms of a row of a board',
      `update event_board_rows set terms = '[]' where position = 1 and event_points <> 0`,
      /1 rows do not have the points that their terms sum to/,
    ],
    [
      'a racer who does not exist',
      `delete from racers where login = 'one'`,
      /^The table racer_totals has rows of the racer \d+, who does not exist\.$/,
    ],
    [
      'a total without numbers',
      `update racer_totals set in_snapshot = false where in_snapshot`,
      /^Season 75 of ada: the racer one has {[0,]+} from games where the games say <NULL>\.|the racer one is missing/,
    ],
    [
      'the points of a day',
      `delete from day_closings; update racer_days set games = games + 1 where games > 0`,
      /of \d{4}-\d\d-\d\d where the games say/,
    ],
    [
      'points that no day has',
      `update racer_days set snapshot_race_points = snapshot_race_points - 1 where day = '-infinity'`,
      /^Season 75 of ada: the racer \S+ has \d+ and \d+ points of the snapshot where its days add up to \d+ and \d+\.$/,
    ],
    [
      'a season of games without a standing',
      `delete from racer_days; delete from racer_totals where not in_snapshot;
        delete from channel_seasons where source = 'games'`,
      /it has 3 rankable games, but no totals/,
    ],
    [
      'a standing of games that are gone',
      `delete from games`,
      /points is \d+ where the sum of its games says 0/,
    ],
    [
      'a season of games with the marks of a snapshot',
      `update channel_seasons set marble_day = '2026-09-15' where source = 'games'`,
      /marble_day is 2026-09-15 where a season from games says unknown/,
    ],
    [
      'the count of racers of an event',
      `update event_standings set racer_count = racer_count + 1`,
      /^Cup by sample_caster: racer_count is \d+ where the stored file says \d+\.$/,
    ],
    [
      'the points of a racer in an event',
      `update event_racers set event_points = event_points + 0.01`,
      /event_points of \S+ is [\d.]+ where the stored file says [\d.]+/,
    ],
    [
      'the numbers stored with an event file',
      `update event_snapshots set points = points + 0.01`,
      /points is [\d.]+ where its file says [\d.]+/,
    ],
    [
      'the instants of an event',
      `update events set ends_at = ends_at + interval '1 hour'`,
      /^The event Cup: end is .* where 2026-10-07 to 2026-10-31 in UTC says/,
    ],
    [
      'the configuration version of an event',
      `update events set configuration_version = 5`,
      /The event Cup uses version 5 of its configuration, which does not exist/,
    ],
    [
      'the number of players',
      `update games set player_count = player_count + 1`,
      /playerCount is \d+ where what is stored of it says \d+/,
    ],
    [
      'a result of a game',
      `update game_results set points = points + 1 where position = 1`,
      /contentHash is \w+ where what is stored of it says/,
    ],
    [
      'a hit of a checkpoint',
      `update checkpoint_hits set number = number + 1000`,
      /hitsHash is \w+ where what is stored of it says/,
    ],
    [
      'the current season',
      `update settings set value = '76' where key = 'season'`,
      /The current season is 76 in the settings, but the last to begin was 75/,
    ],
    [
      'a season that is not listed',
      `delete from seasons where number = 75`,
      /Season 75 has been played but is not listed/,
    ],
    [
      'the latest version of a configuration',
      `update leaderboard_configurations set version = 2`,
      /is Standard in version 2, but its latest is Standard in version 1/,
    ],
    [
      'a channel with another name than its streamer',
      `update channels set name = 'Someone' where login = 'ada'`,
      /is named Someone \(ada\), but its streamer ada \(ada\)/,
    ],
    [
      'an owned login',
      `update login_periods set login = 'x' where login = 'ada'`,
      /The login x is owned by ada, who signed in as ada last/,
    ],
    [
      'a legacy game that is stored twice',
      `insert into games (channel_id, season, mode, file_kind, game_key, content_hash, given_finish,
          finished_at, is_rankable, player_count, eliminated_count)
        select 1, 75, 'race', 'legacy file', concat('h ', n), 'h', now() + n * interval '1 minute',
          now(), false, 0, 0
        from generate_series(1, 2) as n`,
      /The race h \d of \w+ is stored a second time as h \d/,
    ],
    [
      'the size of an installer',
      `update installers set size_bytes = 1`,
      /The installer Companion-1.2.3.exe: size_bytes is 1 where its content says 2000/,
    ],
    [
      'an installer that is gone',
      `update installers set sha256 = '${ANOTHER_SHA256}'`,
      /The installer Companion-1.2.3.exe is not in the database/,
    ],
    [
      'a content without an installer',
      `update installers set sha256 = '${ANOTHER_SHA256}'`,
      /The content \w+ belongs to no installer/,
    ],
    [
      'a changed chunk of an installer',
      `update installer_chunks set bytes = set_byte(bytes, 1000, 77)`,
      /The installer Companion-1.2.3.exe: sha256 is \w+ where its content says/,
    ],
    [
      'a chunk of an installer that is gone',
      `delete from installer_chunks`,
      /size_bytes is 2000 where its content says 0/,
    ],
  ]
  it.each(corruptions)('finds a wrong number: %s', async (_what, statement, sentence) => {
    const differences = await findDifferencesAfter(server, statement)
    expect(differences).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]))
  })
})
