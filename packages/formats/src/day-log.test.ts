import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_LOG_GAMES, readDayLog } from './day-log.ts'
import { FileProblem } from './problem.ts'
import { readStreamerData, readViewerData } from './season-files.ts'
import { catchProblem, samples } from './testing/samples.ts'

const readSample = (file: string) => readFileSync(new URL(file, samples))
const sample = (file: string) => readDayLog(readSample(`companion-log/${file}`))
const read = (text: string) => readDayLog(Buffer.from(text))

describe('the samples', () => {
  it('01-normal', () => {
    const { kind, games, rows, warnings } = sample('01-normal/allraces_2026-09-14.csv')
    expect([kind, rows, warnings]).toEqual(['games', 7, []])
    expect(games).toMatchObject([
      {
        mode: 'race',
        gameKey: 'log 2026-09-14 06:22:07',
        generatedAt: '2026-09-14T22:22:07.000Z',
        isRankable: true,
        playerCount: 4,
      },
      { mode: 'royale', gameKey: 'log 2026-09-14 06:31:44', playerCount: 3 },
    ])
    expect(games[0]?.results[3]).toMatchObject({ position: 4, login: 'r4', eliminated: true })
    expect(games[0]?.results[3]).toMatchObject({ points: 0, kills: null, damage: null })
    expect(games[1]?.results[0]).toMatchObject({ points: 400, kills: 6, damage: 291 })
  })

  it('02-nul-tail-after-crash', () => {
    expect(sample('02-nul-tail-after-crash/allraces_2026-09-14.csv')).toEqual(
      sample('01-normal/allraces_2026-09-14.csv'),
    )
  })

  it('03-old-7-columns', () => {
    const { games } = sample('03-old-7-columns/allraces_2024-02-01.csv')
    // In winter, US Eastern time is five hours behind UTC.
    expect(games).toMatchObject([{ mode: 'race', generatedAt: '2024-02-01T20:00:00.000Z' }])
    expect(games[0]?.results).toMatchObject([
      { position: 1, login: 'r1', points: 98, eliminated: false },
      { position: 2, login: 'r2', points: 82, eliminated: false },
    ])
  })

  it('04-three-days add up to the snapshot that the companion made from them', () => {
    const totals = readStreamerData(readSample('real/companion-season/73_streamerdata.csv'))
    const snapshot = readViewerData(readSample('real/companion-season/73_racerdata.csv'), totals)
    const games = ['12', '13', '14'].flatMap(
      (day) => sample(`04-three-days/allraces_2026-09-${day}.csv`).games,
    )
    const results = games.flatMap(({ mode, results }) => results.map((it) => ({ mode, ...it })))
    const sumPoints = (of: typeof results) => of.reduce((sum, { points }) => sum + (points ?? 0), 0)
    const findResults = (login: string, mode: string) =>
      results.filter((result) => result.login === login && result.mode === mode)
    const countWins = (of: typeof results) =>
      of.filter(({ position, eliminated }) => position === 1 && !eliminated).length

    expect([games.length, sumPoints(results)]).toEqual([totals.totalGames, totals.points])
    expect(new Set(results.map(({ login }) => login)).size).toBe(snapshot.racers.length)
    for (const { login, ...expected } of snapshot.racers) {
      const races = findResults(login, 'race')
      const royales = findResults(login, 'royale')
      expect({
        racePoints: sumPoints(races),
        raceWins: countWins(races),
        raceGames: races.length,
        royalePoints: sumPoints(royales),
        royaleWins: countWins(royales),
        royaleGames: royales.length,
      }).toMatchObject({
        racePoints: expected.racePoints,
        raceWins: expected.raceWins,
        raceGames: expected.raceGames,
        royalePoints: expected.royalePoints,
        royaleWins: expected.royaleWins,
        royaleGames: expected.royaleGames,
      })
    }
  })

  it('04-three-days: checkpoints are only checked', () => {
    const { kind, games, rows } = sample('04-three-days/checkpoints_2026-09-12.csv')
    expect([kind, games, rows]).toEqual(['checkpoints', [], 48])
  })
})

const race = '1,a,A,5,Race,2026-09-14 06:22:07,2,false,0,0,[278],0'
const royale = '1,a,A,5,BR,2026-09-14 06:22:07,2,false,1,2,[278]'

