/** What a round prescribes, in English. */
import { inDigits } from '@rollcall/scoring/problem'
import type { Prescription } from '../leagues-prescribed.ts'

type Which = NonNullable<Prescription['games']>['which']

export const PRESCRIPTION_WORDS = {
  modes: { race: 'races', royale: 'battle royales', tilt: 'tilt levels' },
  counts: (what: string) => `Counts: ${what}.`,
  map: (name: string) => `on ${name}`,
  mapBy: (name: string, creator: string) => `on ${name} by ${creator}`,
  session: (type: string) => `in sessions of the type ${type}`,
  hours: (from: string, until: string) => `finished from ${from} to ${until}`,
  which: {
    first: (count: number) =>
      count === 1 ? "each channel's first one" : `each channel's first ${inDigits(count)}`,
    last: (count: number) =>
      count === 1 ? "each channel's last one" : `each channel's last ${inDigits(count)}`,
    largest: (count: number) =>
      count === 1
        ? 'the one with the most marbles of each channel'
        : `the ${inDigits(count)} with the most marbles of each channel`,
    named: (count: number) =>
      count === 1
        ? 'the one that each streamer names before it starts'
        : `the ${inDigits(count)} that each streamer names before they start`,
  } satisfies Record<Which, (count: number) => string>,
}

/** What a round prescribes, in one sentence. */
export function prescriptionInWords(
  { mode, map, sessionType, hours, games }: Prescription,
  words: typeof PRESCRIPTION_WORDS,
  formatHour: (hour: number) => string,
): string {
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
