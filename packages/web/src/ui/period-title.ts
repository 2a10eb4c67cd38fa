import { formatDays, formatLongMonth } from './format-instant.ts'

/** A week or a month of whole days, YYYY-MM-DD. */
export interface ShownPeriod {
  readonly of: 'week' | 'month'
  readonly first: string
  readonly last: string
}

/** The days of a week, or the name of a month. */
export function periodTitle({ of, first, last }: ShownPeriod): string {
  return of === 'week' ? formatDays(first, last) : formatLongMonth(first)
}
