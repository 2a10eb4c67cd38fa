/** What people decide about themselves: whether others see their name, and where they are signed in. */
import * as z from 'zod/mini'
import { done, endpoint } from './endpoint.ts'

/** A place where the caller is signed in. */
export const OwnSession = z.object({
  id: z.string(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  /** The network address of the last call. */
  address: z.string(),
  /** Whether this call came with it. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const Account = z.object({
  /** Since when others see a number in place of the caller's name as a racer; null: they see the name. */
  hidesNameSince: z.nullable(z.string()),
  /** When the account will be deleted unless the caller keeps it; null: it stays. */
  deletesAt: z.nullable(z.string()),
  /** The one seen last first. */
  sessions: z.array(OwnSession),
})

export const getAccount = endpoint({
  noun: 'account',
  method: 'GET',
  path: '/api/account',
  access: 'user',
  summary: 'What the caller has decided about themselves',
  response: Account,
})

/** After how long without a call the next one begins another visit. */
export const VISIT_PAUSE_MINUTES = 60

export const noteVisit = endpoint({
  noun: 'account',
  method: 'PUT',
  path: '/api/account/visit',
  access: 'user',
  summary: "Says that the caller's dashboard is open: a visit begins, or goes on",
  response: done,
})

export const hideName = endpoint({
  noun: 'account',
  method: 'PUT',
  path: '/api/account/hidden-name',
  access: 'user',
  rateLimit: 'reports',
  summary: "Hides the caller's names as a racer from others, under all of their logins",
  response: done,
})

export const showName = endpoint({
  noun: 'account',
  method: 'DELETE',
  path: '/api/account/hidden-name',
  access: 'user',
  rateLimit: 'reports',
  summary: "Shows the caller's names as a racer again",
  response: done,
})

export const endOwnSession = endpoint({
  noun: 'account',
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'user',
  summary: "Ends one of the caller's sessions",
  params: z.object({ id: z.uuid() }),
  response: done,
  errors: [404],
})

export const endOtherSessions = endpoint({
  noun: 'account',
  method: 'DELETE',
  path: '/api/account/sessions',
  access: 'user',
  summary: "Ends all of the caller's sessions except this one",
  response: done,
})

export const deleteAccount = endpoint({
  noun: 'account',
  method: 'PUT',
  path: '/api/account/deletion',
  access: 'user',
  rateLimit: 'reports',
  summary: "Deletes the caller's account in 14 days, unless they keep it",
  response: done,
})

export const keepAccount = endpoint({
  noun: 'account',
  method: 'DELETE',
  path: '/api/account/deletion',
  access: 'user',
  rateLimit: 'reports',
  summary: 'Keeps an account that was to be deleted',
  response: done,
})

export const downloadOwnData = endpoint({
  noun: 'account',
  method: 'GET',
  path: '/api/account/data',
  access: 'user',
  rateLimit: 'events',
  summary:
    'A JSON file with everything that is stored about the caller, except what a sealed event holds',
  response: z.unknown(),
  sendsFile: true,
})
