import { formatNumber } from '#ui/format-number.ts'
import classes from './rank-badge.module.css'

const MEDALS: Readonly<Record<number, string | undefined>> = {
  1: classes.gold,
  2: classes.silver,
  3: classes.bronze,
}

/** A dash where no rank is known. */
export function RankBadge({ rank }: { readonly rank: number | null }) {
  const medal = rank === null ? undefined : MEDALS[rank]
  return (
    <span className={medal ? `${classes.rank} ${medal}` : classes.rank}>{formatNumber(rank)}</span>
  )
}
