import * as z from 'zod/mini'
import { done, endpoint, idParams } from './endpoint.ts'

const ofCaller = { noun: 'events', access: 'user', params: idParams, response: done } as const

export const leaveEvent = endpoint({
  ...ofCaller,
  method: 'POST',
  path: '/api/events/leave/:id',
  summary: 'Takes the caller out of an event that has not ended',
  errors: [404, 409],
})

export const leaveEventSeries = endpoint({
  ...ofCaller,
  method: 'POST',
  path: '/api/events/leave-series/:id',
  summary: 'Takes the caller out of those events of a series that have not ended',
  errors: [404, 409],
})

const idAndName = z.object({ id: z.number(), name: z.string() })

export const listLeftEvents = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/left',
  access: 'user',
  summary: 'The events and series that the caller has left and that go on, by name',
  response: z.object({
    series: z.array(idAndName),
    /** Without those of the series above. */
    events: z.array(idAndName),
  }),
})

export const rejoinEvent = endpoint({
  ...ofCaller,
  method: 'POST',
  path: '/api/events/rejoin/:id',
  summary: 'Brings the caller back into an event that they have left and that has not ended',
  errors: [404],
})

export const rejoinEventSeries = endpoint({
  ...ofCaller,
  method: 'POST',
  path: '/api/events/rejoin-series/:id',
  summary: 'Brings the caller back into those events of a series they left that have not ended',
  errors: [404],
})

export const listBlockedOrganisers = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/blocked-organisers',
  access: 'user',
  summary: 'Who can no longer add the caller to events, by name',
  response: z.array(z.object({ id: z.number(), username: z.string() })),
})

export const blockOrganiser = endpoint({
  ...ofCaller,
  method: 'PUT',
  path: '/api/events/blocked-organisers/:id',
  summary:
    'Keeps a user from adding the caller to events, and takes the caller out of those that have not ended',
  errors: [404, 422],
})

export const unblockOrganiser = endpoint({
  ...ofCaller,
  method: 'DELETE',
  path: '/api/events/blocked-organisers/:id',
  summary: 'Lets a blocked user add the caller to events again',
})
