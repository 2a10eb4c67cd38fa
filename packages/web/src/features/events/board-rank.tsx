import { formatNumber } from '#ui/format-number.ts'
import classes from './board-rank.module.css'

const MEDALS: Readonly<Record<number, string | undefined>> = {
  1: classes.gold,
  2: classes.silver,
  3: classes.bronze,
}

/** A position; the first three are marbles of gold, silver and bronze. */
export function BoardRank({ rank }: { readonly rank: number }) {
  const medal = MEDALS[rank]
  return (
    <span className={medal ? `${classes.marble} ${medal}` : classes.rank}>
      {formatNumber(rank)}
    </span>
  )
}
