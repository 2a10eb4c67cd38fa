import type { BoardRow } from './queries.ts'

/** A row in the form that lists on pages take. */
export function listedRow(row: BoardRow) {
  return { ...row, id: row.racer_name, event_points: row.score, isHidden: false }
}
