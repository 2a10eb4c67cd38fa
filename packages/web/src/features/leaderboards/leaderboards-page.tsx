import { NativeSelect, VisuallyHidden } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import type { LeaderboardRow, Season } from '@rollcall/contract/leaderboards'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useLive } from '#api/live.ts'
import cards from '#ui/cards.module.css'
import { LookupField } from '#ui/lookup-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageButtons } from '#ui/page-buttons.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
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
import { leaderboardQuery, PAGES_KEY, seasonsQuery } from './queries.ts'

const SEARCH_DEBOUNCE_MS = 1000

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
  readonly rowAction: (shown: ReportableRow) => ReactNode
}

export function LeaderboardsPage({ rowAction }: LeaderboardsPageProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const view = viewFromSearch(search)
  const seasons = useQuery(seasonsQuery)
  const season = seasons.data && findSeasonOf(view, seasons.data)
  const board = useQuery(leaderboardQuery(view, season))
  useLive(season && board.data ? `season:${season.id}` : null, PAGES_KEY)

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
  const isLoading = isFirstLoad && !hasFailed
  const message =
    hasFailed && !rows
      ? 'Error loading data'
      : isLoading
        ? 'Loading...'
        : hasNoRows
          ? 'No data found'
          : null
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
      <div className={`${cards.card} ${classes.board}`}>
        <LeaderboardTable
          rows={rows}
          message={message}
          isLoading={isLoading}
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

interface LeaderboardFiltersProps {
  readonly seasons: readonly Season[] | undefined
  readonly season: Season | undefined
  readonly onSeason: (seasonId: number) => void
  readonly channel: string
  readonly onChannel: (channel: string) => void
}

function LeaderboardFilters(props: LeaderboardFiltersProps) {
  const { seasons, season, onSeason, channel, onChannel } = props
  const lookup = useSettledText({
    value: channel,
    delayMs: SEARCH_DEBOUNCE_MS,
    onSettle: onChannel,
  })
  const placeholder = seasons?.length === 0 ? 'No seasons available' : 'Select a season'
  return (
    <search className={classes.filters}>
      <NativeSelect
        className={classes.season ?? ''}
        label="Season"
        disabled={!seasons?.length}
        value={season?.id ?? ''}
        onChange={({ currentTarget }) => onSeason(Number(currentTarget.value))}
      >
        {!season && <option value="">{placeholder}</option>}
        {seasons?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <LookupField
        what="channel"
        className={classes.lookup ?? ''}
        label="Lookup Channel"
        placeholder="Search by channel name"
        maxLength={MAX_SEARCH_LENGTH}
        text={lookup.text}
        onText={lookup.setText}
      />
    </search>
  )
}
