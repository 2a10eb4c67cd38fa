/** Reads the cells of a row as values: docs/formats.md, Values. */

import type { SentenceParams } from '@rollcall/scoring/problem'
import { isCalendarDay } from './calendar-day.ts'
import { type CellPlace, FileProblem } from './problem.ts'
import type { FILE_PROBLEMS } from './problem-sentences.ts'
import type { TableRow } from './read-rows.ts'

/** The largest whole number a file may hold. */
const LARGEST_WHOLE_NUMBER = 1_000_000_000
const US_PER_SECOND = 1_000_000
const SECONDS_PER_MINUTE = 60

/**
 * A row whose cells are read by heading. An empty cell is null, or '' for text; the `given…` methods refuse it. A
 * malformed value is a `bad_value` with line and column.
 */
export class Cells<Heading extends string> {
  readonly line: number
  readonly #cells: readonly string[]
  readonly #columns: Readonly<Record<Heading, number>>

  /** @param columns for each heading, its index in the row's cells, from 0 */
  constructor({ line, cells }: TableRow, columns: Readonly<Record<Heading, number>>) {
    this.line = line
    this.#cells = cells
    this.#columns = columns
  }

  text(heading: Heading): string {
    return this.#cells[this.#columns[heading]] ?? ''
  }

  givenText(heading: Heading): string {
    return this.text(heading) || this.#refuseEmpty(heading)
  }

  whole(heading: Heading): number | null {
    const text = this.text(heading)
    if (text === '') {
      return null
    }
    const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
    return value <= LARGEST_WHOLE_NUMBER
      ? value
      : this.#refuse(heading, {
          reason: 'not_a_whole_number',
          value: text,
          most: LARGEST_WHOLE_NUMBER,
        })
  }

  givenWhole(heading: Heading): number {
    return this.whole(heading) ?? this.#refuseEmpty(heading)
  }

  /** The words true and false in any letter case. With `legacy`, also 1 and 0. */
  flag(heading: Heading, { legacy = false } = {}): boolean | null {
    const text = this.text(heading).toLowerCase()
    if (text === '') {
      return null
    }
    if (text === 'true' || (legacy && text === '1')) {
      return true
    }
    if (text === 'false' || (legacy && text === '0')) {
      return false
    }
    return this.#refuse(heading, { reason: 'not_true_or_false', value: this.text(heading) })
  }

  givenFlag(heading: Heading): boolean {
    return this.flag(heading) ?? this.#refuseEmpty(heading)
  }

  /** A calendar day, YYYY-MM-DD, in year 1 or later. */
  day(heading: Heading): string | null {
    const text = this.text(heading)
    if (text === '') {
      return null
    }
    return isCalendarDay(text) ? text : this.#refuse(heading, { reason: 'not_a_day', value: text })
  }

  /** In the form of `toISOString`. Digits below the millisecond are cut off. */
  instant(heading: Heading): string | null {
    const text = this.text(heading)
    if (text === '') {
      return null
    }
    const parts = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?Z$/.exec(
      text,
    )
    const [, day = '', time, fraction = ''] = parts ?? []
    return isCalendarDay(day)
      ? `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
      : this.#refuse(heading, { reason: 'not_a_utc_time', value: text })
  }

  /** Seconds as whole microseconds. */
  secondsAsUs(heading: Heading): number | null {
    const text = this.text(heading)
    return isUnknownTime(text)
      ? null
      : (parseMicroseconds(text) ??
          this.#refuse(heading, {
            reason: 'not_seconds',
            value: text,
            most: LARGEST_WHOLE_NUMBER,
          }))
  }

  /** Like `secondsAsUs`, but also reads MM:SS.mmm and HH:MM:SS.mmm. */
  clockAsUs(heading: Heading): number | null {
    const parts = /^(?:(\d{1,4}):)?(\d{1,4}):([0-5]?\d(?:\.\d{1,6})?)$/.exec(this.text(heading))
    if (parts === null) {
      return this.secondsAsUs(heading)
    }
    const [, hours = '0', minutes = '0', seconds = '0'] = parts
    const wholeMinutes = 60 * Number(hours) + Number(minutes)
    return US_PER_SECOND * SECONDS_PER_MINUTE * wholeMinutes + (parseMicroseconds(seconds) ?? 0)
  }

  /** A decimal number as whole hundredths, rounded half up: 239.88000000000002 is 23988. */
  hundredths(heading: Heading, { negative = false } = {}): number | null {
    const text = this.text(heading)
    if (text === '') {
      return null
    }
    const value = parseHundredths(text)
    return value !== null && (value >= 0 || negative)
      ? value
      : this.#refuse(heading, {
          reason: 'not_a_number',
          value: text,
          least: negative ? -LARGEST_WHOLE_NUMBER : 0,
          most: LARGEST_WHOLE_NUMBER,
        })
  }

  place(heading: Heading): CellPlace {
    return { line: this.line, column: this.#columns[heading] + 1, heading }
  }

  #refuse(heading: Heading, params: SentenceParams<(typeof FILE_PROBLEMS)['bad_value']>): never {
    throw new FileProblem('bad_value', params, this.place(heading))
  }

  #refuseEmpty(heading: Heading): never {
    return this.#refuse(heading, { reason: 'empty' })
  }
}

function isUnknownTime(text: string): boolean {
  return text === '' || /^-1(\.0+)?$/.test(text) || text.toLowerCase() === 'tag doesnt exist'
}

function parseMicroseconds(text: string): number | null {
  const parts = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text)
  if (parts === null) {
    return null
  }
  const [, whole = '', decimals = ''] = parts
  const microseconds = US_PER_SECOND * Number(whole) + Number(decimals.padEnd(6, '0'))
  return microseconds <= US_PER_SECOND * LARGEST_WHOLE_NUMBER ? microseconds : null
}

function parseHundredths(text: string): number | null {
  // The companion writes numbers closer to 0 than 0.0001 with an exponent.
  if (/^-?\d(\.\d+)?e-(0[5-9]|[1-9]\d{1,2})$/.test(text)) {
    return 0
  }
  const parts = /^(-?)(\d{1,10})(?:\.(\d+))?$/.exec(text)
  if (parts === null) {
    return null
  }
  const [, sign, whole = '', decimals = ''] = parts
  const size = 100 * Number(whole) + Number(decimals.slice(0, 2).padEnd(2, '0'))
  const rest = decimals.slice(2).replace(/0+$/, '')
  // Rounds half up, so towards 0 for negative numbers: -0.005 is 0, and -0.0051 is -0.01.
  const value = (sign === '' ? rest >= '5' : rest > '5') ? size + 1 : size
  if (value > 100 * LARGEST_WHOLE_NUMBER) {
    return null
  }
  return sign === '' || value === 0 ? value : -value
}
