import {
  LEADERBOARD_PAGE_SIZE,
  type LeaderboardRow,
  type SortColumn,
} from '@rollcall/contract/leaderboards'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ForeignName } from '#ui/foreign-name.tsx'
import { ProfileImage } from '#ui/profile-image.tsx'
import { RankBadge } from '#ui/rank-badge.tsx'
import { type LeaderboardColumn, sortableColumns } from './leaderboard-columns.ts'
import classes from './leaderboard-table.module.css'
import type { LeaderboardView } from './leaderboard-view.ts'

interface LeaderboardTableProps extends Pick<SortHeaderProps, 'view' | 'onSort'> {
  readonly rows: readonly LeaderboardRow[] | undefined
  readonly message: string | null
  /** The first page is on its way: what is awaited is drawn. */
  readonly isLoading: boolean
  readonly isBusy: boolean
  readonly rowAction: ((row: LeaderboardRow) => ReactNode) | null
}

const COLUMN_COUNT = 2 + sortableColumns.length

function rowNumbers(count: number): number[] {
  return Array.from({ length: Math.max(count, 0) }, (_, index) => index)
}

interface RowProps {
  readonly row: LeaderboardRow
  readonly action: ReactNode
}

function Row({ row, action }: RowProps) {
  return (
    <tr>
      <td className={classes.rank}>
        <RankBadge rank={row.rank} />
      </td>
      <th scope="row" className={classes.channel}>
        <span className={classes.person}>
          <ProfileImage src={row.profileImageUrl} sizePx={34} />
          <ForeignName>{row.username}</ForeignName>
        </span>
      </th>
      {sortableColumns.map(({ sortBy, show }, index) => (
        <td key={sortBy} className={classes.number}>
          {show(row)}
          {index === sortableColumns.length - 1 && action}
        </td>
      ))}
    </tr>
  )
}

/** Fills the page up to ten rows, so that nothing below it jumps; the style sheet draws what is awaited. */
function BlankRow() {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus here; read aloud it would be noise.
    <tr aria-hidden="true">
      <td className={classes.rank} />
      <td className={classes.channel} />
      {sortableColumns.map(({ sortBy }) => (
        <td key={sortBy} className={classes.number} />
      ))}
    </tr>
  )
}

export function LeaderboardTable(props: LeaderboardTableProps) {
  const { rows, message, isLoading, isBusy, rowAction, view, onSort } = props
  const shown = message === null ? (rows ?? []) : []
  const usedRows = shown.length + (message === null ? 0 : 1)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
    <section className={classes.scroller} aria-label="Leaderboard" tabIndex={0}>
      <table
        className={classes.table}
        aria-busy={isBusy}
        data-busy={isBusy || undefined}
        data-loading={isLoading || undefined}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.rank}>
              Rank
            </th>
            <th scope="col" className={classes.channel}>
              Channel
            </th>
            {sortableColumns.map((column) => (
              <SortHeader key={column.sortBy} column={column} view={view} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {message !== null && (
            <tr>
              <td colSpan={COLUMN_COUNT} className={classes.message}>
                <span>{message}</span>
              </td>
            </tr>
          )}
          {shown.map((row) => (
            <Row key={row.channelId} row={row} action={rowAction?.(row)} />
          ))}
          {rowNumbers(LEADERBOARD_PAGE_SIZE - usedRows).map((number) => (
            <BlankRow key={`blank-${number}`} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface SortHeaderProps {
  readonly column: LeaderboardColumn
  readonly view: LeaderboardView
  readonly onSort: (sortBy: SortColumn) => void
}

function SortHeader({ column, view, onSort }: SortHeaderProps) {
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
