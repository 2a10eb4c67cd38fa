import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('events/tried', {
  title: 'Who would move',
  working: 'Working out who would move …',
  lead: (count: number) =>
    `With this configuration ${formatCount(count, { one: 'racer has', other: 'racers have' })} another rank on All Streamers. Nothing is saved yet.`,
  nobody: 'Nobody would move on All Streamers. Nothing is saved yet.',
  isFinal:
    'This round of a league is final. Once it is saved, the league keeps its results, and its organisers publish the new ones as a revision or decline them.',

  version: {
    title: 'Who would move',
    titleOf: (event: string) => `Who would move in ${event}`,
    lead: 'In your latest events with this configuration. Nothing is saved yet.',
    progress: (done: number, count: number) =>
      `Working out who would move: ${formatNumber(done)} of ${formatCount(count, { one: 'event', other: 'events' })} …`,
    none: 'None of your events that have begun uses this configuration, so nobody would move.',
    moves: (count: number) =>
      `${formatCount(count, { one: 'racer would have', other: 'racers would have' })} another rank on All Streamers.`,
    nobody: 'Nobody would move on All Streamers.',
    others: (count: number) =>
      `${formatCount(count, { one: 'earlier event changes', other: 'earlier events change' })}, too, and ${count === 1 ? 'is' : 'are'} not shown here.`,
  },
})
