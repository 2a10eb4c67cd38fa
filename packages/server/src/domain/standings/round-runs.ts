/** The stored fact that a streamer has run a round of a league. docs/decisions/172-entering-and-has-run.md */
import type { Run } from '@rollcall/contract/league-runs'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'

/** Whether the days of the query's `event`, a round of a league, are not over, and it is neither final nor voided. */
export const isUndecided = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  event.ends_at > ${now}
  and exists (
    select from event_series as series
    where series.id = event.series_id and series.league_rules is not null
  )
  and not exists (
    select from league_rounds as decided
    where decided.series_id = event.series_id and decided.event_id = event.id
      and (decided.final_at is not null or decided.voided_reason is not null)
  )
)`

/** The same if its days have also begun. */
export const isRunnable = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(event.starts_at <= ${now} and ${isUndecided(now)})`

interface Said {
  eventId: number
  userId: number
  hasRun: boolean
  by: Exclude<NonNullable<Run>['by'], 'games'>
  now: Date
}

/**
 * Stores what was said; the first instant stays.
 *
 * @returns false if the user does not take part, or nothing can be said about the round
 */
export async function storeRun(trx: Db, said: Said): Promise<boolean> {
  return (await writeRun(trx, said, sql`true`)) > 0n
}

/** The companion has sent the event. What people have said about it stays. */
export async function noteRun(
  trx: Db,
  { eventId, userId, now }: Pick<Said, 'eventId' | 'userId' | 'now'>,
): Promise<boolean> {
  const said = { eventId, userId, now, hasRun: true, by: 'companion' as const }
  return (await writeRun(trx, said, sql`participant.run_said_by is null`)) > 0n
}

async function writeRun(
  trx: Db,
  { eventId, userId, hasRun, by, now }: Said,
  where: RawBuilder<unknown>,
): Promise<bigint> {
  const { numAffectedRows } = await sql`
    update event_participants as participant set
      run_at = case when ${hasRun} then coalesce(participant.run_at, ${now}) end,
      run_said_by = case when ${hasRun} and participant.run_at is not null
        then participant.run_said_by else ${by} end
    from events as event
    where event.id = participant.event_id and event.id = ${eventId}
      and participant.user_id = ${userId} and ${isRunnable(now)} and ${where}`.execute(trx)
  return numAffectedRows ?? 0n
}
