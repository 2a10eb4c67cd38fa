import * as z from 'zod/mini'
import { endpoint, idParams, MAX_ID } from './endpoint.ts'
import { created, MAX_SERIES_EVENTS, newEvent, timeZone, Unauthorized } from './events.ts'

const done = z.union([z.object({ status: z.literal('success') }), Unauthorized])

const seriesEventParams = z.object({ id: idParams.shape.id, eventId: idParams.shape.id })

export const createSeriesEvent = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/events/series/:id/create-event',
  access: 'user',
  rateLimit: 'events',
  summary: "Creates an event in a series, for the series' creator and admins",
  params: idParams,
  body: z.strictObject({ ...newEvent, timeZone }),
  response: z.union([created, Unauthorized]),
  errors: [404, 409, 422],
})

export const addSeriesEvent = endpoint({
  noun: 'events',
  method: 'PUT',
  path: '/api/events/series/:id/events/:eventId',
  access: 'user',
  summary: "Adds to a series an event of its creator's that is outside any series",
  params: seriesEventParams,
  response: done,
  errors: [404, 409],
})

export const takeOutSeriesEvent = endpoint({
  noun: 'events',
  method: 'DELETE',
  path: '/api/events/series/:id/events/:eventId',
  access: 'user',
  summary: 'Takes an event out of a series: it goes on as a single event',
  params: seriesEventParams,
  response: done,
  errors: [404],
})

export const orderSeries = endpoint({
  noun: 'events',
  method: 'PUT',
  path: '/api/events/series/:id/order',
  access: 'user',
  summary: 'Puts the events of a series in order; all of them must be named',
  params: idParams,
  body: z.strictObject({
    events: z
      .array(z.int().check(z.minimum(1), z.maximum(MAX_ID)))
      .check(z.minLength(1), z.maxLength(MAX_SERIES_EVENTS)),
  }),
  response: done,
  errors: [404, 409],
})

export const deleteEvent = endpoint({
  noun: 'events',
  method: 'DELETE',
  path: '/api/events/event/:id',
  access: 'user',
  summary:
    'Deletes an event with its participants and uploaded results, for its creator and admins; games stay',
  params: idParams,
  response: done,
  errors: [404],
})

export const deleteEventSeries = endpoint({
  noun: 'events',
  method: 'DELETE',
  path: '/api/events/series/:id',
  access: 'user',
  summary: 'Deletes a series with its events, for its creator and admins',
  params: idParams,
  response: done,
  errors: [404],
})
