/** A season's streamers: the leaders, the table with its pages, and the reader's own rank. */
import { VisuallyHidden } from '@mantine/core'
import { useIntersection, useMergedRef } from '@mantine/hooks'
import type { SortColumn } from '@rollcall/contract/leaderboards'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLive } from '#api/live.ts'
import { useSessionToken } from '#api/session.ts'
import { BandOfThree } from '#ui/board/band-of-three.tsx'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { Following } from '#ui/following.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageButtons, useTotalPages } from '#ui/page-buttons.tsx'
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

type AskedSeason = number | 'loading' | 'failed' | 'unknown'

interface SeasonBoardProps {
  readonly view: LeaderboardView
  readonly onView: (view: LeaderboardView) => void
  /** The season's id; `loading`: not known yet, `failed`: it could not be found out, `unknown`: there is none. */
  readonly season: AskedSeason
  readonly rowAction?: (row: LeaderboardRow) => ReactNode
  /** For everybody: the rows are asked for without a session. */
  readonly isPublic?: boolean
}

export function SeasonBoard(props: SeasonBoardProps) {
  const { view, onView: show, season: asked, rowAction } = props
  const { season, board, leaders, own } = useSeason(props)
  const { page, ...list } = view
  const totalPages = useTotalPages(board, { list: JSON.stringify([season, list]), page })
  const rows = board.data?.data
  const { hasFailed, hasNoRows, isLoading, isBusy, message, status } = describeBoard(board, props)
  const rank = own.data ?? null
  const ownChannelId = rank?.row.channelId ?? null
  const hasOwnRow = rows?.some((row) => isOwn(row, ownChannelId)) ?? false
  const ownRow = useOwnRow({ isBusy })

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
      {!isBusy && page > totalPages && (
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
          rowAction={
            rowAction !== undefined && season !== undefined && !isBusy
              ? // Nobody reports themselves.
                (row) => !isOwn(row, ownChannelId) && rowAction(row)
              : null
          }
          leader={leaders.data?.data[0]}
          ownChannelId={ownChannelId}
          ownRow={ownRow.ref}
        />
        {rank && (
          <OwnRank
            own={rank}
            sortBy={view.sortBy}
            isOutdated={own.isPlaceholderData}
            isInView={hasOwnRow && ownRow.isInView}
            onGo={() => {
              ownRow.showOnceLoaded()
              show({ ...view, channel: '', page: rank.page })
            }}
          />
        )}
        <Following isWaiting={own.isLoading}>
          <PageButtons
            page={view.page}
            totalPages={totalPages}
            onPage={(page) => show({ ...view, page })}
          />
        </Following>
      </div>
      {season !== undefined && !hasNoRows && (
        <Following isWaiting={own.isLoading}>
          <TakeAwayPanel board={view} season={season} />
        </Following>
      )}
    </>
  )
}

/** What is asked for a season's board; the answers follow the season's changes. */
function useSeason({ view, season: asked, isPublic = false }: SeasonBoardProps) {
  const season = typeof asked === 'number' ? asked : undefined
  const board = useQuery(leaderboardQuery(view, season, { isPublic }))
  const leaders = useQuery(
    leaderboardQuery({ ...view, channel: '', page: 1, sortOrder: 'DESC' }, season, { isPublic }),
  )
  const isSignedIn = useSessionToken() !== null
  const own = useQuery(ownRankQuery(view, isSignedIn ? season : undefined))
  useLive(season !== undefined && board.data ? `everyone/season:${season}` : null, PAGES_KEY)
  return { season, board, leaders, own }
}

type BoardQuery = Pick<
  UseQueryResult<{ readonly data: readonly LeaderboardRow[] }>,
  'data' | 'isPending' | 'isError' | 'isPlaceholderData'
>

/** How far the board has come, and what it says in place of rows (`message`) and to a screen reader (`status`). */
function describeBoard(board: BoardQuery, { season, view }: SeasonBoardProps) {
  const rows = board.data?.data
  const isFirstLoad = season === 'loading' || (typeof season === 'number' && board.isPending)
  const hasFailed = season === 'failed' || board.isError
  const hasNoRows = typeof season !== 'number' || rows?.length === 0
  const isLoading = isFirstLoad && !hasFailed
  const isBusy = isFirstLoad || board.isPlaceholderData
  const message =
    hasFailed && !rows
      ? texts.board.failed
      : isLoading
        ? texts.board.loading
        : hasNoRows
          ? texts.board.none
          : null
  const status = isBusy
    ? texts.board.loading
    : hasFailed
      ? ''
      : announceRows(view, rows?.length ?? 0)
  return { hasFailed, hasNoRows, isLoading, isBusy, message, status }
}

/** What a screen reader says once a view has loaded; errors are alerts and are read out anyway. */
function announceRows(view: LeaderboardView, rowCount: number): string {
  if (rowCount === 0) return texts.board.noneShown
  return view.sortOrder === 'ASC'
    ? texts.board.shownLowestFirst(rowCount, view.page)
    : texts.board.shownHighestFirst(rowCount, view.page)
}

/** The user's own row: whether it is in view, and how to show it once the page with it has loaded. */
function useOwnRow({ isBusy }: { readonly isBusy: boolean }) {
  const row = useRef<HTMLTableRowElement>(null)
  const { ref: watch, entry } = useIntersection<HTMLTableRowElement>(IN_VIEW)
  const ref = useMergedRef(row, watch)
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current || isBusy) return
    isWanted.current = false
    row.current?.scrollIntoView({ block: 'center' })
    // The pressed button disappears as soon as the row is in view.
    row.current?.focus({ preventScroll: true })
  })
  return {
    ref,
    isInView: entry?.isIntersecting !== false,
    showOnceLoaded: () => {
      isWanted.current = true
    },
  }
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
    <Row
      gap="xs/md"
      justify="space-between"
      className={`${cards.card} ${classes.wayOn}`}
      role="status"
    >
      <p>{text}</p>
      {children}
    </Row>
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
