/** Events with open boards, for those who raced in them. docs/decisions/100-racers-see-open-boards.md */

import type { PageAddress } from '@rollcall/contract/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { racersOfUser } from '../../people/login-owners.ts'
import { userNames } from '../../people/user-names.ts'
import { hasRaced } from '../../rights/event.ts'
import { isOpenBoard } from '../../visibility/event-access.ts'
import { PUBLIC_TOKEN } from '../../visibility/event-pages.ts'
import { isByBlocked } from '../participation.ts'

export interface RacedEvent {
  id: number
  organiserId: number
  name: string
  startAt: string
  endAt: string
  startsAt: Date
  endsAt: Date
  creator: { username: string; display_name?: string }
  creatorPage: PageAddress
  publicToken: string | null
}

/** A page of the events with open boards in which the user raced, the latest first. */
export async function pageOfRacedEvents(
  db: Db,
  { userId, page, pageSize }: { userId: number; page: number; pageSize: number },
): Promise<{ events: RacedEvent[]; totalPages: number }> {
  const { rows } = await sql<RacedEvent & { total: number }>`
    with
    -- An event without any of these channels is not looked at further.
    played as materialized (
      select distinct channel.user_id
      from ${racersOfUser(userId)} as owned
      join lateral (
        select channel_id from game_results where racer_id = owned.racer_id
        union
        select channel_id from event_racers where racer_id = owned.racer_id
      ) as result on true
      join channels as channel on channel.id = result.channel_id
    )
    select event.id, event.created_by as "organiserId", event.name, ${userNames('creator')} as creator,
      json_build_object('platform', creator.platform, 'login', creator.login) as "creatorPage",
      event.first_day::text as "startAt", event.last_day::text as "endAt",
      event.starts_at as "startsAt", event.ends_at as "endsAt",
      ${PUBLIC_TOKEN} as "publicToken",
      count(*) over () as total
    from events as event
    join users as creator on creator.id = event.created_by
    left join shows as show on show.event_id = event.id
    where event.id in (
        select participant.event_id from event_participants as participant
        join played on played.user_id = participant.user_id
      )
      and not ${isByBlocked(userId)} and ${isOpenBoard} and ${hasRaced(userId)}
    order by event.starts_at desc, event.id desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return {
    events: rows.map(({ total: _, ...event }) => event),
    totalPages: Math.ceil((rows[0]?.total ?? 0) / pageSize),
  }
}
