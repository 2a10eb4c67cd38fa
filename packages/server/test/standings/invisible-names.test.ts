/** A name of which nothing can be seen counts as none, and no name can pass for the number of a hidden racer. */
import { NEW_CONFIGURATION } from '@rollcall/scoring/configuration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateDatabase, migrateDatabaseTo } from '../../src/platform/database/migrate.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { createTestDatabase } from '../helpers/test-database.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

const INVISIBLE = ['\u3164', '\u2800', '\u200b', '\u2060', '\ufffc', '\u{e0020}', ' \u00ad\u3000']

let twitch: FakeTwitch
let server: TestServer
let caster: Session

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, ADMIN_LOGINS: 'caster', UPLOAD_PAIRING: 'key' },
    startsAt: new Date('2026-11-01T12:00:00Z'),
  })
  caster = await signIn('caster')
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const signIn = (login: string, displayName = login) =>
  server.signInWith(twitch.issue(login, { id: login, displayName }))
const get = (url: string) => server.ask({ method: 'GET', url, headers: caster })

describe.each([...INVISIBLE, 'Hidden racer 1', 'hidden RACER\u2800 2'])('%j', (name) => {
  it('as a display name: the login is shown', async () => {
    await signIn('blank', name)
    server.clock.advance({ minutes: 1 })
    const racers = [{ login: 'blank' }, { login: 'named_so', name }]
    const files = raceFiles(racers, server.clock.now(), { map: 'Hill' })
    const { gameId } = await server.ask(gameUpload(files, { headers: caster }))
    const { rows } = await get(`/api/games/${gameId}/rows`)
    expect(
      rows.map((row: { racer_name: string; display_name?: string }) => [
        row.racer_name,
        row.display_name,
      ]),
    ).toEqual([
      ['blank', undefined],
      ['named_so', undefined],
    ])
  })
})

describe.each(INVISIBLE)('%j', (name) => {
  it('as the name of a map: the game has none', async () => {
    server.clock.advance({ minutes: 1 })
    const files = raceFiles(['one', 'two'], server.clock.now(), { map: name, creator: name })
    const { gameId } = await server.ask(gameUpload(files, { headers: caster }))
    expect((await get(`/api/games/${gameId}`)).map).toBeNull()
  })

  it('is refused in every form that asks for a name', async () => {
    const [standard] = await get('/api/events/leaderboards')
    const event = {
      startDate: '2026-11-01',
      endDate: '2026-11-02',
      participants: [],
      leaderboard: standard.id,
    }
    const config = {
      ...NEW_CONFIGURATION,
      name,
      gameModes: { racing: true, battleRoyale: false, tilted: false },
    }
    const long = name.repeat(3)
    const series = { seriesName: long, events: [{ ...event, name: 'Cup' }] }
    const forms = [
      ['POST', '/api/events/createEventSingle', { ...event, name }],
      ['POST', '/api/events/createEventSeries', series],
      ['POST', '/api/events/update-event-series/1', { event_series_name: long }],
      ['POST', '/api/events/leaderboard-config', { id: null, config }],
      ['POST', '/api/api-keys', { name, scopes: ['read:boards'] }],
      ['POST', '/api/patch-notes', { title: name, content: 'Words' }],
      ['PUT', '/api/events/update/1', { ...event, name }],
      ['POST', '/api/events/series/1/create-event', { ...event, name }],
    ] as const
    const answers = await Promise.all(
      forms.map(async ([method, url, body]) => {
        const response = await server.call({ method, url, headers: caster, body })
        return [url, response.statusCode >= 400 && response.json().error]
      }),
    )
    expect(answers.map(([, sentence]) => sentence)).toEqual([
      'The event needs a name.',
      'The series needs a name.',
      'The series needs a name.',
      'The leaderboard needs a name.',
      'Give the key a name.',
      'The title is missing.',
      'The event needs a name.',
      'The event needs a name.',
    ])
  })
})

it('a login of which nothing can be seen is shown as the numbers of its characters', async () => {
  server.clock.advance({ minutes: 1 })
  const racers = [{ login: '\u3164\u2800', name: '\u3164', platform: 'YouTube' }, 'other']
  const { gameId } = await server.ask(
    gameUpload(raceFiles(racers, server.clock.now()), { headers: caster }),
  )
  const { rows } = await get(`/api/games/${gameId}/rows`)
  expect(rows[0]).toMatchObject({ racer_name: 'u+3164 u+2800 (YouTube)' })
  const season = makeSeason({ channel: 'caster', racers: [{ name: '\u200b', racePoints: 5 }] })
  await server.ask(seasonUpload(season, { headers: caster }))
  const board = await get('/api/channels/caster/board?search=200b')
  expect(board.rows).toMatchObject([{ racer_name: 'u+200b' }])
})

it('names from before are replaced', async () => {
  const { database, drop } = await createTestDatabase()
  const { pool } = database
  await pool.query('drop schema public cascade; create schema public')
  await migrateDatabaseTo(database, '0041-deleted-accounts')
  await pool.query(`
    insert into users (platform, platform_user_id, login, username, display_name, created_at)
      select 'twitch', login, login, login, name, now()
      from (values ('ann', U&'\\3164'), ('bob', 'Hidden racer 1'), ('cy', 'Cy')) as one (login, name);
    insert into racers (platform, login) values ('twitch', U&'\\200b'), ('twitch', 'ann');
    insert into maps (key, name, creator) values ('1', U&'\\2800', 'Moe');
    insert into event_series (name, created_by) values (U&'\\3164\\3164\\3164', 1);
  `)
  await migrateDatabase(database)
  const { rows } = await pool.query(`
    select (select json_agg(display_name order by id) from users) as users,
      (select json_agg(login order by id) from racers) as racers,
      (select json_agg(name) from maps) as maps, (select json_agg(name) from event_series) as series`)
  expect(rows).toEqual([
    {
      users: [null, null, 'Cy'],
      racers: ['u+200b', 'ann'],
      maps: ['u+2800'],
      series: ['u+3164 u+3164 u+3164'],
    },
  ])
  await drop()
})
