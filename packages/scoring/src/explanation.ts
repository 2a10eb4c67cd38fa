/** Why a row has its points, as terms that sum to them exactly. docs/scoring.md, Explanations. */
import { type AdjustedTerm, REASON_WORDS } from './adjustments.ts'
import type { LeaderboardConfiguration } from './configuration.ts'
import { fromHundredths, toHundredths } from './points.ts'
import type { RoundOutcome, RoundTerm } from './round-term.ts'

export type { RoundOutcome }

/** What points are given for, in the order in which an explanation lists it. */
export const TERM_KINDS = [
  'participation',
  'position',
  'checkpoint',
  'kill',
  'damage',
  'crown-win',
  'level-survived',
  'top-tiltee',
  'uploaded',
  'adjusted',
  'round',
] as const
type TermKind = (typeof TERM_KINDS)[number]

/** What a configuration gives the same points for each time; positions have points of their own. */
export const EACH_KINDS = TERM_KINDS.filter(
  (kind): kind is Exclude<TermKind, 'position' | 'uploaded' | 'adjusted' | 'round'> =>
    kind !== 'position' && kind !== 'uploaded' && kind !== 'adjusted' && kind !== 'round',
)

interface CountedTerm {
  /** A whole number, except for damage, which has up to 3 decimals. */
  count: number
  /** Points for one, as configured. */
  each: number
  /** The points of the whole term, with 2 decimals. */
  points: number
}

interface PositionTerm extends CountedTerm {
  kind: 'position'
  position: number
}

export interface PlainTerm extends CountedTerm {
  kind: (typeof EACH_KINDS)[number]
}

/** Points from `count` snapshots, which do not say why they were given. */
interface UploadedTerm {
  kind: 'uploaded'
  count: number
  points: number
}

/** What a board counts. */
type ScoredTerm = PositionTerm | PlainTerm | UploadedTerm
export type Term = ScoredTerm | AdjustedTerm | RoundTerm

const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })
const SIGNED = new Intl.NumberFormat('en-US', {
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})
const ORDINALS = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ORDINAL_ENDINGS = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
])

const LABELS: Record<PlainTerm['kind'], string> = {
  participation: 'participation',
  checkpoint: 'checkpoint',
  kill: 'kills',
  damage: 'damage',
  'crown-win': 'crown wins',
  'level-survived': 'levels survived',
  'top-tiltee': 'top tiltee',
}

/**
 * Points for `count` at `each`, rounded half up to 2 decimals (towards more points: 0.025 is 0.03, -0.025 is -0.02).
 * This is the only rounding in scoring; only damage needs it, because it is counted to 3 decimals.
 */
export function termPoints(count: number, each: number): number {
  const product = BigInt(Math.round(count * 1000)) * BigInt(toHundredths(each))
  const doubled = 2n * product + 1000n
  const floored = doubled / 2000n - (doubled % 2000n < 0n ? 1n : 0n)
  return fromHundredths(Number(floored))
}

/** The points that a configuration gives for one of each kind, except for positions. */
export function pointsEach(
  configuration: LeaderboardConfiguration,
): Record<PlainTerm['kind'], number> {
  return {
    participation: configuration.participationPoints,
    checkpoint: configuration.checkpointPoints,
    kill: configuration.brKillPoints,
    damage: configuration.damagePoints,
    'crown-win': configuration.crownWinPoints,
    'level-survived': configuration.tiltLevelSurvivedPoints,
    'top-tiltee': configuration.tiltTopTilteePoints,
  }
}

/** The only term of a snapshot's row. */
export function uploadedTerm(points: number): UploadedTerm {
  return { kind: 'uploaded', count: 1, points: fromHundredths(toHundredths(points)) }
}

/** The sum of the terms' points, exact to 2 decimals. */
export function sumTerms(terms: readonly Term[]): number {
  return fromHundredths(terms.reduce((sum, { points }) => sum + toHundredths(points), 0))
}

