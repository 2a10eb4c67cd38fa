import { normalLogin } from '@rollcall/scoring/racer'
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
 * What a cell says with the word true or false, letter case ignored; null where it is empty. Other
 * words are no boolean (the domain reference, 1.2: "non-empty is true" is a known mistake).
 *
 * @param legacy the older files of a tilt level write 1 and 0 as well (the domain reference, 1.7)
 * @throws UploadProblem `bad_value` with line and column
 */
export function trueOrFalse(
  row: TableRow,
  column: number,
  heading?: string,
  { legacy = false } = {},
): boolean | null {
  const text = (row.cells[column] ?? '').toLowerCase()
  if (text === '') return null
  if (text === 'true' || (legacy && text === '1')) return true
  if (text === 'false' || (legacy && text === '0')) return false
  throw new UploadProblem('bad_value', `${quoted(text)} is neither true nor false.`, {
    line: row.line,
    column: column + 1,
    heading,
  })
}

/** As `trueOrFalse`, where it must be known: an empty cell is a `bad_value` too. */
export function givenTrueOrFalse(
  row: TableRow,
  column: number,
  heading?: string,
  options?: { legacy: boolean },
): boolean {
  return trueOrFalse(row, column, heading, options) ?? refuseEmpty(row, column, heading)
}

/**
 * The instant in a cell, ISO 8601 with Z (the domain reference, 1.4), as `toISOString` writes it;
 * digits below the millisecond are cut off. Null where the cell is empty.
 *
 * @throws UploadProblem `bad_value` with line and column
 */
export function utcInstant(row: TableRow, column: number, heading?: string): string | null {
  const text = row.cells[column] ?? ''
  if (text === '') return null
  const parts = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?Z$/.exec(
    text,
  )
  const [, day = '', time, fraction = ''] = parts ?? []
  if (isCalendarDay(day)) return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  throw new UploadProblem(
    'bad_value',
    `${quoted(text)} is not a time in UTC written as YYYY-MM-DDTHH:MM:SSZ.`,
    { line: row.line, column: column + 1, heading },
  )
}

/**
 * A login in the form by which racers and channels are told apart (the domain reference, 6.1):
 * trimmed, leading @ removed, Unicode NFC, lower-case. Empty where nothing is left.
 */
export function normalisedLogin(text: string): string {
  return normalLogin(text.replace(/^[\s@]+/, '').trim())
}

/** A platform's name in the form in which it is compared; Twitch where a file names none. */
export function normalisedPlatform(text: string): string {
  return text.trim().normalize('NFC').toLowerCase().normalize('NFC') || 'twitch'
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
