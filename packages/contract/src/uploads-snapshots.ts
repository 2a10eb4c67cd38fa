/** The last accepted snapshots of a channel, kept as they came, and putting one of them back. */
import * as z from 'zod/mini'
import { endpoint, idParams } from './endpoint.ts'

/** Snapshots of seasons and of events have numbers of their own each. */
export const SnapshotKind = z.enum(['season', 'event'])
export type SnapshotKind = z.infer<typeof SnapshotKind>

export const KeptSnapshot = z.object({
  kind: SnapshotKind,
  id: z.number(),
  channel: z.string(),
  /** The season's, or the event's: two events may have one name. */
  number: z.number(),
  /** `Season 75`, or the event's name. */
  of: z.string(),
  /** The day its file says, YYYY-MM-DD; null of an event. */
  marbleDay: z.nullable(z.string()),
  receivedAt: z.string(),
  /** null: kept before this was noted. */
  racers: z.nullable(z.number()),
  /** Of all its racers; null as above. */
  points: z.nullable(z.number()),
  /** Whether it is what counts at present. */
  isCurrent: z.boolean(),
})
export type KeptSnapshot = z.infer<typeof KeptSnapshot>

export const listKeptSnapshots = endpoint({
  noun: 'uploads',
  method: 'GET',
  path: '/api/admin/snapshots',
  access: 'admin',
  rateLimit: 'search',
  summary: 'The kept snapshots of the channel of that name, letter case ignored; newest first',
  query: z.strictObject({ channel: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.array(KeptSnapshot),
})

export const putSnapshotBack = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/admin/snapshots/:kind/:id/put-back',
  access: 'admin',
  summary: 'Makes a kept snapshot the one that counts, as if it had come just now',
  params: z.extend(idParams, { kind: SnapshotKind }),
  response: z.object({
    message: z.string(),
    counts: z.object({
      racers: z.number(),
      added: z.number(),
      changed: z.number(),
      removed: z.number(),
    }),
  }),
  errors: [404, 409],
})
