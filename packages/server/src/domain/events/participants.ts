/** An event's participants, and former participants who left: only they can decide to come back. */

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { shownNameColumn } from '../people/user-names.ts'
import { decideGamesOfEvents } from '../scoring/prescribed-games.ts'

/**
 * Uses one statement, no matter how many there are, and JSON, which takes a tenth of an array's time to write.
 * Participants who come back allow the show to do what they allowed before.
 */
export async function addParticipants(
  trx: Db,
  events: readonly { id: number; userIds: readonly number[] }[],
): Promise<void> {
  await sql`
    with added as (
      select event.id as event_id, unnest(event."userIds") as user_id
      from json_to_recordset(${JSON.stringify(events)}) as event (id integer, "userIds" integer[])
    ), former as (
      delete from former_participants as former using added
      where former.event_id = added.event_id and former.user_id = added.user_id
      returning former.event_id, former.user_id, former.allows_pause
    )
    insert into event_participants (event_id, user_id, allows_pause)
    select event_id, user_id, coalesce(former.allows_pause, true)
    from added left join former using (event_id, user_id)
  `.execute(trx)
  await decideGamesOfEvents(
    trx,
    events.map(({ id }) => id),
  )
}

/** @returns who was removed from which event */
export async function removeParticipants(
  trx: Db,
  {
    where,
    hasLeft,
  }: {
    /** Which rows of event_participants. */
    where: RawBuilder<boolean>
    /** Whether the participants decided it themselves. */
    hasLeft: boolean
  },
): Promise<{ eventId: number; userId: number }[]> {
  const { rows } = await sql<{ eventId: number; userId: number }>`
    with former as (
      delete from event_participants where ${where} returning event_id, user_id, allows_pause
    )
    insert into former_participants (event_id, user_id, allows_pause, has_left)
    select event_id, user_id, allows_pause, ${hasLeft}::boolean from former
    on conflict (event_id, user_id) do update
      set allows_pause = excluded.allows_pause, has_left = excluded.has_left
    returning event_id as "eventId", user_id as "userId"
  `.execute(trx)
  return rows
}

/** The names of users who left the event or its series. Leaves out the asker, who may add themselves. */
export async function listLeft(
  trx: Db,
  asked: {
    askerId: number
    userIds: readonly number[]
    eventId: number | null
    seriesId: number | null
    limit: number
  },
): Promise<string[]> {
  const { askerId, userIds, eventId, seriesId, limit } = asked
  const { rows } = await sql<{ name: string }>`
    select ${shownNameColumn('users')} as name from users
    where id = any(${userIds}::integer[]) and id <> ${askerId}
      and (
        exists (
          select from former_participants as former
          where former.user_id = users.id and former.event_id = ${eventId} and former.has_left
        )
        or exists (
          select from left_series where user_id = users.id and series_id = ${seriesId}
        )
      )
    order by login
    limit ${limit}
  `.execute(trx)
  return rows.map(({ name }) => name)
}
