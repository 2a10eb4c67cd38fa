/** Events and series: who takes part, and when. */
import { isCalendarDay } from '@rollcall/formats/calendar-day'
import { DAY_MS } from '@rollcall/formats/durations'
import { isVisible } from '@rollcall/scoring/names'
import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import {
  displayName,
  done,
  endpoint,
  eventDays,
  id,
  idParams,
  MAX_ID,
  MAX_TIME_ZONE_LENGTH,
  PageAddress,
  plannedShow,
  reading,
  searchText,
  userNames,
} from './endpoint.ts'
import { Helping } from './helping.ts'
import { EVENT_CHECKS } from './problems/events.ts'

export const MAX_EVENT_NAME_LENGTH = 200
export const MIN_SERIES_NAME_LENGTH = 3
export const MAX_SERIES_EVENTS = 100
const MAX_PARTICIPANTS = 500
export const MAX_EVENT_DAYS = 400

/** Whether an event from one day to another (YYYY-MM-DD, both included) is longer than MAX_EVENT_DAYS. */
export function isTooLong(firstDay: string, lastDay: string): boolean {
  return (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS >= MAX_EVENT_DAYS
}

/** The answer, with status 200, to users who may not see an event or series. */
export const Unauthorized = z.object({ unauthorized: z.literal(true) })
export type Unauthorized = z.infer<typeof Unauthorized>

const says = saying(EVENT_CHECKS)

const nameOf = (missing: 'event_name_missing' | 'series_name_missing') =>
  z
    .string(says(missing))
    .check(
      z.trim(),
      z.refine(isVisible, says(missing)),
      z.maxLength(MAX_EVENT_NAME_LENGTH, says('name_too_long', { most: MAX_EVENT_NAME_LENGTH })),
    )

export const eventName = nameOf('event_name_missing')

export const seriesName = nameOf('series_name_missing').check(
  z.minLength(
    MIN_SERIES_NAME_LENGTH,
    says('series_name_too_short', { least: MIN_SERIES_NAME_LENGTH }),
  ),
)

/** A calendar day, YYYY-MM-DD. */
export const day = z.iso
  .date(says('date_unreadable'))
  .check(z.refine(isCalendarDay, says('date_unreadable')))

const userIds = z
  .array(id)
  .check(z.maxLength(MAX_PARTICIPANTS, says('event_too_full', { most: MAX_PARTICIPANTS })))
export const configurationId = z
  .int(says('leaderboard_missing'))
  .check(z.minimum(1, says('leaderboard_missing')), z.maximum(MAX_ID, says('leaderboard_missing')))

/** The hour of an event's last day at which its show is planned to start, HH:MM in its time zone; null: not planned. */
const showTime = z.optional(
  z.nullable(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, says('show_time_unreadable')))),
)

/** The browser's time zone, an IANA name; UTC if missing. */
export const timeZone = z._default(z.string().check(z.maxLength(MAX_TIME_ZONE_LENGTH)), 'UTC')

/** An event in the form in which Create Event sends it. */
export const newEvent = {
  name: eventName,
  startDate: day,
  endDate: day,
  /** If empty, only the creator takes part. */
  participants: userIds,
  leaderboard: configurationId,
  showTime,
}

/** Whether the caller takes part in the event, or in one of the series' events, and it has not ended. */
const canLeave = z.boolean()
/** Whether the caller may edit the event, or the series with its events. */
const canManage = z.boolean()
/** Whether the caller may delete it. */
const canDelete = z.boolean()
/** Whether the caller may run the event's show. */
const canRun = z.boolean()

/**
 * What an event waits for: its days, results, its show, the end of its show. `ended`: nothing came, or no show followed for
 * a month.
 */
export const EventTodo = z.enum([
  'upcoming',
  'collecting',
  'ready',
  'revealing',
  'revealed',
  'ended',
])
export type EventTodo = z.infer<typeof EventTodo>

const ListedSeries = z.object({
  id: z.number(),
  name: z.string(),
  eventCount: z.number(),
  createdBy: z.number(),
  creator: z.object(userNames),
  /** The address of the creator's page as a racer. */
  creatorPage: PageAddress,
  /** From the start of its first event to the end of its last; null for a series without events. */
  startAt: z.nullable(z.string()),
  endAt: z.nullable(z.string()),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  participantCount: z.number(),
  /** One result for each participant of each event, and how many of those have arrived. */
  expectedResults: z.number(),
  resultCount: z.number(),
  /** How many of its events everybody has seen the results of. */
  revealedCount: z.number(),
  /** The first event, by date, with which something is left to do; null if there is none. */
  next: z.nullable(
    z.object({
      id: z.number(),
      name: z.string(),
      ...plannedShow,
      participantCount: z.number(),
      resultCount: z.number(),
      todo: EventTodo,
      canRun,
    }),
  ),
  canManage,
  canLeave,
  /** How the caller helps with it, or with single events of it. */
  helping: z.array(Helping),
})

