/** Sends a board as a file, all of its rows, as fast as the connection takes them. */
import { Readable } from 'node:stream'
import type { ExportFormat } from '@rollcall/contract/endpoint'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'

type Portions<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

interface Export<Row> {
  format: ExportFormat
  /** Parts of the file's name: what it is of, and which view. */
  name: readonly (string | number)[]
  /** The rows' schema; its fields are the columns, in their order. */
  row: z.ZodMiniObject
  /** In portions. */
  rows: Portions<Row>
  /** For rows with lists in them: what lines they have in CSV. */
  lines?: { line: z.ZodMiniObject; of: (row: Row) => readonly object[] }
}

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

export function sendExport<Row extends object>(
  reply: FastifyReply,
  { format, name, row, rows, lines }: Export<Row>,
): FastifyReply {
  const fileName = `${name.join('-').replaceAll(/[^\w.-]+/g, '_')}.${format}`
  const pieces =
    format === 'json'
      ? writeJson(rows, row)
      : writeCsv(rows, lines ?? { line: row, of: (one: Row) => [one] })
  return reply
    .headers({
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename="${fileName}"`,
    })
    .send(Readable.from(pieces, { objectMode: false }))
}

/** How many rows are read at a time. */
export const EXPORT_PORTION = 1_000

/** Rows that are in memory already, in at least one portion. */
export function* portionsOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from === 0 || from < rows.length; from += EXPORT_PORTION) {
    yield rows.slice(from, from + EXPORT_PORTION)
  }
}

/** All pages of a board, one after the other. */
export async function* allPages<Row>(
  pageOf: (page: number) => Promise<{ rows: readonly Row[]; totalPages: number }>,
): AsyncGenerator<readonly Row[]> {
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { rows, totalPages } = await pageOf(page)
    last = totalPages
    yield rows
  }
}

async function* writeJson(rows: Portions<object>, schema: z.ZodMiniObject): AsyncGenerator<string> {
  let before = '['
  for await (const portion of rows) {
    if (portion.length > 0) {
      yield before + portion.map((row) => JSON.stringify(schema.parse(row))).join()
      before = ','
    }
  }
  yield before === '[' ? '[]' : ']'
}

async function* writeCsv<Row>(
  rows: Portions<Row>,
  { line, of }: NonNullable<Export<Row>['lines']>,
): AsyncGenerator<string> {
  const columns = Object.keys(line.shape)
  let isFirst = true
  for await (const portion of rows) {
    yield stringify(
      portion.flatMap(of).map((one) => line.parse(one)),
      {
        columns,
        header: isFirst,
        // The byte order mark tells spreadsheets that this is UTF-8.
        bom: isFirst,
        record_delimiter: 'windows',
        // A cell that begins like a formula gets an apostrophe; a negative number is not a formula.
        escape_formulas: true,
      },
    )
    isFirst = false
  }
}
