import { CsvError, parse } from 'csv-parse/sync'
import { UploadProblem } from './problem.ts'

/** What a file may measure (the design, section 6: Limits). */
export interface TableLimits {
  bytes: number
  /** Rows below the heading line. */
  rows: number
  columns: number
  cellCharacters: number
}

/** One record of a file. */
export interface TableRow {
  /** The physical line, from 1, on which the record begins (a quoted cell may span lines). */
  line: number
  /** Trimmed. */
  cells: string[]
}

/** What stands between two cells. */
export type Delimiter = ',' | ';' | '\t'

/**
 * The records of CSV text (RFC 4180; lines end in CRLF, LF or CR, also mixed), blank ones left
 * out. The heading line, where there is one, is the first of them and counts as `headings: 1`.
 *
 * csv-parse reads the records, but without bounds on columns and blank lines (8 MiB of commas take
 * it seconds), and it miscounts lines within quoted cells. Hence one cheap pass finds the records
 * first and keeps the limits.
 *
 * @throws UploadProblem `too_large` (rows, columns, characters of a cell), `bad_row` (broken
 *   quotation marks), both with the line, and the column where there is one.
 */
export function readRows(
  text: string,
  limits: TableLimits,
  headings: 0 | 1,
  delimiter: Delimiter = ',',
): TableRow[] {
  const records = splitRecords(text, limits, headings, delimiter)
  const rows: TableRow[] = []
  for (const [index, cells] of parseRecords(records, delimiter).entries()) {
    const row = { line: records[index]?.line ?? 1, cells: cells.map((cell) => cell.trim()) }
    refuseLongCells(row, limits)
    if (row.cells.some((cell) => cell !== '')) rows.push(row)
  }
  return rows
}

interface TextRecord {
  text: string
  line: number
}

function parseRecords(records: readonly TextRecord[], delimiter: Delimiter): string[][] {
  try {
    return parse(records.map((record) => record.text).join('\n'), {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      // A tab would be trimmed as white space before it is seen to end the cell.
      trim: delimiter !== '\t',
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { records: read, column } = error as { records?: unknown; column?: unknown }
    throw new UploadProblem(
      'bad_row',
      'A quotation mark stands where none may be, or has no end.',
      {
        line: records[Number(read)]?.line,
        column: typeof column === 'number' ? column + 1 : undefined,
      },
    )
  }
}

const quote = 34
const carriageReturn = 13
const lineFeed = 10

/** The text cut at line ends outside quotation marks; blank lines left out. */
function splitRecords(
  text: string,
  limits: TableLimits,
  headings: 0 | 1,
  delimiter: Delimiter,
): TextRecord[] {
  const separator = delimiter.charCodeAt(0)
  // Every quotation mark within a cell is doubled, and a letter may be two UTF-16 units.
  const longest = limits.columns * (2 * limits.cellCharacters + 3)
  const records: TextRecord[] = []
  let start = 0
  let startLine = 1
  let line = 1
  let cells = 1
  let inQuotes = false

  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : lineFeed
    if (unit === quote) inQuotes = !inQuotes
    else if (unit === separator && !inQuotes && ++cells > limits.columns) {
      throw tooWide(startLine, limits.columns)
    }
    if (unit !== lineFeed && unit !== carriageReturn) continue
    if (unit === carriageReturn && text.charCodeAt(at + 1) === lineFeed) continue

    if (at - start > longest) throw tooLong(startLine, line > startLine)
    line++
    if (inQuotes && at < text.length) continue

    const isCrLf = unit === lineFeed && at > start && text.charCodeAt(at - 1) === carriageReturn
    const record = text.slice(start, isCrLf ? at - 1 : at)
    if (record.trim() !== '') {
      if (records.length === limits.rows + headings) {
        throw new UploadProblem(
          'too_large',
          `The file has more than the ${limits.rows.toLocaleString('en')} rows that are allowed.`,
          { line: startLine },
        )
      }
      records.push({ text: record, line: startLine })
    }
    start = at + 1
    startLine = line
    cells = 1
  }
  return records
}

function tooLong(line: number, spansLines: boolean): UploadProblem {
  return spansLines
    ? new UploadProblem('bad_row', 'A quotation mark in this line has no end.', { line })
    : new UploadProblem('too_large', 'The line is too long.', { line })
}

function tooWide(line: number, columns: number): UploadProblem {
  return new UploadProblem(
    'too_large',
    `The line has more than the ${columns} columns that are allowed.`,
    { line, column: columns + 1 },
  )
}

function refuseLongCells({ line, cells }: TableRow, limits: TableLimits): void {
  const column = cells.findIndex((cell) => isLongerThan(cell, limits.cellCharacters))
  if (column !== -1) {
    throw new UploadProblem(
      'too_large',
      `The cell has more than the ${limits.cellCharacters} characters that are allowed.`,
      { line, column: column + 1 },
    )
  }
}

/** Characters are code points, as the database counts them: an emoji is one. */
function isLongerThan(cell: string, characters: number): boolean {
  if (cell.length <= characters) return false
  return cell.length > 2 * characters || Array.from(cell).length > characters
}
