/** What a streamer sees of the own channel's uploads, and may decide about them. */
import * as z from 'zod/mini'
import { endpoint, idParams, pageNumber } from './endpoint.ts'
import {
  dryRunField,
  EventFacts,
  GameFacts,
  receipt,
  SeasonFacts,
  UPLOAD_ERRORS,
  UploadOutcome,
  UploadWarning,
  uploadKeyField,
} from './uploads.ts'

const ImportFacts = z.object({
  kind: z.literal('import'),
  counts: z.object({
    games: z.number(),
    added: z.number(),
    known: z.number(),
    differing: z.number(),
  }),
  /** Of the games added: all of them, those that count in their season, and the points of these. */
  seasons: z.array(
    z.object({ season: z.number(), added: z.number(), counted: z.number(), points: z.number() }),
  ),
})

export const ImportReceipt = z.extend(ImportFacts, receipt)
export type ImportReceipt = z.infer<typeof ImportReceipt>

/** What was uploaded, as the answer says it, for pages and programs that choose their own words. */
export const UploadFacts = z.discriminatedUnion('kind', [
  SeasonFacts,
  EventFacts,
  GameFacts,
  ImportFacts,
])
export type UploadFacts = z.infer<typeof UploadFacts>

export const OwnReceipt = z.object({
  id: z.number(),
  receivedAt: z.string(),
  kind: z.enum(['season', 'event', 'game', 'import']),
  outcome: z.enum([...UploadOutcome.options, 'refused']),
  /** Of a refusal. */
  code: z.nullable(z.string()),
  message: z.string(),
  /** null: it was refused, or came before facts were recorded. */
  facts: z.nullable(UploadFacts),
  part: z.nullable(z.string()),
  line: z.nullable(z.number()),
  column: z.nullable(z.string()),
  warnings: z.array(UploadWarning),
  undoneAt: z.nullable(z.string()),
  /** `stale` when it came, and what counts since its streamer has switched back to snapshots. */
  countsNow: z.boolean(),
})
export type OwnReceipt = z.infer<typeof OwnReceipt>

export const RECEIPTS_A_PAGE = 20

export const importDayLog = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/companion/import',
  access: 'upload-proof',
  rateLimit: 'imports',
  summary: 'Stores the games of a day log of the public companion that are not known yet',
  multipart: {
    files: { dayLog: 'A file allraces_YYYY-MM-DD.csv' },
    fields: {
      uploadKey: uploadKeyField,
      channel: "The channel, where the proof is not its streamer's",
      season: 'The season. Without it: of each game the one that was current when it finished',
      dryRun: dryRunField,
    },
  },
  response: ImportReceipt,
  errors: UPLOAD_ERRORS,
})

export const listOwnReceipts = endpoint({
  noun: 'uploads',
  method: 'GET',
  path: '/api/uploads/receipts',
  access: 'user',
  rateLimit: 'search',
  summary: "The caller's own channel, and what became of its uploads; newest first",
  query: z.strictObject({ page: pageNumber }),
  response: z.object({
    /** null: nobody has uploaded anything for the caller yet. */
    channel: z.nullable(
      z.object({
        name: z.string(),
        /** Since then its games count, and later snapshots are kept unused; null: snapshots count. */
        handedOverAt: z.nullable(z.string()),
      }),
    ),
    /** The one upload that can be taken back. */
    undoableId: z.nullable(z.number()),
    total: z.number(),
    receipts: z.array(OwnReceipt),
  }),
})

export const setHandover = endpoint({
  noun: 'uploads',
  method: 'PUT',
  path: '/api/uploads/handover',
  access: 'user',
  summary: "Counts the own channel's games one by one from now on, or its snapshots again",
  body: z.strictObject({ isOn: z.boolean() }),
  response: z.object({ handedOverAt: z.nullable(z.string()) }),
  errors: [404],
})

/** null: it has no results. */
const SeasonNumbers = z.nullable(z.object({ points: z.number(), games: z.number() }))

/** What a channel has in an event. */
export const EventNumbers = z.object({
  /** Without those that a snapshot covers. */
  games: z.number(),
  racers: z.number(),
  /** null: hidden from the streamer until they are revealed. */
  points: z.nullable(z.number()),
  hasSnapshot: z.boolean(),
})
export type EventNumbers = z.infer<typeof EventNumbers>

/** Of a season its points and games, of an event what the channel has in it. */
export const NumbersChange = z.object({
  of: z.string(),
  before: z.string(),
  after: z.string(),
  facts: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('season'),
      season: z.number(),
      before: SeasonNumbers,
      after: SeasonNumbers,
    }),
    z.object({
      kind: z.literal('event'),
      event: z.string(),
      before: EventNumbers,
      after: EventNumbers,
    }),
    /** Events beyond those that are named; they lose the games. */
    z.object({ kind: z.literal('more-events'), count: z.number() }),
  ]),
})
export type NumbersChange = z.infer<typeof NumbersChange>

export const UndoneUpload = z.object({
  message: z.string(),
  goes: z.object({
    kind: z.enum(['games', 'snapshot']),
    /** `a race with 38 racers on Canyon`. */
    what: z.string(),
    /** When the first and last of the games ended, or the snapshot arrived. */
    from: z.string(),
    to: z.string(),
    facts: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('game'),
        ...{ mode: GameFacts.shape.mode, map: GameFacts.shape.map, racers: z.number() },
      }),
      z.object({ kind: z.literal('games'), count: z.number() }),
      z.object({ kind: z.literal('season'), season: z.number() }),
      z.object({ kind: z.literal('event'), event: z.string() }),
    ]),
  }),
  /** Only what changes. */
  changes: z.array(NumbersChange),
})
export type UndoneUpload = z.infer<typeof UndoneUpload>

export const undoUpload = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/uploads/receipts/:id/undo',
  access: 'user',
  summary:
    "Takes the own channel's last upload back: the snapshot before it returns, a game is removed",
  params: idParams,
  body: z.strictObject({
    /** Says what would change, and changes nothing. */
    dryRun: z.boolean(),
  }),
  response: UndoneUpload,
  errors: [404, 409],
})
