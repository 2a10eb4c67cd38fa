import { NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core'
import type { EventSummary, HeldResults } from '@rollcall/contract/events'
import type { ShowView } from '@rollcall/contract/show-view'
import type { RacerLabel } from '@rollcall/scoring/racer'
import { IconEye, IconEyeOff, IconListNumbers, IconTrophy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { useLive } from '#api/live.ts'
import { Sentence } from '#texts/sentence.tsx'
import { OwnRow } from '#ui/board/own-row.tsx'
import { RowList } from '#ui/board/row-list.tsx'
import { Button } from '#ui/button.tsx'
import { Download } from '#ui/download.tsx'
import { alignedFormat, type FormatPoints, formatNumber } from '#ui/format-number.ts'
import { eventAddress } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { SharePanel } from '#ui/share-panel.tsx'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { DeleteButton } from '../delete-button.tsx'
import {
  downloadEventBoard,
  eventBoardQuery,
  eventBoardsKey,
  eventSummaryQuery,
  ownEventRowQuery,
} from '../queries.ts'
import { texts as shared } from '../texts.ts'
import { BoardTable } from './board-table.tsx'
import classes from './event-leaderboard-page.module.css'
import {
  type BoardHead,
  describeSource,
  type EventLeaderboardView,
  eventViewFromSearch,
  isExplained,
  type RankedRacer,
  searchFromEventView,
  streamerFrom,
} from './event-leaderboard-view.ts'
import { HeldNotes } from './held-notes.tsx'
import { PodiumDialog } from './podium-dialog.tsx'
import { texts } from './texts.ts'
import { type LoadedBoard, useEventBoard } from './use-event-board.ts'
import { revealAnnouncement, useReveal } from './use-reveal.ts'

const { controls } = texts

const NO_ROWS: readonly RankedRacer[] = []
const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8]

interface EventLeaderboardPageProps {
  /** Draws the button of a racer's row, once the row is revealed. Must not change. */
  readonly rowAction: (racer: RacerLabel) => ReactNode
}

export function EventLeaderboardPage({ rowAction }: EventLeaderboardPageProps) {
  const { eventId = '' } = useParams()
  const [search] = useSearchParams()
  const view = eventViewFromSearch(search)
  const loaded = useEventBoard(eventId, view.streamer)
  const { board, sealed, isPending, error } = loaded
  const { data: user } = useQuery(currentUserQuery)
  const hasAnswer = board !== null || sealed !== null
  const { data: event } = useQuery({ ...eventSummaryQuery(eventId), enabled: hasAnswer })

  return (
    <div className={classes.page}>
      <BackLink
        to={event?.eventSeries ? `/my-events/manage-series/${event.eventSeries.id}` : '/my-events'}
      >
        {shared.back}
      </BackLink>
      <PageHeading
        title={texts.title}
        actions={
          event &&
          user?.isAdmin && (
            <DeleteButton kind="event" id={eventId} name={event.name} next="/my-events" />
          )
        }
      >
        {event && <bdi>{event.name}</bdi>}
      </PageHeading>
      {error && hasAnswer && <Notice message={sentenceOf(error)} onRetry={loaded.retry} />}
      {error && !hasAnswer && <LoadError error={error} onRetry={loaded.retry} />}
      {isPending && !error && <LoadingBoard />}
      {sealed && <SealedBoard view={sealed} streamer={view.streamer ?? 'own'} />}
      {!sealed && !isPending && (board || !error) && (
        <OpenBoard
          key={eventId}
          eventId={eventId}
          loaded={loaded}
          view={view}
          canManage={event?.canManage ?? false}
          held={event?.held ?? []}
          isOpen={event?.isOpen ?? false}
          shared={event?.isShowOver && event.publicToken ? event : null}
          // To racers an open board is no secret.
          canShowAll={event !== undefined && (event.isShowOver || event.isRacer)}
          rowAction={rowAction}
        />
      )}
    </div>
  )
}

function LoadingBoard() {
  return (
    <Loading>
      <Skeleton height="3.25rem" width="min(36rem, 100%)" />
      {SKELETON_ROWS.map((number) => (
        <Skeleton key={number} height="3.25rem" />
      ))}
    </Loading>
  )
}

interface SealedBoardProps {
  readonly view: ShowView
  /** The streamer whose board was asked for. */
  readonly streamer: NonNullable<EventLeaderboardView['streamer']> | 'own'
}

/** What a participant sees of a sealed event: only what its show has uncovered. */
function SealedBoard({ view, streamer }: SealedBoardProps) {
  const { eventId = '' } = useParams()
  const client = useQueryClient()
  const { queryKey } = eventBoardQuery(eventId, { streamer, page: 1 })
  useLive(`participants/event:${Number(eventId)}`, queryKey, (next) => {
    void client.cancelQueries({ queryKey, exact: true })
    client.setQueryData(queryKey, () => ({ isSealed: true as const, view: next }))
  })
  return (
    <>
      <EmptyState message={texts.sealed.title}>{texts.sealed.hint}</EmptyState>
      <RowList
        label={texts.sealed.uncovered}
        rows={view.rows}
        formatPoints={alignedFormat(view.rows.map(({ event_points }) => event_points))}
      />
    </>
  )
}

interface OpenBoardProps {
  readonly eventId: string
  readonly loaded: LoadedBoard
  readonly view: EventLeaderboardView
  readonly canManage: boolean
  readonly held: readonly HeldResults[]
  /** Racers may see it. */
  readonly isOpen: boolean
  /** null unless the event's public page shows the whole board. */
  readonly shared: Pick<EventSummary, 'name' | 'publicToken'> | null
  /** Nothing on it is secret for this person. */
  readonly canShowAll: boolean
  readonly rowAction: (racer: RacerLabel) => ReactNode
}

function OpenBoard(props: OpenBoardProps) {
  const { eventId, loaded, view } = props
  const { board, streamers } = loaded
  const navigate = useNavigate()
  const client = useQueryClient()
  const rows = board?.rows ?? NO_ROWS
  const total = board?.total ?? 0
  const formatPoints = board?.formatPoints ?? formatNumber
  const userId = board === null ? view.streamer : board.userId
  const boardKey = `${eventId} ${board === null ? 'loading' : (userId ?? 'all')}`
  const reveal = useReveal(boardKey, rows)
  const hasBegun = reveal.state.pointer !== null
  useLive(hasBegun ? null : `participants/event:${Number(eventId)}`, eventBoardsKey(eventId))
  const source = board === null ? null : describeSource(board)
  const canExplain = board !== null && isExplained(board)
  const explain = useMemo(
    () => (canExplain ? { eventId, userId: board.userId } : null),
    [canExplain, eventId, board?.userId],
  )

  const show = (next: EventLeaderboardView, { replace = false } = {}) =>
    void navigate(
      { search: searchFromEventView(next).toString() },
      { replace, preventScrollReset: true },
    )
  const hasRows = rows.length > 0
  const showAll = () => {
    loaded.showBeginning()
    reveal.showAll()
  }
  return (
    <>
      <BoardControls
        streamers={streamers}
        chosen={userId ?? 'all'}
        onStreamer={(streamer) => show({ ...view, streamer })}
        isDetailed={view.isDetailed}
        onDetails={(isDetailed) => show({ ...view, isDetailed }, { replace: true })}
        revealLabel={reveal.label}
        isRevealing={reveal.isClearing}
        canReveal={hasRows}
        onReveal={() => {
          // Ranks that change in the middle of the reveal would spoil it.
          void client.cancelQueries({
            queryKey: eventBoardsKey(eventId),
            predicate: ({ state }) => state.data !== undefined,
          })
          if (!hasBegun) {
            loaded.showBeginning()
          }
          reveal.press()
        }}
        onShowAll={props.canShowAll && hasRows && !hasBegun ? showAll : null}
      />
      <VisuallyHidden role="status">
        {revealAnnouncement(reveal.state.pointer, { rows, total, formatPoints })}
      </VisuallyHidden>
      <HeldNotes held={props.held} />
      {hasRows ? (
        <>
          {/* Before, it would give away a rank that is not uncovered yet. */}
          {props.isOpen && reveal.isOver && (
            <OwnPlace eventId={eventId} streamer={userId ?? 'all'} formatPoints={formatPoints} />
          )}
          <p className={classes.source}>
            {texts.racers(total)}
            <span aria-hidden="true"> · </span>
            {source !== null && (
              <>
                {source}
                <span aria-hidden="true"> · </span>
              </>
            )}
            <Sentence
              text={props.canManage ? texts.ownRevealForOrganiser : texts.ownReveal}
              parts={{ show: <Link to={`/my-events/control/${eventId}`} /> }}
            />
          </p>
          {view.isDetailed && board?.userId === null && streamers.length > 1 && (
            <p className={classes.source}>{texts.sums}</p>
          )}
          <BoardTable
            key={boardKey}
            rows={loaded.drawn}
            total={total}
            onEnd={loaded.showMore}
            isDetailed={view.isDetailed}
            reveal={reveal}
            formatPoints={formatPoints}
            explain={explain}
            rowAction={props.rowAction}
          />
          {reveal.state.pointer === 1 &&
            (['board', 'explanations'] as const).map((content) => (
              <Download
                key={content}
                what={texts.download[content]}
                fileName={`event-${eventId}-${content}`}
                load={(format, options) =>
                  downloadEventBoard(
                    eventId,
                    { streamer: userId ?? 'all', content, format },
                    options,
                  )
                }
              />
            ))}
          {reveal.state.pointer === 1 && props.shared && <Sharing {...props.shared} />}
        </>
      ) : board === null ? (
        <LoadingBoard />
      ) : (
        <EmptyState message={texts.empty}>{texts.emptyHint}</EmptyState>
      )}
      {reveal.state.isPodiumOpen && (
        <PodiumDialog rows={rows} formatPoints={formatPoints} onClose={reveal.close} />
      )}
    </>
  )
}

function Sharing({ name, publicToken }: Pick<EventSummary, 'name' | 'publicToken'>) {
  return (
    publicToken && (
      <SharePanel
        title={texts.sharing.title}
        page={eventAddress(publicToken)}
        picture={`${eventAddress(publicToken)}/card.png`}
        alt={texts.sharing.picture(name)}
        fileName="results.png"
      />
    )
  )
}

interface OwnPlaceProps {
  readonly eventId: string
  readonly streamer: number | 'all'
  readonly formatPoints: FormatPoints
}

/** Only for people who raced: streamers and organisers need not hear that they did not. */
function OwnPlace({ eventId, streamer, formatPoints }: OwnPlaceProps) {
  const answer = useQuery(ownEventRowQuery(eventId, streamer))
  return (
    answer.data !== null && (
      <div className={classes.own}>
        <OwnRow answer={answer} formatPoints={formatPoints} />
      </div>
    )
  )
}

interface BoardControlsProps {
  readonly streamers: readonly BoardHead[]
  readonly chosen: number | 'all'
  readonly onStreamer: (streamer: EventLeaderboardView['streamer']) => void
  readonly isDetailed: boolean
  readonly onDetails: (isDetailed: boolean) => void
  readonly revealLabel: string
  readonly isRevealing: boolean
  readonly canReveal: boolean
  readonly onReveal: () => void
  /** null: the results are still secret. */
  readonly onShowAll: (() => void) | null
}

function BoardControls(props: BoardControlsProps) {
  const { streamers, chosen, isDetailed } = props
  const Eye = isDetailed ? IconEyeOff : IconEye
  const reveal = useRef<HTMLButtonElement>(null)
  return (
    <div className={classes.controls}>
      <NativeSelect
        className={classes.streamer ?? ''}
        size="md"
        label={controls.streamer}
        value={chosen}
        onChange={({ currentTarget }) => props.onStreamer(streamerFrom(currentTarget.value))}
      >
        <option value="all">{controls.allStreamers}</option>
        {streamers.map((streamer) => (
          <option key={streamer.userId} value={streamer.userId}>
            {streamerName(streamer)}
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
        {isDetailed ? controls.hideDetails : controls.showDetails}
      </Button>
      {props.onShowAll && (
        <Button
          className={classes.results ?? ''}
          variant="default"
          size="md"
          leftSection={<IconListNumbers size={20} aria-hidden />}
          onClick={() => {
            props.onShowAll?.()
            // This button disappears.
            reveal.current?.focus()
          }}
        >
          {controls.showResults}
        </Button>
      )}
      <Button
        ref={reveal}
        className={classes.reveal ?? ''}
        size="lg"
        leftSection={<IconTrophy size={24} aria-hidden />}
        disabled={!props.canReveal}
        // Not disabled, or it would lose the focus, and the next key press with it.
        aria-disabled={props.isRevealing || undefined}
        onClick={props.onReveal}
      >
        {props.revealLabel}
      </Button>
    </div>
  )
}
