/** When an event, or a series from its first to its last event, is; null: it has no events. */
interface When {
  startsAt: Date | null
  endsAt: Date | null
}

/** What runs, then what comes, soonest first, then what has no day, then what is over, latest first. */
export function nearestFirst<T extends When>(all: readonly T[], now: Date): T[] {
  return all
    .map((one) => ({ one, place: placeOf(one, now.getTime()) }))
    .toSorted((a, b) => a.place.group - b.place.group || a.place.distanceMs - b.place.distanceMs)
    .map(({ one }) => one)
}

function placeOf({ startsAt, endsAt }: When, nowMs: number): { group: number; distanceMs: number } {
  if (startsAt === null || endsAt === null) return { group: 2, distanceMs: 0 }
  const [startMs, endMs] = [startsAt.getTime(), endsAt.getTime()]
  if (nowMs < startMs) return { group: 1, distanceMs: startMs - nowMs }
  return nowMs < endMs
    ? { group: 0, distanceMs: endMs - nowMs }
    : { group: 3, distanceMs: nowMs - endMs }
}
