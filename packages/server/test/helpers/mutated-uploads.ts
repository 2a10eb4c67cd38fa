/** Uploads as they might come from a broken disk, a half-written file or an attacker. */
import { readdirSync, readFileSync } from 'node:fs'
import { samples } from '@rollcall/formats/testing/samples'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { NO_HITS, sampleGame } from './game-files.ts'
import { formUpload } from './season-files.ts'

/** Larger files would be slower without being any stranger. */
const MAX_SAMPLE_BYTES = 50_000

type Parts = Readonly<Record<string, Buffer>>

/** A valid upload of one format, to be mutated. */
interface Format {
  name: string
  url: string
  parts: Parts
}

function foldersIn(path: string): string[] {
  return readdirSync(new URL(path, samples)).map((folder) => `${path}${folder}`)
}

/** The files in a folder whose names match, by their part in the form. */
function partsOf(folder: string, names: Record<string, RegExp>): Parts {
  const files = readdirSync(new URL(folder, samples))
  return Object.fromEntries(
    Object.entries(names).flatMap(([part, pattern]) => {
      const name = files.find((file) => pattern.test(file))
      return name === undefined
        ? []
        : [[part, readFileSync(new URL(`${folder}/${name}`, samples))] as const]
    }),
  )
}

const seasons = [...foldersIn('uploads/season/'), 'real/companion-season'].map((folder) => ({
  name: folder,
  url: '/api/app/upload-data',
  parts: partsOf(folder, { streamerData: /streamerdata/, viewerData: /racerdata/ }),
}))
const events = [...foldersIn('uploads/event/'), 'real/companion-event'].map((folder) => ({
  name: folder,
  url: '/api/app/upload-event-data',
  parts: partsOf(folder, { eventData: /eventdata/ }),
}))
const games = [
  'race/v4/',
  'race/legacy/',
  'royale/v4/',
  'royale/legacy/',
  'tilt/v4/',
  'tilt/legacy/',
]
  .flatMap(foldersIn)
  .concat(foldersIn('uploads/league/'), 'real/race-final', 'real/race-simulation')
  .map((folder) => ({
    name: folder,
    url: '/api/app/upload-mpl-data',
    parts: { checkpointData: NO_HITS, ...sampleGame(folder) } as Parts,
  }))
const logs = foldersIn('companion-log/').map((folder) => ({
  name: folder,
  url: '/api/app/upload-mpl-data',
  parts: { checkpointData: NO_HITS, ...partsOf(folder, { raceData: /allraces/ }) } as Parts,
}))
const others = ['map/01-normal', 'checkpoint/01-normal'].map((folder) => ({
  name: folder,
  url: '/api/app/upload-mpl-data',
  parts: partsOf(folder, { raceData: /\.csv$/, checkpointData: /\.csv$/ }),
}))

const FORMATS: readonly Format[] = [...seasons, ...events, ...games, ...logs, ...others].filter(
  ({ parts }) => {
    const sizes = Object.values(parts).map((content) => content.length)
    return sizes.length > 0 && Math.max(...sizes) <= MAX_SAMPLE_BYTES
  },
)

/** Replacements for cells, headings and lines. */
const NASTY = [
  ...['', ' ', '0', '-0', '-1', '1.5', '1e999', 'NaN', 'Infinity', '1000000001', '9'.repeat(40)],
  ...['true', 'null', 'undefined', '__proto__', 'constructor', '=1+1', '@SUM(A1)', '0x10', '١٢'],
  ...['"', '""', '"a', 'a"b', ',', ',,,,,,', ';', '\t', '\r', '\n', '\r\n', '\0', '\0'.repeat(600)],
  ...[
    '\ufeff',
    '\ufffe',
    '\u202e',
    '\u200b',
    '🏁',
    'ﷺ',
    'é',
    'I\u0307',
    'x'.repeat(513),
    '🏁'.repeat(300),
  ],
  ...[
    '0000-00-00',
    '2026-02-30',
    '9999-12-31T23:59:59Z',
    '275760-09-13',
    "'; drop table games; --",
  ],
  ...[
    '<script>alert(1)</script>',
    '{{7*7}}',
    '%00',
    '../../etc/passwd',
    'MZ\u0090',
    'PK\u0003\u0004',
  ],
].map((text) => Buffer.from(text))

