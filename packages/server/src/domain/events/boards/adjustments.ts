/** The adjustments of an event, as its board of All Streamers takes them in. docs/decisions/163-adjustments.md */
import { type Adjustment, type AdjustmentSum, sumAdjustments } from '@rollcall/scoring/adjustments'
import { type RawBuilder, sql } from 'kysely'
import type { Topic } from '../../../platform/changes/topics.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { laterChannel } from '../../people/racer-names.ts'
import { findOpen } from '../../visibility/event-access.ts'

/** Which row of the board of All Streamers is meant. */
interface AdjustedRow {
  racerId: number
  /** See `later_channel_id` of the board's rows. */
  laterChannelId: number | null
}

export type StoredAdjustment = Adjustment & AdjustedRow & { id: number }

/**
 * What an adjustment announces. Those who wait for a sealed show must not hear that there is one: only its own topic
 * says so before the boards are open.
 */
export async function listAdjustmentTopics(trx: Db, eventId: number): Promise<Topic[]> {
  const open = await findOpen(trx, [eventId])
  return [
    `adjustments:${eventId}`,
    ...(open.has(eventId) ? [`event:${eventId}/details` as const] : []),
  ]
}

/** In the order in which they were made. */
export async function findAdjustments(db: Db, eventId: number): Promise<StoredAdjustment[]> {
  const { rows } = await sql<Omit<StoredAdjustment, 'bonus'> & { bonus: string | null }>`
    select adjustment.id, adjustment.racer_id as "racerId", row.later_channel_id as "laterChannelId",
      adjustment.kind, adjustment.points, adjustment.reason, adjustment.bonus
    from event_adjustments as adjustment
    ${joinAdjustedRow}
    where adjustment.event_id = ${eventId}
    order by adjustment.id`.execute(db)
  // Hashes of adjustments without one stay as they were before there were any.
  return rows.map(({ bonus, ...each }) => ({ ...each, ...(bonus !== null && { bonus }) }))
}

/**
 * Joins to the query's `adjustment` its `racer`, and the `row` that it is about as it is now: once somebody shows their
 * name, their results of all channels are one row.
 */
export const joinAdjustedRow = sql`
  join racers as racer on racer.id = adjustment.racer_id
  left join hidden_racers as secret
    on secret.platform = racer.platform and secret.login = racer.login
  cross join lateral (
    select adjustment.racer_id, case
      when secret.number is not null and adjustment.channel_id is not null
        then ${laterChannel(sql`adjustment.channel_id`)}
    end as later_channel_id
  ) as row`

/** What the adjustments do to each row: `racer_id`, `later_channel_id`, points, `is_disqualified` and terms. */
export function selectSums(adjustments: readonly StoredAdjustment[]): RawBuilder<unknown> {
  return sql`
    select * from jsonb_to_recordset(${JSON.stringify(sumByRow(adjustments))}::jsonb) as sum (
      racer_id integer, later_channel_id integer, points numeric, is_disqualified boolean, terms jsonb
    )`
}

function sumByRow(adjustments: readonly StoredAdjustment[]) {
  const groups = Map.groupBy(
    adjustments,
    ({ racerId, laterChannelId }) => `${racerId} ${laterChannelId}`,
  )
  return [...groups.values()].flatMap((group) => group.slice(0, 1).map((row) => toSum(row, group)))
}

function toSum({ racerId, laterChannelId }: AdjustedRow, group: readonly Adjustment[]) {
  const { points, isDisqualified, terms }: AdjustmentSum = sumAdjustments(group)
  return {
    ...{ racer_id: racerId, later_channel_id: laterChannelId },
    ...{ points, is_disqualified: isDisqualified, terms },
  }
}
