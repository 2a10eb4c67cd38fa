import {
  givenText,
  givenTrueOrFalse,
  givenWholeNumber,
  trueOrFalse,
  utcInstant,
  wholeNumber,
} from './cell-values.ts'
import { clockAsMicroseconds, hundredths, secondsAsMicroseconds } from './exact-decimals.ts'
import type { TableRow } from './read-rows.ts'

/** The cells of a row, asked for by heading; each question as in `cell-values` and `exact-decimals`. */
export interface NamedCells<Heading extends string> {
  line: number
  /** Empty where the cell is. */
  text(heading: Heading): string
  givenText(heading: Heading): string
  whole(heading: Heading): number | null
  givenWhole(heading: Heading): number
  /** `legacy`: 1 and 0 too. */
  flag(heading: Heading, options?: { legacy: boolean }): boolean | null
  givenFlag(heading: Heading, options?: { legacy: boolean }): boolean
  instant(heading: Heading): string | null
  secondsAsUs(heading: Heading): number | null
  clockAsUs(heading: Heading): number | null
  hundredths(heading: Heading, options?: { negative: boolean }): number | null
  /** Where the cell is, for a problem of its own. */
  place(heading: Heading): { line: number; column: number; heading: string }
}

export function namedCells<Heading extends string>(
  row: TableRow,
  columns: Readonly<Record<Heading, number>>,
): NamedCells<Heading> {
  return {
    line: row.line,
    text: (heading) => row.cells[columns[heading]] ?? '',
    givenText: (heading) => givenText(row, columns[heading], heading),
    whole: (heading) => wholeNumber(row, columns[heading], heading),
    givenWhole: (heading) => givenWholeNumber(row, columns[heading], heading),
    flag: (heading, options) => trueOrFalse(row, columns[heading], heading, options),
    givenFlag: (heading, options) => givenTrueOrFalse(row, columns[heading], heading, options),
    instant: (heading) => utcInstant(row, columns[heading], heading),
    secondsAsUs: (heading) => secondsAsMicroseconds(row, columns[heading], heading),
    clockAsUs: (heading) => clockAsMicroseconds(row, columns[heading], heading),
    hundredths: (heading, options) => hundredths(row, columns[heading], heading, options),
    place: (heading) => ({ line: row.line, column: columns[heading] + 1, heading }),
  }
}
