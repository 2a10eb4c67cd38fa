/** What is up to participants: leaving, and whom they do not want to be added by. */
import {
  blockOrganiser,
  leaveEvent,
  leaveEventSeries,
  listBlockedOrganisers,
  unblockOrganiser,
} from '@rollcall/contract/events-participation'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { announceGamesOf } from './held-games.ts'

const DONE = { status: 'success' } as const

export function serveParticipation(serve: Serve, { db, changes, now }: AppContext): void {
  serve(leaveEvent, ({ caller, params }) =>
    changes.transaction(async (trx) => {
      const which = { userId: caller.userId, events: sql<boolean>`event.id = ${params.id}` }
      if ((await leaveEvents(trx, { ...which, now: now() })) === 0) {
        throw (await takesPart(trx, which))
          ? new ApiError('conflict', 'This event has ended. Its results stay as they are.')
          : new ApiError('not_found', 'You do not take part in this event.')
      }
      return DONE
    }),
  )

  serve(leaveEventSeries, ({ caller, params }) =>
    changes.transaction(async (trx) => {
      const which = { userId: caller.userId, events: sql<boolean>`event.series_id = ${params.id}` }
      if ((await leaveEvents(trx, { ...which, now: now() })) === 0) {
        throw (await takesPart(trx, which))
          ? new ApiError(
              'conflict',
              'The events of this series that you take part in have ended. Their results stay as they are.',
            )
          : new ApiError('not_found', 'You do not take part in this series.')
      }
      return DONE
    }),
  )

  serve(listBlockedOrganisers, ({ caller }) =>
    db
      .selectFrom('organiser_blocks as block')
      .innerJoin('users as organiser', 'organiser.id', 'block.organiser_id')
      .select(['organiser.id', 'organiser.username'])
      .where('block.user_id', '=', caller.userId)
      .orderBy('organiser.login')
      .orderBy('organiser.id')
      .execute(),
  )

  serve(blockOrganiser, ({ caller: { userId }, params: { id: organiserId } }) =>
    changes.transaction(async (trx) => {
      if (organiserId === userId) {
        throw new ApiError('invalid', 'You cannot block yourself.')
      }
      // Nobody is added to the organiser's events meanwhile.
      const organiser = await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', organiserId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (organiser === undefined) {
        throw new ApiError('not_found', 'There is no such user.')
      }
      await trx
        .insertInto('organiser_blocks')
        .values({ user_id: userId, organiser_id: organiserId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await leaveEvents(trx, {
        userId,
        events: sql<boolean>`event.created_by = ${organiserId}`,
        now: now(),
      })
      return DONE
    }),
  )

  serve(unblockOrganiser, async ({ caller, params }) => {
    await db
      .deleteFrom('organiser_blocks')
      .where('user_id', '=', caller.userId)
      .where('organiser_id', '=', params.id)
      .execute()
    return DONE
  })
}

/** In the query, which calls it `event`: whether its organiser is one whom the user has blocked. */
export const isByBlocked = (userId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from organiser_blocks as block
  where block.user_id = ${userId} and block.organiser_id = event.created_by
)`

interface WhoseEvents {
  userId: number
  /** Which of them, in a query that calls each `event`. */
  events: RawBuilder<boolean>
}

/** How many events the user has left: those that have ended stay as they are. */
async function leaveEvents(
  trx: Db,
  { userId, events, now }: WhoseEvents & { now: Date },
): Promise<number> {
  const left = await trx
    .deleteFrom('event_participants as participant')
    .using('events as event')
    .whereRef('event.id', '=', 'participant.event_id')
    .where('participant.user_id', '=', userId)
    .where('event.ends_at', '>', now)
    .where(events)
    .returning('event.id')
    .execute()
  await announce(
    trx,
    left.map(({ id }) => `event:${id}/details` as const),
  )
  if (left.length > 0) {
    await announceGamesOf(trx, [userId])
  }
  return left.length
}

async function takesPart(db: Db, { userId, events }: WhoseEvents): Promise<boolean> {
  const one = await db
    .selectFrom('event_participants as participant')
    .innerJoin('events as event', 'event.id', 'participant.event_id')
    .select('event.id')
    .where('participant.user_id', '=', userId)
    .where(events)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}
