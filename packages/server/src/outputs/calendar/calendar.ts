/** Events as a calendar (RFC 5545): when they are and who takes part, and nothing about results. */

import type { PageAddress } from '@rollcall/contract/endpoint'
import { SLOT_MS } from '@rollcall/contract/league-runs'
import { DAY_MS } from '@rollcall/formats/durations'
import ical, { ICalCalendarMethod, type ICalEventData } from 'ical-generator'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { listSlots } from '../../domain/events/league/runs/slots.ts'
import { isByBlocked } from '../../domain/events/participation.ts'
import { shownNameColumn } from '../../domain/people/user-names.ts'
import { eventRight } from '../../domain/rights/event.ts'
import { isListed, PUBLIC_TOKEN } from '../../domain/visibility/event-pages.ts'
import type { Db } from '../../platform/database/schema.ts'

/** How long ago an event in a calendar may have ended. */
const PAST_MS = 366 * DAY_MS
/** The latest ones. */
const MOST_EVENTS = 500
/** How often calendars should ask again. */
const REFRESH_SECONDS = 3600

export interface CalendarEvent {
  id: number
  name: string
  /** YYYY-MM-DD, in the event's time zone. */
  firstDay: string
  lastDay: string
  /** null: its companion did not say. */
  timeZone: string | null
  /** When the show is planned; null: it is not. */
  showAt: Date | null
  organiser: string
  streamers: string[]
  /** null: it has no public page. */
  publicToken: string | null
  /** When its streamers have announced to run it, as a round of a league. */
  slots: { streamer: { username: string; display_name?: string; page: PageAddress }; slot: Date }[]
}

/** The user's own events. */
export async function listOwnEvents(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<CalendarEvent[]> {
  const events = await selectEvents(db, now)
    .where(sql<boolean>`not ${isByBlocked(userId)}`)
    .where(eventRight('list as own', { userId, isAdmin: false }))
    .execute()
  return withSlots(db, events, { userId })
}

/** The events that their organisers have listed. */
export async function listListedEvents(db: Db, now: Date): Promise<CalendarEvent[]> {
  const events = await selectEvents(db, now).where(isListed).execute()
  return events.map((event) => ({ ...event, slots: [] }))
}

/**
 * Those of a league. Of a round without a public page, only its name, its days and what streamers have announced are in
 * the league's.
 */
export async function listLeagueRounds(
  db: Db,
  { seriesId, now }: { seriesId: number; now: Date },
): Promise<CalendarEvent[]> {
  const events = await selectEvents(db, now).where('event.series_id', '=', seriesId).execute()
  const shown = events.map((event) =>
    event.publicToken === null ? { ...event, showAt: null, streamers: [] } : event,
  )
  return withSlots(db, shown)
}

/** Those of the viewer, and of streamers who show their names. */
async function withSlots(
  db: Db,
  events: readonly Omit<CalendarEvent, 'slots'>[],
  viewer: { userId: number } | null = null,
): Promise<CalendarEvent[]> {
  const slots = await listSlots(
    db,
    events.map(({ id }) => id),
    viewer,
  )
  const named = slots.flatMap(({ eventId, streamer, slot }) =>
    streamer === null ? [] : { eventId, streamer, slot },
  )
  const ofEvent = Map.groupBy(named, ({ eventId }) => eventId)
  return events.map((event) => ({ ...event, slots: ofEvent.get(event.id) ?? [] }))
}

function selectEvents(db: Db, now: Date) {
  return db
    .selectFrom('events as event')
    .innerJoin('users as organiser', 'organiser.id', 'event.created_by')
    .leftJoin('shows as show', 'show.event_id', 'event.id')
    .select([
      'event.id',
      'event.name',
      'event.first_day as firstDay',
      'event.last_day as lastDay',
      'event.time_zone as timeZone',
      'event.show_at as showAt',
      shownNameColumn('organiser').as('organiser'),
      sql<string[]>`array(
        select coalesce(streamer.display_name, streamer.username)
        from event_participants as participant
        join users as streamer on streamer.id = participant.user_id
        where participant.event_id = event.id
        order by streamer.login
      )`.as('streamers'),
      PUBLIC_TOKEN.as('publicToken'),
    ])
    .where('event.ends_at', '>', new Date(now.getTime() - PAST_MS))
    .orderBy('event.starts_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(MOST_EVENTS)
}

/**
 * Each event as whole days, as its organiser chose them. A calendar shows such days in any time zone as they are, so
 * the description says in which zone they begin and end. A planned show is an entry of its own, at its instant, and so is
 * each slot.
 */
export function writeCalendar(
  events: readonly CalendarEvent[],
  {
    name,
    now,
    config: { publicUrl, productName },
    addressOf,
  }: {
    name: string
    now: Date
    config: Pick<Config, 'publicUrl' | 'productName'>
    /** The path of an event's page. */
    addressOf: (event: CalendarEvent) => string
  },
): string {
  const { hostname } = new URL(publicUrl)
  const calendar = ical({
    name,
    prodId: { company: productName, product: 'Events' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  // Not the present instant, so that an unchanged calendar is not sent again.
  const stamp = new Date(now.getTime() - (now.getTime() % DAY_MS))
  for (const event of events) {
    for (const entry of entriesOf(event, { hostname, url: publicUrl + addressOf(event) })) {
      calendar.createEvent({ stamp, ...entry })
    }
  }
  // Every line of a calendar ends, also the last one, which the library leaves open.
  return `${calendar.toString()}\r\n`
}

function entriesOf(
  event: CalendarEvent,
  { hostname, url }: { hostname: string; url: string },
): ICalEventData[] {
  const { id, name: summary, firstDay, lastDay, timeZone, showAt, organiser, streamers } = event
  const description = `Organised by ${organiser}.`
  const days = {
    id: `event-${id}@${hostname}`,
    allDay: true,
    start: new Date(firstDay),
    // The first day after the event.
    end: new Date(Date.parse(lastDay) + DAY_MS),
    summary,
    description: [
      description,
      ...(streamers.length > 0 ? [`Streamers: ${streamers.join(', ')}.`] : []),
      ...(timeZone === null ? [] : [`The days are those of the time zone ${timeZone}.`]),
    ].join('\n'),
    url,
  }
  const show = showAt && {
    ...{ id: `show-${id}@${hostname}`, start: showAt, summary: `Show: ${summary}` },
    ...{ description, url },
  }
  const slots = event.slots.map(({ streamer: { username, display_name, page }, slot }) => ({
    id: `slot-${id}-${page.platform}-${page.login}@${hostname}`,
    ...{ start: slot, end: new Date(slot.getTime() + SLOT_MS) },
    summary: `${display_name ?? username} runs ${summary}`,
    ...{ description, url },
  }))
  return [days, ...(show === null ? [] : [show]), ...slots]
}
