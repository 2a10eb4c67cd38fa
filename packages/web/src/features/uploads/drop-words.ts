import { formatCount, formatNumber } from '#ui/format-number.ts'
import type { DropItem } from './drop-item.ts'

const COUNTED = [
  ['race', 'race', 'races'],
  ['royale', 'royale', 'royales'],
  ['tilt', 'tilt level', 'tilt levels'],
  ['season', 'season snapshot', 'season snapshots'],
  ['event', 'event snapshot', 'event snapshots'],
] as const

/** `3 races, 1 royale, 212 racers; 1 already known; 2 refused`. */
export function summaryOf(items: readonly DropItem[]): string {
  const counts = new Map<string, number>()
  const add = (what: string, count = 1) => counts.set(what, (counts.get(what) ?? 0) + count)
  for (const { upload, state, known, isUncounted } of items) {
    add(state)
    if (isUncounted) {
      add('uncounted')
    }
    if (upload === null || state === 'refused' || state === 'unused') {
      continue
    }
    for (const { mode } of upload.games) {
      add(mode)
    }
    add(upload.kind)
    add('racers', upload.racers)
    add('games known', known)
  }
  const count = (what: string) => counts.get(what) ?? 0
  const words = (what: string, one: string, many: string) =>
    count(what) === 0 ? [] : [formatCount(count(what), { one, other: many })]
  const found = [
    ...COUNTED.flatMap(([what, one, many]) => words(what, one, many)),
    ...words('racers', 'racer', 'racers'),
  ].join(', ')
  return [
    found || 'Nothing that can be stored',
    ...words('games known', 'already known', 'already known'),
    ...words('uncounted', 'changes no season', 'change no season'),
    ...words('unused', 'not used', 'not used'),
    ...words('unchecked', 'to be checked again', 'to be checked again'),
    ...words('refused', 'refused', 'refused'),
  ].join('; ')
}

/** `2 taken; 1 already there; 1 refused`. */
export function sentOf(items: readonly DropItem[]): string {
  const count = (...states: DropItem['state'][]) =>
    items.filter(({ state }) => states.includes(state)).length
  const uncounted = items.filter(({ state, isUncounted }) => isUncounted && state === 'sent').length
  return [
    `${count('sent')} taken`,
    uncounted > 0 && `${formatNumber(uncounted)} of them changed no season`,
    count('known') > 0 && `${count('known')} already there`,
    count('unused') > 0 && `${count('unused')} not used`,
    count('ready') > 0 && `${count('ready')} not sent`,
    count('failed', 'unchecked') > 0 && `${count('failed', 'unchecked')} to be tried again`,
    count('refused') > 0 && `${count('refused')} refused`,
  ]
    .filter(Boolean)
    .join('; ')
}
