/** What organisers add to a racer's points in an event, or take off them. docs/scoring.md, Adjustments */
import { fromHundredths, toHundredths } from './points.ts'

export const ADJUSTMENT_KINDS = ['bonus', 'penalty', 'disqualified'] as const
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number]

/** What everybody sees of why. */
export const ADJUSTMENT_REASONS = [
  'wrong-map',
  'left-early',
  'second-account',
  'unfair-play',
  'organisers-mistake',
  'other',
] as const
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number]

export const REASON_WORDS: Readonly<Record<AdjustmentReason, string>> = {
  'wrong-map': 'wrong map',
  'left-early': 'left early',
  'second-account': 'second account',
  'unfair-play': 'unfair play',
  'organisers-mistake': 'mistake of the organiser',
  other: 'other reason',
}

export interface Adjustment {
  kind: AdjustmentKind
  /** More than 0, up to 2 decimals; null if the row is disqualified, or gets a bonus of a league. */
  points: number | null
  reason: AdjustmentReason
  /** The name of a bonus of the event's league, which adds nothing to the event's own points. */
  bonus?: string | null
}

/** An adjustment among the terms of a row. */
export interface AdjustedTerm {
  kind: 'adjusted'
  adjustment: AdjustmentKind
  reason: AdjustmentReason
  /** The name of the bonus, if it is one of the event's league. */
  bonus?: string
  count: number
  /** Below 0 for a penalty, 0 for a disqualification and for a bonus of a league. */
  points: number
}

/** All adjustments of a row together. */
export interface AdjustmentSum {
  points: number
  isDisqualified: boolean
  /** One for each adjustment, in their order; they sum to the points. */
  terms: readonly AdjustedTerm[]
}

/** What a row's adjustments do to it. A disqualified row keeps its points, and is listed below all others. */
export function sumAdjustments(adjustments: readonly Adjustment[]): AdjustmentSum {
  const terms = adjustments.map(adjustedTerm)
  return {
    points: fromHundredths(terms.reduce((sum, { points }) => sum + toHundredths(points), 0)),
    isDisqualified: adjustments.some(({ kind }) => kind === 'disqualified'),
    terms,
  }
}

function adjustedTerm({ kind, points, reason, bonus }: Adjustment): AdjustedTerm {
  return {
    kind: 'adjusted',
    adjustment: kind,
    reason,
    ...(bonus != null && { bonus }),
    count: 1,
    points: signedPoints(kind, points ?? 0),
  }
}

function signedPoints(kind: AdjustmentKind, points: number): number {
  switch (kind) {
    case 'bonus':
      return points
    case 'penalty':
      return -points
    case 'disqualified':
      return 0
  }
}
