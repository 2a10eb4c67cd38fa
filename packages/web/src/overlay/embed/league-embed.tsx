import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { OverlayOptions } from '#features/show/overlays/overlay-options.ts'
import { pointsFormat } from '#ui/format-number.ts'
import { useLeagueBoard } from '../league-overlay.tsx'
import { texts } from '../texts.ts'
import { EmbedFrame, EmbedState } from './embed-frame.tsx'
import { EmbedRacers } from './embed-rows.tsx'

interface LeagueEmbedProps {
  readonly token: string
  readonly table: OverlayOptions['table']
}

/** The first rows of a league's table. */
export function LeagueEmbed({ token, table }: LeagueEmbedProps) {
  const { view, isGone } = useLeagueBoard(token, table)
  if (view === null) {
    return <EmbedState isGone={isGone} />
  }
  const { league, played, rounds, rows } = view
  return (
    <EmbedFrame
      title={league}
      caption={texts.league.captions[table](played, rounds)}
      page={addressOf(PAGES.league, { token })}
    >
      <EmbedRacers label={texts.league[table]} racers={rows} formatPoints={pointsFormat(view)} />
    </EmbedFrame>
  )
}
