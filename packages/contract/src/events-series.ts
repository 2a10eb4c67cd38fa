/** Adding, removing, ordering and deleting the events of a series. */
import * as z from 'zod/mini'
import { done, endpoint, id, idParams, idText } from './endpoint.ts'
import { created, MAX_SERIES_EVENTS, newEvent, timeZone, Unauthorized } from './events.ts'

const forOrganiser = {
  noun: 'events',
  access: 'user',
  params: idParams,
  response: z.union([done, Unauthorized]),
} as const

const seriesEvent = {
  ...forOrganiser,
  path: '/api/events/series/:id/events/:eventId',
  params: z.extend(idParams, { eventId: idParams.shape.id }),
} as const

export const createSeriesEvent = endpoint({
  ...forOrganiser,
  method: 'POST',
  path: '/api/events/series/:id/create-event',
  rateLimit: 'events',
  summary: 'Creates an event in a series for its creator, for those who may edit it',
  body: z.strictObject({ ...newEvent, timeZone }),
  response: z.union([created, Unauthorized]),
  errors: [404, 409, 422],
})

export const addSeriesEvent = endpoint({
  ...seriesEvent,
  method: 'PUT',
  summary: "Adds one of the creator's single events to a series",
  /** Its position before it was removed; without it, after the others. */
  query: z.strictObject({ position: z.optional(idText) }),
  errors: [404, 409],
})

export const takeOutSeriesEvent = endpoint({
  ...seriesEvent,
  method: 'DELETE',
  summary: 'Removes an event from a series; it continues as a single event',
  response: z.union([
    /** Its position in the series; null if nobody ordered the series. */
    z.extend(done, { position: z.nullable(z.number()) }),
    Unauthorized,
  ]),
  errors: [404],
})

export const orderSeries = endpoint({
  ...forOrganiser,
  method: 'PUT',
  path: '/api/events/series/:id/order',
  summary: 'Orders the events of a series; the call must name every event',
  body: z.strictObject({
    events: z.array(id).check(z.minLength(1), z.maxLength(MAX_SERIES_EVENTS)),
  }),
  errors: [404, 409],
})

export const deleteEvent = endpoint({
  ...forOrganiser,
  method: 'DELETE',
  path: '/api/events/event/:id',
  summary:
    'Deletes an event with its participants and uploaded results, for its creator and admins; games stay',
  errors: [404],
})

export const deleteEventSeries = endpoint({
  ...forOrganiser,
  method: 'DELETE',
  path: '/api/events/series/:id',
  summary: 'Deletes a series with its events, for its creator and admins',
  errors: [404],
})
