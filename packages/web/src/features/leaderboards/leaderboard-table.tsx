import {
  LEADERBOARD_PAGE_SIZE,
  SORT_FIELDS,
  type SortColumn,
} from '@rollcall/contract/leaderboards'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import { ColumnMeanings } from '#ui/column-meanings.tsx'
import { Table } from '#ui/layout/table.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { ShareBar } from '#ui/share-bar.tsx'
import { BlankRow } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { useRovingStop } from '#ui/use-roving-stop.ts'
import { type LeaderboardColumn, sortableColumns } from './leaderboard-columns.ts'
import classes from './leaderboard-table.module.css'
import { isOwn, type LeaderboardView } from './leaderboard-view.ts'
import { linkedToChannel } from './linked-to-channel.tsx'
import type { LeaderboardRow } from './queries.ts'
import { texts } from './texts.ts'

interface LeaderboardTableProps extends Pick<SortHeaderProps, 'view' | 'onSort'> {
  readonly rows: readonly LeaderboardRow[] | undefined
  readonly message: string | null
  /** The first page is loading: placeholders are drawn. */
  readonly isLoading: boolean
  readonly isBusy: boolean
  readonly rowAction: ((row: LeaderboardRow) => ReactNode) | null
  /** The leader by the sorted column; the bars show shares of the leader's figure. */
  readonly leader: LeaderboardRow | undefined
  readonly ownChannelId: number | null
  readonly ownRow: Ref<HTMLTableRowElement>
}

const COLUMN_COUNT = 2 + sortableColumns.length

function rowNumbers(count: number): number[] {
  return Array.from({ length: Math.max(count, 0) }, (_, index) => index)
}

/** An unknown figure counts as 0. */
function findShare(row: LeaderboardRow, leader: LeaderboardRow | undefined, sortBy: SortColumn) {
  const field = SORT_FIELDS[sortBy]
  const most = leader?.[field] ?? 0
  return most > 0 ? (row[field] ?? 0) / most : 0
}

interface RowProps {
  readonly row: LeaderboardRow
  readonly share: number
  /** null: somebody else's row. */
  readonly ownRow: Ref<HTMLTableRowElement> | null
  readonly action: ReactNode
}

function Row({ row, share, ownRow, action }: RowProps) {
  return (
    <tr
      ref={ownRow}
      aria-current={ownRow !== null || undefined}
      // 'Go to my rank' moves the focus here.
      tabIndex={ownRow === null ? undefined : -1}
    >
      <td className={classes.rank}>
        <RankBadge rank={row.rank} />
      </td>
      <th scope="row" className={classes.channel}>
        <ShareBar share={share} />
        <RowName
          picture={<ProfileImage src={row.profileImageUrl ?? null} sizePx={28} />}
          name={streamerName(row)}
          link={(name) => linkedToChannel(row, name)}
        />
      </th>
      {sortableColumns.map(({ sortBy, heading, show }, index) => (
        <td key={sortBy} className={classes.number} data-label={heading}>
          {show(row)}
          {index === sortableColumns.length - 1 && action}
        </td>
      ))}
    </tr>
  )
}

/**
 * Fills the page up to ten rows, so that nothing below jumps; while loading, the style sheet draws placeholders in
 * it.
 */
function FillerRow() {
  return (
    <BlankRow>
      <td className={classes.rank} />
      <td className={classes.channel} />
      {sortableColumns.map(({ sortBy }) => (
        <td key={sortBy} className={classes.number} />
      ))}
    </BlankRow>
  )
}

export function LeaderboardTable(props: LeaderboardTableProps) {
  const { rows, message, isLoading, isBusy, rowAction, view, onSort } = props
  const { leader, ownChannelId, ownRow } = props
  const table = useRef<HTMLTableElement>(null)
  useRovingStop(table)
  const shown = message === null ? (rows ?? []) : []
  const usedRows = shown.length + (message === null ? 0 : 1)
  return (
    <section aria-label={texts.board.label}>
      <Table
        ref={table}
        className={`${classes.table} ${ranked.wrapping}`}
        aria-busy={isBusy}
        isOutOfDate={isBusy}
        isLong
        data-loading={isLoading || undefined}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.rank}>
              {texts.board.rank}
            </th>
            <th scope="col" className={classes.channel}>
              {texts.board.channel}
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
            <Row
              key={row.channelId ?? row.username}
              row={row}
              share={findShare(row, leader, view.sortBy)}
              ownRow={isOwn(row, ownChannelId) ? ownRow : null}
              action={rowAction?.(row)}
            />
          ))}
          {rowNumbers(LEADERBOARD_PAGE_SIZE - usedRows).map((number) => (
            // A blank row keeps its place when the rows above it arrive.
            <FillerRow key={`blank-${usedRows + number}`} />
          ))}
        </tbody>
      </Table>
      <ColumnMeanings columns={sortableColumns} />
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
        onClick={() => onSort(column.sortBy)}
      >
        <Arrow className={classes.arrow} size={15} stroke={2.4} aria-hidden />
        {column.heading}
      </button>
    </th>
  )
}
