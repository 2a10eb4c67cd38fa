import { VisuallyHidden } from '@mantine/core'
import type { LeaderboardRow } from '@rollcall/contract/leaderboards'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Notice } from '#ui/notice.tsx'
import { PageButtons } from '#ui/page-buttons.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { LeaderboardFilters } from './leaderboard-filters.tsx'
import { LeaderboardTable } from './leaderboard-table.tsx'
import {
  findDefaultSeason,
  findSeasonOf,
  type LeaderboardView,
  searchFromView,
  viewFromSearch,
  viewSortedBy,
} from './leaderboard-view.ts'
import classes from './leaderboards-page.module.css'
import { leaderboardQuery, seasonsQuery } from './queries.ts'

/** What a screen reader says once a view has loaded; errors are alerts and speak for themselves. */
function announcementOf(view: LeaderboardView, rowCount: number): string {
  if (rowCount === 0) return 'No channels here.'
  const order = view.sortOrder === 'ASC' ? 'lowest first' : 'highest first'
  return `Showing ${rowCount} channels of page ${view.page}, ${order}.`
}

export interface ReportableRow {
  readonly row: LeaderboardRow
  readonly season: number
}

interface LeaderboardsPageProps {
  /** What somebody can do with a row; stands at its end. */
  readonly rowAction: (shown: ReportableRow) => ReactNode
}

export function LeaderboardsPage({ rowAction }: LeaderboardsPageProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const view = viewFromSearch(search)
  const seasons = useQuery(seasonsQuery)
  const season = seasons.data && findSeasonOf(view, seasons.data)
  const board = useQuery(leaderboardQuery(view, season))

  const show = (next: LeaderboardView, { replace = false } = {}) =>
    void navigate(
      { search: searchFromView(next).toString() },
      { replace, preventScrollReset: true },
    )

  const isFirstLoad = seasons.isPending || (season !== undefined && board.isPending)
  // Unknown while the first page loads or when that failed: then the one in the address counts.
  const totalPages = Math.max(board.data?.totalPages ?? view.page, 1)
  const rows = board.data?.data
  const hasFailed = seasons.isError || board.isError
  const hasNoRows = season === undefined || rows?.length === 0
  const message =
    hasFailed && !rows ? 'Error loading data' : !isFirstLoad && hasNoRows ? 'No data found' : null
  const isBusy = isFirstLoad || board.isPlaceholderData
  const status = isBusy ? 'Loading...' : hasFailed ? '' : announcementOf(view, rows?.length ?? 0)

  return (
    <>
      <PageHeading title="Streamer Leaderboards">
        Every point that viewers scored, race by race, channel by channel.
      </PageHeading>
      {seasons.isError && (
        <div className={classes.notice}>
          <Notice message="Error loading seasons data" onRetry={() => void seasons.refetch()} />
        </div>
      )}
      {board.isError && (
        <div className={classes.notice}>
          <Notice
            message={`Error loading leaderboard data: ${board.error.message}`}
            onRetry={() => void board.refetch()}
          />
        </div>
      )}
      <LeaderboardFilters
        seasons={seasons.data}
        season={season}
        onSeason={(id) => {
          const isDefault = id === findDefaultSeason(seasons.data ?? [])?.id
          show({ ...view, season: isDefault ? null : id, page: 1 })
        }}
        channel={view.channel}
        onChannel={(channel) => {
          // Back undoes a search as a whole, not every pause while typing it.
          const isRefined = view.channel !== '' && channel !== ''
          show({ ...view, channel, page: 1 }, { replace: isRefined })
        }}
      />
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      <div className={classes.board}>
        <LeaderboardTable
          rows={rows}
          message={message}
          isBusy={isBusy}
          view={view}
          onSort={(sortBy) => show(viewSortedBy(view, sortBy))}
          // Rows of the last view are of another season, perhaps.
          rowAction={season && !isBusy ? (row) => rowAction({ row, season: season.id }) : null}
        />
        <PageButtons
          page={view.page}
          totalPages={totalPages}
          onPage={(page) => show({ ...view, page })}
        />
      </div>
    </>
  )
}
