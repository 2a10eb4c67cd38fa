/** Uploads of games: every sample folder through the HTTP API, and where the numbers appear. */
import { readdirSync } from 'node:fs'
import { samples } from '@rollcall/formats/testing/samples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameUpload, sampleFile, sampleGame } from '../helpers/game-files.ts'
import { makeSeason, sampleSeason, seasonUpload } from '../helpers/season-files.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-10-08T12:00:00Z') })
})
afterAll(() => server.stop())

async function upload(files: Record<string, Buffer>, headers: Session, fields = {}) {
  const response = await server.call(gameUpload(files, { headers, fields }))
  return { status: response.statusCode, body: response.json() }
}

const WARNED = 'uploads/league/03-checkpoint-racer-not-in-race-WARN'
const TAKEN: [string, object][] = [
  ['race/v4/01-normal', { mode: 'race', isRanked: true }],
  ['race/v4/02-unicode-platforms-zero-point-winner', { mode: 'race', isRanked: true }],
  ['race/v4/03-quoted-commas', { mode: 'race', isRanked: true }],
  ['race/v4/04-no-finishers', { mode: 'race', isRanked: true }],
  ['race/v4/06-simulation-bots-DO-NOT-COUNT', { mode: 'race', isRanked: false }],
  ['race/v4/10-big-850-players', { mode: 'race', counts: { results: 850, hits: 0 } }],
  ['race/legacy/01-ascii', { mode: 'race', isRanked: true }],
  ['race/legacy/02-utf16le-bom', { mode: 'race' }],
  ['race/legacy/03-utf16le-no-bom', { mode: 'race' }],
  ['race/legacy/04-utf8-bom', { mode: 'race' }],
  ['race/legacy/05-all-dnf', { mode: 'race' }],
  ['royale/v4/01-normal', { mode: 'royale', isRanked: true }],
  ['royale/v4/02-zero-point-pacifist-winner-unicode', { mode: 'royale' }],
  ['royale/v4/03-simulation-blank-points-DO-NOT-COUNT', { mode: 'royale', isRanked: false }],
  ['royale/legacy/01-spaces-in-header', { mode: 'royale', isRanked: true }],
  ['royale/legacy/02-utf16le-bom', { mode: 'royale' }],
  ['tilt/v4/01-level-passed', { mode: 'tilt', isRanked: true }],
  ['tilt/v4/02-level-failed-run-ends', { mode: 'tilt', isRanked: true }],
  ['tilt/v4/03-offline-practice-DO-NOT-COUNT', { mode: 'tilt', isRanked: false }],
  ['tilt/legacy/01-trailing-comma', { mode: 'tilt' }],
  ['tilt/legacy/02-sentinels-failed', { mode: 'tilt' }],
  ['tilt/legacy/03-utf16le-bom', { mode: 'tilt' }],
  ['tilt/legacy/04-six-columns', { mode: 'tilt', isRanked: true }],
  ['tilt/legacy/05-equal-rows-an-hour-later/first', { mode: 'tilt', isRanked: true }],
  ['uploads/league/01-legacy-pair', { mode: 'race' }],
  ['uploads/league/02-v4-pair', { mode: 'race' }],
  ['real/race-final', { mode: 'race', isRanked: true, counts: { results: 49, hits: 0 } }],
  ['real/race-simulation', { mode: 'race', isRanked: false }],
]

const REFUSED: [string, number, string][] = [
  ['race/v4/05-status-error-REJECT', 422, 'not_final'],
  ['race/v4/07-partial-write-REJECT', 422, 'incomplete'],
  ['race/v4/08-snapshot-mismatch-REJECT', 409, 'not_ready'],
  ['royale/v4/04-missing-placement-REJECT', 422, 'incomplete'],
  ['royale/legacy/03-empty', 422, 'empty_file'],
]

it('these tests upload every sample folder of games', () => {
  const folders = ['race/v4', 'race/legacy', 'royale/v4', 'royale/legacy']
    .concat('tilt/v4', 'tilt/legacy', 'uploads/league', 'real')
    .flatMap((kind) => readdirSync(new URL(kind, samples)).map((name) => `${kind}/${name}`))
    .filter((folder) => !folder.startsWith('real/companion'))
  const uploaded = [...TAKEN, ...REFUSED].map(([folder]) => folder.replace(/\/first$/, ''))
  expect([...uploaded, WARNED, 'race/v4/09-empty'].sort()).toEqual(folders.sort())
})

describe('accepted sample folders', () => {
  it.each(TAKEN)('%s', async (folder, expected) => {
    const caster = await server.signIn(folder.replace(/\W+/g, '_').slice(-25))
    const { status, body } = await upload(sampleGame(folder), caster)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ duplicate: false, ...expected })
    const before = await storedRows(server.context.db)
    const again = await upload(sampleGame(folder), caster)
    expect(again.body).toMatchObject({ duplicate: true, gameId: body.gameId })
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it(WARNED, async () => {
    const caster = await server.signIn('warned')
    const { status, body } = await upload(sampleGame(WARNED), caster)
    expect(status).toBe(200)
    expect(body.warnings).toMatchObject([{ code: 'checkpoint_racer_not_in_game' }])
  })
})

