import { NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core'
import type { HeldResults } from '@rollcall/contract/events'
import type { ShowView } from '@rollcall/contract/show-view'
import type { RacerLabel } from '@rollcall/scoring/racer'
import { IconEye, IconEyeOff, IconListNumbers, IconTrophy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { useLive } from '#api/live.ts'
import { RowList } from '#ui/board/row-list.tsx'
import { Button } from '#ui/button.tsx'
import { alignedFormat, formatCount } from '#ui/format-number.ts'
import { Notice } from '#ui/notice.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { BoardTable } from './board-table.tsx'
import { DeleteButton } from './delete-button.tsx'
import classes from './event-leaderboard-page.module.css'
import {
  boardToShow,
  type EventLeaderboardView,
  isExplained,
  pointsFormatOf,
  rankedRacers,
  searchFromView,
  sourceOf,
  streamerFrom,
  viewFromSearch,
} from './event-leaderboard-view.ts'
import { HeldNotes } from './held-notes.tsx'
import { PodiumDialog } from './podium-dialog.tsx'
import { type EventBoard, eventBoardsQuery, eventSummaryQuery } from './queries.ts'
import { revealAnnouncement, useReveal } from './use-reveal.ts'

/** Rows of a board that are drawn at first, and more as the reader comes to their end. */
const PORTION = 100
const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8]

interface EventLeaderboardPageProps {
  /** What somebody can do with a racer's row, once it is revealed; keep its identity. */
  readonly rowAction: (racer: RacerLabel) => ReactNode
}

export function EventLeaderboardPage({ rowAction }: EventLeaderboardPageProps) {
  const { eventId = '' } = useParams()
  const [search] = useSearchParams()
  const view = viewFromSearch(search)
  const boards = useQuery(eventBoardsQuery(eventId))
  const user = useQuery(currentUserQuery)
  const { data: event } = useQuery({ ...eventSummaryQuery(eventId), enabled: boards.isSuccess })

  // Whose board comes first is known only once it is known who looks at it.
  const isPending = boards.isPending || (view.streamer === null && user.isPending)
  return (
    <div className={classes.page}>
      <BackLink
        to={event?.eventSeries ? `/my-events/manage-series/${event.eventSeries.id}` : '/my-events'}
      >
        Back
      </BackLink>
      <PageHeading
        title="Event Leaderboard"
        actions={
          event &&
          user.data?.isAdmin && (
            <DeleteButton kind="event" id={eventId} name={event.name} next="/my-events" />
          )
        }
      >
        {event && <bdi>{event.name}</bdi>}
      </PageHeading>
      {boards.isError && boards.data && (
        <Notice message={sentenceOf(boards.error)} onRetry={() => void boards.refetch()} />
      )}
      {boards.isError && !boards.data && (
        <LoadError error={boards.error} onRetry={() => void boards.refetch()} />
      )}
      {isPending && !boards.isError && (
        <Loading>
          <Skeleton height="3.25rem" width="min(36rem, 100%)" />
          {SKELETON_ROWS.map((number) => (
            <Skeleton key={number} height="3.25rem" />
          ))}
        </Loading>
      )}
      {boards.data && 'isSealed' in boards.data && <SealedBoard view={boards.data.view} />}
      {boards.data && !('isSealed' in boards.data) && !isPending && (
        <OpenBoard
          key={eventId}
          eventId={eventId}
          boards={boards.data}
          view={view}
          currentUserId={user.data?.id ?? null}
          canManage={event?.canManage ?? false}
          held={event?.held ?? []}
          isShowOver={event?.isShowOver ?? false}
          rowAction={rowAction}
        />
      )}
    </div>
  )
}

/** What a participant sees of a sealed event: nothing but what its show has uncovered. */
function SealedBoard({ view }: { readonly view: ShowView }) {
  const { eventId = '' } = useParams()
  const client = useQueryClient()
  const { queryKey } = eventBoardsQuery(eventId)
  useLive(`participants/event:${Number(eventId)}`, queryKey, (next) => {
    void client.cancelQueries({ queryKey, exact: true })
    client.setQueryData(queryKey, () => ({ isSealed: true as const, view: next }))
  })
  return (
    <>
      <EmptyState message="Results sealed until the reveal">
        The organiser uncovers them rank by rank. What is uncovered appears here by itself.
      </EmptyState>
      <RowList
        label="Uncovered so far"
        rows={view.rows}
        formatPoints={alignedFormat(view.rows.map(({ event_points }) => event_points))}
      />
    </>
  )
}

interface OpenBoardProps {
  readonly eventId: string
  readonly boards: readonly EventBoard[]
  readonly view: EventLeaderboardView
  readonly currentUserId: number | null
  readonly canManage: boolean
  readonly held: readonly HeldResults[]
  /** Everybody has seen the results already. */
  readonly isShowOver: boolean
  readonly rowAction: (racer: RacerLabel) => ReactNode
}

function OpenBoard(props: OpenBoardProps) {
  const { eventId, boards, view, currentUserId } = props
  const navigate = useNavigate()
  const client = useQueryClient()
  // A board of one's own that comes later does not take the place of what is looked at.
  const [first] = useState(() => boardToShow(boards, { streamer: null, currentUserId })?.userId)
  const streamer = view.streamer ?? first ?? 'all'
  const shown = boardToShow(boards, { streamer, currentUserId })
  const rows = useMemo(() => rankedRacers(boards, shown), [boards, shown])
  const formatPoints = useMemo(() => pointsFormatOf(boards), [boards])
  const boardKey = `${eventId} ${shown?.userId ?? 'all'}`
  const reveal = useReveal(boardKey, rows)
  const hasBegun = reveal.state.pointer !== null
  const [drawn, setDrawn] = useState({ boardKey, count: PORTION })
  const drawnCount = drawn.boardKey === boardKey ? drawn.count : PORTION
  const drawnRows = useMemo(() => rows.slice(0, drawnCount), [rows, drawnCount])
  useLive(
    hasBegun ? null : `participants/event:${Number(eventId)}`,
    eventBoardsQuery(eventId).queryKey,
  )
  const userId = shown?.userId ?? null
  const source = sourceOf(boards, shown)
  const canExplain = isExplained(boards, shown)
  const explain = useMemo(
    () => (canExplain ? { eventId, userId } : null),
    [canExplain, eventId, userId],
  )

  const show = (next: EventLeaderboardView, { replace = false } = {}) =>
    void navigate(
      { search: searchFromView(next).toString() },
      { replace, preventScrollReset: true },
    )
  const hasRows = rows.length > 0
  return (
    <>
      <BoardControls
        boards={boards}
        shown={shown}
        onStreamer={(streamer) => show({ ...view, streamer })}
        isDetailed={view.isDetailed}
        onDetails={(isDetailed) => show({ ...view, isDetailed }, { replace: true })}
        revealLabel={reveal.label}
        isRevealing={reveal.isClearing}
        canReveal={hasRows}
        onReveal={() => {
          // Ranks that move in the middle of the reveal would spoil the show.
          void client.cancelQueries(eventBoardsQuery(eventId))
          reveal.press()
        }}
        onShowAll={props.isShowOver && hasRows && !hasBegun ? reveal.showAll : null}
      />
      <VisuallyHidden role="status">
        {revealAnnouncement(reveal.state.pointer, { rows, total: rows.length, formatPoints })}
      </VisuallyHidden>
      <HeldNotes held={props.held} />
      {hasRows ? (
        <>
          <p className={classes.source}>
            {formatCount(rows.length, 'racer')}
            <span aria-hidden="true"> · </span>
            {source !== null && (
              <>
                {source}
                <span aria-hidden="true"> · </span>
              </>
            )}
            This reveal is in your browser only;{' '}
            {props.canManage ? (
              <Link to={`/my-events/control/${eventId}`}>run the show for everybody</Link>
            ) : (
              'the organiser runs the show for everybody'
            )}
          </p>
          {view.isDetailed && shown === null && boards.length > 1 && (
            <p className={classes.source}>
              Race HS and BR HS are sums here, like every other column: each streamer's high score,
              added up.
            </p>
          )}
          <BoardTable
            key={boardKey}
            rows={drawnRows}
            total={rows.length}
            onEnd={() => setDrawn({ boardKey, count: drawnCount + PORTION })}
            isDetailed={view.isDetailed}
            reveal={reveal}
            formatPoints={formatPoints}
            explain={explain}
            rowAction={props.rowAction}
          />
        </>
      ) : (
        <EmptyState message="No event data for this streamer yet.">
          Results appear here once they are uploaded, or games finish within the event.
        </EmptyState>
      )}
      {reveal.state.isPodiumOpen && (
        <PodiumDialog rows={rows} formatPoints={formatPoints} onClose={reveal.close} />
      )}
    </>
  )
}

interface BoardControlsProps {
  readonly boards: readonly EventBoard[]
  readonly shown: EventBoard | null
  readonly onStreamer: (streamer: EventLeaderboardView['streamer']) => void
  readonly isDetailed: boolean
  readonly onDetails: (isDetailed: boolean) => void
  readonly revealLabel: string
  readonly isRevealing: boolean
  readonly canReveal: boolean
  readonly onReveal: () => void
  /** null: there is still something to reveal. */
  readonly onShowAll: (() => void) | null
}

function BoardControls(props: BoardControlsProps) {
  const { boards, shown, isDetailed } = props
  const Eye = isDetailed ? IconEyeOff : IconEye
  const reveal = useRef<HTMLButtonElement>(null)
  return (
    <div className={classes.controls}>
      <NativeSelect
        className={classes.streamer ?? ''}
        size="md"
        label="Streamer"
        value={shown?.userId ?? 'all'}
        onChange={({ currentTarget }) => props.onStreamer(streamerFrom(currentTarget.value))}
      >
        <option value="all">All Streamers</option>
        {boards.map((board) => (
          <option key={board.userId} value={board.userId}>
            {streamerName(board)}
          </option>
        ))}
      </NativeSelect>
      <Button
        className={classes.details ?? ''}
        variant="default"
        size="md"
        leftSection={<Eye size={20} aria-hidden />}
        onClick={() => props.onDetails(!isDetailed)}
      >
        {isDetailed ? 'Hide Details' : 'Show Details'}
      </Button>
      {props.onShowAll && (
        <Button
          className={classes.results ?? ''}
          variant="default"
          size="md"
          leftSection={<IconListNumbers size={20} aria-hidden />}
          onClick={() => {
            props.onShowAll?.()
            // This button goes.
            reveal.current?.focus()
          }}
        >
          Show results
        </Button>
      )}
      <Button
        ref={reveal}
        className={classes.reveal ?? ''}
        size="lg"
        leftSection={<IconTrophy size={24} aria-hidden />}
        disabled={!props.canReveal}
        // Not disabled: it would lose the focus, and the next press with it.
        aria-disabled={props.isRevealing || undefined}
        onClick={props.onReveal}
      >
        {props.revealLabel}
      </Button>
    </div>
  )
}
