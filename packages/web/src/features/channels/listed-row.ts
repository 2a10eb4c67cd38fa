import type { ChannelBoardRow } from './queries.ts'

/** A row in the form that lists on pages take. */
export function listedRow(row: ChannelBoardRow) {
  return { ...row, id: row.racer_name, event_points: row.score, isHidden: false }
}
