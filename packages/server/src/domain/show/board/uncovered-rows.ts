/** The ranked rows of a show that everybody may see, for outputs that are read once. */
import type { ShowRow, ShowView } from '@rollcall/contract/show-view'

export type Uncovered = Omit<ShowRow, 'id' | 'event_points'> & { event_points: number }

export function uncoveredRows(rows: readonly ShowRow[]): Uncovered[] {
  return rows.flatMap(({ event_points, ...row }) =>
    event_points === null || row.is_disqualified || row.is_unranked
      ? []
      : [{ ...row, event_points }],
  )
}

/** What the rows are of: the event, or the table of its league that its show has. */
export const titleOf = ({ event, table }: Pick<ShowView, 'event' | 'table'>): string =>
  table ? `${table.of === 'teams' ? 'Teams' : 'Table'} of ${table.league}` : event.name

/** The points, with two decimals if any row of `among` has decimals. */
export function formatPoints({ event_points }: Uncovered, among: readonly Uncovered[]): string {
  const digits = among.every((row) => Number.isInteger(row.event_points)) ? 0 : 2
  return event_points.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
