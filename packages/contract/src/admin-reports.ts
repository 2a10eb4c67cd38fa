import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import {
  ChannelLabel,
  done,
  endpoint,
  id,
  idParams,
  MAX_RACER_NAME_LENGTH,
  MapLabel,
  numberInAddress,
  PageAddress,
  pageNumber,
  userNames,
} from './endpoint.ts'
import { GameMode } from './games.ts'
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
  // An objection of somebody whose own name the channel does not want on its boards.
  z.strictObject({ kind: z.literal('off-boards'), channelId: id }),
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
  reporter: z.object({ id: z.number(), ...userNames }),
  subject: z.object({
    kind: z.enum(['leaderboard', 'event', 'off-boards']),
    name: z.string(),
    /** The page of the reported channel, or of the one with the boards; null if a row of an event was reported. */
    channel: z.optional(z.nullable(PageAddress)),
    /** `Season 75`, the event's or the channel's name, or a note that the event was deleted. */
    where: z.string(),
    /** null unless a channel was reported. */
    season: z.nullable(z.number()),
    /** The page of this site that shows the row; null if its event was deleted. */
    path: z.nullable(z.string()),
  }),
  decision: z.nullable(
    z.object({
      by: z.string(),
      at: z.string(),
      note: z.string(),
      /** The answer that the reporter gets; null: none. */
      answer: z.nullable(z.string()),
    }),
  ),
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
    /** The answer that the reporter gets; empty: none. */
    answer: z._default(z.string().check(z.maxLength(MAX_DECISION_NOTE_LENGTH)), ''),
  }),
  response: Report,
  errors: [404, 409],
})

export const reopenReport = endpoint({
  noun: 'admin',
  method: 'DELETE',
  path: '/api/admin/reports/:id/decision',
  access: 'admin',
  summary: 'Takes the decision about a report back, and what its reporter was told',
  params: idParams,
  response: Report,
  errors: [404, 409],
})

export const LeaveOutReason = z.enum(['wrong-result', 'cheating', 'test', 'counted-twice', 'other'])
export type LeaveOutReason = z.infer<typeof LeaveOutReason>

/** A game that the reported row is made of, or would be if it were not left out. */
export const ReportedGame = z.object({
  id: z.number(),
  mode: GameMode,
  finishedAt: z.string(),
  channel: ChannelLabel,
  /** null if unknown, and for a tilt level. */
  map: z.nullable(MapLabel),
  racerCount: z.number(),
  /** The reported racer's place; null if a channel was reported, or if unknown. */
  place: z.nullable(z.number()),
  /** The game's own points for the season: the reported racer's, or those of all its racers. */
  points: z.nullable(z.number()),
  /** When it was uploaded, and by which of the streamer's computers; null if its receipt is gone. */
  upload: z.nullable(z.object({ receivedAt: z.string(), computer: z.nullable(z.string()) })),
  leftOut: z.nullable(z.object({ reason: LeaveOutReason, by: z.string(), at: z.string() })),
})
export type ReportedGame = z.infer<typeof ReportedGame>

/** A snapshot that the reported row is made of. */
export const ReportedSnapshot = z.object({
  channel: ChannelLabel,
  receivedAt: z.string(),
  /** null if it arrived before these were kept. */
  racers: z.nullable(z.number()),
  points: z.nullable(z.number()),
})
export type ReportedSnapshot = z.infer<typeof ReportedSnapshot>

/** What a channel in the reported event calls the racer, beside the login. */
export const ReportedName = z.object({
  channelId: z.number(),
  channel: ChannelLabel,
  name: z.string(),
  /** The login is shown in its place. */
  isHidden: z.boolean(),
})
export type ReportedName = z.infer<typeof ReportedName>

export const getReport = endpoint({
  noun: 'admin',
  method: 'GET',
  path: '/api/admin/reports/:id',
  access: 'admin',
  summary: 'A report, and what the reported row is made of: its games, newest first, and snapshots',
  params: idParams,
  query: z.strictObject({ page: pageNumber }),
  response: z.object({
    report: Report,
    games: z.array(ReportedGame),
    totalGames: z.number(),
    totalPages: z.number(),
    snapshots: z.array(ReportedSnapshot),
    /** The name that somebody objects to being off a channel's boards; null for another report, or a hidden racer. */
    names: z.array(ReportedName),
    offBoards: z.nullable(z.object({ ...PageAddress.shape, isOff: z.boolean() })),
  }),
  errors: [404],
})

export const leaveGameOut = endpoint({
  noun: 'admin',
  method: 'PUT',
  path: '/api/admin/left-out-games/:id',
  access: 'admin',
  summary:
    'Leaves a game out of rankings, so that it counts nowhere. Repeating it changes the reason',
  params: idParams,
  body: z.strictObject({
    reason: LeaveOutReason,
    /** The report that is the reason. */
    reportId: z.optional(id),
  }),
  response: done,
  errors: [404, 409],
})

export const letGameCount = endpoint({
  noun: 'admin',
  method: 'DELETE',
  path: '/api/admin/left-out-games/:id',
  access: 'admin',
  summary: 'Lets a game that was left out of rankings count again',
  params: idParams,
  response: done,
  errors: [404],
})

const reportedName = {
  noun: 'admin',
  path: '/api/admin/reports/:id/display-names/:channelId',
  access: 'admin',
  params: z.extend(idParams, { channelId: numberInAddress }),
  response: done,
  errors: [404],
} as const

export const hideDisplayName = endpoint({
  ...reportedName,
  method: 'DELETE',
  summary: 'Shows the login in place of the display name of the reported racer, on one channel',
})

export const showDisplayName = endpoint({
  ...reportedName,
  method: 'PUT',
  summary: 'Shows the display name of the reported racer on the channel again',
})
