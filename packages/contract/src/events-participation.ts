import * as z from 'zod/mini'
import { done, endpoint, idParams, userNames } from './endpoint.ts'

const shared = { noun: 'events', access: 'user', params: idParams, response: done } as const

export const leaveEvent = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/events/leave/:id',
  summary: 'Removes the caller from an event that has not ended',
  errors: [404, 409],
})

export const leaveEventSeries = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/events/leave-series/:id',
  summary: 'Removes the caller from the events of a series that have not ended',
  errors: [404, 409],
})

const idAndName = z.object({ id: z.number(), name: z.string() })

export const listLeftEvents = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/left',
  access: 'user',
  summary: 'The events and series that the caller left and that have not ended, by name',
  response: z.object({
    series: z.array(idAndName),
    /** Leaves out the events of these series. */
    events: z.array(idAndName),
  }),
})

export const rejoinEvent = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/events/rejoin/:id',
  summary: 'Adds the caller back to an event that they left and that has not ended',
  errors: [404],
})

export const rejoinEventSeries = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/events/rejoin-series/:id',
  summary: 'Adds the caller back to the events that have not ended of a series that they left',
  errors: [404],
})

export const listBlockedOrganisers = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/blocked-organisers',
  access: 'user',
  summary: 'The users who cannot add the caller to events, by name',
  response: z.array(z.object({ id: z.number(), ...userNames })),
})

export const blockOrganiser = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/events/blocked-organisers/:id',
  summary:
    'Stops a user from adding the caller to events, removes the caller from their events that have not ended, and ends all help with their events',
  errors: [404, 422],
})

export const unblockOrganiser = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/events/blocked-organisers/:id',
  summary: 'Lets a blocked user add the caller to events again',
})
