/** The share picture of a channel's board: its first three. */
import type { BoardMode, ChannelBoardRow } from '@rollcall/contract/channels'
import { shownName } from '@rollcall/scoring/racer'
import type { Config } from '../../config.ts'
import type { Span } from '../channels/board-points.ts'
import type { Card } from './card.ts'
import { cardDays, plain, siteName } from './card-texts.ts'

interface BoardOnCard {
  channelName: string
  span: Span
  mode: BoardMode
  /** How many racers are on it. */
  total: number
  /** The first PODIUM rows, and how many others share their ranks. */
  rows: readonly ChannelBoardRow[]
  more: number
}

export const PODIUM = 3

export function makeChannelCard(
  config: Config,
  { channelName, span, mode, total, rows, more }: BoardOnCard,
): Card {
  const about = {
    title: plain(channelName),
    about: [
      spanName(span),
      ...(mode === 'all' ? [] : [MODES[mode]]),
      `${numbers.format(total)} ${total === 1 ? 'racer' : 'racers'}`,
    ].join(' · '),
    site: siteName(config),
  }
  return rows.length === 0
    ? { ...about, kind: 'announcement' }
    : {
        ...about,
        kind: 'podium',
        racers: rows.map((row) => ({
          key: row.racer_name,
          name: plain(shownName(row)),
          color: row.color ?? null,
          rank: row.rank,
          points: numbers.format(row.score),
        })),
        more,
        unit: mode === 'tilt' ? 'levels' : 'points',
      }
}

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
      return cardDays.format(new Date(`${span.day}T00:00:00Z`))
  }
}
