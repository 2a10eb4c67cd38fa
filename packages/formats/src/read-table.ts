import { Cells } from './cells.ts'
import { cut, FileProblem, quoted } from './problem.ts'
import {
  type BeginningText,
  readFirstRows,
  readRows,
  type TableLimits,
  type TableRow,
} from './read-rows.ts'

/** A kind of file: its name and the headings that it must have. */
export interface TableFormat {
  readonly name: string
  readonly columns: readonly string[]
}

/** A file whose headings fit a format; `name` tells which. */
export type Table<F extends TableFormat> = F extends TableFormat
  ? {
      name: F['name']
      /** Index in `cells` of each of the format's columns. */
      columns: Readonly<Record<F['columns'][number], number>>
      rows: TableRow[]
    }
  : never

/**
 * A CSV file with a heading line, as one of the given formats: docs/formats.md, Headings. It may have no
 * rows.
 *
 * @throws FileProblem `unknown_header` (no format fits, or one of its headings occurs twice),
 *   `bad_row` (a row has fewer cells than headings, or a filled cell beyond them), and what
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
 * The first `count` rows of a file of one format, or all where it has fewer.
 *
 * @throws FileProblem as `readTable` does for the lines up to these rows; `too_large` where the beginning
 *   is too short to tell.
 */
export function readFirstOfTable<F extends TableFormat>(
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
  throw new FileProblem('too_large', 'The file begins with too many empty lines.')
}

/**
 * The format that a heading line fits, of several the one with most columns; `columns` has the index of
 * each, `width` is the number of headings.
 *
 * @throws FileProblem `empty_file` without a line, `unknown_header`
 */
export function fitHeadings<F extends TableFormat>(
  heading: TableRow | undefined,
  formats: readonly F[],
): { name: F['name']; columns: Record<string, number>; width: number } {
  if (heading === undefined) {
    throw new FileProblem('empty_file', 'The file is empty.')
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
      throw new FileProblem('unknown_header', `The heading ${column} appears twice.`, {
        line: heading.line,
        column: again + 1,
      })
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
    throw new FileProblem('no_rows', 'There is no row below the headings.')
  }
  if (second !== undefined) {
    throw new FileProblem('bad_row', 'There may be only one row below the headings.', {
      line: second.line,
    })
  }
  return new Cells(row, table.columns)
}

/**
 * Refuses a row that does not have `width` cells; further empty ones are fine.
 *
 * @throws FileProblem `bad_row`
 */
export function refuseOtherWidth({ line, cells }: TableRow, width: number): void {
  if (cells.length < width) {
    throw new FileProblem(
      'bad_row',
      `The row has ${cells.length} cells, but there are ${width} headings. The file may be cut off.`,
      { line, column: cells.length },
    )
  }
  const beyond = cells.findIndex((cell, index) => index >= width && cell !== '')
  if (beyond !== -1) {
    throw new FileProblem(
      'bad_row',
      `The row has more cells than there are headings (${width}). A name with a comma in it must be in quotation marks.`,
      { line, column: beyond + 1 },
    )
  }
}

function unknownHeader({ line, cells }: TableRow, formats: readonly TableFormat[]) {
  const [first = ''] = cells
  const separated = cells.length === 1 && /[;\t]/.test(first)
  const found = cut(cells.map((cell) => cut(cell, 40)).join(', '), 300)
  return new FileProblem(
    'unknown_header',
    `${separated ? 'Columns must be separated by commas, and the' : 'The'} headings must be ${expectedHeadings(cells, formats)}; found ${quoted(found, 300)}.`,
    { line },
  )
}

/** With many formats, only their names and the headings of the nearest one. */
function expectedHeadings(found: readonly string[], formats: readonly TableFormat[]): string {
  if (formats.length < 3) {
    return formats.map(({ columns }) => columns.join(', ')).join('; or: ')
  }
  const names = found.map((cell) => cell.toLowerCase())
  const missing = ({ columns }: TableFormat) =>
    columns.filter((column) => !names.includes(column.toLowerCase())).length
  const [nearest] = formats.toSorted((a, b) => missing(a) - missing(b))
  return `those of ${formats.map(({ name }) => name).join(', ')}; the nearest, ${nearest?.name}: ${nearest?.columns.join(', ')}`
}

function withoutEmptyTail(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}
