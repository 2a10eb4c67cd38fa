/** An instant in the reader's own time zone, in the words of an English page. */

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const dateOnly = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

export function formatInstant(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? instant : dateAndTime.format(date)
}

export function formatDay(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? instant : dateOnly.format(date)
}
