import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventContent, readEventChannel, readEventData } from './event-file.ts'
import { FileProblem } from './problem.ts'
import { catchProblem, samples } from './testing/samples.ts'

const sample = (folder: string) =>
  readEventData(readFileSync(new URL(`${folder}/278_eventdata.csv`, samples)))

const header =
  'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points\r\n'
const row = (name: string, points: string | number = 1) =>
  `${name},Sample_Caster,1,0,1,0,0,0,0,0,0,0,${points}\r\n`
const read = (rows: string) => readEventData(Buffer.from(header + rows))

describe('the samples', () => {
  it('reads what the real companion uploads', () => {
    const snapshot = sample('real/companion-event')
    expect(snapshot).toMatchObject({ channel: 'sample_caster', warnings: [] })
    expect(snapshot.racers).toHaveLength(56)
    expect(snapshot.racers[3]).toEqual({
      login: 'amber_comet',
      racePoints: 1279,
      raceWins: 0,
      raceGames: 17,
      royalePoints: 0,
      royaleWins: 0,
      royaleGames: 3,
      crownWins: 0,
      kills: 11,
      damageHundredths: 78_800,
      eliminations: null,
      eventPointsHundredths: 23_988,
    })
  })

  it('02-float-points-and-tie', () => {
    const { racers } = sample('uploads/event/02-float-points-and-tie')
    expect(racers.map((racer) => racer.eventPointsHundredths)).toEqual([4_050, 4_050, 100])
    // In an event, 0 kills is a count and does not mean unknown.
    expect(racers[0]).toMatchObject({ kills: 0, damageHundredths: 0, eliminations: null })
  })

  it('03-empty names no channel', () => {
    expect(sample('uploads/event/03-empty')).toEqual({ channel: '', racers: [], warnings: [] })
  })
})

it('ignores the letter case of the channel, and refuses a second channel', () => {
  const rows = row('a') + row('b').replace('Sample', 'SAMPLE')
  expect(read(rows)).toMatchObject({ channel: 'Sample_Caster', racers: [{}, {}] })
  for (const other of ['other', '']) {
    const problem = catchProblem(() => read(rows + row('c').replace('Sample_Caster', other)))
    expect(problem).toMatchObject({ code: 'channel_mismatch', part: 'eventData', line: 4 })
    expect(problem.column).toBe(2)
  }
})

it('uses the last row of a login, and skips rows without a name', () => {
  expect(read(row('ZO\u00cb', 1) + row(' @ ') + row('@zoe\u0308', -2.5))).toMatchObject({
    racers: [{ login: 'zo\u00eb', eventPointsHundredths: -250 }],
    warnings: [
      { code: 'row_without_name', part: 'eventData', line: 3 },
      { code: 'duplicate_racer', part: 'eventData', line: 4 },
    ],
  })
})

it('accepts decimals as damage, and reads empty cells as unknown', () => {
  const [racer] = read('a,c,,,,,,,,,12.345,3,\r\n').racers
  expect(racer).toMatchObject({ damageHundredths: 1_235, eliminations: 3, kills: null })
  expect(racer?.eventPointsHundredths).toBeNull()
})

it.each([
  ['a,c,1.5,,,,,,,,,,', 'bad_value', 3],
  ['a,c,,,,,,,,1.5,,,', 'bad_value', 10],
  ['a,c,,,,,,,,,-1,,', 'bad_value', 11],
  ['a,c,,,,,,,,,,,nan', 'bad_value', 13],
  ['a,c,,,,,,,,,,,"1,5"', 'bad_value', 13],
  ['a,c,1', 'bad_row', 3],
])('refuses %j as %s', (rows, code, column) => {
  expect(catchProblem(() => read(rows))).toMatchObject({ code, line: 2, column, part: 'eventData' })
})

it('reads 50,000 racers but no more', () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => row(`racer_${index}`, index / 100))
  expect(read(rows.join('')).racers).toHaveLength(50_000)
  expect(catchProblem(() => read(rows.join('') + row('x'))).code).toBe('too_large')
})

