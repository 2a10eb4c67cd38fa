import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { FileProblem } from './problem.ts'
import { readStreamerData, readViewerData } from './season-files.ts'

// Files that people and machines send as viewerData, and the one answer that each must get.

const header =
  'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations'
const row = (name = 'pebblewick', points = '1') =>
  `${name},73,Sample_Caster,${points},0,0,0,0,0,0,0,0,0`
const csv = (...lines: string[]) => Buffer.from([header, ...lines, ''].join('\r\n'))
const bytes = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const nulTail = Buffer.alloc(151_853)
const mebibyte = 1024 * 1024

const streamer = readStreamerData(
  Buffer.from(
    'channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day\r\nSample_Caster,73,1,1,,,,,2026-09-14\r\n',
  ),
)

function catchProblem(content: Buffer) {
  try {
    readViewerData(content, streamer)
  } catch (error) {
    if (error instanceof FileProblem) {
      return error
    }
    throw error
  }
  throw new Error('the file was taken')
}

type Refusal = [name: string, content: Buffer, code: string, line?: number, column?: number]

const refused: Refusal[] = [
  ['no bytes', Buffer.alloc(0), 'empty_file'],
  ['NULs only', nulTail, 'empty_file'],
  ['blank lines only', Buffer.from('\r\n \r\n\t\r\n'), 'empty_file'],
  ['a byte order mark only', bytes([0xff, 0xfe]), 'empty_file'],
  ['no header', Buffer.from(`${row()}\r\n`), 'unknown_header', 1],
  ['another header', Buffer.from('Position,Username\r\n1,a\r\n'), 'unknown_header', 1],
  ['a header below blank lines', Buffer.from(`\r\n\r\nPosition\r\n`), 'unknown_header', 3],
  ['a missing column', Buffer.from(header.replace(',br_damage', '')), 'unknown_header', 1],
  ['a known heading again', Buffer.from(`${header},Season\r\n`), 'unknown_header', 1, 14],
  ['semicolons', Buffer.from(csv(row()).toString().replaceAll(',', ';')), 'unknown_header', 1],
  ['tabs', Buffer.from(csv(row()).toString().replaceAll(',', '\t')), 'unknown_header', 1],
  ['JSON', Buffer.from('{"racer_name": "x"}'), 'bad_row', 1, 1],
  ['HTML', Buffer.from('<!doctype html><p>Sign in'), 'unknown_header', 1],
  ['a cut last row', csv(row(), 'gravelgran,73,Sample'), 'bad_row', 3, 3],
  ['a filled cell too many', csv(row(), `${row('gravelgran')},9`), 'bad_row', 3, 14],
  ['an unquoted comma in a name', csv(row('smith, jo')), 'bad_row', 2, 14],
  ['a lone quote at the end', bytes(csv(row()), '"'), 'bad_row', 3, 1],
  ['a lone quote before a name', csv(row(), row('"b'), row('c')), 'bad_row', 3, 1],
  ['a lone quote in a name', csv(row(), row('b"b'), row('c')), 'bad_row', 3, 1],
  ['text behind a closing quote', csv(row(), row('"b"b')), 'bad_row', 3, 1],
  ['a quote that swallows the file', csv(row('"b'), ...Array(3000).fill(row())), 'bad_row', 2],
  ['a bad value below a quoted line end', csv(row('"a\r\nb"'), row('c', 'x')), 'bad_value', 4, 4],
  ['a bad value below blank lines', csv('', ' ', row('c', 'x')), 'bad_value', 4, 4],
  ...[
    'NaN',
    'Infinity',
    '1e999',
    '-0',
    '-1',
    '+5',
    '0x10',
    '1.5',
    '1.0',
    '"1,000"',
    '1 000',
    '=1+1',
    '1000000001',
    '9'.repeat(500),
    '\u0661',
    'true',
    'null',
  ].map((value): Refusal => [`points ${value}`, csv(row(), row('b', value)), 'bad_value', 3, 4]),
  ['an exe', bytes('MZ', [0x90, 0, 3, 0, 0, 0], Buffer.alloc(900, 1)), 'bad_encoding'],
  ['a zip', bytes('PK', [3, 4, 20, 0, 0, 0, 8, 0], Buffer.alloc(90, 7)), 'bad_encoding'],
  ['a gzip', gzipSync(csv(row())), 'bad_encoding'],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n'), 'bad_encoding'],
  ['a PNG', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13]), 'bad_encoding'],
  ['UTF-32LE', bytes([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'bad_encoding'],
  ['UTF-32BE', bytes([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]), 'bad_encoding'],
  ['half a UTF-16 character', bytes([0xff, 0xfe], latin1('a\0b')), 'bad_encoding'],
  ['a lone surrogate', bytes([0xff, 0xfe], [0x00, 0xd8, 0x61, 0x00]), 'bad_encoding'],
  ['a UTF-8 mark before Latin-1', bytes([0xef, 0xbb, 0xbf], latin1('z\xfc')), 'bad_encoding'],
  ['UTF-8 cut within a letter', bytes(csv(row('zoë')), 'k', [0xc3]), 'bad_encoding'],
  ['Shift-JIS', bytes(csv(row()), [0x83, 0x7d, 0x81, 0x5b]), 'bad_encoding'],
  ['Latin-1 with control characters', bytes(csv(), latin1('\xff\x01\x02')), 'bad_encoding'],
  ['a cell of 513', csv(row(), row('x'.repeat(513))), 'too_large', 3, 1],
  ['513 emoji', csv(row(), row('🏁'.repeat(513))), 'too_large', 3, 1],
  ['a cell of 1 MB', csv(row(), row('x'.repeat(mebibyte))), 'too_large', 3],
  ['a quoted cell of 1 MB', csv(row(), row(`"${'x'.repeat(mebibyte)}"`)), 'too_large', 3],
  ['65 columns', Buffer.from(`${header}${',x'.repeat(52)}`), 'too_large', 1, 65],
  ['10,000 columns', Buffer.from(`${header}${',x'.repeat(9_987)}\r\n`), 'too_large', 1, 65],
  ['10,000 cells', csv(row(), `${row('b')}${','.repeat(9_987)}`), 'too_large', 3, 65],
  ['50,001 rows', csv(...Array(50_001).fill(row())), 'too_large', 50_002],
  ['60,000 rows', csv(...Array(60_000).fill(row())), 'too_large', 50_002],
  ['60,000 rows of commas', csv(...Array(60_000).fill(','.repeat(12))), 'too_large', 50_002],
  ['9 MB', Buffer.alloc(9 * mebibyte, 'a'), 'too_large'],
  ['a byte more than 8 MiB', Buffer.alloc(8 * mebibyte + 1, '\n'), 'too_large'],
  ['8 MiB of quotes', Buffer.alloc(8 * mebibyte, '"'), 'too_large', 1],
  ['8 MiB of commas', Buffer.alloc(8 * mebibyte, ','), 'too_large', 1, 65],
  ['8 MiB of blank lines', Buffer.alloc(8 * mebibyte, '\n'), 'empty_file'],
  ['8 MiB within one quote', Buffer.alloc(8 * mebibyte, 'a\n').fill('"', 0, 1), 'bad_row', 1],
  ['8 MiB of lines in quotes', Buffer.alloc(8 * mebibyte, '"\n",'), 'too_large', 1, 65],
  ['8 MiB of euro signs', Buffer.alloc(8 * mebibyte, 0x80), 'too_large', 1],
]

describe('a hostile file', () => {
  it.each(refused)('%s', (_, content, code, line, column) => {
    const problem = catchProblem(content)
    expect(problem).toMatchObject({ code, part: 'viewerData' })
    expect([problem.line, problem.column]).toEqual([line, column])
    // One sentence that fits on a screen, regardless of what the file contains.
    expect(problem.message).toMatch(/^viewerData[^\n\0]{10,700}\.$/)
  })
})

const text = csv(row('zoë'), row('zz', '0')).toString()

const taken: [name: string, content: Buffer, logins: string[]][] = [
  ['header only', csv(), []],
  ['header only without line end', Buffer.from(header), []],
  ['UTF-8', Buffer.from(text), ['zoë', 'zz']],
  ['UTF-8 with mark', Buffer.from(`\ufeff${text}`), ['zoë', 'zz']],
  ['UTF-16LE with mark', Buffer.from(`\ufeff${text}`, 'utf16le'), ['zoë', 'zz']],
  ['UTF-16LE', Buffer.from(text, 'utf16le'), ['zoë', 'zz']],
  ['UTF-16BE with mark', utf16be(`\ufeff${text}`), ['zoë', 'zz']],
  ['UTF-16BE', utf16be(text), ['zoë', 'zz']],
  ['Latin-1', latin1(text), ['zoë', 'zz']],
  ['Windows-1252', bytes(csv(), [0x80, 0x9f], row('x')), ['€ÿx']],
  ['a NUL tail', bytes(text, nulTail), ['zoë', 'zz']],
  ['a NUL tail behind UTF-16', bytes(Buffer.from(text, 'utf16le'), nulTail), ['zoë', 'zz']],
  ['a NUL tail behind marked UTF-16BE', bytes(utf16be(`\ufeff${text}`), nulTail), ['zoë', 'zz']],
  ['NULs inside', Buffer.from(text.replace('zz', 'z\0\0z')), ['zoë', 'zz']],
  ['a NUL run inside', bytes(csv(row('a')), nulTail, row('b', '0')), ['a', 'b']],
  ['LF', Buffer.from(text.replaceAll('\r\n', '\n')), ['zoë', 'zz']],
  ['CR', Buffer.from(text.replaceAll('\r\n', '\r')), ['zoë', 'zz']],
  ['mixed line ends', Buffer.from(`${header}\r${row('a')}\n${row('b', '0')}\r\n`), ['a', 'b']],
  ['no last line end', Buffer.from(text.trimEnd()), ['zoë', 'zz']],
  ['blank lines', Buffer.from(text.replaceAll('\r\n', '\r\n\r\n \r\n')), ['zoë', 'zz']],
  ['8 MB of blank lines', bytes(csv(row('a')), Buffer.alloc(8_000_000, '\n')), ['a']],
  ['rows of commas', csv(row('a'), ','.repeat(12)), ['a']],
  ['empty cells beyond the header', csv(`${row('a')},,`), ['a']],
  ['extra columns', Buffer.from(`${header},x,X\n${row('a')},1,2`), ['a']],
  [
    'prototype headings',
    Buffer.from(`__proto__,constructor,${header}\n__proto__,toString,${row('a')}`),
    ['a'],
  ],
  ['blanks around quotes', csv(row(' "smith, jo" ')), ['smith, jo']],
  ['formula cells', csv(row('=1+1'), row('@sum(a1)', '0')), ['=1+1', 'sum(a1)']],
  ['the largest numbers', csv(row('a', '1000000000'), row('b', '007')), ['a', 'b']],
]

describe('an odd but valid file', () => {
  it.each(taken)('%s', (_, content, logins) => {
    const { racers } = readViewerData(content, streamer)
    expect(racers.map((racer) => racer.login)).toEqual(logins)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('accepts 50,000 rows at once', () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => row(`racer_${index}`, '0'))
    expect(readViewerData(csv(...rows), streamer).racers).toHaveLength(50_000)
  })
})
