import * as z from 'zod/mini'
import { endpoint, idParams, MAX_SEARCH_LENGTH } from './endpoint.ts'
import { SnapshotCounts } from './uploads.ts'

/** Ids are unique only within one kind. */
const kind = z.enum(['season', 'event'])

export const ListedSnapshot = z.object({
  kind,
  id: z.number(),
  channel: z.string(),
  /** The id of the season or the event. */
  number: z.number(),
  /** `Season 75`, or the event's name. */
  of: z.string(),
  /** YYYY-MM-DD; null for an event. */
  marbleDay: z.nullable(z.string()),
  receivedAt: z.string(),
  /** null if it was stored before this number was recorded. */
  racers: z.nullable(z.number()),
  /** The points of all racers; null like `racers`. */
  points: z.nullable(z.number()),
  isCurrent: z.boolean(),
})
export type ListedSnapshot = z.infer<typeof ListedSnapshot>

export const listStoredSnapshots = endpoint({
  noun: 'uploads',
  method: 'GET',
  path: '/api/admin/snapshots',
  access: 'admin',
  rateLimit: 'search',
  summary:
    "The stored snapshots of a channel, by its login or its streamer's display name, newest first",
  query: z.strictObject({
    channel: z.string().check(z.minLength(1), z.maxLength(MAX_SEARCH_LENGTH)),
  }),
  response: z.array(ListedSnapshot),
})

export const putSnapshotBack = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/admin/snapshots/:kind/:id/put-back',
  access: 'admin',
  summary: 'Makes a stored snapshot the current one, as if it had just been uploaded',
  params: z.extend(idParams, { kind }),
  response: z.object({
    message: z.string(),
    counts: SnapshotCounts,
  }),
  errors: [404, 409],
})
