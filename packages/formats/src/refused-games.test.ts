import { describe, expect, it } from 'vitest'
import type { GameFiles } from './game-files.ts'
import {
  csv,
  legacyHeader,
  legacyRoyaleHeader,
  legacyTiltHeader,
  level,
  raceHeader,
  read,
  row,
  royaleHeader,
  summary,
  summaryHeader,
  tiltHeader,
  twoRacers,
  withSummary,
} from './testing/made-game-files.ts'
import { catchProblem } from './testing/samples.ts'

// What a streamer's folder may contain at a bad moment, and what else people send as a game, and the one answer that
// each must get.

type Refusal = [
  name: string,
  parts: Partial<GameFiles>,
  code: string,
  line?: number,
  column?: number,
]

const refused: Refusal[] = [
  ['no bytes', { raceData: csv() }, 'empty_file'],
  ['another file', { raceData: csv('a,b', '1,2') }, 'unknown_header', 1],
  ['a summary in place of results', { raceData: summary() }, 'unknown_header', 1],
  ...[raceHeader, legacyHeader, royaleHeader, legacyRoyaleHeader, tiltHeader, legacyTiltHeader].map(
    (header): Refusal => [`only ${header.slice(0, 30)}`, { raceData: csv(header) }, 'no_rows'],
  ),
  [
    'two games',
    { raceData: csv(raceHeader, row(1, 'a'), row(2, 'b').replace('S-1', 'S-2')) },
    'mixed_snapshots',
    3,
    1,
  ],
  [
    'a game without id',
    { raceData: csv(raceHeader, row(1, 'a').replace('S-1', '')) },
    'bad_value',
    2,
    1,
  ],
  [
    'a racer twice',
    { raceData: csv(raceHeader, row(1, 'a'), row(2, '@A')) },
    'duplicate_racer',
    3,
    3,
  ],
  ['a racer without name', { raceData: csv(raceHeader, row(1, ' @ ')) }, 'bad_row', 2, 3],
  ['a gap', { raceData: csv(raceHeader, row(1, 'a'), row(3, 'b')) }, 'incomplete'],
  ['a place twice', { raceData: csv(raceHeader, row(1, 'a'), row(1, 'b')) }, 'incomplete'],
  ['no first place', { raceData: csv(raceHeader, row(2, 'a')) }, 'incomplete'],
  ['place 0', { raceData: csv(raceHeader, row(0, 'a'), row(1, 'b')) }, 'incomplete'],
  ['no place', { raceData: csv(raceHeader, row('', 'a')) }, 'bad_value', 2, 2],
  ['a decimal place', { raceData: csv(raceHeader, row('1.0', 'a')) }, 'bad_value', 2, 2],
  ['negative points', { raceData: csv(raceHeader, row(1, 'a', -5)) }, 'bad_value', 2, 7],
  ['NaN as points', { raceData: csv(raceHeader, row(1, 'a', 'NaN')) }, 'bad_value', 2, 7],
  [
    'a negative time',
    { raceData: csv(raceHeader, row(1, 'a').replace('60.5', '-2')) },
    'bad_value',
    2,
    11,
  ],
  [
    'yes as true',
    { raceData: csv(raceHeader, row(1, 'a').replace('false', 'yes')) },
    'bad_value',
    2,
    12,
  ],
  [
    '1 as true',
    { raceData: csv(raceHeader, row(1, 'a').replace('false', '1')) },
    'bad_value',
    2,
    12,
  ],
  [
    'nothing as false',
    { raceData: csv(raceHeader, row(1, 'a').replace('false', '')) },
    'bad_value',
    2,
    12,
  ],
  [
    'an unquoted comma',
    { raceData: csv(raceHeader, row(1, 'a').replace('Name', 'Smith, Jo')) },
    'bad_row',
    2,
    13,
  ],
  [
    'a short row before others',
    { raceData: csv(raceHeader, 's-1,1,a', row(2, 'b')) },
    'bad_row',
    2,
    3,
  ],
  [
    'a short last row with a line end',
    { raceData: csv(raceHeader, row(1, 'a'), 's-1,2,b') },
    'bad_row',
    3,
    3,
  ],
  [
    'a cut quotation',
    { raceData: Buffer.from(`${raceHeader}\r\n${row(1, 'a')}\r\ns-1,2,b,"Nam`) },
    'incomplete',
    3,
  ],
  ['a cut word', { raceData: twoRacers.subarray(0, -4) }, 'incomplete', 3],
  [
    '5,001 racers',
    { raceData: csv(legacyHeader, ...Array(5_001).fill('1,a,A,F,1,1,true')) },
    'too_large',
    5_002,
  ],
  ['2 MiB and a byte', { raceData: Buffer.alloc(2 * 1024 * 1024 + 1, 'a') }, 'too_large'],
]

