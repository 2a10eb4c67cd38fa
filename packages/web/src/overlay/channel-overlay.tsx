import { getChannelOverlay, OVERLAY_ROWS } from '@rollcall/contract/show-links'
import { useCallback, useState } from 'react'
import { callApi } from '#api/call-api.ts'
import type { OverlayOptions } from '#features/show/overlays/overlay-options.ts'
import { StageBoard } from '#features/show/stage/stage-board.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { texts as shared } from '#ui/texts.ts'
import classes from './overlay.module.css'
import { OverlayFrame } from './overlay-frame.tsx'
import { texts } from './texts.ts'
import { useFollowed } from './use-followed.ts'

const { board: boards } = shared

interface ChannelOverlayProps {
  readonly token: string
  readonly options: OverlayOptions
}

export function ChannelOverlay({ token, options }: ChannelOverlayProps) {
  const { board, rows: slots } = options
  const load = useCallback(
    () => callApi(getChannelOverlay, { params: { token }, query: { of: board }, token: null }),
    [token, board],
  )
  const { view } = useFollowed({ topic: `link/channel:${token}`, load, outOfDateAt: dayEnd })
  const gains = useGains(view?.rows ?? NONE)
  if (view === null || view.isPaused || (view.rows.length === 0 && !view.held)) {
    return null
  }
  return (
    <OverlayFrame
      title={view.channel.username}
      caption={board === 'today' ? texts.today : texts.season(view.season)}
      options={options}
    >
      {view.held ? (
        <p className={classes.note}>{boards.held.afterShow(formatDays(view.held.day))}</p>
      ) : (
        <StageBoard
          label={texts.topRacers}
          rows={view.rows.slice(0, slots).map((row) => ({
            ...row,
            id: row.racer_name,
            gain: gains.get(row.racer_name) ?? null,
          }))}
          slots={slots}
          columns={options.columns}
          motion={null}
          formatPoints={formatNumber}
        />
      )}
    </OverlayFrame>
  )
}

const dayEnd = ({ dayEndsAt }: { readonly dayEndsAt: string | null }) => dayEndsAt

type ChannelRows = readonly { readonly racer_name: string; readonly points: number }[]
const NONE: ChannelRows = []

/** How much the newest answer added to each racer's points; nothing for the first answer. */
function useGains(rows: ChannelRows): ReadonlyMap<string, number> {
  const [seen, setSeen] = useState({ rows, gains: new Map<string, number>() })
  if (seen.rows === rows) {
    return seen.gains
  }
  const before = new Map(seen.rows.map(({ racer_name, points }) => [racer_name, points]))
  // A racer who was not among the best may have had points before.
  const ofOthers = before.size < OVERLAY_ROWS ? 0 : null
  const grown = rows.flatMap(({ racer_name, points }): [string, number][] => {
    const earlier = before.get(racer_name) ?? ofOthers
    const hasGrown = before.size > 0 && earlier !== null && points > earlier
    return hasGrown ? [[racer_name, points - earlier]] : []
  })
  const isSame = grown.length === 0 && rows.length === seen.rows.length
  const next = { rows, gains: isSame ? seen.gains : new Map(grown) }
  setSeen(next)
  return next.gains
}
