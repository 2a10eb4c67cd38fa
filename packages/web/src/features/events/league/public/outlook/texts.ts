import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const rounds = (count: number) => formatCount(count, { one: 'round', other: 'rounds' })

export const texts = catalogue('events/league/public/outlook', {
  title: 'What may still happen',
  lead: (count: number) =>
    `After the final rounds, with ${rounds(count)} to go. Every rival is assumed to get the most of each, also somebody who has not raced yet; nobody is penalised any more, and no round is added.`,
  unbounded:
    'The rounds to come have no upper limit, so nothing is certain before the last one is final.',
  clinched: '<racer/> is first, whatever happens.',
  out: '<racer/> can no longer be first.',
  open: '<racer/> can still be first, but not by own results alone.',
  needs: (points: number) =>
    `<racer/> is certain with more than ${formatNumber(points)} further points.`,
  needsRounds: (count: number) => `<racer/> must race ${rounds(count)}.`,
  needsBoth: (points: number, count: number) =>
    `<racer/> is certain with more than ${formatNumber(points)} further points, from at least ${rounds(count)}.`,
})
