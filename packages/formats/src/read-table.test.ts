import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'
import { FileProblem } from './problem.ts'
import { readRows, type TableLimits } from './read-rows.ts'
import { readTable } from './read-table.ts'
import {
  readStreamerData,
  readViewerData,
  type SeasonSnapshot,
  seasonContent,
} from './season-files.ts'
import { catchProblem } from './testing/samples.ts'

const limits: TableLimits = { bytes: 100_000, rows: 50, columns: 8, cellCharacters: 40 }
const race = { name: 'race', columns: ['Position', 'Username'] } as const
const royale = { name: 'royale', columns: ['Position', 'Username', 'Kills'] } as const

describe('readTable', () => {
  it('distinguishes formats by their headings, and prefers the one with more of them', () => {
    expect(readTable('USERNAME, position\na,1', [race, royale], limits)).toEqual({
      name: 'race',
      columns: { Position: 1, Username: 0 },
      rows: [{ line: 2, cells: ['a', '1'] }],
    })
    expect(readTable('kills,username,position', [race, royale], limits).name).toBe('royale')
  })

  it('reports what it expected and part of what it found', () => {
    expect(() => readTable('Position\n1', [race, royale], limits)).toThrow(
      'Line 1: The headings must be Position, Username; or: Position, Username, Kills; found "Position".',
    )
    expect(() => readTable('Position;Username\n1;a', [race], limits)).toThrow('separated by commas')
  })

  it('accepts exactly the allowed number of rows', () => {
    const text = `Position,Username\n${'1,a\n\n'.repeat(50)}`
    expect(readTable(text, [race], limits).rows).toHaveLength(50)
    expect(() => readTable(`${text}1,a`, [race], limits)).toThrow('more than the allowed 50 rows')
  })
})

it('readRows counts physical lines through quoted cells and every line end', () => {
  const rows = readRows('a\r\n"b\r\nb"\r\r"c\n\nc",1\n\nd', limits)
  expect(rows).toEqual([
    { line: 1, cells: ['a'] },
    { line: 2, cells: ['b\r\nb'] },
    { line: 5, cells: ['c\n\nc', '1'] },
    { line: 9, cells: ['d'] },
  ])
})

it.each([
  ['a,b"c', 2],
  ['a,"b" c', 2],
  ['"a" "b",c', 1],
  ['a,"b', 2],
  ['a,"""', 2],
])('readRows refuses the quotation marks of %s', (line, column) => {
  expect(catchProblem(() => readRows(`x,y\n${line}`, limits))).toMatchObject({
    code: 'bad_row',
    line: 2,
    column,
  })
})

// Properties: the reader can read again what was printed, regardless of quoting, line ends and encoding.

const cell = fc
  .string({ unit: fc.constantFrom(...'ab1"\', ;=@\n\tüł€王🏁\u202e\u200b'), maxLength: 12 })
  .map((text) => text.trim())
const lineEnd = fc.constantFrom('\r\n', '\n', '\r')
const encoding = fc.constantFrom('utf8', 'utf8-bom', 'utf16le', 'utf16be')
const style = fc.record({ lineEnd, encoding, last: fc.boolean(), quoteAll: fc.boolean() })
type Style = typeof style extends fc.Arbitrary<infer T> ? T : never

function print(rows: readonly (readonly string[])[], { lineEnd, encoding, last, quoteAll }: Style) {
  const quoted = (text: string) =>
    quoteAll || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const text =
    rows.map((cells) => cells.map(quoted).join(',')).join(lineEnd) + (last ? lineEnd : '')
  if (encoding === 'utf8') {
    return Buffer.from(text)
  }
  if (encoding === 'utf8-bom') {
    return Buffer.from(`\ufeff${text}`)
  }
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  return encoding === 'utf16le' ? utf16 : utf16.swap16()
}

it('reads what was printed', () => {
  const record = fc.array(cell, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 20 }), style, (rows, how) => {
      // The first cell is not empty, because rows without any text are left out.
      const printed = rows.map((cells, index) => [`r${index}`, ...cells.slice(1)])
      const { text } = decodeText(print(printed, how), limits.bytes)
      expect(readRows(text, limits).map((row) => row.cells)).toEqual(printed)
    }),
    { numRuns: 500 },
  )
})

const streamerData =
  'channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day\nc,73,1,1,,,,,'
const streamer = readStreamerData(Buffer.from(streamerData))

function outcome(read: () => SeasonSnapshot): SeasonSnapshot | FileProblem {
  try {
    return read()
  } catch (error) {
    if (error instanceof FileProblem) {
      return error
    }
    throw error
  }
}

it('reads any bytes as rows or throws a FileProblem', () => {
  const seed = Buffer.from(
    'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations\r\n"a, b",73,c,1,2,3,4,5,6,7,8,9,0\r\nd,73,c,1,2,3,4,5,6,7,8,9,0\r\n',
  )
  const nasty = fc.constantFrom('"', ',', '\n', '\r', '\0', '\xff', '\xc3', '-', 'e', '""\n')
  const change = fc.record({
    at: fc.nat(seed.length),
    drop: fc.nat(4),
    put: fc.oneof(nasty, fc.uint8Array({ maxLength: 4 })),
  })
  const mutated = fc.array(change, { maxLength: 6 }).map((changes) =>
    changes.reduce((bytes, { at, drop, put }) => {
      const middle = typeof put === 'string' ? Buffer.from(put, 'latin1') : Buffer.from(put)
      return Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(at + drop)])
    }, seed),
  )
  fc.assert(
    fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 300 })), (bytes) => {
      const result = outcome(() => readViewerData(bytes, streamer))
      if (result instanceof FileProblem) {
        expect(result.part).toBe('viewerData')
      } else {
        expect(result.racers.every((racer) => racer.login !== '')).toBe(true)
      }
      outcome(() => ({ ...readStreamerData(bytes), racers: [] }))
    }),
    { numRuns: 3_000 },
  )
})

it('recognises a season in any order, line end and encoding', () => {
  const header =
    'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations'
  const number = fc.oneof(fc.constant(''), fc.nat(1_000_000_000).map(String))
  // The number in front distinguishes logins that differ only in case or Unicode form.
  const racers = fc
    .array(fc.tuple(cell, fc.array(number, { minLength: 10, maxLength: 10 })), { maxLength: 12 })
    .map((all) => all.map(([name, numbers], index) => [`${index}_${name}`, '73', 'C', ...numbers]))
  const twoOrders = racers.chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
    ),
  )
  fc.assert(
    fc.property(twoOrders, style, style, ([first, second], one, other) => {
      const hash = (rows: string[][], how: Style) =>
        seasonContent(readViewerData(print([header.split(','), ...rows], how), streamer))
      expect(hash(second, other)).toBe(hash(first, one))
    }),
  )
})
