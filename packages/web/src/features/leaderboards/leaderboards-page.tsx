import { NativeSelect, VisuallyHidden } from '@mantine/core'
import { useIntersection, useMergedRef } from '@mantine/hooks'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import type { SortColumn } from '@rollcall/contract/leaderboards'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useLive } from '#api/live.ts'
import { BandOfThree } from '#ui/board/band-of-three.tsx'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { LookupField } from '#ui/lookup-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageButtons } from '#ui/page-buttons.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { seasonName } from '#ui/season-name.ts'
import { streamerName } from '#ui/streamer-name.ts'
import { useSettledText } from '#ui/use-settled-text.ts'
import { getColumn } from './leaderboard-columns.ts'
import { LeaderboardTable } from './leaderboard-table.tsx'
import {
  findDefaultSeason,
  findLeaders,
  findShownSeason,
  isOwn,
  type LeaderboardView,
  searchFromView,
  viewFromSearch,
  viewSortedBy,
} from './leaderboard-view.ts'
import classes from './leaderboards-page.module.css'
import { OwnRank } from './own-rank.tsx'
import {
  type LeaderboardRow,
  leaderboardQuery,
  ownRankQuery,
  PAGES_KEY,
  type Season,
  seasonsQuery,
} from './queries.ts'
import { TakeAwayPanel } from './take-away-panel.tsx'
import { texts } from './texts.ts'

const { filters } = texts

const SEARCH_DEBOUNCE_MS = 1000
/** The whole row must be visible between the top bar and the bar with the user's own rank. */
const IN_VIEW = { threshold: 1, rootMargin: '-60px 0px -44px 0px' }

/** What a screen reader says once a view has loaded; errors are alerts and are read out anyway. */
function announceRows(view: LeaderboardView, rowCount: number): string {
  if (rowCount === 0) return texts.board.noneShown
  return view.sortOrder === 'ASC'
    ? texts.board.shownLowestFirst(rowCount, view.page)
    : texts.board.shownHighestFirst(rowCount, view.page)
}

