/** What participants decide: leaving, coming back, and blocking organisers. */

import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Db } from '../../platform/database/schema.ts'
import { userNames } from '../people/user-names.ts'
import { ownsEvent } from '../rights/event.ts'
import { agreeToOwnSeal, announceGames } from '../visibility/held-games.ts'
import { addParticipants, removeParticipants } from './participants.ts'

/** What the user left and can come back to: series, and events that belong to none of these series. */
export async function listLeftByUser(db: Db, { userId, now }: { userId: number; now: Date }) {
  const series = await db
    .selectFrom('left_series as left')
    .innerJoin('event_series as series', 'series.id', 'left.series_id')
    .select(['series.id', 'series.name'])
    .where('left.user_id', '=', userId)
    .where(sql<boolean>`exists (select from events as event
      where event.series_id = series.id and event.ends_at > ${now}
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
    .where('event.ends_at', '>', now)
    .where(sql<boolean>`not ${isByBlocked(userId)}`)
    .where(sql<boolean>`not exists (select from left_series as "left"
      where "left".series_id = event.series_id and "left".user_id = ${userId})`)
    .orderBy('event.name')
    .orderBy('event.id')
    .execute()
  return { series, events }
}

/** Ordered by name. */
export async function listBlockedBy(
  db: Db,
  userId: number,
): Promise<{ id: number; username: string; display_name?: string }[]> {
  const organisers = await db
    .selectFrom('organiser_blocks as block')
    .innerJoin('users as organiser', 'organiser.id', 'block.organiser_id')
    .select(['organiser.id', userNames('organiser').as('names')])
    .where('block.user_id', '=', userId)
    .orderBy('organiser.login')
    .orderBy('organiser.id')
    .execute()
  return organisers.map(({ id, names }) => ({ id, ...names }))
}

/** Whether the user has blocked the organiser of the query's `event`. */
export const isByBlocked = (userId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from organiser_blocks as block
  where block.user_id = ${userId} and ${ownsEvent(sql`block.organiser_id`)}
)`

interface WhoseEvents {
  userId: number
  /** Which events, called `event` in the query. */
  events: RawBuilder<boolean>
}

/** Removes the user from those of the events that have not ended, and returns how many there were. */
export async function leaveEvents(
  trx: Db,
  {
    userId,
    events,
    now,
    hasLeft,
  }: WhoseEvents & {
    now: Date
    /** Whether the user left these events; false if they blocked the organiser, who then cannot add them anyway. */
    hasLeft: boolean
  },
): Promise<number> {
  const left = await removeParticipants(trx, {
    where: sql<boolean>`user_id = ${userId} and event_id in (
      select event.id from events as event where event.ends_at > ${now} and ${events}
    )`,
    hasLeft,
  })
  announce(
    trx,
    left.map(({ eventId }) => `event:${eventId}/details` as const),
  )
  if (left.length > 0) {
    await announceGames(trx, [userId])
  }
  return left.length
}

/** Adds the user to the events again that they left and that have not ended. Returns how many there were. */
export async function rejoinEvents(
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
    // So that the organiser does not add them meanwhile, and they do not come back twice.
    .forUpdate(['former', 'event'])
    .execute()
  await addParticipants(
    trx,
    left.map(({ id }) => ({ id, userIds: [userId] })),
  )
  announce(
    trx,
    left.map(({ id }) => `event:${id}/details` as const),
  )
  for (const { id } of left) {
    await agreeToOwnSeal(trx, id, now)
  }
  if (left.length > 0) {
    await announceGames(trx, [userId])
  }
  return left.length
}

export async function takesPart(db: Db, { userId, events }: WhoseEvents): Promise<boolean> {
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
