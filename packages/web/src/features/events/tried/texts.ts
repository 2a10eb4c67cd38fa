import { catalogue } from '#texts/language.ts'
import { formatCount } from '#ui/format-number.ts'

export const texts = catalogue('events/tried', {
  title: 'Who would move',
  lead: (count: number) =>
    `With this configuration ${formatCount(count, { one: 'racer has', other: 'racers have' })} another rank on All Streamers. Nothing is saved yet.`,
  nobody: 'Nobody would move on All Streamers. Nothing is saved yet.',
  isFinal:
    'This round of a league is final. Once it is saved, the league keeps its results, and its organisers publish the new ones as a revision or decline them.',
})
