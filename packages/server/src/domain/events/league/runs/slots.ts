/** When streamers have announced to run a round. docs/decisions/179-slots-and-progress.md */
import type { PageAddress } from '@rollcall/contract/endpoint'
import { SLOT_MS } from '@rollcall/contract/league-runs'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import { announce } from '../../../../platform/changes/change-feed.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { userNames } from '../../../people/user-names.ts'
import { isUndecided } from '../../../standings/round-runs.ts'
import { SLOT } from '../round-progress.ts'

export interface Slot {
  eventId: number
  userId: number
  /** null: they have hidden their name, and are not the viewer. */
  streamer: { username: string; display_name?: string; page: PageAddress } | null
  slot: Date
}

/** The slots of those of the events that are rounds of leagues, in the order of their instants. */
export async function listSlots(
  db: Db,
  eventIds: readonly number[],
  viewer: { userId: number } | null = null,
): Promise<Slot[]> {
  const { rows } = await sql<Slot>`
    select event.id as "eventId", streamer.id as "userId", ${SLOT} as slot,
      case when streamer.hides_name_since is null or streamer.id = ${viewer?.userId ?? null} then ${userNames('streamer')} || jsonb_build_object(
        'page', jsonb_build_object('platform', streamer.platform, 'login', streamer.login)
      ) end as streamer
    from event_participants as participant
    join events as event on event.id = participant.event_id
    join users as streamer on streamer.id = participant.user_id
    join event_series as series on series.id = event.series_id
    left join league_rounds as round
      on round.series_id = event.series_id and round.event_id = event.id
    where event.id = any(${eventIds}::integer[]) and ${SLOT} is not null
      and series.league_rules is not null and round.voided_reason is null
    order by slot, lower(streamer.username), streamer.id`.execute(db)
  return rows
}

/** The slots of others that overlap with the streamer's. Pure. */
export function overlapsWith(
  slots: readonly Slot[],
  own: { eventId: number; userId: number; slot: Date | null },
): { streamer: Slot['streamer']; slot: string }[] {
  const { slot, eventId, userId } = own
  if (slot === null) return []
  return slots
    .filter((each) => each.eventId === eventId && each.userId !== userId)
    .filter((each) => Math.abs(each.slot.getTime() - slot.getTime()) < SLOT_MS)
    .map((each) => ({ streamer: each.streamer, slot: each.slot.toISOString() }))
}

/**
 * @param slot null: they no longer say when
 * @throws {ApiError} if it is not on the round's days or over, or nothing can be announced about the round any more
 */
export async function saveSlot(
  trx: Db,
  { eventId, userId, slot, now }: { eventId: number; userId: number; slot: Date | null; now: Date },
): Promise<void> {
  const event = await trx
    .selectFrom('events as event')
    .select(['event.starts_at as startsAt', 'event.ends_at as endsAt'])
    .where('event.id', '=', eventId)
    .where(isUndecided(now))
    .executeTakeFirst()
  if (event === undefined) {
    throw new ApiError('round_not_running')
  }
  if (slot !== null && (slot < event.startsAt || slot >= event.endsAt)) {
    throw new ApiError('slot_outside_days')
  }
  if (slot !== null && slot <= now) {
    throw new ApiError('slot_over')
  }
  await trx
    .updateTable('event_participants')
    .set({ runs_at: slot })
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .execute()
  announce(trx, [`event:${eventId}/details`])
}
