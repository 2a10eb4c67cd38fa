import type { AdjustmentKind } from '@rollcall/scoring/adjustments'
import { addPoints } from '@rollcall/scoring/points'
import type { RankedRacer } from '../board/event-leaderboard-view.ts'

interface Chosen {
  readonly kind: AdjustmentKind
  /** null: none yet. */
  readonly points: number | null
  /** The board's first rows, and how many it has. */
  readonly rows: readonly RankedRacer[]
  readonly total: number
}

/** What an adjustment would make of the row; its rank is null if that depends on rows that have not been loaded. */
export function previewOf(
  row: RankedRacer,
  { kind, points, rows, total }: Chosen,
): { points: number; rank: number | null } | 'disqualified' | null {
  if (kind === 'disqualified') return 'disqualified'
  if (points === null) return null
  const after = addPoints(row.event_points, kind === 'bonus' ? points : -points)
  const ranked = rows.filter((each) => !each.is_disqualified)
  const last = ranked.at(-1)
  const isKnown =
    rows.length === total || (last !== undefined && after >= last.event_points && last !== row)
  const ahead = ranked.filter(
    (each) => each.racer_name !== row.racer_name && each.event_points > after,
  )
  return { points: after, rank: isKnown && !row.is_disqualified ? 1 + ahead.length : null }
}
