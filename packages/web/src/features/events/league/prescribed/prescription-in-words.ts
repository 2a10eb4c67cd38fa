import type { Prescription } from '@rollcall/contract/leagues-prescribed'
import { formatHour } from '#ui/format-instant.ts'
import { texts } from './texts.ts'

const { words } = texts

/** What a round prescribes, in one sentence. */
export function prescriptionInWords({
  mode,
  map,
  sessionType,
  hours,
  games,
}: Prescription): string {
  const parts = [
    [
      words.modes[mode],
      map && (map.creator === null ? words.map(map.name) : words.mapBy(map.name, map.creator)),
      sessionType && words.session(sessionType),
    ]
      .filter(Boolean)
      .join(' '),
    hours && words.hours(formatHour(hours.from), formatHour(hours.until)),
    games && words.which[games.which](games.count),
  ]
  return words.counts(parts.filter((part) => part !== null).join(', '))
}
