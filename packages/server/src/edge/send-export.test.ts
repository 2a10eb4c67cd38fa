/** What is in a file is what a parser reads from it, whatever people call themselves. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { portionsOf, sendExport } from './send-export.ts'

const Row = z.object({ rank: z.number(), name: z.string(), points: z.nullable(z.number()) })
type Row = z.infer<typeof Row>

const app = Fastify()
app.post<{ Body: Row[]; Params: { format: 'csv' | 'json' } }>(
  '/:format',
  ({ body, params: { format } }, reply) =>
    sendExport(reply, { format, name: ['board'], row: Row, rows: portionsOf(body) }),
)
afterAll(() => app.close())

async function write(rows: readonly Row[], format: 'csv' | 'json'): Promise<string> {
  const { body } = await app.inject({ method: 'POST', url: `/${format}`, body: [...rows] })
  return body
}

const readCells = (text: string): string[][] => parse(text, { bom: true })

const rowNamed = (name: string): Row => ({ rank: 1, name, points: -2.5 })

it.each([
  ['=cmd|calc!A1', "'=cmd|calc!A1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['＝1', "'＝1"],
  ['a=1', 'a=1'],
  ['line\nbreak', 'line\nbreak'],
  ['"quoted", and more', '"quoted", and more'],
  ['\u202Eمرحبا', '\u202Eمرحبا'],
])('%j is %j in a spreadsheet, and itself in JSON', async (name, cell) => {
  const row = rowNamed(name)
  expect(readCells(await write([row], 'csv'))).toEqual([
    ['rank', 'name', 'points'],
    ['1', cell, '-2.5'],
  ])
  expect(JSON.parse(await write([row], 'json'))).toEqual([row])
})

it('any name is read as it was written, or with the apostrophe before it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 5 }),
      async (names) => {
        const rows = names.map(rowNamed)
        const [, ...lines] = readCells(await write(rows, 'csv'))
        expect(lines.map(([, name = '']) => name.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, ''))).toEqual(
          names.map((name) => name.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '')),
        )
        expect(JSON.parse(await write(rows, 'json'))).toEqual(rows)
      },
    ),
    { numRuns: 50 },
  )
})

it('unknown values are empty, and a file without rows has its columns', async () => {
  expect(readCells(await write([{ rank: 1, name: 'a', points: null }], 'csv'))[1]).toEqual([
    '1',
    'a',
    '',
  ])
  expect(readCells(await write([], 'csv'))).toEqual([['rank', 'name', 'points']])
  expect(await write([], 'json')).toBe('[]')
})
