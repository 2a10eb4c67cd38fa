/** Events with a public page that their organisers list, as everybody may see them. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import {
  type listPublicEvents as listPublicEventsCall,
  PUBLIC_EVENTS_PAGE_SIZE,
  type PublicEvent,
} from '@rollcall/contract/events-public'
import { racerOfName } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { markOthers } from '../people/login-owners.ts'
import { labelOf, looksAnywhere } from '../standings/racer-looks.ts'
import { isListed } from '../visibility/event-pages.ts'
import { dueStep, endBoard, isBeingRevealed, isEnd, shownBy } from '../visibility/shown-step.ts'

/** How many events that run, and how many of the next ones, are listed. */
const MOST_AT_A_TIME = 50
const NAMED_STREAMERS = 6
const NAMED_WINNERS = 3

interface StoredEvent
  extends Omit<PublicEvent, 'startsAt' | 'endsAt' | 'showAt' | 'winners' | 'moreWinners'> {
  startsAt: Date
  endsAt: Date
  showAt: Date | null
  winners: { name: string; points: number }[]
  winnerCount: number
}

interface EventsParams {
  /** A condition on the query's `event`. */
  which: RawBuilder<boolean>
  order: RawBuilder<unknown>
  limit: number
  offset?: number
}

const PERSON = sql`json_build_object(
  'platform', streamer.platform, 'login', streamer.login,
  'name', coalesce(streamer.display_name, streamer.username),
  'profileImageUrl', streamer.profile_image_url, 'hasPage', channel.id is not null
)`

/**
 * The listed events. Winners are read from the step that viewers have seen last, and only if it is the end: a board
 * that is still being revealed gives nothing away.
 */
export async function listPublicEvents(
  db: Db,
  { which, order, limit, offset = 0 }: EventsParams,
): Promise<PublicEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select event.name, event.public_token as token, event.first_day as "startAt",
      event.last_day as "endAt", event.starts_at as "startsAt", event.ends_at as "endsAt",
      event.show_at as "showAt", organiser.person as organiser, people.named as streamers, people.count as "streamerCount",
      ${shownBy} as results,
      coalesce(first.named, '[]') as winners, coalesce(first.count, 0) as "winnerCount"
    from (
      select event.*, show.public_token
      from shows as show
      join events as event on event.id = show.event_id
      where ${isListed} and ${which}
      order by ${order}
      limit ${limit} offset ${offset}
    ) as event
    join lateral (select event.id as event_id) as show on true
    left join lateral ${dueStep} as step on true
    cross join lateral (
      select ${PERSON} as person
      from users as streamer left join channels as channel on channel.user_id = streamer.id
      where streamer.id = event.created_by
    ) as organiser
    cross join lateral (
      select count(*) as count,
        coalesce(
          json_agg(listed.person order by listed.number)
            filter (where listed.number <= ${NAMED_STREAMERS}::integer),
          '[]'
        ) as named
      from (
        select ${PERSON} as person,
          row_number() over (order by streamer.login, streamer.id) as number
        from event_participants as participant
        join users as streamer on streamer.id = participant.user_id
        left join channels as channel on channel.user_id = streamer.id
        where participant.event_id = event.id
      ) as listed
    ) as people
    left join lateral (
      select count(*) as count,
        json_agg(json_build_object('name', row.racer_name, 'points', row.event_points)
          order by row.position) filter (where row.number <= ${NAMED_WINNERS}::integer) as named
      from (
        select racer_name, event_points, position, row_number() over (order by position) as number
        from show_rows
        where event_id = event.id and board = ${endBoard} and rank = 1 and ${isEnd}
      ) as row
    ) as first on true
    order by ${order}`.execute(db)
  return nameWinners(db, rows)
}

/** The names that the winners have now. */
async function nameWinners(db: Db, events: readonly StoredEvent[]): Promise<PublicEvent[]> {
  const racers = events.flatMap(({ winners, startsAt, endsAt }) =>
    winners.map(({ name, points }) => ({
      ...racerOfName(name),
      ...{ points, from: startsAt, until: endsAt },
    })),
  )
  const looks = await looksAnywhere(db, await markOthers(db, racers))
  return events.map(({ startsAt, endsAt, showAt, winners, winnerCount, ...event }) => ({
    ...event,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    showAt: showAt?.toISOString() ?? null,
    winners: looks
      .splice(0, winners.length)
      .map(({ points, ...look }) => ({ ...labelOf(look), points })),
    moreWinners: winnerCount - winners.length,
  }))
}

/** Listed events at a moment, and a page of those that are over: a reveal is on, even if the event's days are over. */
export async function pageOfPublicEvents(
  db: Db,
  { page, now }: { page: number; now: Date },
): Promise<ResponseOf<typeof listPublicEventsCall>> {
  const isOver = sql<boolean>`(event.ends_at <= ${now} and not ${isBeingRevealed})`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total
    from shows as show join events as event on event.id = show.event_id
    where ${isListed} and ${isOver}`.execute(db)
  return {
    now: await listPublicEvents(db, {
      which: sql`(event.starts_at <= ${now} and not ${isOver})`,
      order: sql`event.ends_at, event.id`,
      limit: MOST_AT_A_TIME,
    }),
    soon: await listPublicEvents(db, {
      which: sql`event.starts_at > ${now}`,
      order: sql`event.starts_at, event.id`,
      limit: MOST_AT_A_TIME,
    }),
    past: await listPublicEvents(db, {
      which: isOver,
      order: sql`event.ends_at desc, event.id desc`,
      limit: PUBLIC_EVENTS_PAGE_SIZE,
      offset: (page - 1) * PUBLIC_EVENTS_PAGE_SIZE,
    }),
    totalPages: Math.ceil((counted[0]?.total ?? 0) / PUBLIC_EVENTS_PAGE_SIZE),
  }
}
