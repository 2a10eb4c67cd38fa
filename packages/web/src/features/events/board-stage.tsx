import { VisuallyHidden } from '@mantine/core'
import type { EventBoard } from '@rollcall/contract/events'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { formatNumber } from '#ui/format-number.ts'
import { BoardControls } from './board-controls.tsx'
import classes from './board-stage.module.css'
import { BoardEmpty } from './board-states.tsx'
import { BoardTable } from './board-table.tsx'
import {
  boardToShow,
  type EventLeaderboardView,
  isExplained,
  rankedRacers,
  searchFromView,
  sourceOf,
} from './event-leaderboard-view.ts'
import { PodiumDialog } from './podium-dialog.tsx'
import { revealAnnouncement } from './reveal-announcement.ts'
import { useReveal } from './reveal-state.ts'

interface BoardStageProps {
  readonly eventId: string
  readonly boards: readonly EventBoard[]
  readonly view: EventLeaderboardView
  readonly currentUserId: number | null
  readonly rowAction: (racerName: string) => ReactNode
}

/** The loaded boards: whose is shown, how much of it, and how far the reveal has come. */
export function BoardStage(props: BoardStageProps) {
  const { eventId, boards, view, currentUserId } = props
  const navigate = useNavigate()
  const shown = boardToShow(boards, { streamer: view.streamer, currentUserId })
  const rows = useMemo(() => rankedRacers(boards, shown), [boards, shown])
  const boardKey = `${eventId} ${shown?.userId ?? 'all'}`
  const stage = useReveal(boardKey, rows)
  const userId = shown?.userId ?? null
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
        revealLabel={stage.label}
        canReveal={hasRows}
        onReveal={stage.press}
      />
      <VisuallyHidden role="status">{revealAnnouncement(stage.reveal, rows)}</VisuallyHidden>
      {hasRows ? (
        <>
          <p className={classes.source}>
            {formatNumber(rows.length)} {rows.length === 1 ? 'racer' : 'racers'}
            <span aria-hidden="true"> · </span>
            {sourceOf(boards, shown)}
          </p>
          <BoardTable
            key={boardKey}
            rows={rows}
            isDetailed={view.isDetailed}
            stage={stage}
            explain={explain}
            rowAction={props.rowAction}
          />
        </>
      ) : (
        <BoardEmpty />
      )}
      {stage.reveal.isPodiumOpen && <PodiumDialog rows={rows} onClose={stage.close} />}
    </>
  )
}
