/** Limits for one person, upload and file. docs/operating.md says what each one counts. */
import { z } from 'zod'

/** Calls in a window; `off` removes the limit. */
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
  /** Per ten minutes; one import is one day log. */
  RATE_LIMIT_IMPORTS: rate(300),
  RATE_LIMIT_EVENTS: rate(60),
  RATE_LIMIT_REPORTS: rate(30),
  RATE_LIMIT_LIVE: rate(60),
  RATE_LIMIT_CODES: rate(30),
  RATE_LIMIT_CODE_GUESSES: rate(10),
  RATE_LIMIT_CHAT: rate(60),
  /** Enough for viewers in one household: each page asks when it opens, and every 5 s if it cannot get a stream. */
  RATE_LIMIT_SHOW: rate(600),
  RATE_LIMIT_PICTURES: rate(60),
  /** Per ten minutes: a file may have every row of a board. */
  RATE_LIMIT_EXPORTS: rate(60),
  REPORTS_A_DAY: amount(20, { from: 1, to: 10_000 }),
  EVENTS_A_DAY: amount(300, { from: 1, to: 100_000 }),
  PARTICIPANTS_A_DAY: amount(20_000, { from: 1, to: 10_000_000 }),
  UNPROVEN_RECEIPTS_A_DAY: amount(100, { from: 0, to: 100_000 }),
  /** How much a channel may grow in a day: a year of day logs is about 100. */
  GAME_MIB_A_DAY: amount(100, { from: 0.01, to: 1_000_000 }),
  SNAPSHOT_MIB_A_DAY: amount(2000, { from: 0.01, to: 1_000_000 }),
  MAX_SNAPSHOT_MIB: amount(8, { from: 1, to: 8 }),
  MAX_UPLOADS_AT_ONCE: amount(2, { from: 1, to: 100 }),
  MAX_UPLOADS_WAITING: amount(8, { from: 0, to: 1000 }),
  /** Shorter than the minute that a proxy usually waits. */
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

/** The environment of a server that must not count calls: for tests, measurements and samples. */
export const NO_RATE_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(limitSchemas)
    .filter((name) => name.startsWith('RATE_LIMIT_'))
    .map((name) => [name, 'off']),
)

export const MIB = 1024 * 1024
