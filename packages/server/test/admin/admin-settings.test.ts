/** The settings that admins edit, and what changes with a new season. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let boss: Session

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', SEASON: '74' },
    startsAt: new Date('2026-09-10T12:00:00Z'),
  })
  boss = await server.signIn('boss')
})
afterAll(() => server.stop())

async function settings() {
  const response = await server.call({
    method: 'GET',
    url: '/api/admin/getSettings',
    headers: boss,
  })
  return response.json()
}

const save = (body: object, query = '') =>
  server.call({ method: 'PUT', url: `/api/admin/updateSettings${query}`, headers: boss, body })

async function seasonsShown() {
  const response = await server.call({ method: 'GET', url: '/api/leaderboard/seasons' })
  return response.json()
}

it('a new installation says what it still needs', async () => {
  const setup = async ({ call }: TestServer, headers: Session) =>
    (await call({ method: 'GET', url: '/api/admin/setup', headers })).json()
  expect(await setup(server, boss)).toEqual({
    ...{ hasPlatformSignIn: false, publicUrl: 'http://localhost:0', isPublic: false },
    ...{ season: '74', isSeasonChosen: true, hasCompanion: false },
    ...{ publicCompanionVersion: '', hasPublicInstaller: false },
  })
  const fresh = await startTestServer({ env: { ADMIN_LOGINS: 'boss' } })
  const headers = await fresh.signIn('boss')
  expect(await setup(fresh, headers)).toMatchObject({ season: '75', isSeasonChosen: false })
  const body = { season: '76' }
  await fresh.call({ method: 'PUT', url: '/api/admin/updateSettings', headers, body })
  expect(await setup(fresh, headers)).toMatchObject({ season: '76', isSeasonChosen: true })
  const version = await fresh.call({
    method: 'PUT',
    url: '/api/admin/updateSettings',
    headers,
    body: { version: '2.4.0' },
  })
  expect(version.statusCode).toBe(200)
  expect(await setup(fresh, headers)).toMatchObject({
    ...{ publicCompanionVersion: '2.4.0', hasPublicInstaller: false },
  })
  await fresh.stop()
})

describe('settings', () => {
  it('of a new installation have the known names', async () => {
    expect(await settings()).toEqual({ season: '74', version: '', dev_season: '', dev_version: '' })
  })

  it('change if a value is given, and the others stay', async () => {
    const response = await save({ version: ' 2.4.0 ', dev_season: '80' })
    const changed = { season: '74', version: '2.4.0', dev_season: '80', dev_version: '' }
    expect(response.json()).toEqual({ status: 'success', settings: changed })
    expect(await settings()).toEqual(changed)
    const told = await server.call({ method: 'GET', url: '/api/app/settings' })
    expect(told.json()).toMatchObject({ season: '74', version: '2.4.0' })
  })

  it('accept everything they returned, even a setting that only the database has', async () => {
    const { db } = server.context
    await db.insertInto('settings').values({ key: 'motto', value: ' roll on ' }).execute()
    const all = await settings()
    const response = await save({ ...all, dev_version: '2.5.0' })
    expect(response.json()).toEqual({
      status: 'success',
      settings: { ...all, dev_version: '2.5.0' },
    })
    await db.deleteFrom('settings').where('key', '=', 'motto').execute()
  })

  it.each([
    ['a season that is not a number', { season: 'seventy' }, 422, /season must be a whole number/],
    ['season 0', { season: '0' }, 422, /whole number from 1/],
    ['a development season that is over', { dev_season: '74' }, 422, /later than the current/],
    ['an unknown setting', { colour: 'red' }, 422, /no setting called colour/],
    ['a name that every object has', { constructor: 'x' }, 422, /no setting called constructor/],
    ['another such name', { toString: 'x' }, 422, /no setting called toString/],
    ['the prototype', JSON.parse('{"__proto__":"x"}'), 400, /could not be read/],
    ['a long version', { version: '1'.repeat(51) }, 422, /up to 50/],
    ['a version that is not text', { version: 2 }, 400, /version/],
  ])('%s is refused and changes nothing', async (_, body, status, sentence) => {
    const before = await storedRows(server.context.db)
    const response = await save({ dev_version: 'half', ...body })
    expect(response.statusCode, response.body).toBe(status)
    expect(response.json().error).toMatch(sentence)
    expect(await storedRows(server.context.db)).toEqual(before)
  })
})

describe('the next season', () => {
  it('is created and becomes the current one', async () => {
    server.clock.advance({ days: 10 })
    expect((await save({ season: '75' })).json()).toMatchObject({ status: 'success' })
    expect(await seasonsShown()).toEqual([
      { id: 75, name: 'Season 75', selected: true },
      { id: 74, name: 'Season 74', selected: false },
    ])
    const told = await server.call({ method: 'GET', url: '/api/app/settings' })
    expect(told.json().season).toBe('75')
  })

  it('accepts uploads at once', async () => {
    const session = await server.signIn('Streamer')
    const files = makeSeason({ channel: 'Streamer', season: 75 })
    const response = await server.call(seasonUpload(files, { headers: session }))
    expect(response.statusCode, response.body).toBe(200)
  })
})

describe('a season other than the next', () => {
  it.each([
    ['forward', 79],
    ['back', 70],
  ])('%s changes nothing until it is confirmed', async (_, season) => {
    const before = await storedRows(server.context.db)
    const response = await save({ season: String(season), version: '9' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ status: 'confirm', currentSeason: 75, season })
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it('becomes the current one once confirmed, and is no longer a development season', async () => {
    const response = await save({ season: '80' }, '?isConfirmed=true')
    expect(response.json()).toMatchObject({
      status: 'success',
      settings: { season: '80', dev_season: '' },
    })
  })

  it('may be an earlier one, and games belong to the season that was current when they finished', async () => {
    server.clock.advance({ days: 1 })
    await save({ season: '75' }, '?isConfirmed=true')
    const { db } = server.context
    const starts = await db.selectFrom('season_starts').select('season').orderBy('id').execute()
    expect(starts.map(({ season }) => season)).toEqual([74, 75, 80, 75])
  })

  it('is in the audit log with the previous value', async () => {
    const response = await server.call({
      method: 'GET',
      url: '/api/admin/audit-log?kind=act',
      headers: boss,
    })
    expect(response.json().entries[0]).toMatchObject({
      kind: 'act',
      what: 'settings-updated',
      username: 'boss',
      summary: 'Changed the settings: season.',
      details: [{ name: 'season', value: '80 → 75' }],
    })
  })
})

it('two changes at the same moment both count', async () => {
  const [first, second] = await Promise.all([
    save({ version: '3.0' }),
    save({ dev_version: '3.1' }),
  ])
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(await settings()).toMatchObject({ version: '3.0', dev_version: '3.1' })
})
