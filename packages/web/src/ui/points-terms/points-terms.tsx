import type { AdjustmentKind, AdjustmentReason } from '@rollcall/scoring/adjustments'
import type { RoundOutcome, Term } from '@rollcall/scoring/explanation'
import { Sentence } from '#texts/sentence.tsx'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import { formatNumber } from '../format-number.ts'
import classes from './points-terms.module.css'
import { texts } from './texts.ts'

interface ShownTerm {
  readonly kind: Term['kind']
  /** Only for `position`. */
  readonly position?: number | undefined
  readonly count: number
  /** Points for one; absent for `uploaded`, `adjusted` and `round`. */
  readonly each?: number | undefined
  /** These two only for `adjusted`. */
  readonly adjustment?: AdjustmentKind | undefined
  readonly reason?: AdjustmentReason | undefined
  /** These only for `round`. */
  readonly round?: string | undefined
  readonly outcome?: RoundOutcome | undefined
  readonly place?: number | null | undefined
  readonly value?: number | undefined
  /** The name of a bonus of the event's league. */
  readonly bonus?: string | undefined
  readonly points: number
}

interface PointsTermsProps {
  readonly terms: readonly ShownTerm[]
  readonly sum: number
}

/** The terms that add up to a row's points. */
export function PointsTerms({ terms, sum }: PointsTermsProps) {
  const isOfLeague = terms.some(({ kind }) => kind === 'round')
  return (
    <>
      <h3 className={classes.title}>{texts.title}</h3>
      {terms.length === 0 ? (
        <Quiet>{texts.none}</Quiet>
      ) : (
        <Row as="ul" gap="xs" align="stretch" className={classes.terms}>
          {withKeys(terms.map(formatTerm)).map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </Row>
      )}
      <p className={classes.sum}>
        <Sentence
          text={isOfLeague ? texts.total : texts.sum}
          parts={{ sum: <strong>{formatNumber(sum)}</strong> }}
        />
      </p>
    </>
  )
}

/** `-10: wrong map`, `Disqualified: second account`. */
export const adjustmentInWords = ({ kind, points, reason, bonus }: ShownAdjustment): string =>
  bonus !== undefined
    ? texts.ofLeague(bonus)
    : texts.adjusted(kind, kind === 'penalty' ? -(points ?? 0) : (points ?? 0), reason)

interface ShownAdjustment {
  readonly kind: AdjustmentKind
  readonly points: number | null
  readonly reason: AdjustmentReason
  readonly bonus?: string | undefined
}

/** Two adjustments may be equal. */
function withKeys(listed: readonly string[]): { key: string; text: string }[] {
  const countBefore = (text: string, end: number) =>
    listed.slice(0, end).filter((each) => each === text).length
  return listed.map((text, index) => ({ key: `${text} ${countBefore(text, index)}`, text }))
}

/** `3rd place × 2 = 180`, `kills 5 × 2 = 10`, `uploaded = 239.88`, `-10: wrong map`. */
export function formatTerm(term: ShownTerm): string {
  const { kind, position = 0, count, each = 0, points } = term
  switch (kind) {
    case 'adjusted':
      if (term.bonus !== undefined) return texts.ofLeague(term.bonus)
      return texts.adjusted(term.adjustment ?? 'penalty', points, term.reason ?? 'other')
    case 'round':
      return texts.round(term.outcome ?? 'absent', {
        round: term.round ?? '',
        place: term.place ?? null,
        value: term.value ?? 0,
      })
    case 'position':
      return texts.position(position, count, points)
    case 'uploaded':
      return texts.uploaded(count, points)
    default:
      return texts.counted(texts.kinds[kind], { count, each, points })
  }
}
