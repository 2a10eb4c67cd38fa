/** A few rows of a show, large enough for a stream: on the stage, and on overlays. */
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { type CSSProperties, memo, useLayoutEffect, useRef } from 'react'
import { CountUp } from '#ui/board/count-up.tsx'
import { Marble } from '#ui/board/marble.tsx'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import { textWidth } from '#ui/board/text-width.ts'
import type { FormatPoints, Uncovering } from './show-rows.ts'
import classes from './stage-board.module.css'

interface StageRow extends RacerLabel {
  readonly id: string
  readonly rank: number
  /** null: hidden. */
  readonly points: number | null
  /** What has just been added; null or absent: nothing. */
  readonly gain?: number | null
}

interface StageBoardProps {
  readonly label: string
  /** The best first. */
  readonly rows: readonly StageRow[]
  readonly slots: number
  readonly uncovering: Uncovering | null
  /** The rank that everybody looks at. */
  readonly limelightRank: number | null
  readonly formatPoints: FormatPoints
}

const FADE_MS = 150

/** Each row knows its place, so that it slides to the next one. */
export function StageBoard(props: StageBoardProps) {
  const { label, rows, slots, uncovering, limelightRank, formatPoints } = props
  return (
    <ol className={classes.board} aria-label={label} style={{ '--slots': slots } as CSSProperties}>
      {rows.map((row, index) => (
        <Row
          key={row.id}
          row={row}
          index={index}
          blurMs={blurOf(row, uncovering)}
          isInLimelight={row.rank === limelightRank}
          formatPoints={formatPoints}
        />
      ))}
    </ol>
  )
}

/** null: the row has been uncovered for long, or is not yet. */
function blurOf({ rank, points }: StageRow, uncovering: Uncovering | null): number | null {
  const isNew = uncovering !== null && rank >= uncovering.first && rank < uncovering.end
  return isNew && points !== null ? uncovering.blurMs : null
}

interface RowProps {
  readonly row: StageRow
  readonly index: number
  readonly blurMs: number | null
  readonly isInLimelight: boolean
  readonly formatPoints: FormatPoints
}

const Row = memo(function Row({ row, index, blurMs, isInLimelight, formatPoints }: RowProps) {
  const { rank, racer_name, color, points, gain = null } = row
  const name = shownName(row)
  const isNew = blurMs !== null
  const widths = {
    '--name-width': Math.max(1, textWidth(name)),
    '--points-width': points === null ? 0 : textWidth(formatPoints(points)),
    '--gain-width': gain === null ? 0 : textWidth(`+${formatPoints(gain)}`),
  }
  const element = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (isNew && matchMedia('(prefers-reduced-motion: reduce)').matches) {
      element.current?.animate({ opacity: [0, 1] }, FADE_MS)
    }
  }, [isNew])
  return (
    <li
      ref={element}
      className={classes.row}
      data-hidden={points === null || undefined}
      data-limelight={isInLimelight || undefined}
      data-new={isNew || undefined}
      style={{ '--place': index, '--blur': `${blurMs ?? 0}ms`, ...widths } as CSSProperties}
    >
      <span className={classes.rank}>
        <RankBadge rank={rank} />
      </span>
      <span className={classes.marble}>
        {points !== null && <Marble name={racer_name} color={color} sizePx={96} />}
      </span>
      <span className={classes.name}>
        <span className={classes.veil}>
          <bdi>{name}</bdi>
        </span>
      </span>
      <span className={classes.points}>
        {gain !== null && (
          // Of other points it slides in anew.
          <span key={points} className={classes.gain}>
            +{formatPoints(gain)}
          </span>
        )}
        {points !== null &&
          (isNew && isInLimelight ? (
            <CountUp value={points} format={formatPoints} />
          ) : (
            formatPoints(points)
          ))}
      </span>
    </li>
  )
})