const ListedEvent = z.object({
  id: z.number(),
  name: z.string(),
  createdBy: z.number(),
  creator: z.object(userNames),
  /** The address of the creator's page as a racer. */
  creatorPage: PageAddress,
  hasResults: z.boolean(),
  ...eventDays,
  ...plannedShow,
  participantCount: z.number(),
  /** How many participants have results. */
  resultCount: z.number(),
  todo: EventTodo,
  canManage,
  canRun,
  canLeave,
  /** How the caller helps with it: nothing, or one item. */
  helping: z.array(Helping),
})

export const listEvents = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/getAll',
  access: 'user',
  scope: 'read:own-events',
  summary:
    'The series and single events that the caller created, helps to run or takes part in, except those of blocked organisers',
  response: z.object({ eventSeries: z.array(ListedSeries), events: z.array(ListedEvent) }),
  reads: z.object({
    eventSeries: z.array(reading(ListedSeries, ['id', 'name', 'eventCount'])),
    events: z.array(reading(ListedEvent, ['id', 'name', 'createdBy', 'creator', 'hasResults'])),
  }),
})

const EventParticipant = z.object({
  /** Whether the participant agreed to the event's seal, so that the event holds their games. */
  hasAgreedToSeal: z.boolean(),
  id: z.number(),
  ...userNames,
  profileImageUrl: z.nullable(z.string()),
  /** Whether they have results in the event. */
  hasResults: z.boolean(),
})

export const EventDetail = z.object({
  id: z.number(),
  name: z.string(),
  ...eventDays,
  ...plannedShow,
  /** The same as an hour of the last day, HH:MM in the event's time zone, or in UTC if that is unknown. */
  showTime: z.nullable(z.string()),
  /** null if the companion created the event for a streamer whose zone is unknown. */
  timeZone: z.nullable(z.string()),
  leaderboard_config_id: z.number(),
  participantUsers: z.array(EventParticipant),
  eventSeries: z.nullable(z.object({ id: z.number() })),
})
export type EventDetail = z.infer<typeof EventDetail>

export const getEvent = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/getById/:id',
  access: 'user',
  summary: 'One event, for those who may edit it',
  params: idParams,
  response: z.union([z.extend(EventDetail, { canDelete }), Unauthorized]),
  reads: z.extend(
    reading(z.extend(EventDetail, { canDelete }), [
      'name',
      'startAt',
      'endAt',
      'leaderboard_config_id',
    ]),
    {
      participantUsers: z.array(reading(EventParticipant, ['id', 'username'])),
    },
  ),
  errors: [404],
})

/** Which results of one streamer are held by sealed events. */
export const HeldResults = z.object({
  ...userNames,
  games: z.number(),
  /** Whether a snapshot is held too. Nobody knows which games it includes. */
  hasSnapshot: z.boolean(),
  /** Whether the caller sees them anyway; the streamer and admins do. */
  isShown: z.boolean(),
  /** The shows that will open them, if they have a public page. */
  shows: z.array(z.object({ name: z.string(), publicToken: z.string() })),
})
export type HeldResults = z.infer<typeof HeldResults>

export const EventSummary = z.object({
  name: z.string(),
  /** First and last day in the event's time zone. */
  startAt: z.string(),
  endAt: z.string(),
  ...plannedShow,
  creator: z.object(userNames),
  eventSeries: z.nullable(z.object({ id: z.number(), name: z.string() })),
  canManage: z.boolean(),
  /** The streamers' results that sealed events hold, so that this event does not show them to everybody. */
  held: z.array(HeldResults),
  /** Whether everybody has seen the whole board of All Streamers. */
  isShowOver: z.boolean(),
  /** Opens its public page; null if it has none. */
  publicToken: z.optional(z.nullable(z.string())),
  /** Whether racers may see the boards. Only then does a board have an own row. docs/scoring.md, Open boards. */
  isOpen: z.boolean(),
  /** Whether the caller sees the boards only as a racer. */
  isRacer: z.boolean(),
})
export type EventSummary = z.infer<typeof EventSummary>

export const getEventSummary = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/summary/:id',
  access: 'user',
  scope: 'read:own-events',
  summary: "An event's name and days; for everybody who may see its boards",
  params: idParams,
  response: z.union([EventSummary, Unauthorized]),
  errors: [404],
})

/** How many users the choice of participants shows at once. */
export const MAX_USER_OPTIONS = 100

