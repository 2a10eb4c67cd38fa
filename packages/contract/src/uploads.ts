/** What the companion uploads and asks, and the streamer's upload key. */
import * as z from 'zod/mini'
import { endpoint, MAX_CHANNEL_NAME_LENGTH, orNothing } from './endpoint.ts'
import { GameMode } from './games.ts'
import { UploadWarning } from './upload-warning.ts'

/** The outcome of an upload that was not refused. `stale`: accepted, but not applied. */
export const UploadOutcome = z.enum(['stored', 'duplicate', 'stale'])
export type UploadOutcome = z.infer<typeof UploadOutcome>

export const receiptFields = {
  /** null for a dry run, which leaves no receipt. */
  id: z.nullable(z.number()),
  message: z._default(z.string(), 'Upload successful!'),
  channel: z.string(),
  /** Says in one word what `duplicate` and `stale` say. */
  outcome: UploadOutcome,
  /** The same content was already stored; nothing changed. */
  duplicate: z.boolean(),
  /** The upload was not applied: docs/formats.md, Which snapshot counts. */
  stale: z.boolean(),
  warnings: z.array(UploadWarning),
}

/** How many racers a snapshot has, and how it changed the stored ones. */
export const SnapshotCounts = z.object({
  racers: z.number(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
})

const snapshotFacts = {
  counts: SnapshotCounts,
  /**
   * Why it is `stale`: `kept` until its streamer switches back from games to snapshots; `older` than the snapshot that
   * counts; `empty` although the snapshot that counts is not. null if it is not stale.
   */
  unused: z.nullable(z.enum(['kept', 'older', 'empty'])),
}

export const SeasonFacts = z.object({
  kind: z.literal('season'),
  season: z.number(),
  ...snapshotFacts,
})

export const EventFacts = z.object({
  kind: z.literal('event'),
  eventId: z.number(),
  /** The event's name when the snapshot arrived. */
  event: z.string(),
  ...snapshotFacts,
})

export const GameFacts = z.object({
  kind: z.literal('game'),
  season: z.number(),
  mode: GameMode,
  /** null if unknown. */
  map: z.nullable(z.string()),
  /** False means that it is stored but counts nowhere. */
  isRanked: z.boolean(),
  /** The game was known from a day log, and its own files add what the log lacks. */
  isCompleted: z.boolean(),
  counts: z.object({ results: z.number(), hits: z.number() }),
})

/** Whether it is stored but not used until its streamer switches back from games to snapshots. */
const kept = z.boolean()

export const SeasonReceipt = z.extend(SeasonFacts, { ...receiptFields, kept })
export type SeasonReceipt = z.infer<typeof SeasonReceipt>

export const EventReceipt = z.extend(EventFacts, { ...receiptFields, kept })
export type EventReceipt = z.infer<typeof EventReceipt>

export const GameReceipt = z.extend(GameFacts, {
  ...receiptFields,
  /** null for a dry run. */
  gameId: z.nullable(z.number()),
})
export type GameReceipt = z.infer<typeof GameReceipt>

export const UPLOAD_ERRORS = [404, 408, 409, 413, 422, 507] as const
export const uploadKeyField =
  "The channel's upload key or an upload ticket, unless the address or a session proves the channel"
export const dryRunField =
  '`true`: the files are checked and the answer says what would change, but nothing is stored'

export const uploadSeason = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/app/upload-data',
  access: 'upload-proof',
  rateLimit: 'uploads',
  summary: "Replaces a channel's season with the companion's cumulative snapshot",
  multipart: {
    files: {
      streamerData: "The channel's totals: one row",
      viewerData: "The season's racers: one row each",
    },
    fields: { uploadKey: uploadKeyField, dryRun: dryRunField },
  },
  response: SeasonReceipt,
  reads: orNothing(SeasonReceipt),
  errors: UPLOAD_ERRORS,
})

export const uploadEvent = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/app/upload-event-data',
  access: 'upload-proof',
  rateLimit: 'uploads',
  summary: "Replaces a channel's results in an event with the companion's snapshot",
  multipart: {
    files: { eventData: 'The racers of the event: one row each' },
    fields: { eventId: "The event's number", uploadKey: uploadKeyField, dryRun: dryRunField },
  },
  response: EventReceipt,
  reads: orNothing(EventReceipt),
  errors: UPLOAD_ERRORS,
})

export const uploadGame = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/app/upload-mpl-data',
  access: 'upload-proof',
  rateLimit: 'uploads',
  summary: 'Stores one game: a race, a royale or a tilt level',
  multipart: {
    files: { raceData: 'The results: one row per marble' },
    optionalFiles: {
      checkpointData: 'The checkpoint hits; required with a race',
      summaryData: "The game's summary",
    },
    fields: {
      uploadKey: uploadKeyField,
      channel: "The channel, where the proof is not its streamer's",
      season: 'The season. Without it: the season that was current when the game finished',
      finishedAt:
        'When the game finished, ISO 8601 with a time zone; used if the summary does not say. Without both: now',
      dryRun: dryRunField,
    },
  },
  response: GameReceipt,
  reads: orNothing(GameReceipt),
  errors: UPLOAD_ERRORS,
})

export const getCompanionSettings = endpoint({
  noun: 'uploads',
  method: 'GET',
  path: '/api/app/settings',
  access: 'anyone',
  summary: 'What the companion asks when it starts',
  query: z.object({
    channel: z._default(z.string().check(z.maxLength(MAX_CHANNEL_NAME_LENGTH)), ''),
  }),
  response: z.object({
    exists: z.boolean(),
    season: z.string(),
    version: z.string(),
    download_url: z.string(),
  }),
})

export const UploadKey = z.object({
  prefix: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type UploadKey = z.infer<typeof UploadKey>

export const getUploadKey = endpoint({
  noun: 'uploads',
  method: 'GET',
  path: '/api/uploads/key',
  access: 'user',
  summary: "The part of the signed-in streamer's upload key that can still be shown",
  response: z.object({ uploadKey: z.nullable(UploadKey) }),
})

export const rotateUploadKey = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/uploads/key',
  access: 'user',
  summary: 'Creates an upload key or replaces the present one; no other answer shows the whole key',
  response: z.object({
    key: z.string(),
    /** The host to enter in the companion; it contains the key. */
    companionAddress: z.string(),
    uploadKey: UploadKey,
  }),
})

export const testUploadKey = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/uploads/key/test',
  access: 'upload-proof',
  summary: 'Whether an upload key is valid, and for which channel',
  body: z.strictObject({ uploadKey: z.string().check(z.maxLength(100)) }),
  response: z.object({ channel: z.string() }),
})

export const createUploadTicket = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/uploads/ticket',
  access: 'user',
  summary: 'A ticket, valid for ten minutes, that a page sends in the field uploadKey',
  response: z.object({ ticket: z.string(), expiresAt: z.string() }),
})