describe('refused sample folders', () => {
  it.each(REFUSED)('%s: %i %s', async (folder, expected, code) => {
    const caster = await server.signIn('refused')
    const before = await storedRows(server.context.db)
    const { status, body } = await upload(sampleGame(folder), caster)
    expect(body).toMatchObject({ code, error: expect.any(String) })
    expect(status).toBe(expected)
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it.each([
    ['header-only-LastSeasonRace.csv', 'no_rows'],
    ['zero-bytes-LastSeasonRace.csv', 'empty_file'],
  ])('race/v4/09-empty/%s: %s', async (name, code) => {
    const caster = await server.signIn('refused')
    const { status, body } = await upload(
      { raceData: sampleFile(`race/v4/09-empty/${name}`) },
      caster,
    )
    expect(status).toBe(422)
    expect(body.code).toBe(code)
  })

  it('a race without its checkpoint file: missing_part', async () => {
    const { payload, ...call } = gameUpload(
      { raceData: sampleFile('race/legacy/01-ascii/LastSeasonRace.csv') },
      { headers: await server.signIn('refused') },
    )
    const text = (payload as Buffer).toString('latin1').replace('name="checkpointData"', 'name="x"')
    const response = await server.call({ ...call, payload: Buffer.from(text, 'latin1') })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'missing_part', part: 'checkpointData' })
  })

  it.each([
    ['a finish in the future', { finishedAt: '2026-10-08T12:11:00Z' }, 'implausible_time'],
    ['a finish that is not a time', { finishedAt: 'noon' }, 'bad_value'],
    ['a finish without a zone', { finishedAt: '2026-09-20T12:00:00' }, 'bad_value'],
    ['a future season', { season: '76' }, 'unknown_season'],
    ['a foreign channel', { channel: 'somebody_else' }, 'not_authorised'],
  ])('%s', async (_, fields, code) => {
    const caster = await server.signIn('refused')
    const { body } = await upload(sampleGame('race/legacy/01-ascii'), caster, fields)
    expect(body.code).toBe(code)
  })
})

describe('a game', () => {
  it('from long ago is accepted with a warning', async () => {
    const caster = await server.signIn('dusty')
    const fields = { finishedAt: '2026-09-20T12:00:00Z' }
    const { body } = await upload(sampleGame('race/legacy/01-ascii'), caster, fields)
    expect(body.warnings).toMatchObject([{ code: 'old_game' }])
  })

  it('does not count the checkpoints of the previous game again', async () => {
    const caster = await server.signIn('repeater')
    const checkpointData = sampleFile('checkpoint/01-normal/LastRaceNumbersHit.csv')
    const first = await upload({ ...sampleGame('race/legacy/01-ascii'), checkpointData }, caster)
    expect(first.body.counts.hits).toBeGreaterThan(0)
    const second = await upload({ ...sampleGame('race/legacy/05-all-dnf'), checkpointData }, caster)
    expect(second.body.counts.hits).toBe(0)
    expect(second.body.warnings).toContainEqual(
      expect.objectContaining({ code: 'checkpoints_repeated' }),
    )
  })

  it('counts on leaderboard and dashboards, until a snapshot of the season does', async () => {
    const caster = await server.signIn('sample_caster')
    const racer = await server.signIn('gravelgran')
    const raceData = sampleFile('race/legacy/01-ascii/LastSeasonRace.csv')
      .toString()
      .replace(/\bwinner\b/g, 'gravelgran')
    await upload({ raceData: Buffer.from(raceData) }, caster, { season: '73' })
    const standing = async () =>
      (
        await server.call({
          method: 'POST',
          url: '/api/leaderboard/',
          body: { season: 73, channel: 'sample_caster' },
        })
      ).json().data[0]
    const { rows } = { rows: raceData.trim().split(/\r?\n/).slice(1) }
    const points = rows.reduce((sum, row) => sum + Number(row.split(',')[4]), 0)
    expect(await standing()).toMatchObject({ totalPoints: points, totalRaces: 1 })
    await upload(sampleGame('real/race-simulation'), caster, { season: '73' })
    expect(await standing()).toMatchObject({ totalPoints: points, totalRaces: 1 })

    const empty = makeSeason({ channel: 'sample_caster', season: 73, racers: [], games: 0 })
    const ignored = await server.call(seasonUpload(empty, { headers: caster }))
    expect(ignored.json()).toMatchObject({ stale: true })
    expect(await standing()).toMatchObject({ totalPoints: points, totalRaces: 1 })

    await server.call(seasonUpload(sampleSeason('uploads/season/01-normal'), { headers: caster }))
    expect(await standing()).toMatchObject({ totalPoints: 11_059, totalRaces: 16 })
    const stats = await server.call({
      method: 'GET',
      url: '/api/dashboard/channel/sample_caster',
      headers: racer,
    })
    expect(stats.statusCode, server.logged.slice(-3).join()).toBe(200)
    expect(stats.json().widgets[0]).toEqual({
      ...{ key: 'race-points', label: 'Points', value: 4410, raceType: 'race' },
    })
    await upload(sampleGame('race/v4/01-normal'), caster, { season: '73' })
    expect(await standing()).toMatchObject({ totalPoints: 11_059, totalRaces: 16 })
  })

  it("gives a racer's numbers if there is no snapshot", async () => {
    const caster = await server.signIn('gamecaster')
    await upload(sampleGame('real/race-final'), caster)
    const winner = await server.context.db
      .selectFrom('game_results as result')
      .innerJoin('channels as channel', 'channel.id', 'result.channel_id')
      .innerJoin('racers as racer', 'racer.id', 'result.racer_id')
      .select(['racer.login', 'result.points'])
      .where('channel.login', '=', 'gamecaster')
      .where('result.position', '=', 1)
      .executeTakeFirstOrThrow()
    const headers = await server.signIn(winner.login)
    const stats = await server.call({
      method: 'GET',
      url: '/api/dashboard/channel/gamecaster',
      headers,
    })
    expect(stats.json().widgets.map(({ value }: { value: number }) => value)).toEqual([
      winner.points,
      1,
      1,
      winner.points,
      0,
      0,
      0,
      0,
      0,
    ])
  })
})
