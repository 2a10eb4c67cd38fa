import { getOverlay } from '@rollcall/contract/show-links'
import type { ShowView } from '@rollcall/contract/show-view'
import { useCallback, useMemo } from 'react'
import { callApi } from '#api/call-api.ts'
import type { OverlayOptions } from '#features/show/overlays/overlay-options.ts'
import { newestView, revealState, rowsInView, stageRows } from '#features/show/show-rows.ts'
import { StageBoard } from '#features/show/stage/stage-board.tsx'
import { StageDuel } from '#features/show/stage/stage-duel.tsx'
import { StagePodium } from '#features/show/stage/stage-podium.tsx'
import { useRevealMotion } from '#ui/board/use-reveal-motion.ts'
import { pointsFormat } from '#ui/format-number.ts'
import classes from './overlay.module.css'
import { OverlayFrame } from './overlay-frame.tsx'
import { texts } from './texts.ts'
import { useFollowed } from './use-followed.ts'

interface EventOverlayProps {
  readonly token: string
  readonly options: OverlayOptions
}

export function EventOverlay({ token, options }: EventOverlayProps) {
  const { streamer } = options
  const load = useCallback(
    () =>
      callApi(getOverlay, {
        params: { token },
        query: streamer === null ? {} : { userId: streamer },
        token: null,
      }),
    [token, streamer],
  )
  const { view } = useFollowed({ topic: `link/overlay:${token}`, load, take: newestView })
  return view && <Scene view={view} options={options} />
}

/** What the rows are. */
export function captionOf({ scene, board, table }: ShowView): string {
  if (table) return texts.tableOf[table.of](table.league)
  return scene === 'standings' && board !== null
    ? texts.standingsFor(board.username)
    : texts.captions[scene]
}

function Scene({ view, options }: { readonly view: ShowView; readonly options: OverlayOptions }) {
  const { rows, held, event, scene, duel } = view
  const caption = captionOf(view)
  const motion = useRevealMotion(revealState(view))
  const formatPoints = pointsFormat(view)
  const shown = useMemo(
    () => rowsInView(stageRows({ rows, held }), options.rows),
    [rows, held, options.rows],
  )
  return (
    <OverlayFrame title={event.name} caption={caption} options={options}>
      {scene === 'podium' && (
        <div className={classes.podium}>
          <StagePodium rows={rows} isRising={motion.hasPodiumRisen} formatPoints={formatPoints} />
        </div>
      )}
      {duel && (
        <div className={classes.podium}>
          <StageDuel duel={duel} rows={rows} motion={motion} formatPoints={formatPoints} />
        </div>
      )}
      {scene !== 'podium' && !duel && shown.length > 0 && (
        <StageBoard
          label={caption}
          rows={shown}
          slots={options.rows}
          columns={options.columns}
          motion={motion}
          formatPoints={formatPoints}
        />
      )}
    </OverlayFrame>
  )
}
