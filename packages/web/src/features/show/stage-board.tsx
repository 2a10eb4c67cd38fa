/** A few rows of a show, large enough for a stream: on the stage, and on overlays. */
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { type CSSProperties, memo } from 'react'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RowMarble, RowPoints, stateOf, useFade } from '#ui/board/ranked-row.tsx'
import { isUncoveredBy, type RevealStep } from '#ui/board/reveal-step.ts'
import { RowName } from '#ui/board/row-name.tsx'
import { textWidth } from '#ui/board/text-width.ts'
import type { FormatPoints } from '#ui/format-number.ts'
import classes from './stage-board.module.css'

interface StageRow extends RacerLabel {
  readonly id: string
  readonly rank: number
  /** null: hidden. */
  readonly event_points: number | null
  /** What has just been added; null or absent: nothing. */
  readonly gain?: number | null
}

interface StageBoardProps {
  readonly label: string
  /** The best first. */
  readonly rows: readonly StageRow[]
  readonly slots: number
  /** null: nothing is being revealed. */
  readonly step: RevealStep | null
  readonly formatPoints: FormatPoints
}

/** Each row knows its place, so that it slides to the next one. */
export function StageBoard({ label, rows, slots, step, formatPoints }: StageBoardProps) {
  return (
    <ol className={classes.board} aria-label={label} style={{ '--slots': slots } as CSSProperties}>
      {rows.map((row, index) => (
        <Row
          key={row.id}
          row={row}
          index={index}
          blurMs={step && isUncoveredBy(step, row.rank) ? (step.uncovered?.blurMs ?? null) : null}
          isInLimelight={row.rank === step?.pointer}
          formatPoints={formatPoints}
        />
      ))}
    </ol>
  )
}

interface RowProps {
  readonly row: StageRow
  readonly index: number
  /** null: the row has been uncovered for long, or is not yet. */
  readonly blurMs: number | null
  readonly isInLimelight: boolean
  readonly formatPoints: FormatPoints
}

const Row = memo(function Row({ row, index, blurMs, isInLimelight, formatPoints }: RowProps) {
  const { rank, event_points: points, gain = null } = row
  const name = shownName(row)
  const isHidden = points === null
  const isNew = blurMs !== null && !isHidden
  const widths = {
    '--name-width': Math.max(1, textWidth(name)),
    '--points-width': isHidden ? 0 : textWidth(formatPoints(points)),
    '--gain-width': gain === null ? 0 : textWidth(`+${formatPoints(gain)}`),
  }
  return (
    <li
      ref={useFade<HTMLLIElement>(isNew)}
      className={`${ranked.row} ${classes.row}`}
      {...stateOf({ isHidden, isInLimelight, entrance: isNew ? 'roll' : null })}
      style={{ '--place': index, '--row-blur-ms': `${blurMs ?? 0}ms`, ...widths } as CSSProperties}
    >
      <span className={classes.rank}>
        <RankBadge rank={rank} />
      </span>
      <RowName
        picture={<RowMarble racer={isHidden ? null : row} sizePx={96} />}
        name={isHidden ? null : name}
      />
      <span className={`${ranked.points} ${classes.points}`}>
        {gain !== null && (
          // Of other points it slides in anew.
          <span key={points} className={classes.gain}>
            +{formatPoints(gain)}
          </span>
        )}
        {!isHidden && (
          <RowPoints points={points} format={formatPoints} isCounting={isNew && isInLimelight} />
        )}
      </span>
    </li>
  )
})
