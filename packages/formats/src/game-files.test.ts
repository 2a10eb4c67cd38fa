import { describe, expect, it } from 'vitest'
import {
  csv,
  legacyHeader,
  legacyLevelHeader,
  legacyTiltHeader,
  level,
  raceHeader,
  read,
  row,
  summary,
  tiltHeader,
  tiltRow,
  twoRacers,
  withSummary,
} from './testing/made-game-files.ts'
import { catchProblem } from './testing/samples.ts'

describe('whether it counts', () => {
  it.each([
    [{}, true],
    [{ Status: 'FINAL', SessionType: 'qualifying' }, true],
    [{ SessionType: 'Simulation' }, false],
    [{ SessionType: 'Local' }, false],
    [{ SessionType: 'Practice' }, false],
    [{ SessionType: 'Online' }, false],
    [{ SessionType: '' }, false],
  ])('a race of %j: %j', (changes, isRankable) => {
    expect(withSummary(changes as Record<string, string>).isRankable).toBe(isRankable)
  })

  it('without a summary: any points', () => {
    expect(read(csv(raceHeader, row(1, 'a', ''), row(2, 'b', 0))).isRankable).toBe(true)
    expect(read(csv(raceHeader, row(1, 'a', ''), row(2, 'b', ''))).isRankable).toBe(false)
    expect(read(csv(legacyHeader, '1,a,A,F,,1.5,false')).isRankable).toBe(true)
    expect(read(csv(tiltHeader, tiltRow('a', 1))).isRankable).toBe(true)
    expect(read(csv(tiltHeader, tiltRow('a', 1, ''))).isRankable).toBe(false)
  })

  it.each([
    [{}, true],
    [{ LiveStreamActive: 'false' }, false],
    [{ LiveStreamActive: '' }, true],
    [{ SessionType: 'Qualifying' }, false],
  ])('a tilt level of %j: %j', (changes, isRankable) => {
    const summaryData = level(changes as Record<string, string>)
    const game = read(csv(tiltHeader, tiltRow('a', 1)), { summaryData })
    expect(game.isRankable).toBe(isRankable)
  })

  it.each([
    ['true', true],
    ['FALSE', false],
    ['0', false],
    ['', true],
  ])('a legacy tilt level with the live flag %j: %j', (live, isRankable) => {
    const summaryData = csv(legacyLevelHeader, `4,-1,,1,1,${live},true`)
    const game = read(csv(legacyTiltHeader, 'a,A,5,-1,4,0,'), { summaryData })
    expect(game.isRankable).toBe(isRankable)
  })
})

describe('tilt', () => {
  const players = csv(legacyTiltHeader, 'a,A,5,-1,4,1,', 'b,B,9,-1,3,0,')

  it('gaps and missing positions are fine, a repeated position is not', () => {
    const of = (...rows: string[]) => read(csv(tiltHeader, ...rows))
    expect(of(tiltRow('a', 9), tiltRow('b', 3), tiltRow('c'), tiltRow('d')).playerCount).toBe(4)
    expect(catchProblem(() => of(tiltRow('a', 9), tiltRow('b', 9))).code).toBe('incomplete')
  })

  it('leaves out rows of an earlier level if the level is known, and keeps the key', () => {
    const summaryData = csv(legacyLevelHeader, '4,01:00.000,a,1,1,true,true')
    const told = read(players, { summaryData })
    expect(told.results.map((result) => result.login)).toEqual(['a'])
    expect([told.playerCount, told.warnings]).toEqual([1, []])
    const untold = read(players)
    expect(untold.playerCount).toBe(2)
    expect(untold.warnings).toMatchObject([{ code: 'levels_mixed', part: 'raceData' }])
    expect(untold.content).toBe(told.content)
    expect(Object.keys(told.results[0] ?? {})).not.toContain('lastLevelJoined')
  })

  it('a level that nobody joined is not ready', () => {
    const summaryData = csv(legacyLevelHeader, '5,-1,,1,1,true,true')
    expect(catchProblem(() => read(players, { summaryData }))).toMatchObject({ code: 'not_ready' })
  })

  it('the summary names the top tiltee with the platform', () => {
    const raceData = csv(tiltHeader, tiltRow('a', 1), tiltRow('a', 2).replace('Twitch', 'Kick'))
    const top = (changes: Record<string, string>) => {
      const { results, warnings } = read(raceData, { summaryData: level(changes) })
      return [results.map((result) => result.isTopTiltee), warnings.map(({ code }) => code)]
    }
    expect(top({})).toEqual([[false, false], []])
    expect(top({ TopTilteeUsername: 'A' })).toEqual([[true, false], []])
    const kick = { TopTilteeUsername: 'a', TopTilteePlatform: 'Kick' }
    expect(top(kick)).toEqual([[false, true], []])
    expect(top({ TopTilteeUsername: 'z' })).toEqual([[false, false], ['top_tiltee_not_in_game']])
  })
})

it('a newer schema with all known columns and one more causes a warning', () => {
  const text = summary({ SchemaVersion: '5' }).toString()
  const summaryData = Buffer.from(
    text.replace('\r\n', ',Weather\r\n').replace(/\r\n$/, ',rain\r\n'),
  )
  expect(read(twoRacers, { summaryData })).toMatchObject({
    isRankable: true,
    warnings: [{ code: 'newer_schema', part: 'summaryData' }],
  })
})

it('a hit has the platform of the only racer with that login, otherwise Twitch', () => {
  const raceData = csv(
    raceHeader,
    row(1, 'a').replace('Twitch', 'Kick'),
    row(2, 'b'),
    row(3, 'b').replace('Twitch', 'Kick'),
  )
  const checkpointData = csv('Number,Username,DisplayName,x', '2,b,B,', '1,A,A,', '3,c,C,')
  const { hits, warnings } = read(raceData, { checkpointData })
  expect(hits).toEqual([
    { number: 1, login: 'a', displayName: 'A', platform: 'kick' },
    { number: 2, login: 'b', displayName: 'B', platform: 'twitch' },
    { number: 3, login: 'c', displayName: 'C', platform: 'twitch' },
  ])
  expect(warnings).toMatchObject([{ code: 'checkpoint_racer_not_in_game', part: 'checkpointData' }])
})

it('an unknown or missing platform or colour is accepted', () => {
  const odd = row(1, 'a').replace('Twitch,FFFFFFFF', ' Other Place ,blue')
  const none = row(2, 'b').replace('Twitch,FFFFFFFF', ',').replace('Name', '')
  expect(read(csv(raceHeader, odd, none)).results).toMatchObject([
    { platform: 'other place', colour: 'blue', displayName: 'Name' },
    { platform: 'twitch', colour: null, displayName: 'b' },
  ])
})
