/** What is up to participants: leaving and coming back, and which organisers cannot add them. */
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { agreeToOwnSeal, announceGamesOf } from './held-games.ts'
import { addParticipants, takeOutParticipants } from './participants.ts'

/** What the user has left and can come back to: series, and events outside those. */
export async function listLeftOf(db: Db, { userId, now }: { userId: number; now: Date }) {
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

/** By name. */
export async function listBlockedBy(
  db: Db,
  userId: number,
): Promise<{ id: number; username: string }[]> {
  return db
    .selectFrom('organiser_blocks as block')
    .innerJoin('users as organiser', 'organiser.id', 'block.organiser_id')
    .select(['organiser.id', 'organiser.username'])
    .where('block.user_id', '=', userId)
    .orderBy('organiser.login')
    .orderBy('organiser.id')
    .execute()
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
export async function leaveEvents(
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
