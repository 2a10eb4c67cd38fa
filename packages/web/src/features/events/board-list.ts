/** The rows that are drawn: a racer each, and beneath an opened one its explanation. */
import type { RankedRacer } from './event-leaderboard-view.ts'

export interface BoardItem {
  readonly kind: 'racer' | 'explanation'
  readonly row: RankedRacer
}

export function listItems(
  rows: readonly RankedRacer[],
  openRacers: ReadonlySet<string>,
): BoardItem[] {
  return rows.flatMap((row): BoardItem[] =>
    openRacers.has(row.racer_name)
      ? [
          { kind: 'racer', row },
          { kind: 'explanation', row },
        ]
      : [{ kind: 'racer', row }],
  )
}

/** The places of the racers of a rank in the list; null: none. */
export function findRank(items: readonly BoardItem[], rank: number): number | null {
  const index = items.findIndex((item) => item.row.rank >= rank)
  return index === -1 ? null : index
}
