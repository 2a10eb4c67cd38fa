import { quoted, UploadProblem } from './problem.ts'
import type { TableRow } from './read-rows.ts'

/** The largest whole number a file may hold (the design, section 6). */
export const largestWholeNumber = 1_000_000_000

/**
 * The whole number, 0 to 1,000,000,000, in a row's cell; null where the cell is empty, which means
 * unknown, not 0 (the domain reference, 1.2). Digits only: no sign, point, exponent or separator.
 *
 * @param column index in the row's cells, from 0
 * @throws UploadProblem `bad_value` with line and column
 */
export function wholeNumber(row: TableRow, column: number, heading?: string): number | null {
  const text = row.cells[column] ?? ''
  if (text === '') return null
  const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
  if (value <= largestWholeNumber) return value
  throw new UploadProblem(
    'bad_value',
    `${quoted(text)} is not a whole number from 0 to 1,000,000,000 in plain digits.`,
    { line: row.line, column: column + 1, heading },
  )
}

/** As `wholeNumber`, where the value must be known: an empty cell is a `bad_value` too. */
export function givenWholeNumber(row: TableRow, column: number, heading?: string): number {
  return wholeNumber(row, column, heading) ?? refuseEmpty(row, column, heading)
}

/**
 * The text of a cell that must not be empty.
 *
 * @throws UploadProblem `bad_value` with line and column
 */
export function givenText(row: TableRow, column: number, heading?: string): string {
  return row.cells[column] || refuseEmpty(row, column, heading)
}

/**
 * The calendar day in a cell, YYYY-MM-DD, year 1 or later; null where the cell is empty.
 *
 * @throws UploadProblem `bad_value` with line and column
 */
export function calendarDay(row: TableRow, column: number, heading?: string): string | null {
  const text = row.cells[column] ?? ''
  if (text === '') return null
  if (isCalendarDay(text)) return text
  throw new UploadProblem('bad_value', `${quoted(text)} is not a day written as YYYY-MM-DD.`, {
    line: row.line,
    column: column + 1,
    heading,
  })
}

/**
 * A login in the form by which racers and channels are told apart (the domain reference, 6.1):
 * trimmed, leading @ removed, Unicode NFC, lower-case. Empty where nothing is left.
 */
export function normalisedLogin(text: string): string {
  // Lower-casing can leave letters that NFC would join.
  return text
    .replace(/^[\s@]+/, '')
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
}

function isCalendarDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text.startsWith('0000')) return false
  const day = new Date(`${text}T00:00:00Z`)
  // 30 February is read as a day of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function refuseEmpty(row: TableRow, column: number, heading?: string): never {
  throw new UploadProblem('bad_value', 'The cell is empty but must be filled.', {
    line: row.line,
    column: column + 1,
    heading,
  })
}
