import { FileProblem } from './problem.ts'

/** docs/formats.md, Rows and cells. */
export interface TableLimits {
  bytes: number
  /** Rows below the heading line. */
  rows: number
  columns: number
  cellCharacters: number
}

export interface TableRow {
  /** The physical line on which the record begins, from 1 (a quoted cell may span lines). */
  line: number
  /** Trimmed of white space. */
  cells: string[]
}

/**
 * The non-blank records of CSV text, the heading line first.
 *
 * @throws FileProblem `too_large` (rows, columns, characters of a cell), `bad_row` (broken quotation
 *   marks), both with the line and, if known, the column.
 */
export function readRows(text: string, limits: TableLimits): TableRow[] {
  return [...filledRows([...splitRecords({ text, isWhole: true }, limits)], limits)]
}

/** The text of a file, or of its beginning. */
export interface BeginningText {
  text: string
  isWhole: boolean
}

/**
 * The first `count` rows, in the form of `readRows`, or fewer if the text has fewer whole rows. Does not look at the
 * rest.
 *
 * @throws FileProblem as `readRows`
 */
export function readFirstRows(
  beginning: BeginningText,
  { limits, count }: { limits: TableLimits; count: number },
): TableRow[] {
  const rows: TableRow[] = []
  for (const row of filledRows(splitRecords(beginning, limits), limits)) {
    rows.push(row)
    if (rows.length === count) {
      break
    }
  }
  return rows
}

function* filledRows(records: Iterable<TableRow>, limits: TableLimits): Generator<TableRow> {
  let isFirst = true
  let isOtherwiseSeparated = false
  for (const { line, cells: written } of records) {
    isOtherwiseSeparated ||= isFirst && haveOtherSeparator(written)
    if (isOtherwiseSeparated && written.some((cell) => cell.includes('"'))) {
      // The heading line is for `fitHeadings` to refuse; cells cannot be told apart.
      if (isFirst) yield { line, cells: written }
      return
    }
    isFirst = false
    const row = { line, cells: written.map((cell, index) => cellText(cell, { line, index })) }
    refuseLongCells(row, limits)
    if (row.cells.some((cell) => cell !== '')) {
      yield row
    }
  }
}

/** Whether a heading line's only cell is in truth several, separated by semicolons or tabs. */
function haveOtherSeparator([cell = '', ...others]: readonly string[]): boolean {
  return others.length === 0 && /[;\t]/.test(cell.trim())
}

/** The cell's text without the quotation marks around it, and with doubled quotation marks made single. */
function cellText(written: string, { line, index }: { line: number; index: number }): string {
  const cell = written.trim()
  if (!cell.includes('"')) {
    return cell
  }
  const within = cell.slice(1, -1)
  const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
  if (!isQuoted || within.replaceAll('""', '').includes('"')) {
    throw new FileProblem(
      'bad_row',
      { reason: 'misplaced_quotation_mark' },
      { line, column: index + 1 },
    )
  }
  return within.replaceAll('""', '"').trim()
}

const QUOTE = 34
const COMMA = 44
const CARRIAGE_RETURN = 13
const LINE_FEED = 10

/** Splits the text at line ends and commas outside quotation marks, and leaves out blank lines. */
function* splitRecords({ text, isWhole }: BeginningText, limits: TableLimits): Generator<TableRow> {
  // Quotation marks in a cell are doubled, and a character may be two UTF-16 units.
  const longest = limits.columns * (2 * limits.cellCharacters + 3)
  let count = 0
  let start = 0
  let startLine = 1
  let line = 1
  let cells: string[] = []
  let cellStart = 0
  let inQuotes = false

  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : LINE_FEED
    if (unit === QUOTE) {
      inQuotes = !inQuotes
    } else if (unit === COMMA && !inQuotes) {
      cells.push(text.slice(cellStart, at))
      cellStart = at + 1
      if (cells.length === limits.columns) {
        throw tooWide(startLine, limits.columns)
      }
    }
    if (unit !== LINE_FEED && unit !== CARRIAGE_RETURN) {
      continue
    }
    if (unit === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) {
      continue
    }

    if (at - start > longest) {
      throw tooLong(startLine, line > startLine)
    }
    if (at === text.length && !isWhole) {
      return
    }
    line++
    if (inQuotes && at < text.length) {
      continue
    }

    // The CR of a CRLF is trimmed with the white space around the cell.
    const last = text.slice(cellStart, at)
    if (cells.length > 0 || last.trim() !== '') {
      if (count === limits.rows + 1) {
        throw new FileProblem(
          'too_large',
          { reason: 'too_many_rows', most: limits.rows },
          { line: startLine },
        )
      }
      count++
      cells.push(last)
      yield { line: startLine, cells }
      cells = []
    }
    start = at + 1
    cellStart = start
    startLine = line
  }
}

function tooLong(line: number, spansLines: boolean): FileProblem {
  return spansLines
    ? new FileProblem('bad_row', { reason: 'open_quotation_mark' }, { line })
    : new FileProblem('too_large', { reason: 'long_line' }, { line })
}

function tooWide(line: number, columns: number): FileProblem {
  return new FileProblem(
    'too_large',
    { reason: 'too_many_columns', most: columns },
    { line, column: columns + 1 },
  )
}

function refuseLongCells({ line, cells }: TableRow, limits: TableLimits): void {
  const column = cells.findIndex((cell) => isLongerThan(cell, limits.cellCharacters))
  if (column !== -1) {
    throw new FileProblem(
      'too_large',
      { reason: 'long_cell', most: limits.cellCharacters },
      { line, column: column + 1 },
    )
  }
}

/** Counts code points, as the database does: an emoji is one. */
function isLongerThan(cell: string, characters: number): boolean {
  if (cell.length <= characters) {
    return false
  }
  return cell.length > 2 * characters || Array.from(cell).length > characters
}
