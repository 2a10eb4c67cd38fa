/** Limits for one person, upload and file. docs/operating.md says what each one counts. */
import type { RateLimit } from '@rollcall/contract/endpoint'
import { z } from 'zod'

/** How many calls, by default, one person may make in so many minutes. */
export const RATES = {
  general: { setting: 'RATE_LIMIT_GENERAL', calls: 600, minutes: 1 },
  search: { setting: 'RATE_LIMIT_SEARCH', calls: 300, minutes: 1 },
  'sign-in': { setting: 'RATE_LIMIT_SIGN_IN', calls: 30, minutes: 10 },
  uploads: { setting: 'RATE_LIMIT_UPLOADS', calls: 120, minutes: 10 },
  /** One import is one day log. */
  imports: { setting: 'RATE_LIMIT_IMPORTS', calls: 300, minutes: 10 },
  events: { setting: 'RATE_LIMIT_EVENTS', calls: 60, minutes: 10 },
  reports: { setting: 'RATE_LIMIT_REPORTS', calls: 30, minutes: 10 },
  live: { setting: 'RATE_LIMIT_LIVE', calls: 60, minutes: 1 },
  codes: { setting: 'RATE_LIMIT_CODES', calls: 30, minutes: 10 },
  'code-guesses': { setting: 'RATE_LIMIT_CODE_GUESSES', calls: 10, minutes: 10 },
  chat: { setting: 'RATE_LIMIT_CHAT', calls: 60, minutes: 1 },
  /** Enough for viewers in one household: each page asks when it opens, and every 5 s if it cannot open a socket. */
  show: { setting: 'RATE_LIMIT_SHOW', calls: 600, minutes: 1 },
  pictures: { setting: 'RATE_LIMIT_PICTURES', calls: 60, minutes: 1 },
  /** A file may have every row of a board. */
  exports: { setting: 'RATE_LIMIT_EXPORTS', calls: 60, minutes: 10 },
  meetings: { setting: 'RATE_LIMIT_MEETINGS', calls: 60, minutes: 1 },
} as const satisfies Record<RateLimit, { setting: string; calls: number; minutes: number }>

export const RATE_LIMITS = Object.keys(RATES) as RateLimit[]

/** `off` removes the limit. */
const rate = (byDefault: number) =>
  z.preprocess(
    (value) => (isBlank(value) ? byDefault : value === 'off' ? null : value),
    z.coerce.number().int().min(1, 'must be a whole number from 1, or off').nullable(),
  )

const amount = (byDefault: number, { from, to }: { from: number; to: number }) =>
  z.preprocess((value) => (isBlank(value) ? byDefault : value), z.coerce.number().min(from).max(to))

const isBlank = (value: unknown): boolean => value === undefined || String(value).trim() === ''

const rates = Object.fromEntries(
  Object.values(RATES).map(({ setting, calls }) => [setting, rate(calls)]),
) as Record<(typeof RATES)[RateLimit]['setting'], ReturnType<typeof rate>>

export const limitSchemas = {
  ...rates,
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
  /** About 480 MB for one person's events. */
  MAX_BOARD_ROWS: amount(2_000_000, { from: 100, to: 1_000_000_000 }),
  MAX_LIVE_STREAMS: amount(5000, { from: 1, to: 100_000 }),
  MAX_LIVE_STREAMS_OF_ONE: amount(50, { from: 1, to: 100_000 }),
}

export type Limits = {
  readonly [Name in keyof typeof limitSchemas]: z.output<(typeof limitSchemas)[Name]>
}

/** The environment of a server that must not count calls: for tests, measurements and samples. */
export const NO_RATE_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(rates).map((setting) => [setting, 'off']),
)

export const MIB = 1024 * 1024
