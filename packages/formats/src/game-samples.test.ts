import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Game, readGameFiles } from './game-files.ts'
import { samples } from './testing/samples.ts'

// What the sample games contain. Tests of uploads check which ones are accepted and refused.

const partNames = {
  raceData: [
    'LastSeasonRace.csv',
    'LastSeasonRoyale.csv',
    'LastTiltLevelPlayers.csv',
    'raceData.csv',
  ],
  checkpointData: ['LastRaceNumbersHit.csv', 'checkpointData.csv'],
  summaryData: ['LastSeasonRaceSummary.csv', 'LastSeasonRoyaleSummary.csv', 'LastTiltLevel.csv'],
}

function readFolder(folder: string): Game {
  const readParts = (names: string[]) => {
    const found = names.map((name) => new URL(`${folder}/${name}`, samples)).find(existsSync)
    return found ? readFileSync(found) : null
  }
  const raceData = readParts(partNames.raceData)
  if (raceData === null) {
    throw new Error(`no game in ${folder}`)
  }
  return readGameFiles({
    raceData,
    checkpointData: readParts(partNames.checkpointData),
    summaryData: readParts(partNames.summaryData),
  })
}

describe('their content', () => {
  it('the captured race: 49 marbles, 30 eliminated, 12 paid places', () => {
    const { results, ...game } = readFolder('real/race-final')
    expect(game).toMatchObject({
      mode: 'race',
      gameKey: '98f9bf6a-414a-ea37-01f4-699d9fd93df5',
      generatedAt: '2026-08-09T16:59:03.229Z',
      status: 'Final',
      sessionType: 'Qualifying',
      isLive: null,
      level: null,
      levelPassed: null,
      levelTimeUs: null,
      expertise: null,
      hits: [],
    })
    expect(results).toHaveLength(49)
    expect(results.filter((result) => result.eliminated)).toHaveLength(30)
    expect(results.filter((result) => (result.points ?? 0) > 0)).toHaveLength(12)
    expect(results[0]).toEqual({
      platform: 'twitch',
      login: 'amber_acorn1',
      displayName: 'amber_acorn1',
      colour: 'FF82D6FF',
      position: 1,
      points: 4602,
      timeUs: 133_391_144,
      eliminated: false,
      kills: null,
      damage: null,
      isTopTiltee: false,
    })
  })

  it.each<[string, Partial<Game>]>([
    ['race/v4/01-normal', { mapName: 'spiral of regret', mapCreator: 'mapmaker_mo' }],
    ['race/v4/03-quoted-commas', { playerCount: 4, mapName: 'Up, Up and Away' }],
    ['race/v4/04-no-finishers', { status: 'Final', sessionType: 'Qualifying' }],
    ['race/legacy/01-ascii', { gameKey: null, generatedAt: null, status: null }],
    ['race/legacy/05-all-dnf', { playerCount: 2 }],
    ['royale/v4/03-simulation-blank-points-DO-NOT-COUNT', { sessionType: 'Simulation' }],
    ['tilt/v4/01-level-passed', { level: 7, levelPassed: true, expertise: 1 }],
    ['tilt/v4/02-level-failed-run-ends', { level: 13, levelPassed: false, expertise: 0 }],
    ['tilt/v4/03-offline-practice-DO-NOT-COUNT', { sessionType: 'Online', isLive: false }],
    ['tilt/legacy/02-sentinels-failed', { level: 9, levelTimeUs: null, expertise: null }],
    ['tilt/legacy/03-utf16le-bom', { level: 1, levelTimeUs: 30_000_000 }],
    ['tilt/legacy/04-six-columns', { level: 3, levelPassed: true, isLive: null, isRankable: true }],
    ['uploads/league/02-v4-pair', { playerCount: 8, status: null }],
  ])('the facts of %s', (folder, facts) => {
    expect(readFolder(folder)).toMatchObject(facts)
  })

  it('bots have unknown points, not 0', () => {
    const { results } = readFolder('real/race-simulation')
    expect(new Set(results.map((result) => result.points))).toEqual(new Set([null]))
    expect(results.slice(4, 6).map((result) => [result.position, result.timeUs])).toEqual([
      [5, 90_297_371],
      [6, 90_297_371],
    ])
  })

  it('platforms keep equal logins apart', () => {
    const { results } = readFolder('race/v4/02-unicode-platforms-zero-point-winner')
    expect(results.map((result) => [result.platform, result.login, result.points])).toEqual([
      ['twitch', 'ghostenergy', 0],
      ['twitch', 'starlight_jp', 126],
      ['youtube', 'uc9fakechannelid0000001', 0],
      ['kick', 'pavel_kick', 0],
      ['twitch', 'pebblewick', 0],
      ['youtube', 'pebblewick', 0],
    ])
    expect(results[2]?.displayName).toBe('Jürgen Köhler 🎱')
  })

  it('royales: kills, damage and eliminations, in any order of rows', () => {
    const of = (folder: string) =>
      readFolder(folder).results.map((r) => [r.position, r.points, r.kills, r.damage, r.eliminated])
    expect(of('royale/v4/01-normal')).toEqual([
      [3, 0, 3, 176, true],
      [1, 252, 2, 89, false],
      [2, 0, 1, 65, true],
      [4, 0, 0, 0, true],
    ])
    expect(of('royale/legacy/01-spaces-in-header')).toEqual([
      [1, 400, 6, 291, false],
      [2, 0, 1, 231, true],
      [3, 0, 2, 100, true],
    ])
  })

  it('tilt: gaps, a top tiltee who did not survive, racers who left earlier', () => {
    const of = (folder: string) =>
      readFolder(folder).results.map((r) => [
        r.login,
        r.position,
        r.points,
        r.timeUs,
        r.eliminated,
        r.isTopTiltee,
      ])
    expect(of('tilt/v4/02-level-failed-run-ends')).toEqual([
      ['nina_drops', 8, 0, 65_695_671, true, true],
      ['pebblewick', 3, 0, 66_141_045, true, false],
      ['tumbleteo', 9, 0, null, true, false],
    ])
    expect(of('tilt/legacy/01-trailing-comma')).toEqual([
      ['pebblewick', null, 96, 58_120_000, false, true],
      ['oatmilk_otis', null, 96, null, false, false],
      ['tumbleteo', null, 0, null, true, false],
    ])
    expect(readFolder('tilt/v4/01-level-passed').levelTimeUs).toBe(41_220_100)
    expect(readFolder('tilt/legacy/01-trailing-comma').levelTimeUs).toBe(72_880_000)
  })

  it('tilt: an expertise that is not a plain number is unknown', () => {
    const bytesOf = (name: string) =>
      readFileSync(new URL(`tilt/v4/01-level-passed/${name}.csv`, samples))
    const summary = bytesOf('LastTiltLevel').toString()
    const expertiseWith = (cell: string) =>
      readGameFiles({
        raceData: bytesOf('LastTiltLevelPlayers'),
        checkpointData: null,
        summaryData: Buffer.from(summary.replace(',36,1,512,', `,36,${cell},512,`)),
      }).expertise
    expect(['13.5', '0', '', '-1', 'lots', '1e9'].map(expertiseWith)).toEqual([
      ...[13.5, 0, null, null, null, null],
    ])
  })

  it('the same race in four encodings is the same game', () => {
    const keys = ['02-utf16le-bom', '03-utf16le-no-bom', '04-utf8-bom', '01-ascii'].map(
      (name) => readFolder(`race/legacy/${name}`).content,
    )
    expect(new Set(keys).size).toBe(1)
    expect(readFolder('uploads/league/01-legacy-pair').content).toBe(keys[0])
  })
})