it('a race and a royale in the same second are two games', () => {
  expect(read(`${race}\r\n${royale}\r\n`).games.map(({ mode }) => mode)).toEqual(['race', 'royale'])
})

it('reads several events (in quotation marks), one, and none', () => {
  expect(read(race.replace('[278]', '"[278, 301]"')).games).toHaveLength(1)
  expect(read(race.replace('[278]', '[]')).games).toHaveLength(1)
})

it.each([
  ['2026-03-08 14:30:00', '2026-03-09T06:30:00.000Z'],
  ['2026-03-07 14:30:00', '2026-03-08T06:30:00.000Z'],
  ['2026-10-31 13:30:00', '2026-11-01T05:30:00.000Z'],
  ['2026-10-31 15:30:00', '2026-11-01T08:30:00.000Z'],
])('%s is %s, even when clocks change', (stamp, instant) => {
  expect(read(race.replace('2026-09-14 06:22:07', stamp)).games[0]?.generatedAt).toBe(instant)
})

it('counts a game only once if it was logged twice', () => {
  const second = race.replace('1,a,A', '2,b,B')
  const { games, warnings } = read([race, second, race, second].join('\n'))
  expect(games.map(({ results }) => results.length)).toEqual([2])
  expect(warnings).toEqual([])
  const changed = read([race, race.replace(',5,', ',6,')].join('\n'))
  expect(changed.games[0]?.results).toMatchObject([{ points: 6 }])
  expect(changed.warnings).toMatchObject([{ code: 'duplicate_racer', line: 2 }])
})

it.each([
  ['', 'empty_file', undefined, undefined],
  ['Position,Username\n1,a\n', 'unknown_header', 1, undefined],
  ['1,a,A,FFFFFFFF\n', 'unknown_header', 1, undefined],
  [`${race}\n${race.replace('Race', 'Tilt')}`, 'bad_value', 2, 5],
  [`${race}\n1,a,A,5,Race,2026-09-14`, 'bad_row', 2, 6],
  [race.replace(',A,', ',A, B,'), 'unknown_header', 1, undefined],
  [`${race}\n${race},1`, 'bad_row', 2, 13],
  [`${royale},0`, 'bad_row', 1, 12],
  [race.replace('1,a', '1,@'), 'bad_row', 1, 2],
  [`${race}\n${race.replace('1,a', 'x,a')}`, 'bad_value', 2, 1],
  [race.replace('09-14 06', '02-30 06'), 'bad_value', 1, 6],
  [race.replace('06:22', '24:22'), 'bad_value', 1, 6],
  [race.replace('[278]', '278'), 'bad_value', 1, 11],
  [race.replace('[278]', '[a]'), 'bad_value', 1, 11],
  [race.replace('false', 'no'), 'bad_value', 1, 8],
])('refuses %j as %s', (text, code, line, column) => {
  const problem = catchProblem(() => read(text))
  expect([problem.code, problem.line, problem.column]).toEqual([code, line, column])
})

it('accepts 5,000 games but no more', () => {
  const log = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const stamp = new Date(Date.UTC(2026, 8, 14) + index * 1_000).toISOString().slice(0, 19)
      return race.replace('2026-09-14 06:22:07', stamp.replace('T', ' '))
    }).join('\n')
  expect(read(log(MAX_LOG_GAMES)).games).toHaveLength(MAX_LOG_GAMES)
  const problem = catchProblem(() => read(log(MAX_LOG_GAMES + 1)))
  expect([problem.code, problem.line]).toEqual(['too_large', MAX_LOG_GAMES + 1])
})

it('reads any bytes and any changed log as games or throws a FileProblem', () => {
  const log = readSample('companion-log/01-normal/allraces_2026-09-14.csv')
  const changed = fc
    .tuple(fc.nat(log.length), fc.nat(20), fc.uint8Array({ maxLength: 4 }))
    .map(([at, remove, insert]) =>
      Buffer.concat([log.subarray(0, at), insert, log.subarray(at + remove)]),
    )
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), changed), (bytes) => {
      try {
        readDayLog(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(FileProblem)
      }
    }),
  )
})
