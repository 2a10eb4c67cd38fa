import { formatNumber } from '#ui/format-number.ts'
import type { BoardRacer } from './event-leaderboard-view.ts'

export interface BoardColumn {
  readonly label: string
  readonly meaning: string
  readonly show: (row: BoardRacer) => string
}

/** What the details add to position, name and event points. */
export const detailColumns: readonly BoardColumn[] = [
  {
    label: 'Race Points',
    meaning: 'Season points from races; not part of the event points',
    show: (row) => formatNumber(row.race_points),
  },
  { label: 'Race Wins', meaning: 'Races won', show: (row) => formatNumber(row.race_wins) },
  { label: 'Race Races', meaning: 'Races run', show: (row) => formatNumber(row.race_races) },
  {
    label: 'Race HS',
    meaning: 'Race high score: the most season points in one race',
    show: (row) => formatNumber(row.race_hs),
  },
  {
    label: 'BR Points',
    meaning: 'Season points from battle royales; not part of the event points',
    show: (row) => formatNumber(row.br_points),
  },
  { label: 'BR Wins', meaning: 'Battle royales won', show: (row) => formatNumber(row.br_wins) },
  { label: 'BR Races', meaning: 'Battle royales run', show: (row) => formatNumber(row.br_races) },
  {
    label: 'BR HS',
    meaning: 'Battle royale high score: the most season points in one royale',
    show: (row) => formatNumber(row.br_hs),
  },
  { label: 'Kills', meaning: 'Kills in battle royales', show: (row) => formatNumber(row.kills) },
  {
    label: 'Eliminations',
    meaning: 'How often the racer was eliminated',
    show: (row) => formatNumber(row.eliminations),
  },
  {
    label: 'Crown Wins',
    meaning: 'Battle royales won by somebody who had won one here before',
    show: (row) => formatNumber(row.crown_wins),
  },
]

/** Stands for a number that is not revealed; as long whatever the number. */
export const MASKED_NUMBER = '•'.repeat(4)
