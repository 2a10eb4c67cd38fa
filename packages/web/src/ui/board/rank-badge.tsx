import { formatNumber } from '#ui/format-number.ts'
import { texts } from '../texts.ts'
import classes from './rank-badge.module.css'

const MEDALS: Readonly<Record<number, string | undefined>> = {
  1: classes.gold,
  2: classes.silver,
  3: classes.bronze,
}

interface RankBadgeProps {
  /** A dash where no rank is known. */
  readonly rank: number | null
  /** Whether the list is in the order of these ranks. Medals down another list would look like a wrong order. */
  readonly isOrder?: boolean
  /** Then the rank is only where the row is listed. */
  readonly isDisqualified?: boolean | undefined
}

export function RankBadge({ rank, isOrder = true, isDisqualified = false }: RankBadgeProps) {
  if (isDisqualified) {
    return (
      <abbr
        className={`${classes.rank} ${classes.disqualified}`}
        title={texts.board.disqualified.long}
      >
        {texts.board.disqualified.short}
      </abbr>
    )
  }
  const medal = rank === null || !isOrder ? undefined : MEDALS[rank]
  return (
    <span className={medal ? `${classes.rank} ${medal}` : classes.rank}>{formatNumber(rank)}</span>
  )
}
