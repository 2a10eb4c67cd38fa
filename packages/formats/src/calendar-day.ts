/** Whether a text is a day that exists, YYYY-MM-DD. The year 0000 does not: the calendar and the database begin with 0001. */
export function isCalendarDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text.startsWith('0000')) {
    return false
  }
  const day = new Date(`${text}T00:00:00Z`)
  // `Date` reads 30 February as a day in March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
