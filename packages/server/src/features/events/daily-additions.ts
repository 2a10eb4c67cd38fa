/** How many events and participants one person adds in 24 hours. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { ApiError, tooManyADay } from '../../http/api-error.ts'
import { DAY_MS, type Limits } from '../../limits.ts'

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
  const before = await trx
    .selectFrom('event_additions')
    .select([
      sql<number>`coalesce(sum(events), 0)`.as('events'),
      sql<number>`coalesce(sum(participants), 0)`.as('participants'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const most: Addition = { events: limits.EVENTS_A_DAY, participants: limits.PARTICIPANTS_A_DAY }
  for (const kind of ['events', 'participants'] as const) {
    const number = before[kind] + added[kind]
    const allowed = `You can ${MAY[kind]} ${inWords(most[kind])} ${WHAT[kind]} within 24 hours`
    if (added[kind] > most[kind]) {
      throw new ApiError('invalid', `${allowed}, and these are ${inWords(added[kind])} at once.`)
    }
    if (number > most[kind]) {
      const free = await findWhenFree(trx, { userId, kind, excess: number - most[kind] })
      throw tooManyADay(`${allowed}; these would make it ${inWords(number)}.`, { free, now })
    }
  }
  await trx
    .insertInto('event_additions')
    .values({ user_id: userId, added_at: now, ...added })
    .execute()
}

/** When so much of what was added is 24 hours old that there is room again. */
async function findWhenFree(
  trx: Db,
  { userId, kind, excess }: { userId: number; kind: keyof Addition; excess: number },
): Promise<Date> {
  const { addedAt } = await trx
    .selectFrom(
      trx
        .selectFrom('event_additions')
        .select([
          'added_at',
          sql<number>`sum(${sql.ref(kind)}) over (order by added_at)`.as('until_then'),
        ])
        .where('user_id', '=', userId)
        .as('addition'),
    )
    .select('added_at as addedAt')
    .where('until_then', '>=', excess)
    .orderBy('added_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  return new Date(addedAt.getTime() + DAY_MS)
}

function inWords(number: number): string {
  return number.toLocaleString('en-US')
}
