import type { AdjustmentKind, AdjustmentReason } from '@rollcall/scoring/adjustments'
import type { RoundOutcome } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatNumber, numberFormat } from '../format-number.ts'
import { lazily } from '../lazily.ts'

const ordinals = lazily(() => new Intl.PluralRules('en', { type: 'ordinal' }))
const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
}

/** `1st`, `1,022nd`. */
export function ordinal(number: number): string {
  return `${formatNumber(number)}${ENDINGS[ordinals().select(number)] ?? 'th'}`
}

/** Damage is counted to three decimals. */
const formatExactly = numberFormat({ min: 0, max: 3 })

const formatSigned = (points: number) => `${points > 0 ? '+' : ''}${formatNumber(points)}`

const reasons: Readonly<Record<AdjustmentReason, string>> = {
  'wrong-map': 'wrong map',
  'left-early': 'left early',
  'second-account': 'second account',
  'unfair-play': 'unfair play',
  'organisers-mistake': 'mistake of the organiser',
  other: 'other reason',
}

export const texts = catalogue('ui/points-terms', {
  title: 'Where the points come from',
  none: 'Nothing here earns points in this event.',
  sum: 'Event points <sum/>',
  total: 'Total <sum/>',

  position: (position: number, count: number, points: number) =>
    `${ordinal(position)} place × ${formatNumber(count)} = ${formatNumber(points)}`,
  uploaded: (count: number, points: number) =>
    `uploaded${count === 1 ? '' : ` × ${formatNumber(count)}`} = ${formatNumber(points)}`,
  adjusted: (kind: AdjustmentKind, points: number, reason: AdjustmentReason) =>
    `${kind === 'disqualified' ? 'Disqualified' : formatSigned(points)}: ${reasons[reason]}`,
  /** What a round gave a row of a league's table. */
  round: (outcome: RoundOutcome, { round, place, value }: GivenByRound) => {
    if (outcome === 'absent') return `${round}: did not race`
    if (outcome === 'disqualified') return `${round}: disqualified`
    const points = formatNumber(value)
    if (outcome === 'dropped') return `${round}: ${points}, does not count`
    return `${round}: ${place === null ? '' : `${ordinal(place)} place, `}${points}`
  },
  ofLeague: (bonus: string) => `${bonus}: bonus in the league`,
  /** Why organisers adjust points. */
  reasons,
  counted: (what: string, { count, each, points }: Counted) =>
    `${what} ${formatExactly(count)} × ${formatNumber(each)} = ${formatNumber(points)}`,
  /** What is counted. */
  kinds: {
    participation: 'participation',
    checkpoint: 'checkpoint',
    kill: 'kills',
    damage: 'damage',
    'crown-win': 'crown wins',
    'level-survived': 'levels survived',
    'top-tiltee': 'top tiltee',
  },
})

interface GivenByRound {
  readonly round: string
  readonly place: number | null
  readonly value: number
}

interface Counted {
  readonly count: number
  /** Points for one. */
  readonly each: number
  readonly points: number
}