type Edit = (content: Buffer) => Buffer

/** A position in a file from 0 to 1. Drawn as an integer, because most random fractions lie close to 0. */
const place = fc.nat(9_999).map((part) => part / 10_000)
const at = (content: { length: number }, where: number) => Math.floor(where * content.length)

/** How often the headings are mutated. Rarely, because a file with broken headings is refused at once. */
const HEADINGS_SHARE = 0.08

function lineAt(lines: readonly string[], where: number): number {
  const below = (where - HEADINGS_SHARE) / (1 - HEADINGS_SHARE)
  return below < 0 ? 0 : Math.min(1 + at({ length: lines.length - 1 }, below), lines.length - 1)
}

function byteAt(content: Buffer, where: number): number {
  const headings = content.indexOf('\n') + 1
  const below = (where - HEADINGS_SHARE) / (1 - HEADINGS_SHARE)
  return below < 0
    ? at(content, where / HEADINGS_SHARE)
    : headings + at({ length: content.length - headings }, below)
}

function cellwise(change: (cells: string[], where: number) => string[]) {
  return (content: Buffer, line: number, where: number): Buffer => {
    const lines = content.toString('latin1').split('\n')
    const index = lineAt(lines, line)
    const cells = (lines[index] ?? '').split(',')
    return Buffer.from(lines.with(index, change(cells, where).join(',')).join('\n'), 'latin1')
  }
}

const edits: Record<string, fc.Arbitrary<Edit>> = {
  bytes: fc
    .tuple(place, fc.nat(30), fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.constantFrom(...NASTY)))
    .map(([where, removed, put]) => (content) => {
      const start = byteAt(content, where)
      return Buffer.concat([content.subarray(0, start), put, content.subarray(start + removed)])
    }),
  cell: fc.tuple(place, place, fc.constantFrom(...NASTY)).map(
    ([line, where, put]) =>
      (content) =>
        cellwise((cells, cell) =>
          cells.with(Math.min(at(cells, cell), cells.length - 1), put.toString('latin1')),
        )(content, line, where),
  ),
  number: fc.tuple(place, place, fc.oneof(fc.integer(), fc.double(), fc.bigInt())).map(
    ([line, where, put]) =>
      (content) =>
        cellwise((cells, cell) =>
          cells.with(Math.min(at(cells, cell), cells.length - 1), String(put)),
        )(content, line, where),
  ),
  plausible: fc
    .tuple(place, place, fc.oneof(fc.nat(60).map(String), fc.constantFrom('true', 'false', 'zoe')))
    .map(
      ([line, where, put]) =>
        (content) =>
          cellwise((cells, cell) => cells.with(Math.min(at(cells, cell), cells.length - 1), put))(
            content,
            line,
            where,
          ),
    ),
  column: fc.tuple(place, place, fc.boolean()).map(
    ([line, where, isTwice]) =>
      (content) =>
        cellwise((cells, cell) => {
          const index = at(cells, cell)
          return isTwice ? cells.toSpliced(index, 0, cells[index] ?? '') : cells.toSpliced(index, 1)
        })(content, line, where),
  ),
  lines: fc
    .tuple(place, place, fc.constantFrom('drop', 'twice', 'swap'))
    .map(([one, other, what]) => (content) => {
      const lines = content.toString('latin1').split('\n')
      const [a, b] = [lineAt(lines, one), lineAt(lines, other)]
      const changed =
        what === 'drop'
          ? lines.toSpliced(a, 1)
          : what === 'twice'
            ? lines.toSpliced(b, 0, lines[a] ?? '')
            : lines.with(Math.min(a, lines.length - 1), lines[b] ?? '')
      return Buffer.from(changed.join('\n'), 'latin1')
    }),
  cut: place.map((where) => (content) => content.subarray(0, byteAt(content, where))),
  encoding: fc.constantFrom<Edit>(
    (content) => Buffer.from(content.toString(), 'utf16le'),
    (content) => Buffer.from(`\ufeff${content.toString()}`, 'utf16le').swap16(),
    (content) => Buffer.from(content.toString(), 'latin1'),
    (content) => Buffer.concat([Buffer.from('\ufeff'), content]),
    (content) => Buffer.from(content.toString('latin1').replaceAll(',', ';'), 'latin1'),
    (content) => Buffer.from(content.toString('latin1').replaceAll('\n', '\r'), 'latin1'),
    (content) => Buffer.from(content.toString('latin1').toUpperCase(), 'latin1'),
  ),
  anything: fc.uint8Array({ maxLength: 200 }).map((bytes) => () => Buffer.from(bytes)),
}

