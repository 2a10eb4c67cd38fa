/** The ranks of a board's rows, and the order of rows that share one. docs/scoring.md, Ranking an event. */
import type { BoardRow } from './board-row.ts'
import { toHundredths } from './points.ts'

export type RankableRow = Pick<
  BoardRow,
  'racer_name' | 'event_points' | 'race_wins' | 'race_races' | 'br_wins' | 'br_races'
>

/** A row with its rank, from 1. Rows with equal event points share a rank. */
export type Ranked<Row> = Row & { rank: number }

/**
 * Ranks by event points, highest first, in competition ranking: 1, 2, 2, 4. Rows that share a rank are ordered by wins
 * (races and royales; more first), then by games (fewer first), then by name (code points; letter case decides last).
 * The order of the input does not matter.
 */
export function rankRows<Row extends RankableRow>(rows: readonly Row[]): Ranked<Row>[] {
  let above: Ranked<Row> | undefined
  return rows.toSorted(compareRows).map((row, index) => {
    const isTied =
      above !== undefined && toHundredths(above.event_points) === toHundredths(row.event_points)
    above = { ...row, rank: isTied && above !== undefined ? above.rank : index + 1 }
    return above
  })
}

/**
 * Compares two texts by their Unicode code points: below 0 if `a` comes first, 0 only if they are equal. JavaScript's
 * own `<` compares UTF-16 units, which puts U+1F3C1 before U+FF21; the database's `collate "C"` does not.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    if (a.charCodeAt(index) !== b.charCodeAt(index)) {
      return (a.codePointAt(index) ?? 0) - (b.codePointAt(index) ?? 0)
    }
  }
  return a.length - b.length
}

/** Below 0 if `a` comes first. */
export function compareRows(a: RankableRow, b: RankableRow): number {
  return (
    toHundredths(b.event_points) - toHundredths(a.event_points) ||
    b.race_wins + b.br_wins - (a.race_wins + a.br_wins) ||
    a.race_races + a.br_races - (b.race_races + b.br_races) ||
    compareCodePoints(a.racer_name.toLowerCase(), b.racer_name.toLowerCase()) ||
    compareCodePoints(a.racer_name, b.racer_name)
  )
}
