/** Events and series: who plays, when, and the standings. */
import { DAY_MS } from '@rollcall/formats/durations'
import * as z from 'zod/mini'
import {
  done,
  endpoint,
  eventDays,
  id,
  idParams,
  MAX_ID,
  MAX_TIME_ZONE_LENGTH,
  reading,
  searchText,
} from './endpoint.ts'

export const MAX_EVENT_NAME_LENGTH = 200
export const MIN_SERIES_NAME_LENGTH = 3
export const MAX_SERIES_EVENTS = 100
const MAX_PARTICIPANTS = 500
export const MAX_EVENT_DAYS = 400
export const EVENT_TOO_LONG = `An event lasts at most ${MAX_EVENT_DAYS} days.`

/** Of two days YYYY-MM-DD, whether an event from the one to the other, both included, is longer than it may be. */
export function isTooLong(firstDay: string, lastDay: string): boolean {
  return (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS >= MAX_EVENT_DAYS
}

/** The answer, with status 200, to users who may not see an event or series. */
export const Unauthorized = z.object({ unauthorized: z.literal(true) })
export type Unauthorized = z.infer<typeof Unauthorized>

export const nameOf = (what: string) =>
  z
    .string(`${what} needs a name.`)
    .check(
      z.trim(),
      z.minLength(1, `${what} needs a name.`),
      z.maxLength(
        MAX_EVENT_NAME_LENGTH,
        `The name can have up to ${MAX_EVENT_NAME_LENGTH} characters.`,
      ),
    )

const seriesName = nameOf('The series').check(
  z.minLength(
    MIN_SERIES_NAME_LENGTH,
    `The series name needs at least ${MIN_SERIES_NAME_LENGTH} characters.`,
  ),
)

/** A calendar day, YYYY-MM-DD. */
const day = z.iso.date('A date must be a day like 2026-09-14.')

const userIds = z
  .array(id)
  .check(z.maxLength(MAX_PARTICIPANTS, `An event takes up to ${MAX_PARTICIPANTS} streamers.`))
const configurationId = z
  .int('Choose a leaderboard.')
  .check(z.minimum(1, 'Choose a leaderboard.'), z.maximum(MAX_ID, 'Choose a leaderboard.'))

/** The browser's time zone, an IANA name; UTC where absent. */
export const timeZone = z._default(z.string().check(z.maxLength(MAX_TIME_ZONE_LENGTH)), 'UTC')

/** An event as the create forms send it. */
export const newEvent = {
  name: nameOf('The event'),
  startDate: day,
  endDate: day,
  /** Empty: the creator alone. */
  participants: userIds,
  leaderboard: configurationId,
}

/** Whether the caller takes part and it has not ended, or of a series one of its events. */
const canLeave = z.boolean()

const ListedSeries = z.object({
  id: z.number(),
  name: z.string(),
  eventCount: z.number(),
  createdBy: z.number(),
  creator: z.object({ username: z.string() }),
  /** Of its events from the first to the last; null where it has none. */
  startAt: z.nullable(z.string()),
  endAt: z.nullable(z.string()),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  participantCount: z.number(),
  /** Of so many results, one for each participant of each event, there are so many. */
  expectedResults: z.number(),
  resultCount: z.number(),
  canLeave,
})

const ListedEvent = z.object({
  id: z.number(),
  name: z.string(),
  createdBy: z.number(),
  creator: z.object({ username: z.string() }),
  hasResults: z.boolean(),
  ...eventDays,
  participantCount: z.number(),
  /** How many of them have results. */
  resultCount: z.number(),
  canLeave,
})

export const listEvents = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/getAll',
  access: 'user',
  summary:
    'The series, and the events outside any, that the caller created or takes part in; none of blocked organisers',
  response: z.object({ eventSeries: z.array(ListedSeries), events: z.array(ListedEvent) }),
  reads: z.object({
    eventSeries: z.array(reading(ListedSeries, ['id', 'name', 'eventCount'])),
    events: z.array(reading(ListedEvent, ['id', 'name', 'createdBy', 'creator', 'hasResults'])),
  }),
})

const EventParticipant = z.object({
  /** Whether the participant agreed to the event's seal, which then holds some of their games. */
  hasAgreedToSeal: z.boolean(),
  id: z.number(),
  username: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** Whether there are results of theirs in the event. */
  hasResults: z.boolean(),
})

export const EventDetail = z.object({
  id: z.number(),
  name: z.string(),
  ...eventDays,
  /** null where the companion made the event for somebody whose zone is not known. */
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
  summary: 'One event, for its creator and admins',
  params: idParams,
  response: z.union([EventDetail, Unauthorized]),
  reads: z.extend(reading(EventDetail, ['name', 'startAt', 'endAt', 'leaderboard_config_id']), {
    participantUsers: z.array(reading(EventParticipant, ['id', 'username'])),
  }),
  errors: [404],
})

