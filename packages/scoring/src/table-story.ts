/** How the table of a league came to be, from the tables after each of its rounds. docs/scoring.md, How the table came to be */
import type { TableRow } from './series.ts'

/** A row as a table has it after some round. */
export type Standing = Pick<TableRow, 'row' | 'rank' | 'total'>

export interface StoryLine {
  row: string
  /** One for each round; null: the row had not raced yet. */
  after: readonly (Omit<Standing, 'row'> | null)[]
}

export interface Climb {
  row: string
  /** Which round, from 0. */
  round: number
  /** The ranks before and after it. */
  from: number
  to: number
}

export interface TableStory {
  /** The first ranked rows of the last table, in its order. */
  lines: readonly StoryLine[]
  /** For each round, who had the first rank after it; nobody as long as nobody had a rank. */
  leaders: readonly { rows: readonly string[]; total: number | null }[]
  /** The most ranks first; of as many the one to the better rank, then the earlier one. Each row at most once a round. */
  climbs: readonly Climb[]
}

/**
 * @param tables after one round, after two, and so on, each with all of its rows in order
 * @param most how many lines and climbs there are at most
 */
export function tableStory(
  tables: readonly (readonly Standing[])[],
  most: { lines: number; climbs: number },
): TableStory {
  const byRow = tables.map((table) => new Map(table.map((standing) => [standing.row, standing])))
  const first = (tables.at(-1) ?? []).filter(({ rank }) => rank !== null).slice(0, most.lines)
  return {
    lines: first.map(({ row }) => ({
      row,
      after: byRow.map((standings) => {
        const standing = standings.get(row)
        return standing === undefined ? null : { rank: standing.rank, total: standing.total }
      }),
    })),
    leaders: tables.map((table) => {
      const leading = table.filter(({ rank }) => rank === 1)
      return { rows: leading.map(({ row }) => row), total: leading[0]?.total ?? null }
    }),
    climbs: tables
      .flatMap((table, round) => climbsIn(table, byRow[round - 1], round).slice(0, most.climbs))
      .toSorted(byHeight)
      .slice(0, most.climbs),
  }
}

/** A row that had no rank before has not climbed. */
function climbsIn(
  table: readonly Standing[],
  before: ReadonlyMap<string, Standing> | undefined,
  round: number,
): Climb[] {
  return table
    .flatMap(({ row, rank }) => {
      const from = before?.get(row)?.rank ?? null
      return rank === null || from === null || from <= rank ? [] : [{ row, round, from, to: rank }]
    })
    .toSorted(byHeight)
}

const byHeight = (a: Climb, b: Climb) =>
  b.from - b.to - (a.from - a.to) || a.to - b.to || a.round - b.round
