import type { SortColumn } from '@rollcall/contract/leaderboards'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { LeaderboardColumn } from './leaderboard-columns.ts'
import classes from './leaderboard-table.module.css'
import type { LeaderboardView } from './leaderboard-view.ts'

export interface SortHeaderProps {
  readonly column: LeaderboardColumn
  readonly view: LeaderboardView
  readonly onSort: (sortBy: SortColumn) => void
}

export function SortHeader({ column, view, onSort }: SortHeaderProps) {
  const isActive = view.sortBy === column.sortBy
  const isAscending = view.sortOrder === 'ASC'
  const Arrow = isAscending ? IconArrowUp : IconArrowDown
  const direction = isAscending ? 'ascending' : 'descending'
  return (
    <th scope="col" className={classes.number} {...(isActive && { 'aria-sort': direction })}>
      <button
        type="button"
        className={classes.sort}
        data-active={isActive || undefined}
        title={column.meaning}
        onClick={() => onSort(column.sortBy)}
      >
        <Arrow className={classes.arrow} size={15} stroke={2.4} aria-hidden />
        {column.sortBy}
      </button>
    </th>
  )
}
