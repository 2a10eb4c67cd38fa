import { SORT_FIELDS, SortColumn } from '@rollcall/contract/leaderboards'
import { formatNumber, numberFormat } from '#ui/format-number.ts'
import type { LeaderboardRow } from './queries.ts'
import { texts } from './texts.ts'

type SortField = (typeof SORT_FIELDS)[SortColumn]

interface ColumnLook {
  readonly slug: string
  readonly format: (value: number | null) => string
}

/** How a column looks; what pages say of it is in the texts. */
const LOOKS: Readonly<Record<SortField, ColumnLook>> = {
  totalPoints: { slug: 'points', format: formatNumber },
  totalRaces: { slug: 'races', format: formatNumber },
  pointsPerRace: { slug: 'ppr', format: numberFormat({ min: 2, max: 2 }) },
  raceHighScore: { slug: 'race-hs', format: formatNumber },
  battleRoyaleHighScore: { slug: 'br-hs', format: formatNumber },
}

export interface LeaderboardColumn {
  /** What the contract calls the order. */
  readonly sortBy: SortColumn
  readonly slug: string
  readonly heading: string
  readonly meaning: string
  /** What a figure of it counts, beside the figure. */
  readonly unit: string
  readonly show: (row: LeaderboardRow) => string
}

export const sortableColumns: readonly LeaderboardColumn[] = SortColumn.options.map((sortBy) => {
  const field = SORT_FIELDS[sortBy]
  const { slug, format } = LOOKS[field]
  return { sortBy, slug, ...texts.columns[field], show: (row) => format(row[field]) }
})

export function columnOf(sortBy: SortColumn): LeaderboardColumn {
  const column = sortableColumns.find((known) => known.sortBy === sortBy)
  if (column === undefined) throw new Error(`no column ${sortBy}`)
  return column
}
