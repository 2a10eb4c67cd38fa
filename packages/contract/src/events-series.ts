/** Which events a series has and in which order, and deleting them. */
import * as z from 'zod/mini'
import { done, endpoint, id, idParams, idText } from './endpoint.ts'
import { created, MAX_SERIES_EVENTS, newEvent, timeZone, Unauthorized } from './events.ts'

const ofOrganiser = {
  noun: 'events',
  access: 'user',
  params: idParams,
  response: z.union([done, Unauthorized]),
} as const

const eventOfSeries = {
  ...ofOrganiser,
  path: '/api/events/series/:id/events/:eventId',
  params: z.extend(idParams, { eventId: idParams.shape.id }),
} as const

export const createSeriesEvent = endpoint({
  ...ofOrganiser,
  method: 'POST',
  path: '/api/events/series/:id/create-event',
  rateLimit: 'events',
  summary: "Creates an event in a series, for the series' creator and admins",
  body: z.strictObject({ ...newEvent, timeZone }),
  response: z.union([created, Unauthorized]),
  errors: [404, 409, 422],
})

export const addSeriesEvent = endpoint({
  ...eventOfSeries,
  method: 'PUT',
  summary: "Adds to a series an event of its creator's that is outside any series",
  /** Where it stood when it was taken out; absent: behind the others. */
  query: z.strictObject({ position: z.optional(idText) }),
  errors: [404, 409],
})

export const takeOutSeriesEvent = endpoint({
  ...eventOfSeries,
  method: 'DELETE',
  summary: 'Takes an event out of a series: it goes on as a single event',
  response: z.union([
    /** Its place in the series; null where nobody had set an order. */
    z.extend(done, { position: z.nullable(z.number()) }),
    Unauthorized,
  ]),
  errors: [404],
})

export const orderSeries = endpoint({
  ...ofOrganiser,
  method: 'PUT',
  path: '/api/events/series/:id/order',
  summary: 'Puts the events of a series in order; all of them must be named',
  body: z.strictObject({
    events: z.array(id).check(z.minLength(1), z.maxLength(MAX_SERIES_EVENTS)),
  }),
  errors: [404, 409],
})

export const deleteEvent = endpoint({
  ...ofOrganiser,
  method: 'DELETE',
  path: '/api/events/event/:id',
  summary:
    'Deletes an event with its participants and uploaded results, for its creator and admins; games stay',
  errors: [404],
})

export const deleteEventSeries = endpoint({
  ...ofOrganiser,
  method: 'DELETE',
  path: '/api/events/series/:id',
  summary: 'Deletes a series with its events, for its creator and admins',
  errors: [404],
})
