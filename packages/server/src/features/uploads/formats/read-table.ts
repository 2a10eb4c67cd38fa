import { cut, quoted, UploadProblem } from './problem.ts'
import { type Delimiter, readRows, type TableLimits, type TableRow } from './read-rows.ts'

/** A known kind of file: its name, and the headings that it must have. */
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
 * A CSV file with a heading line, as one of the formats that may stand in its place. The format is
 * recognised by its set of headings, letter case and order ignored; further columns are allowed
 * and their cells ignored (the domain reference, 1.2 and 6.1). No row below the headings is fine
 * here: whether it is an error depends on the format.
 *
 * @throws UploadProblem `unknown_header` (no format fits, or one of its headings stands twice),
 *   `bad_row` (a row has fewer cells than headings, or a filled cell beyond them), and what
 *   `readRows` throws.
 */
export function readTable<F extends TableFormat>(
  text: string,
  formats: readonly F[],
  limits: TableLimits,
  delimiter?: Delimiter,
): Table<F> {
  const [heading, ...rows] = readRows(text, limits, 1, delimiter)
  if (heading === undefined) throw new UploadProblem('empty_file', 'The file is empty.')
  const names = withoutEmptyTail(heading.cells).map((name) => name.toLowerCase())

  const format = formats
    .filter(({ columns }) => columns.every((column) => names.includes(column.toLowerCase())))
    .sort((a, b) => b.columns.length - a.columns.length)[0]
  if (format === undefined) throw unknownHeader(heading, formats)

  const columns: Record<string, number> = Object.create(null)
  for (const column of format.columns) {
    const index = names.indexOf(column.toLowerCase())
    const again = names.indexOf(column.toLowerCase(), index + 1)
    if (again !== -1) {
      throw new UploadProblem('unknown_header', `The heading ${column} stands twice.`, {
        line: heading.line,
        column: again + 1,
      })
    }
    columns[column] = index
  }

  for (const row of rows) refuseOtherWidth(row, names.length)
  return { name: format.name, columns, rows } as Table<F>
}

/**
 * A row belongs under `width` headings: so many cells, and beyond them empty ones only.
 *
 * @throws UploadProblem `bad_row`
 */
export function refuseOtherWidth({ line, cells }: TableRow, width: number): void {
  if (cells.length < width) {
    throw new UploadProblem(
      'bad_row',
      `The row has ${cells.length} cells where the headings ask for ${width}; the file may be cut off.`,
      { line, column: cells.length },
    )
  }
  const beyond = cells.findIndex((cell, index) => index >= width && cell !== '')
  if (beyond !== -1) {
    throw new UploadProblem(
      'bad_row',
      `The row has more cells than the ${width} headings; a comma within a name needs quotation marks around the name.`,
      { line, column: beyond + 1 },
    )
  }
}

function unknownHeader({ line, cells }: TableRow, formats: readonly TableFormat[]) {
  const [first = ''] = cells
  const separated = cells.length === 1 && /[;\t]/.test(first)
  const found = cut(cells.map((cell) => cut(cell, 40)).join(', '), 300)
  return new UploadProblem(
    'unknown_header',
    `${separated ? 'Columns must be separated by commas, and the' : 'The'} headings must be ${expectedHeadings(cells, formats)}; found ${quoted(found, 300)}.`,
    { line },
  )
}

/** All headings of several formats would fill the screen: of many, the names and the nearest. */
function expectedHeadings(found: readonly string[], formats: readonly TableFormat[]): string {
  if (formats.length < 3) return formats.map(({ columns }) => columns.join(', ')).join('; or: ')
  const names = found.map((cell) => cell.toLowerCase())
  const missing = ({ columns }: TableFormat) =>
    columns.filter((column) => !names.includes(column.toLowerCase())).length
  const [nearest] = formats.toSorted((a, b) => missing(a) - missing(b))
  return `those of ${formats.map(({ name }) => name).join(', ')}; the nearest, ${nearest?.name}: ${nearest?.columns.join(', ')}`
}

function withoutEmptyTail(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}
