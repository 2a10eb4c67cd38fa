/** Limits for one person, upload and file. What each counts, in which unit and time: docs/operating.md. */
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
  RATE_LIMIT_GENERAL: rate(600),
  RATE_LIMIT_SEARCH: rate(300),
  RATE_LIMIT_SIGN_IN: rate(30),
  RATE_LIMIT_UPLOADS: rate(120),
  /** Per ten minutes; a day log each. */
  RATE_LIMIT_IMPORTS: rate(300),
  RATE_LIMIT_EVENTS: rate(60),
  RATE_LIMIT_REPORTS: rate(30),
  RATE_LIMIT_LIVE: rate(60),
  RATE_LIMIT_CODES: rate(30),
  RATE_LIMIT_CODE_GUESSES: rate(10),
  RATE_LIMIT_CHAT: rate(60),
  /** Viewers of one household: each page asks as it opens, and every 5 s where no stream gets through. */
  RATE_LIMIT_SHOW: rate(600),
  RATE_LIMIT_PICTURES: rate(60),
  REPORTS_A_DAY: amount(20, { from: 1, to: 10_000 }),
  EVENTS_A_DAY: amount(300, { from: 1, to: 100_000 }),
  PARTICIPANTS_A_DAY: amount(20_000, { from: 1, to: 10_000_000 }),
  UNPROVEN_RECEIPTS_A_DAY: amount(100, { from: 0, to: 100_000 }),
  /** What a channel may grow by: a year of day logs has some 100. */
  GAME_MIB_A_DAY: amount(100, { from: 0.01, to: 1_000_000 }),
  SNAPSHOT_MIB_A_DAY: amount(2000, { from: 0.01, to: 1_000_000 }),
  MAX_SNAPSHOT_MIB: amount(8, { from: 1, to: 8 }),
  MAX_UPLOADS_AT_ONCE: amount(2, { from: 1, to: 100 }),
  MAX_UPLOADS_WAITING: amount(8, { from: 0, to: 1000 }),
  /** Below a proxy's usual minute. */
  UPLOAD_WAIT_SECONDS: amount(45, { from: 0, to: 60 }),
  UPLOAD_MEMORY_MIB: amount(128, { from: 1, to: 100_000 }),
  FORM_REST_MIB: amount(512, { from: 0, to: 100_000 }),
  FORM_REST_SECONDS: amount(60, { from: 0, to: 3600 }),
  MAX_INSTALLER_MIB: amount(500, { from: 1, to: 4096 }),
  FREE_SPACE_RESERVE_MIB: amount(400, { from: 0, to: 1_000_000 }),
  MAX_SHOW_RACERS: amount(200_000, { from: 100, to: 10_000_000 }),
  MAX_LIVE_STREAMS: amount(5000, { from: 1, to: 100_000 }),
  MAX_LIVE_STREAMS_OF_ONE: amount(50, { from: 1, to: 100_000 }),
}

export type Limits = {
  readonly [Name in keyof typeof limitSchemas]: z.output<(typeof limitSchemas)[Name]>
}

/** For the environment of a server whose calls are not to be counted: tests, measurements, samples. */
export const NO_RATE_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(limitSchemas)
    .filter((name) => name.startsWith('RATE_LIMIT_'))
    .map((name) => [name, 'off']),
)

export const MIB = 1024 * 1024
