/** Why a row has its points: terms that sum to them exactly. */
import { fromHundredths, toHundredths } from './hundredths.ts'

/** What points are given for, beside places; in the order in which a row lists them. */
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
] as const
export type TermKind = (typeof TERM_KINDS)[number]

/** `count` times `each` points; the label is made of the kind and, for places, the position. */
interface CountedTerm {
  /** Whole, but for damage, which is counted to 3 decimals. */
  count: number
  /** Points for one, as configured. */
  each: number
  /** Points of the whole term, 2 decimals; this is what sums up. */
  points: number
}

/** The results that had one position and were given its points. */
export interface PositionTerm extends CountedTerm {
  kind: 'position'
  position: number
}

export interface PlainTerm extends CountedTerm {
  kind: Exclude<TermKind, 'position' | 'uploaded'>
}

/** Points that a companion's snapshot holds and nothing here can take apart; `count` snapshots. */
export interface UploadedTerm {
  kind: 'uploaded'
  count: number
  points: number
}

export type Term = PositionTerm | PlainTerm | UploadedTerm

const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })
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
 * Points for `count` at `each`, rounded half up (towards more points: 0.025 is 0.03, -0.025 is -0.02)
 * to 2 decimals. This is the only rounding in scoring, once a term: on the racer's whole damage, not
 * on that of each game. Whole counts need none, since `each` has at most 2 decimals.
 */
export function termPoints(count: number, each: number): number {
  const product = BigInt(Math.round(count * 1000)) * BigInt(toHundredths(each))
  const doubled = 2n * product + 1000n
  const floored = doubled / 2000n - (doubled % 2000n < 0n ? 1n : 0n)
  return fromHundredths(Number(floored))
}

/** The term of a snapshot's own event points, so that a row that has only these can be explained. */
export function uploadedTerm(points: number): UploadedTerm {
  return { kind: 'uploaded', count: 1, points: fromHundredths(toHundredths(points)) }
}

/** What the terms amount to, exact to 2 decimals: the event points of the row they explain. */
export function sumOfTerms(terms: readonly Term[]): number {
  return fromHundredths(terms.reduce((sum, { points }) => sum + toHundredths(points), 0))
}

/**
 * The terms of several boards' rows of one racer as one list: the same thing at the same points each
 * is one term. Points are added, not multiplied anew, so the sum is that of all lists. Ordered by kind,
 * position and points each, whatever the order of the lists.
 */
export function mergeTerms(lists: readonly (readonly Term[])[]): Term[] {
  const merged = new Map<string, Term>()
  for (const term of lists.flat()) {
    const key = `${term.kind} ${positionOf(term)} ${eachOf(term)}`
    const before = merged.get(key)
    merged.set(key, before === undefined ? term : addTerms(before, term))
  }
  return [...merged.values()].toSorted(
    (a, b) =>
      TERM_KINDS.indexOf(a.kind) - TERM_KINDS.indexOf(b.kind) ||
      positionOf(a) - positionOf(b) ||
      eachOf(a) - eachOf(b),
  )
}

/** A term in plain words: `3rd place × 2 = 180`, `kills 5 × 2 = 10`, `uploaded = 239.88`. */
export function renderTerm(term: Term): string {
  const points = NUMBERS.format(term.points)
  switch (term.kind) {
    case 'position':
      return `${ordinal(term.position)} place × ${NUMBERS.format(term.count)} = ${points}`
    case 'uploaded':
      return `uploaded${term.count === 1 ? '' : ` × ${NUMBERS.format(term.count)}`} = ${points}`
    default:
      return `${LABELS[term.kind]} ${NUMBERS.format(term.count)} × ${NUMBERS.format(term.each)} = ${points}`
  }
}

/** A row's terms in one line, separated by commas; empty where the racer was given no points at all. */
export function renderTerms(terms: readonly Term[]): string {
  return terms.map(renderTerm).join(', ')
}

function addTerms(a: Term, b: Term): Term {
  return {
    ...a,
    // Thousandths, since damage may be counted in them.
    count: (Math.round(a.count * 1000) + Math.round(b.count * 1000)) / 1000,
    points: sumOfTerms([a, b]),
  }
}

function positionOf(term: Term): number {
  return term.kind === 'position' ? term.position : 0
}

function eachOf(term: Term): number {
  return term.kind === 'uploaded' ? 0 : term.each
}

function ordinal(number: number): string {
  return `${NUMBERS.format(number)}${ORDINAL_ENDINGS.get(ORDINALS.select(number)) ?? 'th'}`
}
