/** An instant in the reader's own time zone, in the words of an English page. */

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export function formatInstant(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? instant : dateAndTime.format(date)
}
