/** What the companion sends and asks, and how a streamer proves that a channel is theirs. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Something about an accepted file that its streamer should know. */
export const UploadWarning = z.object({
  code: z.string(),
  message: z.string(),
  part: z.optional(z.string()),
  line: z.optional(z.number()),
})
export type UploadWarning = z.infer<typeof UploadWarning>

/** What every receipt of an accepted upload says. */
const receipt = {
  /** The receipt's number; null of a dry run, which leaves none. */
  id: z.nullable(z.number()),
  message: z.string(),
  channel: z.string(),
  /** True where the same content was stored already; nothing changed. */
  duplicate: z.boolean(),
  /** True where a later snapshot is stored already, or an empty one came for a full one; not applied. */
  stale: z.boolean(),
  warnings: z.array(UploadWarning),
}

/** How a snapshot changed what was stored, in racers. */
const SnapshotCounts = z.object({
  racers: z.number(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
})

export const SeasonReceipt = z.object({ ...receipt, season: z.number(), counts: SnapshotCounts })
export type SeasonReceipt = z.infer<typeof SeasonReceipt>

export const EventReceipt = z.object({ ...receipt, eventId: z.number(), counts: SnapshotCounts })
export type EventReceipt = z.infer<typeof EventReceipt>

export const GameReceipt = z.object({
  ...receipt,
  season: z.number(),
  /** null of a dry run. */
  gameId: z.nullable(z.number()),
  mode: z.enum(['race', 'royale', 'tilt']),
  /** False: stored, but it counts nowhere. */
  isRanked: z.boolean(),
  counts: z.object({ results: z.number(), hits: z.number() }),
})
export type GameReceipt = z.infer<typeof GameReceipt>

const UPLOAD_ERRORS = [404, 405, 408, 409, 413, 422, 507] as const
const uploadKeyField =
  "The channel's upload key or an upload ticket, where neither the address nor a session proves the channel"
const dryRunField =
  '`true`: the files are checked and the answer says what they would change, but nothing is stored'

export const uploadSeason = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/app/upload-data',
  access: 'upload-proof',
  rateLimit: 'uploads',
  summary: "Replaces a channel's season by the companion's cumulative snapshot",
  multipart: {
    files: {
      streamerData: "The channel's totals: one row",
      viewerData: "The season's racers: one row each",
    },
    fields: { uploadKey: uploadKeyField, dryRun: dryRunField },
  },
  response: SeasonReceipt,
  errors: UPLOAD_ERRORS,
})

export const uploadEvent = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/app/upload-event-data',
  access: 'upload-proof',
  rateLimit: 'uploads',
  summary: "Replaces a channel's standing in an event by the companion's snapshot",
  multipart: {
    files: { eventData: 'The racers of the event: one row each' },
    fields: { eventId: "The event's number", uploadKey: uploadKeyField, dryRun: dryRunField },
  },
  response: EventReceipt,
  errors: UPLOAD_ERRORS,
})

export const uploadGame = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/app/upload-mpl-data',
  access: 'upload-proof',
  rateLimit: 'uploads',
  summary: 'Stores one game as facts: a race, a royale or a tilt level',
  multipart: {
    files: { raceData: 'The results: one row a marble' },
    optionalFiles: {
      checkpointData: 'The checkpoint hits; required with a race',
      summaryData: "The game's summary",
    },
    fields: {
      uploadKey: uploadKeyField,
      channel: "The channel, where the proof is not its streamer's",
      season: 'The season; else the one that was current when the game finished',
      finishedAt: 'When the game finished, ISO 8601; else the summary says, else it is now',
      dryRun: dryRunField,
    },
  },
  response: GameReceipt,
  errors: UPLOAD_ERRORS,
})

export const getCompanionSettings = endpoint({
  noun: 'uploads',
  method: 'GET',
  path: '/api/app/settings',
  access: 'anyone',
  summary: 'What the companion asks when it starts',
  query: z.object({ channel: z._default(z.string().check(z.maxLength(512)), '') }),
  response: z.object({
    /** Whether the channel is known here. */
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
  summary: "The signed-in streamer's upload key, as far as it may still be shown",
  response: z.object({ uploadKey: z.nullable(UploadKey) }),
})

export const rotateUploadKey = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/uploads/key',
  access: 'user',
  summary:
    'Makes an upload key, or replaces the one there is; the only time the whole key is shown',
  response: z.object({
    key: z.string(),
    /** The host to give the companion, with the key in it. */
    companionAddress: z.string(),
    uploadKey: UploadKey,
  }),
})

export const createUploadTicket = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/uploads/ticket',
  access: 'user',
  summary: 'A proof for the next ten minutes that a page puts into the field uploadKey',
  response: z.object({ ticket: z.string(), expiresAt: z.string() }),
})
