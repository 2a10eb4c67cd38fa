import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { Notice } from '#ui/notice.tsx'
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
import { PageButtons } from './page-buttons.tsx'
import { leaderboardQuery, seasonsQuery } from './queries.ts'

function announcementOf(view: LeaderboardView, rowCount: number, totalPages: number): string {
  const order = view.sortOrder === 'ASC' ? 'ascending' : 'descending'
  return `${rowCount} channels, page ${view.page} of ${totalPages}, sorted by ${view.sortBy}, ${order}`
}

export function LeaderboardsPage() {
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
  const totalPages = Math.max(board.data?.totalPages ?? 1, 1)
  const rows = board.isError ? undefined : board.data?.data
  const hasNoRows = season === undefined || rows?.length === 0
  const message =
    seasons.isError || board.isError
      ? 'Error loading data'
      : !isFirstLoad && hasNoRows
        ? 'No data found'
        : null
  const status =
    isFirstLoad || board.isPlaceholderData
      ? 'Loading...'
      : (message ?? announcementOf(view, rows?.length ?? 0, totalPages))

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
        onChannel={(channel) => show({ ...view, channel, page: 1 }, { replace: true })}
      />
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      <div className={classes.board}>
        <LeaderboardTable
          rows={rows}
          message={message}
          isBusy={isFirstLoad || board.isPlaceholderData}
          view={view}
          onSort={(sortBy) => show(viewSortedBy(view, sortBy))}
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
