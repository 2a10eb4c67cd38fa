/** A streamer's own uploads, and what the streamer may decide about them. */
import * as z from 'zod/mini'
import { endpoint, idParams, PageAddress, ProblemParams, pageNumber } from './endpoint.ts'
import { GameMode } from './games.ts'
import { UploadWarning } from './upload-warning.ts'
import {
  dryRunField,
  EventFacts,
  GameFacts,
  receiptFields,
  SeasonFacts,
  UPLOAD_ERRORS,
  UploadOutcome,
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
  /** The added games of each season, how many of them count there, and the points of those that count. */
  seasons: z.array(
    z.object({ season: z.number(), added: z.number(), counted: z.number(), points: z.number() }),
  ),
})

export const ImportReceipt = z.extend(ImportFacts, receiptFields)
export type ImportReceipt = z.infer<typeof ImportReceipt>

/** What was uploaded, for pages and programs that use their own words. */
export const UploadFacts = z.discriminatedUnion('kind', [
  SeasonFacts,
  EventFacts,
  GameFacts,
  ImportFacts,
])
export type UploadFacts = z.infer<typeof UploadFacts>

/** For how many days an upload can be undone. */
export const UNDO_DAYS = 30

export const UndoState = z.enum([
  'possible',
  'upload_too_old',
  'game_left_out',
  'games_have_own_files',
  'event_deleted_meanwhile',
  'newer_snapshot',
  'snapshot_replaced',
  'earlier_snapshot_gone',
])
export type UndoState = z.infer<typeof UndoState>

export const OwnReceipt = z.object({
  id: z.number(),
  receivedAt: z.string(),
  kind: z.enum(['season', 'event', 'game', 'import']),
  outcome: z.enum([...UploadOutcome.options, 'refused']),
  /** Why it was refused, or `from_before` if an older version wrote a sentence that nobody recognises; otherwise null. */
  code: z.nullable(z.string()),
  /** The params of a refusal; missing if it has none. */
  params: z.optional(ProblemParams),
  message: z.string(),
  /** null if it was refused, or arrived before facts were recorded. */
  facts: z.nullable(UploadFacts),
  part: z.nullable(z.string()),
  line: z.nullable(z.number()),
  column: z.nullable(z.string()),
  warnings: z.array(UploadWarning),
  undoneAt: z.nullable(z.string()),
  /** The first of the stored games that are public. */
  games: z.array(
    z.object({
      id: z.number(),
      mode: GameMode,
      map: z.nullable(z.string()),
      finishedAt: z.string(),
    }),
  ),
  /** Whether an upload that was `stale` counts now, because its streamer switched back to snapshots. */
  countsNow: z.boolean(),
  /** How many of its games count as one with a stored game, but can be counted as others. */
  offered: z._default(z.number(), 0),
  /** Whether it can be undone, or the code of the problem; null if it stored nothing, or was undone. */
  undo: z._default(z.nullable(UndoState), null),
})
export type OwnReceipt = z.infer<typeof OwnReceipt>

export const RECEIPTS_A_PAGE = 20
/** How many games of a day log its receipt links to. */
export const GAMES_OF_RECEIPT = 10

export const importDayLog = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/companion/import',
  access: 'upload-proof',
  rateLimit: 'imports',
  summary: "Stores the games of the public companion's day log that are not known yet",
  multipart: {
    files: { dayLog: 'A file allraces_YYYY-MM-DD.csv' },
    fields: {
      uploadKey: uploadKeyField,
      channel: "The channel, where the proof is not its streamer's",
      season: 'The season. Without it: for each game, the season that was current when it finished',
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
  summary: "The caller's own channel and its uploads with their outcomes, newest first",
  query: z.strictObject({ page: pageNumber }),
  response: z.object({
    /** null if nobody has uploaded anything for the caller yet. */
    channel: z.nullable(
      z.object({
        name: z.string(),
        /** The address of its page. */
        page: z.optional(PageAddress),
        /** From then on its games count, and snapshots are stored but not used; null if snapshots count. */
        handedOverAt: z.nullable(z.string()),
      }),
    ),
    total: z.number(),
    receipts: z.array(OwnReceipt),
  }),
})

export const countAsAnother = endpoint({
  noun: 'uploads',
  method: 'POST',
  path: '/api/uploads/receipts/:id/count-as-another',
  access: 'user',
  summary:
    'Counts games that equal stored ones as games of their own. Repeating it changes nothing',
  params: idParams,
  response: z.object({
    /** The receipt of what it stored, which can be undone like an upload. */
    receiptId: z.number(),
  }),
  errors: [404, 409],
})

export const setHandover = endpoint({
  noun: 'uploads',
  method: 'PUT',
  path: '/api/uploads/handover',
  access: 'user',
  summary: "Counts the caller's games one by one from now on, or their snapshots again",
  body: z.strictObject({ isOn: z.boolean() }),
  response: z.object({ handedOverAt: z.nullable(z.string()) }),
  errors: [404],
})

/** null if the channel has no results in the season. */
const SeasonNumbers = z.nullable(z.object({ points: z.number(), games: z.number() }))

/** A channel's results in an event. */
export const EventNumbers = z.object({
  /** Leaves out games that are part of a snapshot. */
  games: z.number(),
  racers: z.number(),
  /** null if they are hidden from the streamer until the reveal. */
  points: z.nullable(z.number()),
  hasSnapshot: z.boolean(),
})
export type EventNumbers = z.infer<typeof EventNumbers>

/** How a channel's numbers in a season or an event change. */
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
    /** How many more events lose the games without being named. */
    z.object({ kind: z.literal('more-events'), count: z.number() }),
  ]),
})
export type NumbersChange = z.infer<typeof NumbersChange>

export const UndoneUpload = z.object({
  message: z.string(),
  goes: z.object({
    kind: z.enum(['games', 'snapshot']),
    /** For example, `a race with 38 racers on Canyon`. */
    what: z.string(),
    /** When the first and the last of the games ended, or when the snapshot arrived. */
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
    "Undoes an upload of the caller's channel: removes its games, or makes the previous snapshot count again",
  params: idParams,
  body: z.strictObject({
    /** Says what would change, without changing anything. */
    dryRun: z.boolean(),
  }),
  response: UndoneUpload,
  errors: [404, 409],
})
