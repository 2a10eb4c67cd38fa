/** Limits how many events and participants one person adds in 24 hours. */
import { DAY_MS } from '@rollcall/formats/durations'
import { ApiError } from '../../edge/api-error.ts'
import { checkDailyCount } from '../../edge/daily-count.ts'
import type { Limits } from '../../limits.ts'
import type { Db } from '../../platform/database/schema.ts'

export interface Addition {
  events: number
  participants: number
}

const REFUSALS = {
  events: { atOnce: 'too_many_events_at_once', aDay: 'too_many_events_a_day' },
  participants: {
    atOnce: 'too_many_participants_at_once',
    aDay: 'too_many_participants_a_day',
  },
} as const

/**
 * Needs a transaction that has locked the user's row, so that simultaneous calls cannot exceed the limit together.
 *
 * @throws {ApiError} 429 if the day's limit is reached, 422 if even an empty day has no room
 */
export async function recordAddition(
  trx: Db,
  { userId, added, now, limits }: { userId: number; added: Addition; now: Date; limits: Limits },
): Promise<void> {
  await trx
    .deleteFrom('event_additions')
    .where('user_id', '=', userId)
    .where('added_at', '<=', new Date(now.getTime() - DAY_MS))
    .execute()
  const most: Addition = { events: limits.EVENTS_A_DAY, participants: limits.PARTICIPANTS_A_DAY }
  for (const kind of ['events', 'participants'] as const) {
    const { atOnce, aDay } = REFUSALS[kind]
    if (added[kind] > most[kind]) {
      throw new ApiError(atOnce, { most: most[kind], count: added[kind] })
    }
    const done = trx
      .selectFrom('event_additions')
      .select(['added_at as at', `${kind} as amount`])
      .where('user_id', '=', userId)
    await checkDailyCount(
      trx,
      { done, adding: added[kind], most: most[kind], now },
      ({ total, hours, headers }) =>
        new ApiError(aDay, { most: most[kind], count: total, hours }, { headers }),
    )
  }
  await trx
    .insertInto('event_additions')
    .values({ user_id: userId, added_at: now, ...added })
    .execute()
}
