import type { BoardRow } from './queries.ts'

/** A row as lists of rows on pages have it. */
export function listedRow(row: BoardRow) {
  return { ...row, id: row.racer_name, event_points: row.score, isHidden: false }
}
