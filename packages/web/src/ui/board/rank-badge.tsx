import { formatNumber } from '#ui/format-number.ts'
import classes from './rank-badge.module.css'

const MEDALS: Readonly<Record<number, string | undefined>> = {
  1: classes.gold,
  2: classes.silver,
  3: classes.bronze,
}

export function RankBadge({ rank }: { readonly rank: number }) {
  const medal = MEDALS[rank]
  return (
    <span className={medal ? `${classes.rank} ${medal}` : classes.rank}>{formatNumber(rank)}</span>
  )
}
