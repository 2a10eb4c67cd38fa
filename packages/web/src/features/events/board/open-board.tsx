import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { EventSummary, HeldResults } from '@rollcall/contract/events'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { RacerLabel } from '@rollcall/scoring/racer'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { useLive } from '#api/live.ts'
import { Sentence } from '#texts/sentence.tsx'
import { OwnRow } from '#ui/board/own-row.tsx'
import { type PrivateReveal, revealAnnouncement, useReveal } from '#ui/board/use-reveal.ts'
import { Download } from '#ui/download.tsx'
import { type FormatPoints, formatNumber } from '#ui/format-number.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { eventAddress } from '#ui/links.tsx'
import { SharePanel } from '#ui/share-panel.tsx'
import { EmptyState, Loading } from '#ui/states.tsx'
import { texts as adjustmentTexts } from '../adjustments/texts.ts'
import { useAdjusting } from '../adjustments/use-adjusting.tsx'
import { downloadEventBoard, eventBoardsKey, ownEventRowQuery } from '../queries.ts'
import { BoardControls } from './board-controls.tsx'
import { BoardTable } from './board-table.tsx'
import classes from './event-leaderboard-page.module.css'
import {
  type BoardSoFar,
  describeSource,
  type EventLeaderboardView,
  isExplained,
  type RankedRacer,
  searchFromEventView,
} from './event-leaderboard-view.ts'
import { HeldNotes } from './held-notes.tsx'
import { PodiumDialog } from './podium-dialog.tsx'
import { texts } from './texts.ts'
import type { LoadedBoard } from './use-event-board.ts'

const NO_ROWS: readonly RankedRacer[] = []
const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8]

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
  /** A place below the part whose height is that of the window; null: not there yet. */
  readonly below: Element | null
}

/** An event's board with its private reveal. */
export function OpenBoard(props: OpenBoardProps) {
  const { eventId, loaded, view } = props
  const { board, streamers } = loaded
  const navigate = useNavigate()
  const rows = board?.rows ?? NO_ROWS
  const total = board?.total ?? 0
  const formatPoints = board?.formatPoints ?? formatNumber
  const userId = board === null ? view.streamer : board.userId
  const boardKey = `${eventId} ${board === null ? 'loading' : (userId ?? 'all')}`
  const { reveal, hasBegun, press, showAll } = useBoardReveal(eventId, { boardKey, rows, loaded })
  const show = (next: EventLeaderboardView, { replace = false } = {}) =>
    void navigate(
      { search: searchFromEventView(next).toString() },
      { replace, preventScrollReset: true },
    )
  const hasRows = rows.length > 0
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
        onReveal={press}
        onShowAll={props.canShowAll && hasRows && !hasBegun ? showAll : null}
      />
      <VisuallyHidden role="status">
        {!reveal.motion.isClearing && revealAnnouncement(reveal.state.pointer, { rows, total })}
      </VisuallyHidden>
      <HeldNotes held={props.held} />
      {board === null && <LoadingBoard />}
      {board !== null && !hasRows && (
        <EmptyState message={texts.empty}>{texts.emptyHint}</EmptyState>
      )}
      {board !== null && hasRows && (
        <BoardWithRows {...props} board={board} boardKey={boardKey} reveal={reveal} />
      )}
      {reveal.state.isPodiumOpen && (
        <PodiumDialog rows={rows} formatPoints={formatPoints} onClose={reveal.close} />
      )}
    </>
  )
}

export function LoadingBoard() {
  return (
    <Loading>
      <Skeleton height="3.25rem" width="min(36rem, 100%)" />
      {SKELETON_ROWS.map((number) => (
        <Skeleton key={number} height="3.25rem" />
      ))}
    </Loading>
  )
}

interface RevealedBoard {
  readonly boardKey: string
  readonly rows: readonly RankedRacer[]
  readonly loaded: LoadedBoard
}

