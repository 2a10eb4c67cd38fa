import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCompanionLog } from './companion-log.ts'
import { UploadProblem } from './problem.ts'
import { problemOf, samples } from './testing/sample-files.ts'

const sample = (file: string) =>
  readCompanionLog(readFileSync(new URL(`companion-log/${file}`, samples)))
const read = (text: string) => readCompanionLog(Buffer.from(text))

describe('the samples', () => {
  it('01-normal', () => {
    const { games, hits, warnings } = sample('01-normal/allraces_2026-09-14.csv')
    expect([hits, warnings]).toEqual([[], []])
    expect(games).toMatchObject([
      {
        mode: 'race',
        timeStamp: '2026-09-14 06:22:07',
        marbleCount: 4,
        eventIds: [278],
        isWorldRecord: false,
      },
      {
        mode: 'royale',
        timeStamp: '2026-09-14 06:31:44',
        marbleCount: 3,
        eventIds: [278],
        isWorldRecord: null,
      },
    ])
    expect(games.map((game) => game.results.length)).toEqual([4, 3])
    expect(games[0]?.results[3]).toEqual({
      position: 4,
      login: 'r4',
      displayName: 'R4',
      points: 0,
      eliminated: true,
      kills: null,
      damage: null,
    })
    expect(games[1]?.results[0]).toMatchObject({ points: 400, kills: 6, damage: 291 })
  })

  it('02-nul-tail-after-crash', () => {
    expect(sample('02-nul-tail-after-crash/allraces_2026-09-14.csv')).toEqual(
      sample('01-normal/allraces_2026-09-14.csv'),
    )
  })

  it('03-old-7-columns', () => {
    expect(sample('03-old-7-columns/allraces_2024-02-01.csv').games).toMatchObject([
      {
        mode: 'race',
        timeStamp: '2024-02-01 03:00:00',
        marbleCount: 24,
        eventIds: [],
        isWorldRecord: null,
        results: [
          { position: 1, login: 'r1', points: 98, eliminated: null },
          { position: 2, login: 'r2', points: 82, eliminated: null },
        ],
      },
    ])
  })

  it('04-three-days are the games of the season that the companion made of them', () => {
    const days = ['2026-09-12', '2026-09-13', '2026-09-14']
    const logs = days.map((day) => sample(`04-three-days/allraces_${day}.csv`))
    expect(logs.flatMap((log) => log.warnings)).toEqual([])
    const games = logs.flatMap((log) => log.games)
    expect(games).toHaveLength(60)
    for (const game of games) expect(game.results).toHaveLength(game.marbleCount ?? 0)
    const points = games.flatMap((game) => game.results.map((result) => result.points ?? 0))
    expect(points.reduce((sum, value) => sum + value)).toBe(74_479)
  })

  it('04-three-days: checkpoints', () => {
    const { games, hits } = sample('04-three-days/checkpoints_2026-09-12.csv')
    expect(games).toEqual([])
    expect(hits).toHaveLength(48)
    expect(hits[0]).toEqual({
      number: 1,
      login: 'emberfalcon',
      displayName: 'Emberfalcon',
      eventIds: [278],
    })
  })
})

const race = '1,a,A,5,Race,2026-09-14 06:22:07,2,false,0,0,[278],0'
const royale = '1,a,A,5,BR,2026-09-14 06:22:07,2,false,1,2,[278]'

it('a race and a royale of one second are two games', () => {
  expect(read(`${race}\r\n${royale}\r\n`).games.map((game) => game.mode)).toEqual([
    'race',
    'royale',
  ])
})

it('reads several events, quoted as they are then', () => {
  expect(read(race.replace('[278]', '"[278, 301]"')).games[0]?.eventIds).toEqual([278, 301])
  expect(read(race.replace('[278]', '[]')).games[0]?.eventIds).toEqual([])
})

it('takes a game that was logged twice once', () => {
  const second = race.replace('1,a,A', '2,b,B')
  const { games, warnings } = read([race, second, race, second].join('\n'))
  expect(games.map((game) => game.results.length)).toEqual([2])
  expect(warnings).toEqual([])
  expect(read([race, race.replace(',5,', ',6,')].join('\n'))).toMatchObject({
    games: [{ results: [{ points: 6 }] }],
    warnings: [{ code: 'duplicate_racer', line: 2 }],
  })
})

it.each([
  ['', 'empty_file', undefined, undefined],
  ['Position,Username\n1,a\n', 'unknown_header', 1, undefined],
  ['1,a,A,FFFFFFFF\n', 'unknown_header', 1, undefined],
  [`${race}\n${race.replace('Race', 'Tilt')}`, 'bad_value', 2, 5],
  [`${race}\n1,a,A,5,Race,2026-09-14`, 'bad_row', 2, 6],
  [race.replace(',A,', ',A, B,'), 'bad_row', 1, 6],
  [`${race}\n${race},1`, 'bad_row', 2, 13],
  [`${royale},0`, 'bad_row', 1, 12],
  [race.replace('1,a', '1,@'), 'bad_row', 1, 2],
  [race.replace('1,a', 'x,a'), 'bad_value', 1, 1],
  [race.replace('09-14 06', '02-30 06'), 'bad_value', 1, 6],
  [race.replace('06:22', '24:22'), 'bad_value', 1, 6],
  [race.replace('[278]', '278'), 'bad_value', 1, 11],
  [race.replace('[278]', '[a]'), 'bad_value', 1, 11],
  [race.replace('false', 'no'), 'bad_value', 1, 8],
])('refuses %j as %s', (text, code, line, column) => {
  const problem = problemOf(() => read(text))
  expect([problem.code, problem.line, problem.column]).toEqual([code, line, column])
})

it('answers any bytes, and any change of a log, with games or an UploadProblem', () => {
  const log = readFileSync(new URL('companion-log/01-normal/allraces_2026-09-14.csv', samples))
  const changed = fc
    .tuple(fc.nat(log.length), fc.nat(20), fc.uint8Array({ maxLength: 4 }))
    .map(([at, remove, insert]) =>
      Buffer.concat([log.subarray(0, at), insert, log.subarray(at + remove)]),
    )
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), changed), (bytes) => {
      try {
        readCompanionLog(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(UploadProblem)
      }
    }),
  )
})
