import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readDrop } from './read-drop.ts'

const zip = (files: Record<string, Uint8Array>) =>
  new File([zipSync(files) as Uint8Array<ArrayBuffer>], 'a.zip', { lastModified: 0 })
const UTF8 = new TextEncoder()
const csv = UTF8.encode('a,b\r\n')
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.csv`, csv]))

/** A file that is not packed, and claims another length than it has. */
const liar = (length: number, claimed: number) => {
  const bytes = zipSync({ 'a.csv': [new Uint8Array(length), { level: 0 }] })
  const directory = bytes.findLastIndex((_, at) => bytes[at] === 0x50 && bytes[at + 2] === 0x01)
  new DataView(bytes.buffer).setUint32(directory + 24, claimed, true)
  return new File([bytes as Uint8Array<ArrayBuffer>], 'a.zip')
}

/** Of zip64, whose directory can claim more than any memory holds. */
function endless(): File {
  const view = new DataView(new ArrayBuffer(98))
  const put = (at: number, value: number) => view.setUint32(at, value, true)
  put(0, 0x06064b50)
  put(32, 0xffffffff)
  put(56, 0x07064b50)
  put(76, 0x06054b50)
  put(84, 1)
  return new File([view.buffer], 'a.zip')
}

/** A zip whose `find` was changed in place. */
const changed = (files: Record<string, Uint8Array>, find: string, put: string) => {
  const text = Buffer.from(zipSync(files, { level: 0 })).toString('latin1')
  return new File([Buffer.from(text.replaceAll(find, put), 'latin1')], 'a.zip')
}

test('of a zip its CSV files are read, with their folders and the time of the zip', async () => {
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

test('of many files that are no CSV the first are named; what a computer adds is not', async () => {
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
  ['one that claims to be nothing', liar(9 * 1024 * 1024, 0), /each of up to 8 MiB/],
  ['one that is shorter than it claims', liar(10, 20), /damaged or has a password/],
  ['one that is longer than it claims', liar(20, 10), /damaged or has a password/],
  ['a zip of zips', zip({ 'b/c.zip': csv }), /A zip within a zip is not opened/],
  ['many small ones', zip(many(501)), /at most 500 CSV files/],
  ['nothing of use', zip({ 'a.sav': csv }), /no CSV file in this zip/],
  ['one that claims billions of files', endless(), /damaged or has a password/],
  ['half of one', new File([zipSync(many(1)).slice(0, 40)], 'a.zip'), /damaged or has a password/],
  [
    'a huge file',
    new File([new Uint8Array(9 * 1024 * 1024)], 'a.csv'),
    /larger than the allowed 8/,
  ],
])('%s is refused, and what else was dropped is read', async (_, file, sentence) => {
  const { files, refused } = await readDrop([file, new File([csv], 'c.csv')])
  expect(files.map(({ name }) => name)).toEqual(['c.csv'])
  expect(refused.map(({ problem }) => problem.message)).toEqual([expect.stringMatching(sentence)])
})

test('a damaged file of a zip is refused by itself', async () => {
  const bytes = zipSync({ 'a.csv': csv, 'b.csv': csv })
  // No packed data begins like this.
  bytes[Buffer.from(bytes).indexOf('b.csv') + 'b.csv'.length] = 0xff
  const { files, refused } = await readDrop([new File([bytes as Uint8Array<ArrayBuffer>], 'a.zip')])
  expect(files.map(({ name }) => name)).toEqual(['a.zip/a.csv'])
  expect(refused).toMatchObject([
    {
      names: ['a.zip/b.csv'],
      problem: { message: expect.stringMatching(/damaged or has a password/) },
    },
  ])
})

test('of two files of one name in a zip neither is taken', async () => {
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
      problem: { message: expect.stringMatching(/^The zip holds 3 files of this name/) },
    },
  ])
})

test('all zips of a drop are as large together as one may be', async () => {
  const large = zip(
    Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [`${index}.csv`, new Uint8Array(8 * 1024 * 1024)]),
    ),
  )
  const { files, refused } = await readDrop([large, large])
  expect(files).toHaveLength(5)
  expect(refused[0]?.problem.message).toMatch(/all together of 64 MiB/)
})

test('a drop has so many files at most, and says so of the one that is too many', async () => {
  const { files, refused } = await readDrop([
    zip(many(500)),
    zip(many(2)),
    new File([csv], 'c.csv'),
  ])
  expect(files).toHaveLength(500)
  expect(refused[0]?.problem.message).toMatch(/at most 500 files/)
})