it('reads any rows as a snapshot or throws a FileProblem', () => {
  const cell = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 12, maxLength: 14 })), (rows) => {
      try {
        read(rows.map((cells) => cells.join(',')).join('\n'))
      } catch (error) {
        expect(error).toBeInstanceOf(FileProblem)
      }
    }),
  )
})

describe('eventContent', () => {
  const rows = [row('a', 1), row('b', 2)]

  it('ignores order, line ends, encoding and the letter case of the channel', () => {
    const csv = header + rows.toReversed().join('').replaceAll('\r\n', '\n')
    const text = `\ufeff${csv.replaceAll('Sample_Caster', 'sample_CASTER')}`
    const other = readEventData(Buffer.from(text, 'utf16le'))
    expect(eventContent(other)).toBe(eventContent(read(rows.join(''))))
  })

  it('depends on every number, and distinguishes unknown from 0', () => {
    const all = ['1,0,1,0,0,0,0,0,0,0,1', '2,0,1,0,0,0,0,0,0,0,1', '1,0,1,0,0,0,0,0,0.5,0,1']
      .concat('1,0,1,0,0,0,0,0,0,0,1.01', '1,0,1,0,0,0,0,0,0,0,', '1,0,1,0,0,0,0,,0,0,1')
      .map((numbers) => eventContent(read(`a,c,${numbers}`)))
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('the channel of a file, from its beginning', () => {
  const rest = row('someone').repeat(49_000)
  const location = ({ code, part, line, column }: FileProblem) => ({ code, part, line, column })

  it.each([
    ['other headings', `Position,Username\r\n1,a\r\n`],
    ['a heading twice', `${header.trimEnd()},channel\r\n${row('a')}`],
    ['semicolons', (header + row('a')).replaceAll(',', ';')],
    ['a first row too short', `${header}a,b,1\r\n`],
    ['a first row too long', `${header}${row('a', '1,2')}`],
    ['a quotation mark in the first row', `${header}${row('a"b"')}`],
    ['a quotation mark that is never closed', `${header}${row('"a')}${'x'.repeat(600_000)}`],
    ['a long cell', `${header}${row('a'.repeat(513))}`],
    ['a line without end', 'a'.repeat(600_000)],
    ['nothing but commas', ','.repeat(600_000)],
    ['a control character', `\xff\x01${header}`],
    ['a ZIP archive', `PK\x03\x04${header}`],
    ['half a UTF-16 character', '\xff\xfe\x00\xd8a\x00'],
  ])('is refused like the whole file: %s', (_, beginning) => {
    for (const content of [beginning, `${beginning}${rest}`]) {
      const bytes = Buffer.from(content, 'latin1')
      const problem = catchProblem(() => readEventChannel(bytes))
      expect(location(problem)).toEqual(location(catchProblem(() => readEventData(bytes))))
    }
  })

  it.each(['utf8', 'latin1', 'utf16le'] as const)('is read, whatever follows: %s', (encoding) => {
    const first = `${header}\r\n${row('\u00fcnï').replace('Sample_Caster', 'Zo\u00eb')}`
    for (const content of [first, first + rest, `${first}"${rest}`, first + ','.repeat(600_000)]) {
      // One more byte moves the cut in a UTF-16 file to another byte of a character.
      for (const mark of ['', ' ', '  ', '   ']) {
        const bytes = Buffer.from(mark + content, encoding)
        expect(readEventChannel(bytes)).toBe('Zo\u00eb')
      }
    }
  })

  it('is empty without rows, and unknown after half a MiB of empty lines', () => {
    expect(readEventChannel(Buffer.from(header))).toBe('')
    const nuls = Buffer.alloc(600_000)
    expect(readEventChannel(Buffer.concat([Buffer.from(header + row('a')), nuls]))).toBe(
      'Sample_Caster',
    )
    const lines = Buffer.from(`${header}${'\n'.repeat(600_000)}${row('a')}`)
    expect(catchProblem(() => readEventChannel(lines))).toMatchObject({ code: 'too_large' })
  })
})