/**
 * Merges lists of terms: terms for the same thing with the same points each become one term. Points are added and not
 * multiplied again, so that the sum stays the same. Ordered by kind, position and points each. Adjustments and
 * rounds stay as they are, after all others.
 */
export function mergeTerms(lists: readonly (readonly Term[])[]): Term[] {
  const merged = new Map<string, ScoredTerm>()
  const [kept, scored] = splitKept(lists.flat())
  for (const term of scored) {
    const key = `${term.kind} ${positionOf(term)} ${eachOf(term)}`
    const before = merged.get(key)
    merged.set(key, before === undefined ? term : addTerms(before, term))
  }
  const sorted = [...merged.values()].toSorted(
    (a, b) =>
      TERM_KINDS.indexOf(a.kind) - TERM_KINDS.indexOf(b.kind) ||
      positionOf(a) - positionOf(b) ||
      eachOf(a) - eachOf(b),
  )
  return [...sorted, ...kept]
}

function splitKept(terms: readonly Term[]): [(AdjustedTerm | RoundTerm)[], ScoredTerm[]] {
  const kept: (AdjustedTerm | RoundTerm)[] = []
  const scored: ScoredTerm[] = []
  for (const term of terms) {
    if (term.kind === 'adjusted' || term.kind === 'round') kept.push(term)
    else scored.push(term)
  }
  return [kept, scored]
}

/** A term in plain words: `3rd place × 2 = 180`, `kills 5 × 2 = 10`, `uploaded = 239.88`, `-10: wrong map`. */
export function renderTerm(term: Term): string {
  const points = NUMBERS.format(term.points)
  switch (term.kind) {
    case 'position':
      return `${ordinal(term.position)} place × ${NUMBERS.format(term.count)} = ${points}`
    case 'uploaded':
      return `uploaded${term.count === 1 ? '' : ` × ${NUMBERS.format(term.count)}`} = ${points}`
    case 'adjusted':
      if (term.bonus !== undefined) return `${term.bonus}: bonus in the league`
      return `${term.adjustment === 'disqualified' ? 'Disqualified' : SIGNED.format(term.points)}: ${REASON_WORDS[term.reason]}`
    case 'round':
      return renderRound(term)
    default:
      return `${LABELS[term.kind]} ${NUMBERS.format(term.count)} × ${NUMBERS.format(term.each)} = ${points}`
  }
}

/** `Round 1: 3rd place = 8`, `Round 2: 4 does not count`, `Round 3: did not race`. */
function renderRound({ round, outcome, place, value }: RoundTerm): string {
  const points = NUMBERS.format(value)
  switch (outcome) {
    case 'counts':
      return `${round}: ${place === null ? '' : `${ordinal(place)} place = `}${points}`
    case 'dropped':
      return `${round}: ${points} does not count`
    case 'absent':
      return `${round}: did not race`
    default:
      return `${round}: disqualified`
  }
}

/** A row's terms in one line, separated by commas; empty if there are none. */
export function renderTerms(terms: readonly Term[]): string {
  return terms.map(renderTerm).join(', ')
}

function addTerms<Added extends ScoredTerm>(a: Added, b: ScoredTerm): Added {
  return {
    ...a,
    // In thousandths, because damage may be counted in them.
    count: (Math.round(a.count * 1000) + Math.round(b.count * 1000)) / 1000,
    points: sumTerms([a, b]),
  }
}

function positionOf(term: ScoredTerm): number {
  return term.kind === 'position' ? term.position : 0
}

function eachOf(term: ScoredTerm): number {
  return term.kind === 'uploaded' ? 0 : term.each
}

/** For example, `1st`, `22nd`, `1,003rd`. */
export function ordinal(number: number): string {
  return `${NUMBERS.format(number)}${ORDINAL_ENDINGS.get(ORDINALS.select(number)) ?? 'th'}`
}

/** The terms, each with the words for it. */
export function explainTerms(terms: readonly Term[]): (Term & { text: string })[] {
  return terms.map((term) => ({ ...term, text: renderTerm(term) }))
}
