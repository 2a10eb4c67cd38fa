/** A ranked row and its parts, wherever it is, and what a reveal makes of them. */
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { type CSSProperties, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react'
import type { FormatPoints } from '#ui/format-number.ts'
import { CountUp } from './count-up.tsx'
import { Marble } from './marble.tsx'
import { RankBadge } from './rank-badge.tsx'
import classes from './ranked-row.module.css'
import { isUncoveredBy, type RevealMotion } from './reveal-motion.ts'
import { RowName } from './row-name.tsx'

/**
 * How a row appears that has just been uncovered. `roll`: its marble rolls in, its name is wiped in, its blur
 * clears. `clear`: one of many, whose blur clears. `appear`: at once.
 */
export type Entrance = 'roll' | 'clear' | 'appear'

interface RowState {
  readonly isHidden?: boolean
  /** It has the rank that everybody looks at. */
  readonly isInLimelight?: boolean
  /** null: it has been there for long, or is hidden. */
  readonly entrance?: Entrance | null
}

/** For the element of a row; its style sheet draws what they say. */
export function stateOf({ isHidden = false, isInLimelight = false, entrance = null }: RowState) {
  return {
    'data-hidden': isHidden || undefined,
    'data-limelight': isInLimelight || undefined,
    'data-new': entrance ?? undefined,
  }
}

const FADE_MS = 150

/** For the element of what appears: where somebody asks for less motion it fades in instead. */
export function useFade<Shown extends Element>(isNew: boolean): Ref<Shown> {
  const element = useRef<Shown>(null)
  useLayoutEffect(() => {
    if (isNew && matchMedia('(prefers-reduced-motion: reduce)').matches) {
      // A style sheet's animations are over at once there.
      element.current?.animate({ opacity: [0, 1] }, FADE_MS)
    }
  }, [isNew])
  return element
}

interface RowMarbleProps {
  /** null: hidden, since whose marble it is would say who it is. */
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
  readonly points: number
  readonly format: FormatPoints
  /** They count up as they appear. */
  readonly isCounting: boolean
}

export function RowPoints({ points, format, isCounting }: RowPointsProps) {
  return isCounting ? <CountUp value={points} format={format} /> : format(points)
}

interface RankedRowProps {
  readonly row: RacerLabel & { readonly rank: number }
  /** null: hidden, and so is the name. */
  readonly points: number | null
  /** null: nothing is being revealed. */
  readonly motion: RevealMotion | null
  /** How it appears once it is uncovered. */
  readonly entrance: Entrance
  readonly marblePx: number
  readonly formatPoints: FormatPoints
  readonly className: string | undefined
  readonly style?: CSSProperties
  /** What has just been added, before the points. */
  readonly gain?: ReactNode
  /** What is said of the row. */
  readonly note?: ReactNode
}

/** A row of a list; what is hidden says nothing but its rank. */
export function RankedRow(props: RankedRowProps) {
  const { row, points, motion, entrance, formatPoints } = props
  const { rank } = row
  const isHidden = points === null
  const isNew = !isHidden && motion !== null && isUncoveredBy(motion, rank)
  const isInLimelight = rank === motion?.pointer
  const blur = { '--row-blur-ms': `${motion?.uncovered?.blurMs ?? 0}ms` } as CSSProperties
  return (
    <li
      ref={useFade<HTMLLIElement>(isNew)}
      className={`${classes.row} ${props.className}`}
      {...stateOf({ isHidden, isInLimelight, entrance: isNew ? entrance : null })}
      style={{ ...blur, ...props.style }}
    >
      <RankBadge rank={rank} />
      <RowName
        picture={<RowMarble racer={isHidden ? null : row} sizePx={props.marblePx} />}
        name={isHidden ? null : shownName(row)}
      />
      <span className={classes.points}>
        {props.gain}
        {!isHidden && (
          <RowPoints
            points={points}
            format={formatPoints}
            isCounting={isNew && isInLimelight && entrance === 'roll'}
          />
        )}
      </span>
      {props.note}
    </li>
  )
}