const UserOption = z.object({
  /** The username. */
  label: z.string(),
  display_name: displayName,
  value: z.number(),
  profileImageUrl: z.nullable(z.string()),
})

export const listUserOptions = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/dropdowns/users',
  access: 'user',
  rateLimit: 'search',
  summary: `Up to ${MAX_USER_OPTIONS} users to choose participants from; names that begin with the text come first`,
  query: z.strictObject({
    /** Part of a username or a display name, compared as by `foldName`. */
    search: searchText,
  }),
  response: z.object({ usersWithLabel: z.array(UserOption) }),
  reads: z.object({ usersWithLabel: z.array(reading(UserOption, ['label', 'value'])) }),
})

/** The event's other fields. A client may send an event back as it received it, and these fields are ignored. */
const ignored = z.optional(
  z.pipe(
    z.unknown(),
    z.transform(() => undefined),
  ),
)
const unchangeable = {
  id: ignored,
  startsAt: ignored,
  endsAt: ignored,
  showAt: ignored,
  timeZone: ignored,
  canDelete: ignored,
  participantUsers: ignored,
  eventSeries: ignored,
}

export const updateEvent = endpoint({
  noun: 'events',
  method: 'PUT',
  path: '/api/events/update/:id',
  access: 'user',
  rateLimit: 'events',
  summary: 'Changes an event; its name and start only before it begins',
  params: idParams,
  body: z.strictObject({
    ...unchangeable,
    name: eventName,
    startAt: day,
    endAt: day,
    leaderboard_config_id: configurationId,
    /** If missing, the hour stays. */
    showTime,
    participants: userIds.check(z.minLength(1, says('participants_missing'))),
  }),
  response: z.union([
    z.object({
      event: EventDetail,
      message: z.string(),
      /** What the message says, for pages that use their own words. */
      code: z.literal('event_updated'),
    }),
    Unauthorized,
  ]),
  reads: z.object({
    event: z.looseObject({ startsAt: z.catch(z.optional(z.string()), undefined) }),
    message: z.catch(z.optional(z.string()), undefined),
    code: z.catch(z.optional(z.string()), undefined),
  }),
  errors: [404, 409, 422],
})

export const created = z.extend(done, { id: z.number() })

export const createSingleEvent = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/events/createEventSingle',
  access: 'user',
  rateLimit: 'events',
  summary: 'Creates a single event',
  body: z.strictObject({ ...newEvent, timeZone }),
  response: created,
  reads: reading(created, ['status']),
  errors: [422],
})

export const createEventSeries = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/events/createEventSeries',
  access: 'user',
  rateLimit: 'events',
  summary: 'Creates a series with its events, all or none',
  body: z.strictObject({
    seriesName,
    events: z
      .array(z.strictObject(newEvent))
      .check(
        z.minLength(1, says('series_empty')),
        z.maxLength(MAX_SERIES_EVENTS, says('series_too_long', { most: MAX_SERIES_EVENTS })),
      ),
    timeZone,
  }),
  response: created,
  reads: reading(created, ['status']),
  errors: [422],
})

const SeriesParticipant = z.object({ id: z.number(), ...userNames })

export const SeriesEvent = z.object({
  id: z.number(),
  name: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  ...plannedShow,
  eventParticipants: z.array(SeriesParticipant),
  /** One item: how many streamers have results. */
  eventData: z.array(z.object({ leaderboardSubmissions: z.number() })),
  todo: EventTodo,
  canManage,
  canRun,
  canLeave,
})

export const EventSeries = z.object({
  event_series_name: z.string(),
  createdBy: z.number(),
  creator: z.object(userNames),
  /** Whether the caller may edit the series and manage its events. */
  canManage: z.boolean(),
  canDelete,
  events: z.array(SeriesEvent),
})
export type EventSeries = z.infer<typeof EventSeries>

export const getEventSeries = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/getBySeriesId/:id',
  access: 'user',
  scope: 'read:own-events',
  summary: 'A series as a list of one; an empty list if there is no such series',
  params: idParams,
  response: z.union([z.array(EventSeries), Unauthorized]),
  reads: z.array(
    z.extend(reading(EventSeries, ['event_series_name']), {
      events: z.array(
        z.extend(reading(SeriesEvent, ['id', 'name', 'startAt', 'endAt', 'eventData']), {
          eventParticipants: z.array(reading(SeriesParticipant, [])),
        }),
      ),
    }),
  ),
})

export const updateEventSeries = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/events/update-event-series/:id',
  access: 'user',
  summary: 'Renames a series',
  params: idParams,
  body: z.strictObject({ event_series_name: seriesName }),
  response: z.union([z.object({ name: z.string() }), Unauthorized]),
  errors: [404],
})
