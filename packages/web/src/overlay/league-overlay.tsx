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
export function useLeagueBoard(token: string, { table: of, division }: ShownTable) {
  const load = useCallback(() => {
    const query = { of, ...(of === 'racers' && division !== null && { division }) }
    return callApi(getLeagueBoard, { params: { token }, query, token: null })
  }, [token, of, division])
  return useFollowed({ topic: `link/league:${token}`, load })
}

export type ShownTable = Pick<OverlayOptions, 'table' | 'division'>

export const captionOf = (
  { played, rounds, division }: { played: number; rounds: number; division: string | null },
  { table }: ShownTable,
) =>
  division === null
    ? texts.league.captions[table](played, rounds)
    : texts.league.division(division, played, rounds)

interface LeagueOverlayProps {
  readonly token: string
  readonly options: OverlayOptions
}

/** The first rows of a league's table. Nothing is drawn until a round counts. */
export function LeagueOverlay({ token, options }: LeagueOverlayProps) {
  const { table, rows: slots, columns } = options
  const { view } = useLeagueBoard(token, options)
  if (view === null || view.rows.length === 0) {
    return null
  }
  const { league, rows } = view
  return (
    <OverlayFrame title={league} caption={captionOf(view, options)} options={options}>
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
