import { formatNumber } from '#ui/format-number.ts'
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
}

export function RankBadge({ rank, isOrder = true }: RankBadgeProps) {
  const medal = rank === null || !isOrder ? undefined : MEDALS[rank]
  return (
    <span className={medal ? `${classes.rank} ${medal}` : classes.rank}>{formatNumber(rank)}</span>
  )
}
