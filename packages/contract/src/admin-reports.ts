import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import {
  endpoint,
  id,
  idParams,
  MAX_RACER_NAME_LENGTH,
  PageAddress,
  pageNumber,
} from './endpoint.ts'
import { REPORT_CHECKS } from './problems/admin.ts'

const says = saying(REPORT_CHECKS)

export const ReportReason = z.enum(['wrong-result', 'cheating', 'offensive-name', 'other'])
export type ReportReason = z.infer<typeof ReportReason>

export const MAX_REPORT_DETAILS_LENGTH = 1000

export const ReportSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('leaderboard'), season: id, channelId: id }),
  z.strictObject({
    kind: z.literal('event'),
    eventId: id,
    racerName: z.string().check(z.minLength(1), z.maxLength(MAX_RACER_NAME_LENGTH)),
  }),
])
export type ReportSubject = z.infer<typeof ReportSubject>

const details = z
  .string()
  .check(
    z.maxLength(
      MAX_REPORT_DETAILS_LENGTH,
      says('report_details_too_long', { most: MAX_REPORT_DETAILS_LENGTH }),
    ),
  )

export const createReport = endpoint({
  noun: 'admin',
  method: 'POST',
  path: '/api/reports',
  access: 'user',
  rateLimit: 'reports',
  summary: 'Reports a row of a leaderboard to the admins',
  body: z.strictObject({
    subject: ReportSubject,
    reason: ReportReason,
    details: z._default(details, ''),
  }),
  response: z.object({ id: z.number(), message: z.string() }),
  errors: [404, 409, 422],
})

export const ReportState = z.enum(['open', 'resolved', 'dismissed'])
export type ReportState = z.infer<typeof ReportState>

export const Report = z.object({
  id: z.number(),
  state: ReportState,
  reason: ReportReason,
  details: z.string(),
  createdAt: z.string(),
  reporter: z.object({ id: z.number(), username: z.string() }),
  subject: z.object({
    kind: z.enum(['leaderboard', 'event']),
    name: z.string(),
    /** The page of the reported channel; null if a racer was reported. */
    channel: z.optional(z.nullable(PageAddress)),
    /** `Season 75`, the event's name, or a note that the event was deleted. */
    where: z.string(),
    /** null if the row belongs to an event. */
    season: z.nullable(z.number()),
    /** The page of this site that shows the row; null if its event was deleted. */
    path: z.nullable(z.string()),
  }),
  decision: z.nullable(z.object({ by: z.string(), at: z.string(), note: z.string() })),
})
export type Report = z.infer<typeof Report>

export const listReports = endpoint({
  noun: 'admin',
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  summary:
    'The reports in one state, a page at a time: open ones oldest first, decided ones newest first',
  query: z.strictObject({ state: z._default(ReportState, 'open'), page: pageNumber }),
  response: z.object({
    data: z.array(Report),
    totalPages: z.number(),
    counts: z.object({ open: z.number(), resolved: z.number(), dismissed: z.number() }),
  }),
})

export const MAX_DECISION_NOTE_LENGTH = 1000

export const decideReport = endpoint({
  noun: 'admin',
  method: 'PUT',
  path: '/api/admin/reports/:id',
  access: 'admin',
  summary: 'Resolves or dismisses an open report',
  params: idParams,
  body: z.strictObject({
    state: z.enum(['resolved', 'dismissed']),
    note: z._default(z.string().check(z.maxLength(MAX_DECISION_NOTE_LENGTH)), ''),
  }),
  response: Report,
  errors: [404, 409],
})
