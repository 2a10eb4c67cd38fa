import { addressOf, PAGES } from '@rollcall/contract/pages'
import { pointsFormat } from '#ui/format-number.ts'
import { captionOf, type ShownTable, useLeagueBoard } from '../league-overlay.tsx'
import { texts } from '../texts.ts'
import { EmbedFrame, EmbedState } from './embed-frame.tsx'
import { EmbedRacers } from './embed-rows.tsx'

interface LeagueEmbedProps {
  readonly token: string
  readonly shown: ShownTable
}

/** The first rows of a league's table. */
export function LeagueEmbed({ token, shown }: LeagueEmbedProps) {
  const { view, isGone } = useLeagueBoard(token, shown)
  if (view === null) {
    return <EmbedState isGone={isGone} />
  }
  const { league, rows } = view
  return (
    <EmbedFrame
      title={league}
      caption={captionOf(view, shown)}
      page={addressOf(PAGES.league, { token })}
    >
      <EmbedRacers
        label={texts.league[shown.table]}
        racers={rows}
        formatPoints={pointsFormat(view)}
      />
    </EmbedFrame>
  )
}
