import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMapFile } from './map-file.ts'
import { UploadProblem } from './problem.ts'
import { problemOf, samples } from './testing/sample-files.ts'
import { WarningList } from './warning-list.ts'

const read = (bytes: Uint8Array) =>
  readMapFile({ part: 'mapData', bytes, warnings: new WarningList() })
const sample = (folder: string) =>
  read(readFileSync(new URL(`${folder}/LastCustomRaceMapPlayed.csv`, samples)))

const crookedLine = {
  name: 'the crooked line',
  creator: 'builder_bee',
  createdAt: '2026-08-26T17:00:24.133Z',
  totalRaces: 25,
  eliminationRate: 0.205128,
  averageFinishTimeUs: 151_187_180,
  record: {
    timeUs: 129_964_996,
    holder: 'PebbleWick',
    setOn: '2026.08.27-02.38.35',
    streamer: 'sample_caster',
  },
}

it.each(['01-normal', '04-tab-separated'])('map/%s', (folder) => {
  expect(sample(`map/${folder}`)).toEqual(crookedLine)
})

it('map/02-no-record-yet', () => {
  expect(sample('map/02-no-record-yet')).toMatchObject({ name: 'fresh paint', record: null })
})

it('map/03-comma-in-name-unquoted-REJECT', () => {
  const problem = problemOf(() => sample('map/03-comma-in-name-unquoted-REJECT'))
  expect(problem).toMatchObject({ code: 'bad_row', status: 422, line: 2, column: 11 })
})

it('the map beside a race', () => {
  expect(sample('race/v4/01-normal')).toMatchObject({ name: 'spiral of regret', totalRaces: 31 })
})

const headings =
  'MapName,CreatorName,DateCreated,TotalRaces,ElimRate,AverageFinishTime,RecordTime,RecordHolderName,DateSet,StreamerRecordHolder'
const row = 'Up,b,2026-05-02T11:40:09Z,1,0.5,1.5,2.5,Jo,2026.09.14-18.22.05,c'

it.each([';', '\t', ','])('takes cells separated by %j, also with quotation marks', (delimiter) => {
  const text = `${headings}\r\n${row}\r\n`
    .replaceAll(',', delimiter)
    .replace('Up', `"Up${delimiter} and ""away"""`)
  expect(read(Buffer.from(text))).toMatchObject({ totalRaces: 1, record: { timeUs: 2_500_000 } })
  expect(read(Buffer.from(text)).name).toBe(`Up${delimiter} and "away"`)
})

it('empty cells at the end of a line of tabs are cells', () => {
  const text = `${headings}\nUp,,,,,,,,,`.replaceAll(',', '\t')
  expect(read(Buffer.from(text))).toEqual({
    name: 'Up',
    creator: null,
    createdAt: null,
    totalRaces: null,
    eliminationRate: null,
    averageFinishTimeUs: null,
    record: null,
  })
})

it.each([
  ['', 'no_rows', undefined],
  [`${row}\n${row}\n`, 'bad_row', 3],
  [row.replace('Up', ''), 'incomplete', 2],
  [`${row.replace('Up', '')}\n`, 'bad_value', 2],
  [`${row.replace('0.5', '1.01')}\n`, 'bad_value', 2],
  [`${row.replace('09Z', '09')}\n`, 'bad_value', 2],
  [row.slice(0, 30), 'incomplete', 2],
])('refuses %j as %s', (rows, code, line) => {
  const problem = problemOf(() => read(Buffer.from(`${headings}\n${rows}`)))
  expect([problem.code, problem.line]).toEqual([code, line])
})

it('answers any bytes, and any change of the file, with a map or an UploadProblem', () => {
  const text = `${headings}\n${row}\n`
  const changed = fc
    .tuple(fc.nat(text.length), fc.nat(20), fc.string({ maxLength: 4 }))
    .map(([at, remove, insert]) => text.slice(0, at) + insert + text.slice(at + remove))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), changed), (content) => {
      try {
        read(Buffer.from(content as string))
      } catch (error) {
        expect(error).toBeInstanceOf(UploadProblem)
      }
    }),
  )
})
