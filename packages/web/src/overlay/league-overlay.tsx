import { getLeagueBoard } from '@rollcall/contract/leagues-board'
import { useCallback } from 'react'
import { callApi } from '#api/call-api.ts'
import type { OverlayOptions } from '#features/show/overlays/overlay-options.ts'
import { StageBoard } from '#features/show/stage/stage-board.tsx'
import { pointsFormat } from '#ui/format-number.ts'
import { OverlayFrame } from './overlay-frame.tsx'
import { texts } from './texts.ts'
import { useFollowed } from './use-followed.ts'

/** What the league has now, asked again after each of its changes. */
export function useLeagueBoard(token: string, of: OverlayOptions['table']) {
  const load = useCallback(
    () => callApi(getLeagueBoard, { params: { token }, query: { of }, token: null }),
    [token, of],
  )
  return useFollowed({ topic: `link/league:${token}`, load })
}

interface LeagueOverlayProps {
  readonly token: string
  readonly options: OverlayOptions
}

/** The first rows of a league's table. Nothing is drawn until a round counts. */
export function LeagueOverlay({ token, options }: LeagueOverlayProps) {
  const { table, rows: slots, columns } = options
  const { view } = useLeagueBoard(token, table)
  if (view === null || view.rows.length === 0) {
    return null
  }
  const { league, played, rounds, rows } = view
  return (
    <OverlayFrame
      title={league}
      caption={texts.league.captions[table](played, rounds)}
      options={options}
    >
      <StageBoard
        label={texts.league[table]}
        rows={rows.slice(0, slots)}
        slots={slots}
        columns={columns}
        motion={null}
        formatPoints={pointsFormat(view)}
      />
    </OverlayFrame>
  )
}
