/** Streamers who have entered a league take part in its rounds, also in those that are added later. */
import { sql } from 'kysely'
import { announce } from '../../../../platform/changes/change-feed.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { ownsEvent } from '../../../rights/event.ts'
import { agreeToOwnSeal, announceGames } from '../../../visibility/held-games.ts'
import { addParticipants } from '../../participants.ts'
import { leaveEvents } from '../../participation.ts'

interface Rounds {
  seriesId: number
  now: Date
  /** Only this streamer, who has just entered; absent: all. */
  userId?: number
  /** Only this round; absent: all. */
  eventId?: number
}

interface ToAdd {
  id: number
  userIds: number[]
}

/** Whom `addEntrants` would add to which rounds: to those that have not opened. */
export async function findEntrantsToAdd(
  trx: Db,
  { seriesId, now, userId, eventId }: Rounds,
): Promise<ToAdd[]> {
  const { rows } = await sql<ToAdd>`
    select event.id, array_agg(entry.user_id order by entry.id) as "userIds"
    from event_series as series
    join events as event on event.series_id = series.id
    join league_entries as entry on entry.series_id = series.id
    where series.id = ${seriesId} and series.league_rules is not null
      and event.starts_at > ${now}
      and entry.kind = 'streamer' and entry.entered_at is not null and entry.left_at is null
      and ${eventId === undefined ? sql`true` : sql`event.id = ${eventId}`}
      and ${
        userId === undefined
          ? // They have left this event on their own, and only they come back.
            sql`not exists (
              select from former_participants as former
              where former.event_id = event.id and former.user_id = entry.user_id and former.has_left
            )`
          : sql`entry.user_id = ${userId}`
      }
      and not exists (
        select from event_participants as participant
        where participant.event_id = event.id and participant.user_id = entry.user_id
      )
      and not exists (
        select from organiser_blocks as block
        where block.user_id = entry.user_id and ${ownsEvent(sql`block.organiser_id`)}
      )
    group by event.id`.execute(trx)
  return rows
}

/** They have agreed by entering. */
export async function addEntrants(trx: Db, rounds: Rounds): Promise<void> {
  const added = await findEntrantsToAdd(trx, rounds)
  if (added.length === 0) return
  await addParticipants(trx, added)
  announce(
    trx,
    added.map(({ id }) => `event:${id}/details` as const),
  )
  for (const { id } of added) {
    await agreeToOwnSeal(trx, id, rounds.now)
  }
  await announceGames(trx, [...new Set(added.flatMap(({ userIds }) => userIds))])
}

/** A streamer is no longer in the rounds that have not opened; those that have go on. */
export async function takeOutOfRounds(
  trx: Db,
  {
    seriesId,
    userId,
    now,
    hasLeft,
  }: { seriesId: number; userId: number; now: Date; hasLeft: boolean },
): Promise<void> {
  await leaveEvents(trx, {
    ...{ userId, now, hasLeft },
    events: sql<boolean>`(event.series_id = ${seriesId} and event.starts_at > ${now})`,
  })
}

interface Ending {
  userId: number
  now: Date
  /** Which of their entries, called `entry` in the query; absent: all. */
  which?: ReturnType<typeof sql<boolean>>
}

/** Somebody no longer asks, or is no longer in the league; rounds that have opened keep them. */
export async function endEntries(trx: Db, { userId, now, which }: Ending): Promise<void> {
  const ended = sql<boolean>`(
    entry.user_id = ${userId} and entry.left_at is null and ${which ?? sql`true`}
  )`
  await sql`delete from league_entries as entry where ${ended} and entry.entered_at is null`.execute(
    trx,
  )
  await sql`
    update league_entries as entry set left_at = greatest(entry.entered_at, ${now}::timestamptz)
    where ${ended}`.execute(trx)
}
