/** When an event, or a series with all its events, starts and ends; null if the series has no events. */
interface When {
  startsAt: Date | null
  endsAt: Date | null
}

/** Running ones first, then coming ones, soonest first, then those without days, then past ones, latest first. */
export function nearestFirst<T extends When>(all: readonly T[], now: Date): T[] {
  return all
    .map((one) => ({ one, ...findDistance(one, now.getTime()) }))
    .toSorted((a, b) => a.group - b.group || a.distanceMs - b.distanceMs)
    .map(({ one }) => one)
}

function findDistance(
  { startsAt, endsAt }: When,
  nowMs: number,
): { group: number; distanceMs: number } {
  if (startsAt === null || endsAt === null) return { group: 2, distanceMs: 0 }
  const [startMs, endMs] = [startsAt.getTime(), endsAt.getTime()]
  if (nowMs < startMs) return { group: 1, distanceMs: startMs - nowMs }
  return nowMs < endMs
    ? { group: 0, distanceMs: endMs - nowMs }
    : { group: 3, distanceMs: nowMs - endMs }
}
