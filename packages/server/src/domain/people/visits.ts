/** When somebody was here last. A visit ends with an hour's pause: docs/decisions/152-uploads-and-visits.md. */
import { VISIT_PAUSE_MINUTES } from '@rollcall/contract/account'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'

const PAUSE = sql`make_interval(mins => ${VISIT_PAUSE_MINUTES})`

export async function noteVisit(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into visits as visit (user_id, seen_at) values (${userId}, ${now})
    on conflict (user_id) do update set
      seen_at = greatest(visit.seen_at, excluded.seen_at),
      ended_before = case
        when excluded.seen_at - visit.seen_at > ${PAUSE} then visit.seen_at
        else visit.ended_before
      end`.execute(db)
}

/** When the visit before the one at `now` ended, whether that has been noted yet or not; null: there was none. */
export async function findLastVisit(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ endedAt: Date | null }>`
    select case
      when ${now}::timestamptz - seen_at > ${PAUSE} then seen_at else ended_before
    end as "endedAt"
    from visits where user_id = ${userId}`.execute(db)
  return rows[0]?.endedAt ?? null
}
