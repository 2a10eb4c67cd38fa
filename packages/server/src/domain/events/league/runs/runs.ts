/** The rounds that a streamer runs, and who says that one has run. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { type listOwnRounds, OWN_ROUNDS_LISTED } from '@rollcall/contract/league-runs'
import type { Prescription } from '@rollcall/contract/leagues-prescribed'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import { announce } from '../../../../platform/changes/change-feed.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { listNamedGames } from '../../../scoring/prescribed-games.ts'
import { isRunnable, isUndecided, storeRun } from '../../../standings/round-runs.ts'
import { listProgress, shownProgress } from '../round-progress.ts'
import { listSlots, overlapsWith } from './slots.ts'

/** Whether anybody can still say who has run the round. */
export async function canSayRun(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<boolean> {
  const event = await db
    .selectFrom('events as event')
    .select(isRunnable(now).as('isRunnable'))
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return event?.isRunnable === true
}

/** Those that end first come first. */
export async function findOwnRounds(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<ResponseOf<typeof listOwnRounds>> {
  const rounds = await db
    .selectFrom('event_participants as participant')
    .innerJoin('events as event', 'event.id', 'participant.event_id')
    .innerJoin('event_series as series', 'series.id', 'event.series_id')
    .select([
      ...(['event.id as eventId', 'event.name', 'event.announcement'] as const),
      ...(['event.starts_at as startsAt', 'event.ends_at as endsAt'] as const),
      ...(['series.id as seriesId', 'series.name as league'] as const),
      sql<Prescription | null>`event.prescription`.as('prescription'),
    ])
    .where('participant.user_id', '=', userId)
    .where(isUndecided(now))
    .orderBy('event.ends_at')
    .orderBy('event.id')
    .limit(OWN_ROUNDS_LISTED)
    .execute()
  const eventIds = rounds.map(({ eventId }) => eventId)
  const slots = await listSlots(db, eventIds)
  const progress = await listProgress(db, { eventIds, now, sees: 'everything', onlyOf: userId })
  const named = await listNamedGames(db, { userId, eventIds })
  return rounds.flatMap(({ startsAt, endsAt, ...round }) =>
    (progress.get(round.eventId) ?? []).map((own) => {
      const { username: _, display_name: __, page: ___, ...shown } = shownProgress(own)
      const names = named.get(round.eventId)
      return {
        ...{ ...round, ...shown, hasOpened: startsAt <= now },
        ...{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
        named: names ? { ...names, waiting: names.waiting.length } : null,
        overlaps: overlapsWith(slots, own),
      }
    }),
  )
}

/**
 * Stores what was said. The league is locked first, so that its round does not become final meanwhile.
 *
 * @throws {ApiError} if the streamer does not take part, or the round is not open any more, or not yet
 */
export async function sayRun(trx: Db, said: Parameters<typeof storeRun>[1]): Promise<void> {
  const { eventId, userId } = said
  await sql`
    select from event_series where id = (select series_id from events where id = ${eventId})
    for update`.execute(trx)
  if (!(await storeRun(trx, said))) {
    throw new ApiError(
      (await isStreamerOf(trx, { eventId, userId })) ? 'round_not_running' : 'not_in_round',
    )
  }
  announce(trx, [`event:${eventId}/details`])
}

async function isStreamerOf(
  db: Db,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('event_participants')
    .select('user_id')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}
