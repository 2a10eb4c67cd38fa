/** Days in a row. */

export interface Run {
  /** The first and the last day, YYYY-MM-DD. */
  from: string
  to: string
  days: number
}

/** The longest run of days; if several are equally long, the earliest. null without days. */
export function longestRun(days: readonly string[]): Run | null {
  return runsOf(days).reduce<Run | null>(
    (longest, run) => (longest !== null && longest.days >= run.days ? longest : run),
    null,
  )
}

/** All runs, the earliest first. Days may come in any order, and more than once. */
function runsOf(days: readonly string[]): Run[] {
  const runs: Run[] = []
  for (const day of [...new Set(days)].toSorted()) {
    const last = runs.at(-1)
    if (last !== undefined && dayAfter(last.to, 1) === day) {
      last.to = day
      last.days += 1
    } else {
      runs.push({ from: day, to: day, days: 1 })
    }
  }
  return runs
}

/** The day that is `days` days after another; both are YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
