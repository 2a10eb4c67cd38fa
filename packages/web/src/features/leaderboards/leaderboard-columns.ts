import { SORT_FIELDS, SortColumn } from '@rollcall/contract/leaderboards'
import { formatNumber, numberFormat } from '#ui/format-number.ts'
import type { LeaderboardRow } from './queries.ts'

interface ColumnLook {
  readonly slug: string
  readonly meaning: string
  /** What a figure of it counts, beside the figure. */
  readonly unit: string
  readonly format: (value: number | null) => string
}

/** All that a page says of a column: a new one of the contract needs nothing else here. */
const LOOKS: Readonly<Record<SortColumn, ColumnLook>> = {
  'Total Points': {
    slug: 'points',
    meaning: 'Points of all viewers, races and battle royales together',
    unit: 'points',
    format: formatNumber,
  },
  'Total Races': {
    slug: 'races',
    meaning: 'Races and battle royales together',
    unit: 'races and royales',
    format: formatNumber,
  },
  PPR: {
    slug: 'ppr',
    meaning: 'Points per race',
    unit: 'points per race',
    format: numberFormat({ min: 2, max: 2 }),
  },
  'Race HS': {
    slug: 'race-hs',
    meaning: 'Race high score',
    unit: 'race high score',
    format: formatNumber,
  },
  'BR HS': {
    slug: 'br-hs',
    meaning: 'Battle royale high score',
    unit: 'royale high score',
    format: formatNumber,
  },
}

export interface LeaderboardColumn {
  /** Heading, and what the contract calls the order. */
  readonly sortBy: SortColumn
  readonly slug: string
  readonly meaning: string
  readonly unit: string
  readonly show: (row: LeaderboardRow) => string
}

export const sortableColumns: readonly LeaderboardColumn[] = SortColumn.options.map((sortBy) => {
  const { slug, meaning, unit, format } = LOOKS[sortBy]
  return { sortBy, slug, meaning, unit, show: (row) => format(row[SORT_FIELDS[sortBy]]) }
})

export function columnOf(sortBy: SortColumn): LeaderboardColumn {
  const column = sortableColumns.find((known) => known.sortBy === sortBy)
  if (column === undefined) throw new Error(`no column ${sortBy}`)
  return column
}