const spoil = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: edits.bytes as fc.Arbitrary<Edit> },
      { weight: 6, arbitrary: edits.cell as fc.Arbitrary<Edit> },
      { weight: 16, arbitrary: edits.plausible as fc.Arbitrary<Edit> },
      { weight: 3, arbitrary: edits.number as fc.Arbitrary<Edit> },
      { weight: 2, arbitrary: edits.column as fc.Arbitrary<Edit> },
      { weight: 2, arbitrary: edits.lines as fc.Arbitrary<Edit> },
      { weight: 1, arbitrary: edits.cut as fc.Arbitrary<Edit> },
      { weight: 1, arbitrary: edits.encoding as fc.Arbitrary<Edit> },
      { weight: 1, arbitrary: edits.anything as fc.Arbitrary<Edit> },
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map(
    (all): Edit =>
      (content) =>
        all.reduce((spoilt, edit) => edit(spoilt), content),
  )

const fields: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.dictionary(
      fc.constantFrom('season', 'finishedAt', 'channel', 'eventId', 'dryRun', 'uploadKey', 'other'),
      fc.oneof(
        fc.constantFrom('75', '74', 'true', 'false', '2026-09-14T18:22:07Z', 'sample_caster', 'x'),
        fc.constantFrom(...NASTY.map(String)),
        fc.string({ unit: 'grapheme', maxLength: 30 }),
      ),
      { maxKeys: 3 },
    ),
  },
)

function oneIn<T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
}

interface MutatedUpload {
  /** How it was made, to explain a failure. */
  name: string
  isDryRun: boolean
  call: (eventId: number, headers: Record<string, string>) => InjectOptions
}

/** An upload of any format with something wrong in its files, its fields or its form. */
export const mutatedUpload: fc.Arbitrary<MutatedUpload> = fc
  .record({
    format: fc.constantFrom(...FORMATS),
    // Sometimes files of one format are sent as another.
    other: oneIn(12, fc.constantFrom(...FORMATS)),
    first: spoil,
    second: oneIn(3, spoil),
    which: fc.nat(2),
    dropped: oneIn(15, fc.nat(2)),
    fields,
    ofForm: oneIn(15, edits.bytes as fc.Arbitrary<Edit>),
  })
  .map((made) => {
    const parts = Object.entries((made.other ?? made.format).parts)
    const spoilt = parts.map(([part, content], index) => {
      if (index === made.which % parts.length) return [part, made.first(content)] as const
      return [part, made.second?.(content) ?? content] as const
    })
    const sent = spoilt.filter((_, index) => index !== made.dropped)
    return {
      name: `${made.format.name} ${made.other?.name ?? ''}`,
      isDryRun: made.fields.dryRun === 'true',
      call: (eventId, headers) => {
        const options = formUpload(made.format.url, Object.fromEntries(sent), {
          headers,
          fields: { eventId: String(eventId), ...made.fields },
        })
        const payload = options.payload as Buffer
        return { ...options, payload: made.ofForm?.(payload) ?? payload }
      },
    }
  })
