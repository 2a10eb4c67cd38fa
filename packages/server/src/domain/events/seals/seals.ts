/** Seals of events in which a streamer takes part, and the streamer's answers. The rule itself is in held-games.ts. */

import type { SealAnswer } from '@rollcall/contract/events-seals'
import type { HelperRole } from '@rollcall/contract/helping'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { userNames } from '../../people/user-names.ts'
import { ownsEvent } from '../../rights/event.ts'
import { countsInEvent } from '../../scoring/counting-configuration.ts'
import { isHolding } from '../../visibility/held-games.ts'
import { trustedIn } from '../helpers/list-helpers.ts'

interface StoredSeal {
  id: number
  name: string
  startAt: string
  endAt: string
  startsAt: Date
  endsAt: Date
  organiser: { username: string; display_name?: string }
  isOwn: boolean
  answer: SealAnswer | null
  isAsking: boolean
  gameIds: number[]
  sharesDaysWith: string[]
  /** Who sees the results besides the organiser. */
  trusted: {
    names: { username: string; display_name?: string }
    role: HelperRole
    since: string
    isLater: boolean
  }[]
}

/** The seals of events whose show is not over, unanswered ones first. */
export async function listStoredSeals(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<StoredSeal[]> {
  const { rows } = await sql<StoredSeal>`
    with sealed as (
      select event.*, mine.seal_answer, mine.seal_answered_at, mine.held_times, show.opened_at
      from event_participants as mine
      join events as event on event.id = mine.event_id
      join shows as show on show.event_id = event.id
      where mine.user_id = ${userId} and ${isHolding(now)}
        and (event.ends_at > ${now} or not isempty(mine.held_times))
    )
    select
      event.id, event.name, event.first_day as "startAt", event.last_day as "endAt",
      event.starts_at as "startsAt", event.ends_at as "endsAt", ${userNames('organiser')} as organiser,
      ${ownsEvent(userId)} as "isOwn", event.seal_answer as answer,
      event.seal_answer is null and not ${ownsEvent(userId)} and event.ends_at > ${now}
        as "isAsking",
      array(
        select game.id from games as game
        join channels as channel on channel.id = game.channel_id
        where channel.user_id = ${userId}
          and ${countsInEvent}
          and event.held_times @> game.finished_at
          and game.finished_at >= coalesce(event.opened_at, game.finished_at)
      ) as "gameIds",
      array(
        select other.name from sealed as other
        where other.id <> event.id
          and not isempty(other.held_times)
          and other.starts_at < event.ends_at and other.ends_at > event.starts_at
        order by other.starts_at, other.id
      ) as "sharesDaysWith",
      ${trustedIn(sql`event.seal_answered_at`)} as trusted
    from sealed as event
    join users as organiser on organiser.id = event.created_by
    order by "isAsking" desc, event.starts_at, event.id`.execute(db)
  return rows
}

/** How many organisers are waiting for the streamer's answer. */
export async function countUnanswered(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from event_participants as mine
    join events as event on event.id = mine.event_id
    join shows as show on show.event_id = event.id
    where mine.user_id = ${userId}
      and mine.seal_answer is null
      and not ${ownsEvent(userId)}
      and event.ends_at > ${now}
      and ${isHolding(now)}`.execute(db)
  return rows[0]?.count ?? 0
}
