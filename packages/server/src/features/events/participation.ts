/** What is up to participants: leaving, and whom they do not want to be added by. */
import {
  blockOrganiser,
  leaveEvent,
  leaveEventSeries,
  listBlockedOrganisers,
  listLeftEvents,
  rejoinEvent,
  rejoinEventSeries,
  unblockOrganiser,
} from '@rollcall/contract/events-participation'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { agreeToOwnSeal, announceGamesOf } from './held-games.ts'
import { addParticipants, takeOutParticipants } from './participants.ts'

const DONE = { status: 'success' } as const

export function serveParticipation(serve: Serve, { db, changes, now }: AppContext): void {
  serve(leaveEvent, ({ caller: { userId }, params }) =>
    changes.transaction(async (trx) => {
      const which = { userId, events: sql<boolean>`event.id = ${params.id}` }
      if ((await leaveEvents(trx, { ...which, now: now(), hasLeft: true })) === 0) {
        throw (await takesPart(trx, which))
          ? new ApiError('conflict', 'This event has ended. Its results stay as they are.')
          : new ApiError('not_found', 'You do not take part in this event.')
      }
      return DONE
    }),
  )

  serve(leaveEventSeries, ({ caller: { userId }, params }) =>
    changes.transaction(async (trx) => {
      const which = { userId, events: sql<boolean>`event.series_id = ${params.id}` }
      if ((await leaveEvents(trx, { ...which, now: now(), hasLeft: true })) === 0) {
        throw (await takesPart(trx, which))
          ? new ApiError(
              'conflict',
              'The events of this series that you take part in have ended. Their results stay as they are.',
            )
          : new ApiError('not_found', 'You do not take part in this series.')
      }
      await trx
        .insertInto('left_series')
        .values({ user_id: userId, series_id: params.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return DONE
    }),
  )

  serve(listLeftEvents, async ({ caller: { userId } }) => {
    const series = await db
      .selectFrom('left_series as left')
      .innerJoin('event_series as series', 'series.id', 'left.series_id')
      .select(['series.id', 'series.name'])
      .where('left.user_id', '=', userId)
      .where(sql<boolean>`exists (select from events as event
        where event.series_id = series.id and event.ends_at > ${now()}
          and not ${isByBlocked(userId)})`)
      .orderBy('series.name')
      .orderBy('series.id')
      .execute()
    const events = await db
      .selectFrom('former_participants as former')
      .innerJoin('events as event', 'event.id', 'former.event_id')
      .select(['event.id', 'event.name'])
      .where('former.user_id', '=', userId)
      .where('former.has_left', '=', true)
      .where('event.ends_at', '>', now())
      .where(sql<boolean>`not ${isByBlocked(userId)}`)
      .where(sql<boolean>`not exists (select from left_series as "left"
        where "left".series_id = event.series_id and "left".user_id = ${userId})`)
      .orderBy('event.name')
      .orderBy('event.id')
      .execute()
    return { series, events }
  })

  serve(rejoinEvent, ({ caller: { userId }, params }) =>
    changes.transaction(async (trx) => {
      const which = { userId, events: sql<boolean>`event.id = ${params.id}` }
      if ((await rejoinEvents(trx, { ...which, now: now() })) === 0) {
        throw new ApiError('not_found', 'You have not left this event, or it has ended.')
      }
      return DONE
    }),
  )

  serve(rejoinEventSeries, ({ caller: { userId }, params }) =>
    changes.transaction(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('left_series')
        .where('user_id', '=', userId)
        .where('series_id', '=', params.id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) {
        throw new ApiError('not_found', 'You have not left this series.')
      }
      const events = sql<boolean>`event.series_id = ${params.id}`
      await rejoinEvents(trx, { userId, events, now: now() })
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
        hasLeft: false,
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

/** How many events the user is out of now: those that have ended stay as they are. */
async function leaveEvents(
  trx: Db,
  {
    userId,
    events,
    now,
    hasLeft,
  }: WhoseEvents & {
    now: Date
    /** Of these events in particular; who blocks their organiser cannot be added anyway. */
    hasLeft: boolean
  },
): Promise<number> {
  const left = await takeOutParticipants(trx, {
    of: sql<boolean>`user_id = ${userId} and event_id in (
      select event.id from events as event where event.ends_at > ${now} and ${events}
    )`,
    hasLeft,
  })
  await announce(
    trx,
    left.map(({ eventId }) => `event:${eventId}/details` as const),
  )
  if (left.length > 0) {
    await announceGamesOf(trx, [userId])
  }
  return left.length
}

/** How many events the user takes part in again, of those left that have not ended. */
async function rejoinEvents(
  trx: Db,
  { userId, events, now }: WhoseEvents & { now: Date },
): Promise<number> {
  const left = await trx
    .selectFrom('former_participants as former')
    .innerJoin('events as event', 'event.id', 'former.event_id')
    .select('event.id')
    .where('former.user_id', '=', userId)
    .where('former.has_left', '=', true)
    .where('event.ends_at', '>', now)
    .where(sql<boolean>`not ${isByBlocked(userId)}`)
    .where(events)
    // The organiser does not add them meanwhile, nor do they come back twice.
    .forUpdate(['former', 'event'])
    .execute()
  await addParticipants(
    trx,
    left.map(({ id }) => ({ id, userIds: [userId] })),
  )
  await announce(
    trx,
    left.map(({ id }) => `event:${id}/details` as const),
  )
  for (const { id } of left) {
    await agreeToOwnSeal(trx, id, now)
  }
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