const refusedSummaries: Refusal[] = [
  ['no bytes', { summaryData: csv() }, 'empty_file'],
  ['no row', { summaryData: csv(summaryHeader) }, 'no_rows'],
  [
    'two rows',
    { summaryData: Buffer.concat([summary(), summary().subarray(summaryHeader.length + 2)]) },
    'bad_row',
    3,
  ],
  ['another game', { summaryData: summary({ SnapshotId: 's-2', Status: 'Error' }) }, 'not_ready'],
  ['an error', { summaryData: summary({ Status: 'Error', PlayerCount: '9' }) }, 'not_final'],
  ['a running game', { summaryData: summary({ Status: 'Running' }) }, 'not_final'],
  ['no status', { summaryData: summary({ Status: '' }) }, 'bad_value', 2, 4],
  [
    'a bad time',
    { summaryData: summary({ GeneratedAtUtc: '2026-02-30T00:00:00Z' }) },
    'bad_value',
    2,
    3,
  ],
  ['a tilt level', { summaryData: level() }, 'unknown_header', 1],
  [
    'a newer schema without a known column',
    {
      summaryData: Buffer.from(
        summary({ SchemaVersion: '5' }).toString().replace('MapCreator', 'Builder'),
      ),
    },
    'unknown_schema',
    1,
  ],
  [
    'an unknown header of schema 4',
    { summaryData: Buffer.from(summary().toString().replace('MapCreator', 'Builder')) },
    'unknown_header',
    1,
  ],
  ['cut', { summaryData: summary().subarray(0, -30) }, 'incomplete', 2],
]

describe('a refused game', () => {
  it.each(refused)('%s', (_, parts, code, line, column) => {
    const problem = catchProblem(() => read(twoRacers, parts))
    expect(problem).toMatchObject({ code, part: 'raceData' })
    expect([problem.line, problem.column]).toEqual([line, column])
    expect(problem.message).toMatch(/^raceData[^\n\0]{10,700}\.$/)
  })

  it.each(refusedSummaries)('its summary: %s', (_, parts, code, line, column) => {
    const problem = catchProblem(() => read(twoRacers, parts))
    expect(problem).toMatchObject({ code, part: 'summaryData' })
    expect([problem.line, problem.column]).toEqual([line, column])
    expect(problem.message).toMatch(/^summaryData[^\n\0]{10,700}\.$/)
  })

  it('fewer or more rows than players', () => {
    for (const PlayerCount of ['1', '3']) {
      expect(catchProblem(() => withSummary({ PlayerCount }))).toMatchObject({
        code: 'incomplete',
        part: 'raceData',
      })
    }
  })

  it('results of a newer schema', () => {
    const raceData = Buffer.from(twoRacers.toString().replace('TimeInRaceSeconds', 'Time'))
    const of = (SchemaVersion: string) =>
      catchProblem(() => withSummary({ SchemaVersion }, raceData))
    expect(of('4')).toMatchObject({ code: 'unknown_header', part: 'raceData' })
    expect(of('5')).toMatchObject({ code: 'unknown_schema', part: 'raceData', line: 1 })
  })

  it('a legacy game with the summary of another', () => {
    const legacy = csv(legacyHeader, '1,a,A,F,1,1.5,false')
    expect(catchProblem(() => withSummary({}, legacy)).code).toBe('not_ready')
  })

  it('checkpoints cut off', () => {
    const checkpointData = Buffer.from('Number,Username,DisplayName,NameColor\r\n1,a')
    expect(catchProblem(() => read(twoRacers, { checkpointData }))).toMatchObject({
      code: 'incomplete',
      part: 'checkpointData',
    })
  })
})
