/** The points so far in a season, day by day, beside the season before. Pure. docs/scoring.md, Days. */
import { DAY_MS } from '@rollcall/formats/durations'
import { dayAfter } from '@rollcall/scoring/streaks'
import type { SeasonProgress } from './queries.ts'

interface SeasonLine {
  readonly season: number
  readonly isCurrent: boolean
  /** The first day of the line, YYYY-MM-DD. */
  readonly from: string
  /** The dated points so far at the end of each day; null: not known on that day. */
  readonly points: readonly (number | null)[]
}

interface Comparison {
  /** Counted from 1. */
  readonly day: number
  readonly season: number
  readonly points: number
  readonly before: { readonly season: number; readonly points: number }
}

export interface SeasonCurve {
  /** The older season first; they begin on the same day of the season. */
  readonly lines: readonly SeasonLine[]
  /** Today, compared with the same day of the season before; null: one of them is not known. */
  readonly comparison: Comparison | null
  /** Seasons whose first day nobody knows, so that they cannot be compared with another. */
  readonly leftOut: readonly number[]
}

/** @param today the marble day that is not over, YYYY-MM-DD */
export function seasonCurve(progress: readonly SeasonProgress[], today: string): SeasonCurve {
  const dated = progress.filter(({ days }) => days.length > 0)
  const placed = dated.filter(({ firstDay }) => firstDay !== null)
  const shown = placed.length > 0 ? placed : dated.slice(-1)
  const lines = shown.map((season, index) => makeLine(season, { today, next: shown[index + 1] }))
  return {
    lines,
    comparison: compare(lines),
    leftOut: dated.filter((each) => !shown.includes(each)).map(({ season }) => season),
  }
}

function makeLine(
  { season, isCurrent, firstDay, days }: SeasonProgress,
  { today, next }: { today: string; next: SeasonProgress | undefined },
): SeasonLine {
  const ends = days.map(({ day, lastDay }) => lastDay ?? day)
  const from = firstDay ?? days[0]?.day ?? today
  const closing = next?.firstDay ? dayAfter(next.firstDay, -1) : from
  const to = isCurrent ? today : [...ends, closing].toSorted().at(-1)
  const gained = new Map<string, number>()
  const isUnknown = new Set<string>()
  for (const { day, lastDay, points } of days) {
    const known = lastDay ?? day
    gained.set(known, (gained.get(known) ?? 0) + points)
    for (let open = day; open < known; open = dayAfter(open, 1)) isUnknown.add(open)
  }
  // A late game may belong to the season and to a day before it.
  let sum = days.reduce(
    (early, { points }, at) => early + ((ends[at] ?? from) < from ? points : 0),
    0,
  )
  const points = Array.from({ length: daysBetween(from, to ?? from) + 1 }, (_, index) => {
    const day = dayAfter(from, index)
    sum += gained.get(day) ?? 0
    return isUnknown.has(day) ? null : sum
  })
  return { season, isCurrent, from, points }
}

function compare(lines: readonly SeasonLine[]): Comparison | null {
  const [before, current] = lines
  const points = current?.points.at(-1) ?? null
  if (before === undefined || current === undefined || points === null) return null
  const day = current.points.length
  // If it was over by then, its points are those of its end.
  const pointsBefore = before.points[Math.min(day, before.points.length) - 1] ?? null
  return pointsBefore === null
    ? null
    : {
        day,
        season: current.season,
        points,
        before: { season: before.season, points: pointsBefore },
      }
}

function daysBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS))
}
