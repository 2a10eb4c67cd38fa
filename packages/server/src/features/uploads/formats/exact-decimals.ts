/**
 * Numbers with decimals, read from their text and kept as whole units, so that nothing of them is
 * lost or made up by binary fractions.
 */

import { largestWholeNumber } from './cell-values.ts'
import { quoted, UploadProblem } from './problem.ts'
import type { TableRow } from './read-rows.ts'

/**
 * A time in seconds (up to 1,000,000,000, up to 6 decimals) as whole microseconds. Null where it is
 * unknown, for which the game writes -1, nothing, or 'Tag doesnt exist'
 * (the domain reference, 1.6 and 1.7).
 *
 * @throws UploadProblem `bad_value` with line and column
 */
export function secondsAsMicroseconds(
  row: TableRow,
  column: number,
  heading?: string,
): number | null {
  const text = row.cells[column] ?? ''
  if (isUnknownTime(text)) return null
  const microseconds = microsecondsOf(text)
  if (microseconds !== null) return microseconds
  throw new UploadProblem(
    'bad_value',
    `${quoted(text)} is not a time in seconds from 0 to 1,000,000,000 with up to 6 decimals.`,
    { line: row.line, column: column + 1, heading },
  )
}

/**
 * A time written as MM:SS.mmm or HH:MM:SS.mmm, else as `secondsAsMicroseconds` reads it.
 *
 * @throws UploadProblem `bad_value` with line and column
 */
export function clockAsMicroseconds(
  row: TableRow,
  column: number,
  heading?: string,
): number | null {
  const text = row.cells[column] ?? ''
  const parts = /^(?:(\d{1,4}):)?(\d{1,4}):([0-5]?\d(?:\.\d{1,6})?)$/.exec(text)
  if (parts === null) return secondsAsMicroseconds(row, column, heading)
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  const wholeMinutes = 60 * Number(hours) + Number(minutes)
  return 60_000_000 * wholeMinutes + (microsecondsOf(seconds) ?? 0)
}

/**
 * A decimal number (up to 1,000,000,000 either way) as whole hundredths: half a hundredth and more
 * is rounded up, so 239.88000000000002, which a sum of binary fractions leaves behind, is 23988
 * (the design, section 7). Null where the cell is empty, which means unknown.
 *
 * @param negative whether it may be below 0
 * @throws UploadProblem `bad_value` with line and column
 */
export function hundredths(
  row: TableRow,
  column: number,
  heading?: string,
  { negative = false } = {},
): number | null {
  const text = row.cells[column] ?? ''
  if (text === '') return null
  const value = hundredthsOf(text)
  if (value !== null && (value >= 0 || negative)) return value
  throw new UploadProblem(
    'bad_value',
    `${quoted(text)} is not a number from ${negative ? '-1,000,000,000' : '0'} to 1,000,000,000 with a point before its decimals.`,
    { line: row.line, column: column + 1, heading },
  )
}

function isUnknownTime(text: string): boolean {
  return text === '' || /^-1(\.0+)?$/.test(text) || text.toLowerCase() === 'tag doesnt exist'
}

function microsecondsOf(text: string): number | null {
  const parts = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text)
  if (parts === null) return null
  const [, whole = '', decimals = ''] = parts
  const microseconds = 1_000_000 * Number(whole) + Number(decimals.padEnd(6, '0'))
  return microseconds <= 1_000_000 * largestWholeNumber ? microseconds : null
}

function hundredthsOf(text: string): number | null {
  // So the companion's language writes what is nearer to 0 than 0.0001.
  if (/^-?\d(\.\d+)?e-(0[5-9]|[1-9]\d{1,2})$/.test(text)) return 0
  const parts = /^(-?)(\d{1,10})(?:\.(\d+))?$/.exec(text)
  if (parts === null) return null
  const [, sign, whole = '', decimals = ''] = parts
  const size = 100 * Number(whole) + Number(decimals.slice(0, 2).padEnd(2, '0'))
  const rest = decimals.slice(2).replace(/0+$/, '')
  // Below 0, up is towards 0: -0.005 is 0, and -0.0051 is -0.01.
  const value = (sign === '' ? rest >= '5' : rest > '5') ? size + 1 : size
  if (value > 100 * largestWholeNumber) return null
  return sign === '' || value === 0 ? value : -value
}
