import { SORT_FIELDS, SortColumn } from '@rollcall/contract/leaderboards'
import { formatNumber, formatPointsPerRace } from '#ui/format-number.ts'
import type { LeaderboardRow } from './queries.ts'
import { texts } from './texts.ts'

type SortField = (typeof SORT_FIELDS)[SortColumn]

interface ColumnFormat {
  readonly slug: string
  readonly format: (value: number | null) => string
}

/** How each column is formatted; its words are in the texts. */
const FORMATS: Readonly<Record<SortField, ColumnFormat>> = {
  totalPoints: { slug: 'points', format: formatNumber },
  totalRaces: { slug: 'races', format: formatNumber },
  pointsPerRace: { slug: 'ppr', format: formatPointsPerRace },
  raceHighScore: { slug: 'race-hs', format: formatNumber },
  battleRoyaleHighScore: { slug: 'br-hs', format: formatNumber },
}

export interface LeaderboardColumn {
  /** The contract's name for the order. */
  readonly sortBy: SortColumn
  readonly slug: string
  readonly heading: string
  readonly meaning: string
  /** The unit shown beside a figure from this column. */
  readonly unit: string
  readonly show: (row: LeaderboardRow) => string
}

export const sortableColumns: readonly LeaderboardColumn[] = SortColumn.options.map((sortBy) => {
  const field = SORT_FIELDS[sortBy]
  const { slug, format } = FORMATS[field]
  return { sortBy, slug, ...texts.columns[field], show: (row) => format(row[field]) }
})

export function getColumn(sortBy: SortColumn): LeaderboardColumn {
  const column = sortableColumns.find((known) => known.sortBy === sortBy)
  if (column === undefined) throw new Error(`no column ${sortBy}`)
  return column
}

/** A value of the column, as its rows show it. */
export function formatColumn(sortBy: SortColumn, value: number): string {
  return FORMATS[SORT_FIELDS[sortBy]].format(value)
}