/** The board keeps up with the event until its reveal begins. */
function useBoardReveal(eventId: string, { boardKey, rows, loaded }: RevealedBoard) {
  const client = useQueryClient()
  const reveal = useReveal(boardKey, rows)
  const hasBegun = reveal.state.pointer !== null
  useLive(hasBegun ? null : `participants/event:${Number(eventId)}`, eventBoardsKey(eventId))
  const press = () => {
    // Ranks that change in the middle of the reveal would spoil it.
    void client.cancelQueries({
      queryKey: eventBoardsKey(eventId),
      predicate: ({ state }) => state.data !== undefined,
    })
    if (!hasBegun) {
      loaded.showBeginning()
    }
    reveal.press()
  }
  const showAll = () => {
    loaded.showBeginning()
    reveal.showAll()
  }
  return { reveal, hasBegun, press, showAll }
}

interface BoardWithRowsProps extends OpenBoardProps {
  readonly board: BoardSoFar
  readonly boardKey: string
  readonly reveal: PrivateReveal
}

function BoardWithRows(props: BoardWithRowsProps) {
  const { eventId, loaded, view, board, reveal } = props
  const { total, userId, formatPoints } = board
  const streamer = userId ?? 'all'
  const isRevealed = reveal.state.pointer === 1
  const adjusting = useAdjusting(eventId, { board, isRevealed, rowAction: props.rowAction })
  const isAdjusted = adjusting.adjustments.length > 0
  const canExplain = isExplained(board) || (userId === null && isAdjusted)
  const explain = useMemo(
    () => (canExplain ? { eventId, userId } : null),
    [canExplain, eventId, userId],
  )
  return (
    <>
      {/* Before, it would give away a rank that is not uncovered yet. */}
      {props.isOpen && reveal.isOver && (
        <OwnPlace eventId={eventId} streamer={streamer} formatPoints={formatPoints} />
      )}
      <Source eventId={eventId} board={board} canManage={props.canManage} />
      {view.isDetailed && userId === null && loaded.streamers.length > 1 && (
        <Quiet className={classes.source}>{texts.sums}</Quiet>
      )}
      {userId !== null && isAdjusted && (
        <Quiet className={classes.source}>{adjustmentTexts.onlyAllStreamers}</Quiet>
      )}
      <BoardTable
        key={props.boardKey}
        rows={loaded.drawn}
        total={total}
        onEnd={loaded.showMore}
        isDetailed={view.isDetailed}
        reveal={reveal}
        formatPoints={formatPoints}
        explain={explain}
        rowAction={adjusting.rowAction}
        hasTwoActions={adjusting.canAdjust}
      />
      {props.below &&
        createPortal(
          <>
            {adjusting.panel}
            {isRevealed && props.shared && <Sharing {...props.shared} />}
          </>,
          props.below,
        )}
      {adjusting.dialog}
      {isRevealed &&
        (['board', 'explanations'] as const).map((content) => (
          <Download
            key={content}
            what={texts.download[content]}
            fileName={`event-${eventId}-${content}`}
            load={(format, options) =>
              downloadEventBoard(eventId, { streamer, content, format }, options)
            }
          />
        ))}
    </>
  )
}

interface SourceProps extends Pick<OpenBoardProps, 'eventId' | 'canManage'> {
  readonly board: BoardSoFar
}

/** How many racers the board has, whose uploads it counts, and that nobody else sees this reveal. */
function Source({ eventId, board, canManage }: SourceProps) {
  const source = describeSource(board)
  return (
    <Quiet className={classes.source}>
      {texts.racers(board.total)}
      <span aria-hidden="true"> · </span>
      {source !== null && (
        <>
          {source}
          <span aria-hidden="true"> · </span>
        </>
      )}
      <Sentence
        text={canManage ? texts.ownRevealForOrganiser : texts.ownReveal}
        parts={{ show: <Link to={addressOf(PAGES.controlRoom, { id: eventId })} /> }}
      />
    </Quiet>
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
