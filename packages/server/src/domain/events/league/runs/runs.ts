/** Who runs a round, and who has run it. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { listOwnRounds, RoundStreamer, Run } from '@rollcall/contract/league-runs'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import { announce } from '../../../../platform/changes/change-feed.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { userNames } from '../../../people/user-names.ts'
import { isRunnable, storeRun } from '../../../standings/round-runs.ts'

/** What the query's `participant` has run. */
const RUN = sql<Run>`(
  case when participant.run_at is not null then json_build_object(
    'at', to_char(participant.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'by', participant.run_said_by
  ) end
)`

/** In the order of their names. */
export async function listStreamersOf(db: Db, eventId: number): Promise<RoundStreamer[]> {
  const streamers = await db
    .selectFrom('event_participants as participant')
    .innerJoin('users as streamer', 'streamer.id', 'participant.user_id')
    .select([
      ...(['streamer.id', 'streamer.platform', 'streamer.login'] as const),
      userNames('streamer').as('names'),
      RUN.as('run'),
    ])
    .where('participant.event_id', '=', eventId)
    .orderBy(sql`lower(streamer.username)`)
    .orderBy('streamer.id')
    .execute()
  return streamers.map(({ id, platform, login, names, run }) => ({
    ...{ id, ...names, page: { platform, login }, run },
  }))
}

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
      ...(['event.id as eventId', 'event.name', 'event.ends_at as endsAt'] as const),
      ...(['series.id as seriesId', 'series.name as league'] as const),
      RUN.as('run'),
    ])
    .where('participant.user_id', '=', userId)
    .where(isRunnable(now))
    .orderBy('event.ends_at')
    .orderBy('event.id')
    .execute()
  return rounds.map(({ endsAt, ...round }) => ({ ...round, endsAt: endsAt.toISOString() }))
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
