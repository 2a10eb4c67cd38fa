/** Events as calendar feeds (RFC 5545). Nothing about results is in them. */
import * as z from 'zod/mini'
import { done, endpoint } from './endpoint.ts'
import { tokenParams } from './show-links.ts'

const feed = {
  noun: 'events',
  method: 'GET',
  access: 'anyone',
  response: z.string(),
  sendsText: true,
} as const

export const getPublicCalendar = endpoint({
  ...feed,
  path: '/api/calendar/events.ics',
  scope: 'read:events',
  summary: 'The events that their organisers have listed, as a calendar',
})

export const getOwnCalendar = endpoint({
  ...feed,
  path: '/api/calendar/own/:token',
  summary: 'The events that a person created or takes part in, as a calendar',
  params: tokenParams,
  errors: [404],
})

export const getLeagueCalendar = endpoint({
  ...feed,
  path: '/api/calendar/leagues/:token',
  scope: 'read:events',
  summary: 'The rounds of a league with a public page, as a calendar',
  params: tokenParams,
  errors: [404],
})

const ownLink = { noun: 'events', access: 'user', path: '/api/calendar/link' } as const

export const getCalendarLink = endpoint({
  ...ownLink,
  method: 'GET',
  summary: "The token of the caller's calendar; null if there is none",
  response: z.object({ token: z.nullable(z.string()) }),
})

export const makeCalendarLink = endpoint({
  ...ownLink,
  method: 'POST',
  rateLimit: 'events',
  summary: "Makes a new address for the caller's calendar; the old one stops working",
  response: z.object({ token: z.string() }),
})

export const removeCalendarLink = endpoint({
  ...ownLink,
  method: 'DELETE',
  summary: "Removes the address of the caller's calendar",
  response: done,
})
