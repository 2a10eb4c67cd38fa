import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readDrop } from './read-drop.ts'

const zip = (files: Record<string, Uint8Array>) =>
  new File([zipSync(files) as Uint8Array<ArrayBuffer>], 'a.zip', { lastModified: 0 })
const UTF8 = new TextEncoder()
const csv = UTF8.encode('a,b\r\n')
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.csv`, csv]))

/** A zip with a file, packed or not, whose stated length is wrong. */
const zipWithFalseLength = (length: number, claimed: number, level: 0 | 6 = 0) => {
  const bytes = zipSync({ 'a.csv': [new Uint8Array(length), { level }] })
  const directory = bytes.findLastIndex((_, at) => bytes[at] === 0x50 && bytes[at + 2] === 0x01)
  new DataView(bytes.buffer).setUint32(directory + 24, claimed, true)
  return new File([bytes as Uint8Array<ArrayBuffer>], 'a.zip')
}

/** A zip64, whose directory can claim more entries than any memory holds. */
function zipWithEndlessDirectory(): File {
  const view = new DataView(new ArrayBuffer(98))
  const put = (at: number, value: number) => view.setUint32(at, value, true)
  put(0, 0x06064b50)
  put(32, 0xffffffff)
  put(56, 0x07064b50)
  put(76, 0x06054b50)
  put(84, 1)
  return new File([view.buffer], 'a.zip')
}

/** A zip in which `find` was replaced in place. */
const changed = (files: Record<string, Uint8Array>, find: string, put: string) => {
  const text = Buffer.from(zipSync(files, { level: 0 })).toString('latin1')
  return new File([Buffer.from(text.replaceAll(find, put), 'latin1')], 'a.zip')
}

test("reads a zip's CSV files, with their folders and the time of the zip", async () => {
  const { files, refused, notCsv } = await readDrop([
    zip({ 'one/a.csv': csv, 'two\\b.CSV': csv, 'Sessions/x.sav': csv, '__MACOSX/._a.csv': csv }),
    new File([csv], 'c.csv', { lastModified: 1_000 }),
  ])
  expect(refused).toEqual([])
  expect(notCsv).toEqual([{ names: ['a.zip/Sessions/x.sav'], count: 1 }])
  expect(files.map(({ name, changedAt }) => [name, changedAt])).toEqual([
    ['a.zip/one/a.csv', '1970-01-01T00:00:00.000Z'],
    ['a.zip/two/b.CSV', '1970-01-01T00:00:00.000Z'],
    ['c.csv', '1970-01-01T00:00:01.000Z'],
  ])
})

test('names the first of many files that are not CSV, and ignores files that computers add', async () => {
  const others = Array.from({ length: 7 }, (_, index) => [`${index}.txt`, csv])
  const { notCsv } = await readDrop([
    zip({
      'a.csv': csv,
      '.DS_Store': csv,
      'folder/': new Uint8Array(),
      ...Object.fromEntries(others),
    }),
  ])
  expect(notCsv).toEqual([
    {
      names: ['a.zip/0.txt', 'a.zip/1.txt', 'a.zip/2.txt', 'a.zip/3.txt', 'a.zip/4.txt', '2 more'],
      count: 7,
    },
  ])
})

test.each([
  ['a bomb', zip({ 'a.csv': new Uint8Array(9 * 1024 * 1024) }), /each of up to 8 MiB/],
  ['a file that claims to be empty', zipWithFalseLength(9 * 1024 * 1024, 0), /each of up to 8 MiB/],
  [
    'a file that is shorter than it claims',
    zipWithFalseLength(10, 20),
    /damaged or has a password/,
  ],
  ['a file that is longer than it claims', zipWithFalseLength(20, 10), /damaged or has a password/],
  [
    'a packed file that is shorter than it claims',
    zipWithFalseLength(10, 20, 6),
    /damaged or has a password/,
  ],
  [
    'a packed file that is longer than it claims',
    zipWithFalseLength(20, 10, 6),
    /damaged or has a password/,
  ],
  [
    'a packed file that claims to be empty',
    zipWithFalseLength(20, 0, 6),
    /damaged or has a password/,
  ],
  ['a zip of zips', zip({ 'b/c.zip': csv }), /A zip within a zip is not opened/],
  ['too many small files', zip(many(501)), /at most 500 CSV files/],
  ['nothing useful', zip({ 'a.sav': csv }), /no CSV file in this zip/],
  ['a zip that claims billions of files', zipWithEndlessDirectory(), /damaged or has a password/],
  ['half a zip', new File([zipSync(many(1)).slice(0, 40)], 'a.zip'), /damaged or has a password/],
  [
    'a huge file',
    new File([new Uint8Array(9 * 1024 * 1024)], 'a.csv'),
    /larger than the allowed 8/,
  ],
])('%s is refused, and the other dropped files are read', async (_, file, sentence) => {
  const { files, refused } = await readDrop([file, new File([csv], 'c.csv')])
  expect(files.map(({ name }) => name)).toEqual(['c.csv'])
  expect(refused.map(({ why }) => why)).toEqual([expect.stringMatching(sentence)])
})

test('a damaged file in a zip is refused on its own', async () => {
  const bytes = zipSync({ 'a.csv': csv, 'b.csv': csv })
  // No compressed data begins like this.
  bytes[Buffer.from(bytes).indexOf('b.csv') + 'b.csv'.length] = 0xff
  const { files, refused } = await readDrop([new File([bytes as Uint8Array<ArrayBuffer>], 'a.zip')])
  expect(files.map(({ name }) => name)).toEqual(['a.zip/a.csv'])
  expect(refused).toMatchObject([
    {
      names: ['a.zip/b.csv'],
      why: expect.stringMatching(/damaged or has a password/),
    },
  ])
})

test('two files with the same name in a zip are both refused', async () => {
  const twice = changed(
    { 'a/1.csv': csv, 'a/2.csv': csv, 'a\\1.csv': csv, 'c.csv': csv },
    'a/2',
    'a/1',
  )
  const { files, refused } = await readDrop([twice])
  expect(files.map(({ name }) => name)).toEqual(['a.zip/c.csv'])
  expect(refused).toMatchObject([
    {
      names: ['a.zip/a/1.csv'],
      why: expect.stringMatching(/^The zip holds 3 files of this name/),
    },
  ])
})

test('all dropped zips together may be as large as a single one', async () => {
  const large = zip(
    Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [`${index}.csv`, new Uint8Array(8 * 1024 * 1024)]),
    ),
  )
  const { files, refused } = await readDrop([large, large])
  expect(files).toHaveLength(5)
  expect(refused[0]?.why).toMatch(/all together of 64 MiB/)
})

test('refuses the file that exceeds the limit of files', async () => {
  const { files, refused } = await readDrop([
    zip(many(500)),
    zip(many(2)),
    new File([csv], 'c.csv'),
  ])
  expect(files).toHaveLength(500)
  expect(refused[0]?.why).toMatch(/at most 500 files/)
})
