/** Rights to an event and to its show. In conditions, the query calls the event `event`. */
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import type { Db } from '../../platform/database/schema.ts'
import { isOthersToo, ownsDuring, racersOfUser } from '../people/login-owners.ts'
import { countsInEvent } from '../scoring/counting-configuration.ts'
import { HELPS_IN_EVENT, rolesOfHelpers } from './helpers.ts'
import { type Act, mayInSql, type RoleConditions, type Viewer } from './roles.ts'

/** A user's id, or the query's column with it. */
type UserId = number | RawBuilder<unknown>

/** Whether the user owns the query's `event`: created it, and answers for it. */
export const ownsEvent = (userId: UserId): RawBuilder<boolean> =>
  sql<boolean>`event.created_by = ${userId}`

/** Whether the user takes part in the query's `event` as a streamer. */
export const takesPart = (userId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from event_participants as mine
  where mine.event_id = event.id and mine.user_id = ${userId}
)`

const isDuringEvent = (owned: 'owned' | 'other') =>
  ownsDuring(owned, { from: sql`event.starts_at`, until: sql`event.ends_at` })

/**
 * Selects the racers that were the user's during the query's `event`: `id`, platform and login. If a login changed
 * hands in the meantime, its row is nobody's own.
 */
export const ownRacers = (userId: number): RawBuilder<unknown> => sql`(
  select owned.racer_id as id, owned.platform, owned.login
  from ${racersOfUser(userId)} as owned
  where ${isDuringEvent('owned')} and not ${isOthersToo('owned', userId, isDuringEvent('other'))}
)`

/** Whether the user has results as a racer in the query's `event`. Some of them may be held. */
export const hasRaced = (userId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from ${ownRacers(userId)} as own
  join event_participants as participant on participant.event_id = event.id
  join channels as channel on channel.user_id = participant.user_id
  where exists (
      select from event_racers as uploaded
      where uploaded.event_id = event.id and uploaded.channel_id = channel.id
        and uploaded.racer_id = own.id
    )
    or exists (
      select from games as game
      join game_results as result on result.channel_id = game.channel_id
        and result.season = game.season and result.game_id = game.id and result.racer_id = own.id
      where game.channel_id = channel.id and ${countsInEvent}
    )
)`

const ROLES_IN_EVENT: RoleConditions = {
  owner: ({ userId }) => ownsEvent(userId),
  ...rolesOfHelpers(HELPS_IN_EVENT),
  participant: ({ userId }) => takesPart(userId),
  racer: ({ userId }) => hasRaced(userId),
  admin: ({ isAdmin }) => sql<boolean>`${isAdmin}::boolean`,
}

/** Whether the viewer may do it to the query's `event`. */
export const eventRight = (act: Act<'event'>, viewer: Viewer): RawBuilder<boolean> =>
  mayInSql('event', act, { conditions: ROLES_IN_EVENT, viewer })

/** Whether the viewer may do it to the show of the query's `event`. Roles are those in the event. */
export const showRight = (act: Act<'show'>, viewer: Viewer): RawBuilder<boolean> =>
  mayInSql('show', act, { conditions: ROLES_IN_EVENT, viewer })

/**
 * Whether the viewer may do it to the event. Where something is loaded or changed, the condition belongs into that
 * statement instead.
 *
 * @param right a condition on the query's `event`
 * @throws {ApiError} if there is no such event
 */
export async function isAllowed(
  db: Db,
  { eventId, right }: { eventId: number; right: RawBuilder<boolean> },
): Promise<boolean> {
  const event = await db
    .selectFrom('events as event')
    .select(right.as('isAllowed'))
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (event === undefined) {
    throw new ApiError('no_such_event')
  }
  return event.isAllowed
}
