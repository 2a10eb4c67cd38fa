import { type RawBuilder, sql } from 'kysely'

/**
 * Of `board_changes`, those that were committed after an earlier snapshot (`pg_current_snapshot()`, as
 * text). Exact however many write at once: what a snapshot did not see is found by the next question.
 */
export function changedSince(snapshot: string | null): RawBuilder<boolean> {
  return sql<boolean>`(
    changed_tx >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and not pg_visible_in_snapshot(changed_tx, ${snapshot}::pg_snapshot)
  )`
}
