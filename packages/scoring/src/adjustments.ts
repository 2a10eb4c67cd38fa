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
  /** More than 0, up to 2 decimals; null if the row is disqualified. */
  points: number | null
  reason: AdjustmentReason
}

/** An adjustment among the terms of a row. */
export interface AdjustedTerm {
  kind: 'adjusted'
  adjustment: AdjustmentKind
  reason: AdjustmentReason
  count: number
  /** Below 0 for a penalty, 0 for a disqualification. */
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

function adjustedTerm({ kind, points, reason }: Adjustment): AdjustedTerm {
  return {
    kind: 'adjusted',
    adjustment: kind,
    reason,
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
