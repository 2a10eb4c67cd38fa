/** A ranked row on any board, its parts, and how a reveal shows them. */
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { type CSSProperties, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react'
import type { FormatPoints } from '#ui/format-number.ts'
import { CountUp } from './count-up.tsx'
import { Marble } from './marble.tsx'
import { RankBadge } from './rank-badge.tsx'
import classes from './ranked-row.module.css'
import { isUncoveredBy } from './reveal-motion.ts'
import { RowName } from './row-name.tsx'
import type { ShownMotion } from './use-reveal-motion.ts'

/**
 * How a row is uncovered. `roll`: a grey marble rolls in while the blur over the masked name clears; then colour, name
 * and points come together. `clear`: only the blur clears first, as for one of many. `appear`: at once.
 */
export type Entrance = 'roll' | 'clear' | 'appear'

interface RowState {
  readonly isHidden?: boolean
  /** It has the rank that everybody is looking at. */
  readonly isInLimelight?: boolean
  /** null: it was there before, or is hidden. */
  readonly entrance?: Entrance | null
  /** The blur over it is clearing, and until then it is masked. */
  readonly isClearing?: boolean
}

/** Attributes for a row's element, for the style sheet. */
export function rowAttributes({
  isHidden = false,
  isInLimelight = false,
  entrance = null,
  isClearing = false,
}: RowState) {
  return {
    'data-hidden': isHidden || isClearing || undefined,
    'data-limelight': isInLimelight || undefined,
    [isClearing ? 'data-clearing' : 'data-new']: entrance ?? undefined,
  }
}

const FADE_MS = 150

/** A ref for something new: it fades in for people who ask for less motion. */
export function useFade<Shown extends Element>(isNew: boolean): Ref<Shown> {
  const element = useRef<Shown>(null)
  useLayoutEffect(() => {
    if (isNew && matchMedia('(prefers-reduced-motion: reduce)').matches) {
      // For them, the style sheet's animations end at once.
      element.current?.animate({ opacity: [0, 1] }, FADE_MS)
    }
  }, [isNew])
  return element
}

interface RowMarbleProps {
  /** null: hidden, because the marble would give the racer away. */
  readonly racer: RacerLabel | null
  /** 28 in rows, 96 in the limelight. */
  readonly sizePx: number
}

export function RowMarble({ racer, sizePx }: RowMarbleProps) {
  return (
    <span className={classes.marble}>
      {racer && <Marble name={racer.racer_name} color={racer.color} sizePx={sizePx} />}
    </span>
  )
}

interface RowPointsProps {
  /** null: unknown. */
  readonly points: number | null
  readonly format: FormatPoints
  /** Whether they count up as they appear. */
  readonly isCounting: boolean
  /** How long that takes. */
  readonly countMs?: number | undefined
  /** They count with another number that is at least as high. */
  readonly upTo?: number
}

export function RowPoints({ points, format, isCounting, countMs, upTo }: RowPointsProps) {
  return isCounting && points !== null ? (
    <CountUp value={points} format={format} ms={countMs} {...(upTo !== undefined && { upTo })} />
  ) : (
    <span translate="no">{format(points)}</span>
  )
}

interface RankedRowProps {
  /** Its rank may be unknown where nothing is being revealed. */
  readonly row: RacerLabel & {
    readonly rank: number | null
    readonly is_disqualified?: true | undefined
    /** Then its rank is only where it is listed. */
    readonly is_unranked?: true | undefined
  }
  readonly points: number | null
  /** Of a hidden row: its points, which are shown before its name. */
  readonly held?: number | undefined
  /** If absent, the row and its name are hidden if its points are. */
  readonly isHidden?: boolean | undefined
  /** null: nothing is being revealed. */
  readonly motion: ShownMotion | null
  /** How it appears when it is uncovered. */
  readonly entrance: Entrance
  readonly marblePx: number
  readonly formatPoints: FormatPoints
  readonly className: string | undefined
  readonly style?: CSSProperties
  /** Shown before the points: what has just been added to them. */
  readonly gain?: ReactNode
  /** Somebody looks for it. */
  readonly isCurrent?: boolean
  /** A remark about the row. */
  readonly note?: ReactNode
  /** Makes a link of the name. */
  readonly link?: (name: ReactNode) => ReactNode
}

/** A row of a list; a hidden row shows only its rank. */
export function RankedRow(props: RankedRowProps) {
  const { row, points, motion, entrance, formatPoints } = props
  const { rank } = row
  const { isHidden = points === null } = props
  const isNew = !isHidden && motion !== null && rank !== null && isUncoveredBy(motion, rank)
  const isClearing = isNew && motion.isClearing && entrance !== 'appear'
  const isMasked = isHidden || isClearing
  const isInLimelight = props.held !== undefined || (rank !== null && rank === motion?.pointer)
  const { running, uncovered } = motion ?? {}
  const blur = {
    '--row-blur-ms': `${running?.nameMs ?? uncovered?.blurMs ?? 0}ms`,
  } as CSSProperties
  const shownPoints = findPoints(props, { isHidden, isNew })
  return (
    <li
      ref={useFade<HTMLLIElement>(isNew)}
      className={`${classes.row} ${props.className}`}
      aria-current={props.isCurrent || undefined}
      {...rowAttributes({ isHidden, isInLimelight, entrance: isNew ? entrance : null, isClearing })}
      style={{ ...blur, ...props.style }}
    >
      <RankBadge rank={row.is_unranked ? null : rank} isDisqualified={row.is_disqualified} />
      <RowName
        picture={<RowMarble racer={isMasked ? null : row} sizePx={props.marblePx} />}
        name={isMasked ? null : shownName(row)}
        link={props.link}
      />
      <span className={classes.points}>
        {props.gain}
        {shownPoints !== undefined && (
          <RowPoints
            points={shownPoints}
            format={formatPoints}
            isCounting={
              isInLimelight &&
              entrance === 'roll' &&
              (isHidden ? running?.step === 'points' : isNew && running?.countMs !== 0)
            }
            countMs={running?.countMs}
          />
        )}
      </span>
      {props.note}
    </li>
  )
}

/** The points to draw; undefined: none yet. */
function findPoints(
  { points, held, motion, entrance }: RankedRowProps,
  { isHidden, isNew }: { isHidden: boolean; isNew: boolean },
): number | null | undefined {
  if (isHidden) {
    return held === undefined || (motion?.running?.step === 'points' && motion.arePointsHidden)
      ? undefined
      : held
  }
  return isNew && motion?.arePointsHidden && entrance !== 'appear' ? undefined : points
}
