import type { Reveal } from '@rollcall/scoring/reveal'
import { REVEAL_START_RANK } from '@rollcall/scoring/reveal'
import { formatNumber } from '#ui/format-number.ts'
import type { RankedRacer } from './event-leaderboard-view.ts'

/** More names than these nobody listens to. */
const NAMES_READ_OUT = 5

/** What a screen reader says once a rank has been uncovered; nothing of what is still covered. */
export function revealAnnouncement({ pointer }: Reveal, rows: readonly RankedRacer[]): string {
  if (pointer === null) return ''
  if (pointer === REVEAL_START_RANK) {
    const count = rows.filter(({ rank }) => rank >= pointer).length
    return count === 0
      ? 'The reveal has started.'
      : `The reveal has started. Rank ${pointer} and below: ${formatNumber(count)} racers.`
  }
  const racers = rows.filter(({ rank }) => rank === pointer)
  const points = formatNumber(racers[0]?.event_points ?? null)
  const names =
    racers.length > NAMES_READ_OUT
      ? `${formatNumber(racers.length)} racers`
      : new Intl.ListFormat('en-US').format(racers.map(({ racer_name }) => racer_name))
  return `Rank ${pointer}: ${names}, ${points} points.`
}