/** Another server's seasons may have other names. */
function seasonLabel({ id, name }: Season): string {
  return name === `Season ${id}` ? seasonName(id) : name
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
  const season = seasons.data && findShownSeason(view, seasons.data)
  const board = useQuery(leaderboardQuery(view, season))
  const leaders = useQuery(
    leaderboardQuery({ ...view, channel: '', page: 1, sortOrder: 'DESC' }, season),
  )
  const { data: own = null, isPlaceholderData: isOwnOutdated } = useQuery(
    ownRankQuery(view, season),
  )
  useLive(season && board.data ? `everyone/season:${season.id}` : null, PAGES_KEY)

  const show = (next: LeaderboardView, { replace = false } = {}) =>
    void navigate(
      { search: searchFromView(next).toString() },
      { replace, preventScrollReset: true },
    )

  const hasUnknownSeason = seasons.data !== undefined && season === undefined
  const isFirstLoad = seasons.isPending || (season !== undefined && board.isPending)
  // While the number is unknown, the page in the address counts as the last.
  const totalPages = Math.max(board.data?.totalPages ?? view.page, 1)
  const rows = board.data?.data
  const hasFailed = seasons.isError || board.isError
  const hasNoRows = season === undefined || rows?.length === 0
  const isLoading = isFirstLoad && !hasFailed
  const message =
    hasFailed && !rows
      ? texts.board.failed
      : isLoading
        ? texts.board.loading
        : hasNoRows
          ? texts.board.none
          : null
  const isBusy = isFirstLoad || board.isPlaceholderData
  const isBeyond = !isBusy && view.page > totalPages
  const status = isBusy
    ? texts.board.loading
    : hasFailed
      ? ''
      : announceRows(view, rows?.length ?? 0)

  const ownChannelId = own?.row.channelId ?? null
  const hasOwnRow = rows?.some((row) => isOwn(row, ownChannelId)) ?? false
  const ownRow = useRef<HTMLTableRowElement>(null)
  const { ref: watchOwnRow, entry: ownEntry } = useIntersection<HTMLTableRowElement>(IN_VIEW)
  const ownRowRef = useMergedRef(ownRow, watchOwnRow)
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current || isBusy) return
    isWanted.current = false
    ownRow.current?.scrollIntoView({ block: 'center' })
    // The pressed button disappears as soon as the row is in view.
    ownRow.current?.focus({ preventScroll: true })
  })

  const defaultSeason = findDefaultSeason(seasons.data ?? [])
  const showSeason = (id: number) =>
    show({ ...view, season: id === defaultSeason?.id ? null : id, page: 1 })

  return (
    <>
      <div className={classes.top}>
        <PageHeading title={texts.title}>{texts.lead}</PageHeading>
        <LeaderboardFilters
          seasons={seasons.data}
          season={season}
          onSeason={showSeason}
          channel={view.channel}
          onChannel={(channel) => {
            // Back undoes a whole search, not every pause in typing.
            const isRefined = view.channel !== '' && channel !== ''
            show({ ...view, channel, page: 1 }, { replace: isRefined })
          }}
        />
      </div>
      {seasons.isError && (
        <div className={classes.notice}>
          <Notice message={texts.board.seasonsFailed} onRetry={() => void seasons.refetch()} />
        </div>
      )}
      {board.isError && (
        <div className={classes.notice}>
          <Notice
            message={texts.board.boardFailed(board.error.message)}
            onRetry={() => void board.refetch()}
          />
        </div>
      )}
      {seasons.data && !season && view.season !== null && (
        <Suggestion text={texts.board.noSeason(view.season)}>
          {defaultSeason && (
            <Button variant="default" onClick={() => showSeason(defaultSeason.id)}>
              {texts.board.goToSeason(seasonLabel(defaultSeason))}
            </Button>
          )}
        </Suggestion>
      )}
      {isBeyond && (
        <Suggestion text={texts.board.onlyPages(totalPages)}>
          <Button variant="default" onClick={() => show({ ...view, page: totalPages })}>
            {texts.board.goToLastPage}
          </Button>
        </Suggestion>
      )}
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      <Leaders
        rows={
          leaders.isPending && !hasFailed && !hasUnknownSeason ? null : (leaders.data?.data ?? [])
        }
        sortBy={view.sortBy}
        ownChannelId={ownChannelId}
      />
      <div className={`${cards.card} ${classes.board}`}>
        <LeaderboardTable
          rows={rows}
          message={message}
          isLoading={isLoading}
          isBusy={isBusy}
          view={view}
          onSort={(sortBy) => show(viewSortedBy(view, sortBy))}
          // The previous view's rows may belong to another season.
          rowAction={season && !isBusy ? (row) => rowAction({ row, season: season.id }) : null}
          leader={leaders.data?.data[0]}
          ownChannelId={ownChannelId}
          ownRow={ownRowRef}
        />
        {own && (
          <OwnRank
            row={own.row}
            sortBy={view.sortBy}
            isOutdated={isOwnOutdated}
            isInView={hasOwnRow && ownEntry?.isIntersecting !== false}
            onGo={() => {
              isWanted.current = true
              show({ ...view, channel: '', page: own.page })
            }}
          />
        )}
        <PageButtons
          page={view.page}
          totalPages={totalPages}
          onPage={(page) => show({ ...view, page })}
        />
      </div>
      {season && !hasNoRows && <TakeAwayPanel view={view} season={season} />}
    </>
  )
}

function Suggestion({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className={`${cards.card} ${classes.wayOn}`} role="status">
      <p>{text}</p>
      {children}
    </div>
  )
}

interface LeadersProps {
  /** null: loading. */
  readonly rows: readonly LeaderboardRow[] | null
  readonly sortBy: SortColumn
  readonly ownChannelId: number | null
}

function Leaders({ rows, sortBy, ownChannelId }: LeadersProps) {
  if (rows === null) return <BandOfThree label={texts.leaders.label} leaders={null} />
  const { leaders, others } = findLeaders(rows, sortBy)
  if (leaders.length === 0) return null
  const { show, unit } = getColumn(sortBy)
  const band = leaders.map((row) => ({
    id: row.channelId ?? row.username,
    rank: row.rank,
    name: streamerName(row),
    picture: <ProfileImage src={row.profileImageUrl ?? null} sizePx={56} />,
    figure: show(row),
    unit,
    isOwn: isOwn(row, ownChannelId),
  }))
  return <BandOfThree label={texts.leaders.label} leaders={band} others={others} />
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
  const placeholder = seasons?.length === 0 ? filters.noSeasons : filters.chooseSeason
  return (
    <search className={classes.filters}>
      <NativeSelect
        className={classes.season ?? ''}
        label={filters.season}
        disabled={!seasons?.length}
        value={season?.id ?? ''}
        onChange={({ currentTarget }) => onSeason(Number(currentTarget.value))}
      >
        {!season && <option value="">{placeholder}</option>}
        {seasons?.map((one) => (
          <option key={one.id} value={one.id}>
            {seasonLabel(one)}
          </option>
        ))}
      </NativeSelect>
      <LookupField
        what={filters.channel}
        className={classes.lookup ?? ''}
        label={filters.lookup}
        placeholder={filters.lookupHint}
        maxLength={MAX_SEARCH_LENGTH}
        text={lookup.text}
        onText={lookup.setText}
      />
    </search>
  )
}
