/**
 * What the server lets one person, one upload and one file take, so that nobody holds up everybody else.
 * An operator sets each by the environment variable of its name; docs/operating.md lists them all.
 */
import { z } from 'zod'

/** Calls in a window; `off` lifts the limit. */
const rate = (byDefault: number) =>
  z.preprocess(
    (value) => (isBlank(value) ? byDefault : value === 'off' ? null : value),
    z.coerce.number().int().min(1, 'must be a whole number from 1, or off').nullable(),
  )

const amount = (byDefault: number, { from, to }: { from: number; to: number }) =>
  z.preprocess((value) => (isBlank(value) ? byDefault : value), z.coerce.number().min(from).max(to))

const isBlank = (value: unknown): boolean => value === undefined || String(value).trim() === ''

export const limitSchemas = {
  /** Per minute. */
  RATE_LIMIT_GENERAL: rate(600),
  /** Per minute. */
  RATE_LIMIT_SEARCH: rate(300),
  /** Per ten minutes. */
  RATE_LIMIT_SIGN_IN: rate(30),
  /** Per ten minutes. */
  RATE_LIMIT_UPLOADS: rate(120),
  /** Created and changed, per ten minutes. */
  RATE_LIMIT_EVENTS: rate(60),
  /** Per ten minutes. */
  RATE_LIMIT_REPORTS: rate(30),
  /** Streams that begin, per minute. */
  RATE_LIMIT_LIVE: rate(60),
  /** Of one person, in 24 hours. */
  REPORTS_A_DAY: amount(20, { from: 1, to: 10_000 }),
  /** Those of series and of the companion too; by one person, in 24 hours. */
  EVENTS_A_DAY: amount(300, { from: 1, to: 100_000 }),
  /** Added to events, new or not, by one person, in 24 hours. */
  PARTICIPANTS_A_DAY: amount(20_000, { from: 1, to: 10_000_000 }),
  /** Receipts of refused uploads without proof, of one address, in 24 hours. */
  UNPROVEN_RECEIPTS_A_DAY: amount(100, { from: 0, to: 100_000 }),
  MAX_SNAPSHOT_MIB: amount(8, { from: 1, to: 8 }),
  /** Of more than 128 KiB, in one process: how many are read and stored at a time. */
  MAX_UPLOADS_AT_ONCE: amount(2, { from: 1, to: 100 }),
  /** Of more than 128 KiB, by one user, channel or address. */
  MAX_UPLOADS_WAITING: amount(8, { from: 0, to: 1000 }),
  /** Below a proxy's usual minute. */
  UPLOAD_WAIT_SECONDS: amount(45, { from: 0, to: 60 }),
  /** For forms of more than 128 KiB, in one process; a quarter of it for one user or address. */
  UPLOAD_MEMORY_MIB: amount(128, { from: 1, to: 100_000 }),
  /** Of a form that was answered early: read and thrown away, so that its connection stays usable. */
  FORM_REST_MIB: amount(512, { from: 0, to: 100_000 }),
  FORM_REST_SECONDS: amount(60, { from: 0, to: 3600 }),
  /** Compressed; the boards of all events that are kept in memory are as much. */
  MAX_EVENT_ANSWER_MIB: amount(64, { from: 0.5, to: 10_000 }),
  MAX_INSTALLER_MIB: amount(500, { from: 1, to: 4096 }),
  /** Below it, uploads are refused so that the database keeps working. */
  FREE_SPACE_RESERVE_MIB: amount(400, { from: 0, to: 1_000_000 }),
  /** Pages that follow changes, of one process; a page that cannot follow asks every five seconds. */
  MAX_LIVE_STREAMS: amount(5000, { from: 1, to: 100_000 }),
}

/** By the name of their setting. */
export type Limits = {
  readonly [Name in keyof typeof limitSchemas]: z.output<(typeof limitSchemas)[Name]>
}

export const MIB = 1024 * 1024

/** What a limit of a day counts. */
export const DAY_MS = 24 * 60 * 60 * 1000