/** What sealed events hold of one streamer's results. */
export const HeldResults = z.object({
  username: z.string(),
  games: z.number(),
  /** Whether a snapshot is held too; nobody knows which games it counts. */
  hasSnapshot: z.boolean(),
  /** Whether the caller sees them all the same: the streamer and admins do. */
  isShown: z.boolean(),
  /** The shows that they wait for, those that have a public page. */
  shows: z.array(z.object({ name: z.string(), publicToken: z.string() })),
})
export type HeldResults = z.infer<typeof HeldResults>

export const EventSummary = z.object({
  name: z.string(),
  /** First and last day in the event's time zone. */
  startAt: z.string(),
  endAt: z.string(),
  creator: z.object({ username: z.string() }),
  eventSeries: z.nullable(z.object({ id: z.number(), name: z.string() })),
  canManage: z.boolean(),
  /** What sealed events hold of the streamers' results, so that this event does not show it to everybody. */
  held: z.array(HeldResults),
  /** Everybody has seen the board of all streamers uncovered. */
  isShowOver: z.boolean(),
})
export type EventSummary = z.infer<typeof EventSummary>

export const getEventSummary = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/summary/:id',
  access: 'user',
  summary: 'What an event is called and when it is; for creator, participants and admins',
  params: idParams,
  response: z.union([EventSummary, Unauthorized]),
  errors: [404],
})

/** How many users a choice of participants shows at once. */
export const MAX_USER_OPTIONS = 100

const UserOption = z.object({
  label: z.string(),
  value: z.number(),
  profileImageUrl: z.nullable(z.string()),
})

export const listUserOptions = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/dropdowns/users',
  access: 'user',
  rateLimit: 'search',
  summary: `Up to ${MAX_USER_OPTIONS} users to choose participants from: those whose name begins with the text come first`,
  query: z.strictObject({
    /** Part of a username, letter case ignored. */
    search: searchText,
  }),
  response: z.object({ usersWithLabel: z.array(UserOption) }),
  reads: z.object({ usersWithLabel: z.array(reading(UserOption, ['label', 'value'])) }),
})

/** What else an event holds: it may be sent back as it was got, and is ignored whatever it says. */
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
  timeZone: ignored,
  participantUsers: ignored,
  eventSeries: ignored,
}

export const updateEvent = endpoint({
  noun: 'events',
  method: 'PUT',
  path: '/api/events/update/:id',
  access: 'user',
  rateLimit: 'events',
  summary: 'Changes an event; name and start only before it has begun',
  params: idParams,
  body: z.strictObject({
    ...unchangeable,
    name: nameOf('The event'),
    startAt: day,
    endAt: day,
    leaderboard_config_id: configurationId,
    participants: userIds.check(z.minLength(1, 'Choose at least one participant.')),
  }),
  response: z.union([
    z.object({ event: EventDetail, message: z.optional(z.string()) }),
    Unauthorized,
  ]),
  reads: z.object({
    event: z.looseObject({ startsAt: z.catch(z.optional(z.string()), undefined) }),
    message: z.catch(z.optional(z.string()), undefined),
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
  summary: 'Creates an event outside any series',
  body: z.strictObject({ ...newEvent, timeZone }),
  response: created,
  reads: done,
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
        z.minLength(1, 'A series needs at least one event.'),
        z.maxLength(MAX_SERIES_EVENTS, `A series takes up to ${MAX_SERIES_EVENTS} events.`),
      ),
    timeZone,
  }),
  response: created,
  reads: done,
  errors: [422],
})

const SeriesParticipant = z.object({ id: z.number(), username: z.string() })

export const SeriesEvent = z.object({
  id: z.number(),
  name: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  eventParticipants: z.array(SeriesParticipant),
  /** One item: how many streamers' results there are. */
  eventData: z.array(z.object({ leaderboardSubmissions: z.number() })),
  canLeave,
})
export type SeriesEvent = z.infer<typeof SeriesEvent>

export const EventSeries = z.object({
  event_series_name: z.string(),
  createdBy: z.number(),
  creator: z.object({ username: z.string() }),
  /** Whether the caller may edit the series and manage its events. */
  canManage: z.boolean(),
  events: z.array(SeriesEvent),
})
export type EventSeries = z.infer<typeof EventSeries>

export const getEventSeries = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/getBySeriesId/:id',
  access: 'user',
  summary: 'A series as a list of one; empty where there is none',
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
