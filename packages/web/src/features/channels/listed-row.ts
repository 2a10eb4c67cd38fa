import type { ChannelBoardPlace, ChannelBoardRow } from './queries.ts'

/** A row in the form that lists on pages take. */
export function listedRow(row: ChannelBoardRow) {
  return { ...row, id: row.racer_name, event_points: row.score, isHidden: false }
}

export function listedPlace({ page, row, above, below, isShared }: ChannelBoardPlace) {
  return {
    page,
    row: listedRow(row),
    above: above && listedRow(above),
    below: below && listedRow(below),
    isShared: isShared ?? false,
  }
}
export type ListedPlace = ReturnType<typeof listedPlace>
