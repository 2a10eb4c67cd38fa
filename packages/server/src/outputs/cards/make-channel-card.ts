/** The share picture of a channel's board: its first three. */
import type { BoardMode, ChannelBoardRow } from '@rollcall/contract/channels'
import { shownName } from '@rollcall/scoring/racer'
import type { Config } from '../../config.ts'
import type { Span } from '../../pages/channel/board-points.ts'
import type { Card, CardRacer } from './card.ts'
import { dayName, periodName, plain, siteName } from './card-texts.ts'

interface BoardOnCard {
  channelName: string
  span: Span
  mode: BoardMode
  /** The held day of the board, because of which nobody is on it; null: none. */
  heldDay: string | null
  /** How many racers are on it. */
  total: number
  /** The first PODIUM rows, and how many others share their ranks. */
  rows: readonly ChannelBoardRow[]
  more: number
  /** Whose picture it is; null: everybody's. */
  racer: ChannelBoardRow | null
}

export const PODIUM = 3

export function makeChannelCard(
  config: Config,
  { channelName, span, mode, heldDay, total, rows, more, racer }: BoardOnCard,
): Card {
  const about = {
    title: plain(channelName),
    about:
      heldDay !== null
        ? `Points of ${dayName(heldDay)} are shown after a show`
        : [
            spanName(span),
            ...(mode === 'all' ? [] : [MODES[mode]]),
            ...(total === 0
              ? []
              : [`${numbers.format(total)} ${total === 1 ? 'racer' : 'racers'}`]),
          ].join(' · '),
    site: siteName(config),
  }
  const unit = mode === 'tilt' ? 'levels' : 'points'
  if (racer !== null) {
    return { ...about, kind: 'racer', racer: cardRacer(racer), of: total, unit }
  }
  return rows.length === 0
    ? { ...about, kind: 'announcement' }
    : { ...about, kind: 'podium', racers: rows.map(cardRacer), more, unit }
}

const cardRacer = (row: ChannelBoardRow): CardRacer => ({
  key: row.racer_name,
  name: plain(shownName(row)),
  color: row.color ?? null,
  rank: row.rank,
  points: numbers.format(row.score),
})

const MODES: Record<Exclude<BoardMode, 'all'>, string> = {
  race: 'Races',
  royale: 'Battle royales',
  tilt: 'Tilt levels',
}

const numbers = new Intl.NumberFormat('en-US')

function spanName(span: Span): string {
  switch (span.of) {
    case 'season':
      return `Season ${span.season}`
    case 'lifetime':
      return 'All seasons'
    case 'day':
      return dayName(span.day)
    case 'week':
    case 'month':
      return `${periodName(span)} · Season ${span.season}`
  }
}
