/** What a change of the season concerns, and how long it can be undone. */
import type { InjectOptions } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { codeRequest, heartbeat, makeCompanionKey } from '../helpers/fake-companion.ts'
import { gameUpload, importUpload, raceFiles } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let boss: Session
beforeEach(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', SEASON: '75' },
    startsAt: new Date('2026-09-14T18:00:00Z'),
  })
  boss = await server.signIn('boss')
  await upload(75)
  server.clock.advance({ days: 1 })
})
afterEach(() => server.stop())

const get = (url: string) => server.ask({ method: 'GET', url, headers: boss })
const post = (url: string, body: object) =>
  server.call({ method: 'POST', url, headers: boss, body } as InjectOptions)
const upload = (season: number) =>
  server.ask(seasonUpload(makeSeason({ channel: 'boss', season }), { headers: boss }))

const findState = () => get('/api/admin/season')
const change = (settings: Record<string, string>) =>
  server.ask({
    method: 'PUT',
    url: '/api/admin/updateSettings?isConfirmed=true',
    headers: boss,
    body: settings,
  })
const undo = (season: number) => post('/api/admin/undo-season-change', { season })

const askAsPublicCompanion = () => get('/api/app/settings?channel=boss')
async function connectCompanion(): Promise<string> {
  const key = makeCompanionKey()
  const { userCode } = (await post('/api/companion/codes', codeRequest(key))).json()
  await post(`/api/companion/codes/${userCode}`, { answer: 'confirm' })
  return key
}

/** All that a change and its undo may change for good is the audit log. */
async function rowsBesidesTheLog() {
  const { audit_log: _, ...rows } = await storedRows(server.context.db)
  return rows
}

it('the page hears what a change tags, and then what has changed', async () => {
  const createEvent = (startAt: string, endAt: string) =>
    post('/api/app/create-event', { channel: 'boss', name: `Cup of ${startAt}`, startAt, endAt })
  await createEvent('2026-09-14', '2026-09-17')
  await createEvent('2026-09-24', '2026-09-25')
  await connectCompanion()
  const state = { channels: 1, companions: 1, runningEvents: 1 }
  expect(await findState()).toEqual({ season: 75, ...state, lastChange: null })
  await change({ version: '2.4.0' })
  expect(await findState()).toMatchObject({ lastChange: null })
  await change({ season: '76' })
  expect(await findState()).toEqual({
    ...{ season: 76, ...state, channels: 0 },
    lastChange: { from: 75, to: 76, at: '2026-09-15T18:00:00.000Z', final: null },
  })
})

it('an undone change leaves nothing but the audit log: also to a season that was skipped, or an earlier one', async () => {
  await upload(74)
  server.clock.advance({ minutes: 1 })
  await change({ dev_season: '76' })
  const before = await rowsBesidesTheLog()
  for (const season of ['76', '90', '74', '70']) {
    await change({ season })
    const response = await undo(Number(season))
    expect(response.json()).toMatchObject({ settings: { season: '75', dev_season: '76' } })
    expect(await rowsBesidesTheLog()).toEqual(before)
  }
  const { entries } = await get('/api/admin/audit-log?kind=act')
  expect(entries.slice(0, 2)).toMatchObject([
    {
      what: 'season-change-undone',
      username: 'boss',
      details: expect.arrayContaining([
        { name: 'before', value: '70' },
        { name: 'after', value: '75' },
      ]),
    },
    { what: 'settings-updated', details: [{ name: 'season', value: '75 → 70' }] },
  ])
})

it('a development season that was set after the change stays, if it is still later', async () => {
  await change({ dev_season: '76' })
  await change({ season: '76' })
  await change({ dev_season: '78' })
  expect((await undo(76)).json()).toMatchObject({ settings: { season: '75', dev_season: '78' } })
  await change({ season: '70', dev_season: '72' })
  expect((await undo(70)).json()).toMatchObject({ settings: { season: '75', dev_season: '' } })
})

it('changes are undone one by one, the last one first, and the installation never', async () => {
  await change({ season: '76' })
  await change({ season: '77' })
  expect((await undo(76)).json()).toMatchObject({ code: 'season_changed_again' })
  expect((await undo(77)).json()).toMatchObject({ settings: { season: '76' } })
  expect((await undo(76)).json()).toMatchObject({ settings: { season: '75' } })
  const response = await undo(75)
  expect([response.statusCode, response.json().code]).toEqual([409, 'season_never_changed'])
})

it.each([
  ['the public companion', async () => askAsPublicCompanion],
  [
    'Rollcall Companion',
    async () => {
      const key = await connectCompanion()
      return () => post('/api/companion/heartbeat', heartbeat(key))
    },
  ],
])('a change is final once %s has asked for the season', async (_, prepare) => {
  const ask = await prepare()
  await ask()
  await change({ season: '76' })
  expect(await findState()).toMatchObject({ lastChange: { final: null } })
  await ask()
  expect(await findState()).toMatchObject({ lastChange: { final: 'season_asked_for' } })
  const before = await storedRows(server.context.db)
  const response = await undo(76)
  expect([response.statusCode, response.json().code]).toEqual([409, 'season_asked_for'])
  await ask()
  expect(await storedRows(server.context.db)).toEqual(before)
})

it.each([
  ['without any proof', '/api/app/settings?channel=boss', false],
  ['without a channel', '/api/app/settings', false],
  ['with a key that nobody has', `/k/rlk_${'a'.repeat(32)}/api/app/settings?channel=boss`, false],
  ['for a channel of somebody else', '/api/app/settings?channel=boss', true],
])('a stranger who asks for the season ends no undo: %s', async (_, url, isSignedIn) => {
  const headers = isSignedIn ? await server.signIn('stranger') : {}
  await change({ season: '76' })
  const before = await storedRows(server.context.db)
  const told = await server.call({ method: 'GET', url, headers, remoteAddress: '203.0.113.7' })
  expect(told.json()).toMatchObject({ season: '76' })
  expect(await storedRows(server.context.db)).toEqual(before)
  expect((await undo(76)).json()).toMatchObject({ settings: { season: '75' } })
})

const DAY_LOG = Buffer.from('1,racer,Racer,10,Race,2026-09-14 06:22:07,1,false,0,0,[],0\r\n')

it.each([
  [
    'a snapshot',
    () => seasonUpload(makeSeason({ channel: 'boss', season: 76 }), { headers: boss }),
  ],
  ['a game', () => gameUpload(raceFiles(['ada', 'bea'], server.clock.now()), { headers: boss })],
  ['a day log', () => importUpload(DAY_LOG, { headers: boss, fields: { season: '76' } })],
])(
  'a change is final once %s of the season has arrived, even if it was taken back',
  async (_, make) => {
    await change({ season: '76' })
    const { id } = await server.ask(make())
    expect((await post(`/api/uploads/receipts/${id}/undo`, { dryRun: false })).statusCode).toBe(200)
    expect(await findState()).toMatchObject({ lastChange: { final: 'season_has_results' } })
    const response = await undo(76)
    expect([response.statusCode, response.json().code]).toEqual([409, 'season_has_results'])
  },
)

it('results of another season are not in the way', async () => {
  await change({ season: '76' })
  await upload(74)
  expect((await undo(76)).statusCode).toBe(200)
})

it('a companion that asks during the undo gets a season that stays', async () => {
  await change({ season: '76' })
  const [undone, asked] = await Promise.all([undo(76), askAsPublicCompanion()])
  const { season } = await get('/api/admin/getSettings')
  expect(season).toBe(undone.statusCode === 200 ? '75' : '76')
  expect(asked.season).toBe(season)
})
