import { Cells } from './cells.ts'
import { FileProblem } from './problem.ts'
import { cut } from './quoted.ts'
import {
  type BeginningText,
  readFirstRows,
  readRows,
  type TableLimits,
  type TableRow,
} from './read-rows.ts'

/** A kind of file: its name and required headings. */
export interface TableFormat {
  readonly name: string
  readonly columns: readonly string[]
}

/** A file whose headings fit the format called `name`. */
export type Table<F extends TableFormat> = F extends TableFormat
  ? {
      name: F['name']
      /** For each column of the format, its index in `cells`. */
      columns: Readonly<Record<F['columns'][number], number>>
      rows: TableRow[]
    }
  : never

/**
 * Reads a CSV file with a heading line in one of the given formats: docs/formats.md, Headings. It may have no rows.
 *
 * @throws FileProblem `unknown_header` (no format fits, or one of its headings appears twice),
 *   `bad_row` (a row has fewer cells than headings, or a cell beyond them that is not empty), and what
 *   `readRows` throws.
 */
export function readTable<F extends TableFormat>(
  text: string,
  formats: readonly F[],
  limits: TableLimits,
): Table<F> {
  const [heading, ...rows] = readRows(text, limits)
  const { width, ...table } = fitHeadings(heading, formats)
  for (const row of rows) {
    refuseOtherWidth(row, width)
  }
  return { ...table, rows } as Table<F>
}

/**
 * Reads the first `count` rows of a file in the given format, or all if it has fewer.
 *
 * @throws FileProblem what `readTable` throws for these lines; `too_large` if the beginning is too short to
 *   contain them.
 */
export function readFirstTableRows<F extends TableFormat>(
  beginning: BeginningText,
  format: F,
  { limits, count }: { limits: TableLimits; count: number },
): Pick<Table<F>, 'columns' | 'rows'> {
  const [heading, ...rows] = readFirstRows(beginning, { limits, count: 1 + count })
  const { columns, width } =
    heading === undefined && !beginning.isWhole
      ? refuseEmptyLines()
      : fitHeadings(heading, [format])
  for (const row of rows) {
    refuseOtherWidth(row, width)
  }
  if (rows.length < count && !beginning.isWhole) {
    refuseEmptyLines()
  }
  return { columns, rows } as Table<F>
}

function refuseEmptyLines(): never {
  throw new FileProblem('too_large', { reason: 'too_many_empty_lines' })
}

/**
 * The format that fits a heading line; if several do, the one with the most columns. `columns` has each column's index,
 * and `width` is the number of headings.
 *
 * @throws FileProblem `empty_file` (no heading line), `unknown_header`
 */
export function fitHeadings<F extends TableFormat>(
  heading: TableRow | undefined,
  formats: readonly F[],
): { name: F['name']; columns: Record<string, number>; width: number } {
  if (heading === undefined) {
    throw new FileProblem('empty_file', {})
  }
  const names = withoutEmptyTail(heading.cells).map((name) => name.toLowerCase())

  const format = formats
    .filter(({ columns }) => columns.every((column) => names.includes(column.toLowerCase())))
    .sort((a, b) => b.columns.length - a.columns.length)[0]
  if (format === undefined) {
    throw unknownHeader(heading, formats)
  }

  const columns: Record<string, number> = Object.create(null)
  for (const column of format.columns) {
    const index = names.indexOf(column.toLowerCase())
    const again = names.indexOf(column.toLowerCase(), index + 1)
    if (again !== -1) {
      throw new FileProblem(
        'unknown_header',
        { reason: 'heading_twice', name: column },
        { line: heading.line, column: again + 1 },
      )
    }
    columns[column] = index
  }
  return { name: format.name, columns, width: names.length }
}

/**
 * The cells of a file's only row.
 *
 * @throws FileProblem `no_rows`, `bad_row` (a second row)
 */
export function onlyRow<H extends string>(table: {
  rows: readonly TableRow[]
  columns: Readonly<Record<H, number>>
}): Cells<H> {
  const [row, second] = table.rows
  if (row === undefined) {
    throw new FileProblem('no_rows', { reason: 'only_headings' })
  }
  if (second !== undefined) {
    throw new FileProblem('bad_row', { reason: 'second_row' }, { line: second.line })
  }
  return new Cells(row, table.columns)
}

/**
 * Refuses a row that does not have `width` cells. More cells are fine if they are empty.
 *
 * @throws FileProblem `bad_row`
 */
export function refuseOtherWidth({ line, cells }: TableRow, width: number): void {
  if (cells.length < width) {
    throw new FileProblem(
      'bad_row',
      { reason: 'too_few_cells', cells: cells.length, headings: width },
      { line, column: cells.length },
    )
  }
  const beyond = cells.findIndex((cell, index) => index >= width && cell !== '')
  if (beyond !== -1) {
    throw new FileProblem(
      'bad_row',
      { reason: 'too_many_cells', headings: width },
      { line, column: beyond + 1 },
    )
  }
}

function unknownHeader({ line, cells }: TableRow, formats: readonly TableFormat[]): FileProblem {
  const [first = ''] = cells
  const [separator] = (cells.length === 1 && /[;\t]/.exec(first)) || []
  const written = separator === undefined ? cells : first.split(separator)
  const names = written.map((cell) => cell.replaceAll('"', '').trim().toLowerCase())
  const missing = ({ columns }: TableFormat) =>
    columns.filter((column) => !names.includes(column.toLowerCase())).length
  const nearest = formats.toSorted((a, b) => missing(a) - missing(b)).slice(0, 1)
  const listed = formats.length < 3 ? formats : nearest
  const params = {
    reason: separator === undefined ? 'other_headings' : 'other_separator',
    formats: formats.map(({ name }) => name),
    nearest: nearest[0]?.name ?? '',
    expected: listed.map(({ columns }) => columns.join(', ')),
    found: cut(cells.map((cell) => cut(cell, 40)).join(', '), 300),
  } as const
  return new FileProblem('unknown_header', params, { line })
}

function withoutEmptyTail(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}
