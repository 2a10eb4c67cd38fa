/** How many events and participants one person adds in 24 hours. */
import { DAY_MS } from '@rollcall/formats/durations'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { checkDailyCount } from '../../http/daily-count.ts'
import type { Limits } from '../../limits.ts'

export interface Addition {
  events: number
  participants: number
}

const MAY: Record<keyof Addition, string> = {
  events: 'create up to',
  participants: 'add up to',
}
const WHAT: Record<keyof Addition, string> = {
  events: 'events',
  participants: 'participants to events',
}

/**
 * In a transaction that has locked the user's row, so that calls at once cannot pass the limit together.
 *
 * @throws {ApiError} `too_many_requests` for more than a day may have, `invalid` where no day will do
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
    const allowed = `You can ${MAY[kind]} ${inWords(most[kind])} ${WHAT[kind]} within 24 hours`
    if (added[kind] > most[kind]) {
      throw new ApiError('invalid', `${allowed}, and these are ${inWords(added[kind])} at once.`)
    }
    const done = trx
      .selectFrom('event_additions')
      .select(['added_at as at', `${kind} as amount`])
      .where('user_id', '=', userId)
    await checkDailyCount(
      trx,
      { done, adding: added[kind], most: most[kind], now },
      (total) => `${allowed}; these would make it ${inWords(total)}.`,
    )
  }
  await trx
    .insertInto('event_additions')
    .values({ user_id: userId, added_at: now, ...added })
    .execute()
}

function inWords(number: number): string {
  return number.toLocaleString('en-US')
}
