/** A season's streamers: the leaders, the table with its pages, and the reader's own rank. */
import { VisuallyHidden } from '@mantine/core'
import { useIntersection, useMergedRef } from '@mantine/hooks'
import type { SortColumn } from '@rollcall/contract/leaderboards'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLive } from '#api/live.ts'
import { useSessionToken } from '#api/session.ts'
import { BandOfThree } from '#ui/board/band-of-three.tsx'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { Notice } from '#ui/notice.tsx'
import { PageButtons } from '#ui/page-buttons.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { getColumn } from './leaderboard-columns.ts'
import { LeaderboardTable } from './leaderboard-table.tsx'
import { findLeaders, isOwn, type LeaderboardView, viewSortedBy } from './leaderboard-view.ts'
import { linkedToChannel } from './linked-to-channel.tsx'
import { OwnRank } from './own-rank.tsx'
import { type LeaderboardRow, leaderboardQuery, ownRankQuery, PAGES_KEY } from './queries.ts'
import classes from './season-board.module.css'
import { TakeAwayPanel } from './take-away-panel.tsx'
import { texts } from './texts.ts'

/** The whole row must be visible between the top bar and the bar with the user's own rank. */
const IN_VIEW = { threshold: 1, rootMargin: '-60px 0px -72px 0px' }

/** What a screen reader says once a view has loaded; errors are alerts and are read out anyway. */
function announceRows(view: LeaderboardView, rowCount: number): string {
  if (rowCount === 0) return texts.board.noneShown
  return view.sortOrder === 'ASC'
    ? texts.board.shownLowestFirst(rowCount, view.page)
    : texts.board.shownHighestFirst(rowCount, view.page)
}

interface SeasonBoardProps {
  readonly view: LeaderboardView
  readonly onView: (view: LeaderboardView) => void
  /** The season's id; `loading`: not known yet, `failed`: it could not be found out, `unknown`: there is none. */
  readonly season: number | 'loading' | 'failed' | 'unknown'
  readonly rowAction?: (row: LeaderboardRow) => ReactNode
  /** For everybody: the rows are asked for without a session. */
  readonly isPublic?: boolean
}

export function SeasonBoard(props: SeasonBoardProps) {
  const { view, onView: show, season: asked, rowAction, isPublic = false } = props
  const season = typeof asked === 'number' ? asked : undefined
  const board = useQuery(leaderboardQuery(view, season, { isPublic }))
  const leaders = useQuery(
    leaderboardQuery({ ...view, channel: '', page: 1, sortOrder: 'DESC' }, season, { isPublic }),
  )
  const isSignedIn = useSessionToken() !== null
  const { data: own = null, isPlaceholderData: isOwnOutdated } = useQuery(
    ownRankQuery(view, isSignedIn ? season : undefined),
  )
  useLive(season !== undefined && board.data ? `everyone/season:${season}` : null, PAGES_KEY)

  const isFirstLoad = asked === 'loading' || (season !== undefined && board.isPending)
  // While the number is unknown, the page in the address counts as the last.
  const totalPages = Math.max(board.data?.totalPages ?? view.page, 1)
  const rows = board.data?.data
  const hasFailed = asked === 'failed' || board.isError
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

  return (
    <>
      {board.isError && (
        <div className={classes.notice}>
          <Notice
            message={texts.board.boardFailed(board.error.message)}
            onRetry={() => void board.refetch()}
          />
        </div>
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
          leaders.isPending && !hasFailed && asked !== 'unknown' ? null : (leaders.data?.data ?? [])
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
          rowAction={rowAction !== undefined && season !== undefined && !isBusy ? rowAction : null}
          leader={leaders.data?.data[0]}
          ownChannelId={ownChannelId}
          ownRow={ownRowRef}
        />
        {own && (
          <OwnRank
            own={own}
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
      {season !== undefined && !hasNoRows && <TakeAwayPanel view={view} season={season} />}
    </>
  )
}

/** What to do where there is nothing to show. */
export function Suggestion({
  text,
  children,
}: {
  readonly text: string
  readonly children: ReactNode
}) {
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
    link: (name: ReactNode) => linkedToChannel(row, name),
  }))
  return <BandOfThree label={texts.leaders.label} leaders={band} others={others} />
}
