/** Which finishes can be the fastest of a map. docs/scoring.md, Maps. */

/** What a racer did in a race. */
interface Finish {
  /** From 1. */
  position: number | null
  eliminated: boolean
  /** When the racer finished or was eliminated, in whole microseconds; null or 0 if unknown. */
  timeUs: number | null
}

/**
 * The fastest finish of a race, in microseconds. null if nobody finished in a known time, or if the first place is
 * slower than the second, so that no time of the race can be trusted.
 */
export function fastestFinish(results: readonly Finish[]): number | null {
  const finishes = results.filter(({ eliminated, timeUs }) => !eliminated && (timeUs ?? 0) > 0)
  const timeAt = (place: number) =>
    finishes.find(({ position }) => position === place)?.timeUs ?? null
  const [first, second] = [timeAt(1), timeAt(2)]
  if (first !== null && second !== null && first > second) {
    return null
  }
  const times = finishes.flatMap(({ timeUs }) => timeUs ?? [])
  return times.length === 0 ? null : Math.min(...times)
}
