import * as z from 'zod/mini'
import { endpoint, idParams } from './endpoint.ts'

const done = z.object({ status: z.literal('success') })

export const leaveEvent = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/events/leave/:id',
  access: 'user',
  summary: 'Takes the caller out of an event that has not ended',
  params: idParams,
  response: done,
  errors: [404, 409],
})

export const leaveEventSeries = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/events/leave-series/:id',
  access: 'user',
  summary: 'Takes the caller out of those events of a series that have not ended',
  params: idParams,
  response: done,
  errors: [404, 409],
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
  noun: 'events',
  method: 'PUT',
  path: '/api/events/blocked-organisers/:id',
  access: 'user',
  summary:
    'Keeps a user from adding the caller to events, and takes the caller out of those that have not ended',
  params: idParams,
  response: done,
  errors: [404, 422],
})

export const unblockOrganiser = endpoint({
  noun: 'events',
  method: 'DELETE',
  path: '/api/events/blocked-organisers/:id',
  access: 'user',
  summary: 'Lets a blocked user add the caller to events again',
  params: idParams,
  response: done,
})
