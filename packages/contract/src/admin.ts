import * as z from 'zod/mini'
import {
  displayName,
  endpoint,
  ProblemParams,
  pageNumber,
  reading,
  searchText,
  userNames,
} from './endpoint.ts'
import { UploadFacts } from './uploads-mine.ts'

export const MAX_SETTING_LENGTH = 500

export const SETTING_KEYS = ['season', 'version', 'dev_season', 'dev_version'] as const

/** Settings by key, as text. Always includes the SETTING_KEYS. */
export const Settings = z.record(z.string().check(z.maxLength(100)), z.string())
export type Settings = z.infer<typeof Settings>

export const getAdminSettings = endpoint({
  noun: 'admin',
  method: 'GET',
  path: '/api/admin/getSettings',
  access: 'admin',
  summary: 'All settings by key',
  response: Settings,
  reads: z.record(
    z.string(),
    z.pipe(
      z.nullable(z.union([z.string(), z.number(), z.boolean()])),
      z.transform((value) => String(value ?? '')),
    ),
  ),
})

export const getSetup = endpoint({
  noun: 'admin',
  method: 'GET',
  path: '/api/admin/setup',
  access: 'admin',
  summary: 'What a new installation still needs, as far as the server can tell',
  response: z.object({
    /** Whether people sign in through the streaming platform. Without it, anyone can sign in under any name. */
    hasPlatformSignIn: z.boolean(),
    /** The address of the pages, and whether other computers can reach it. */
    publicUrl: z.string(),
    isPublic: z.boolean(),
    season: z.string(),
    /** Whether an admin has chosen the current season. */
    isSeasonChosen: z.boolean(),
    hasCompanion: z.boolean(),
    /** The version that the site offers to the public companion; with '' it announces an update that does not exist. */
    publicCompanionVersion: z.string(),
    hasPublicInstaller: z.boolean(),
  }),
})

/** Nothing was saved, because the season is not the next one. The page asks, and then confirms. */
const SeasonToConfirm = z.object({
  status: z.literal('confirm'),
  currentSeason: z.number(),
  season: z.number(),
})
const SavedSettings = z.object({
  status: z.optional(z.literal('success')),
  settings: z.optional(Settings),
})

export const updateAdminSettings = endpoint({
  noun: 'admin',
  method: 'PUT',
  path: '/api/admin/updateSettings',
  access: 'admin',
  summary: 'Changes the given settings; a new season is created and becomes the current one',
  query: z.strictObject({
    /** The caller knows what it means to skip to a season other than the next one. */
    isConfirmed: z.optional(z.enum(['true', 'false'])),
  }),
  body: z.record(
    z.string().check(z.maxLength(100)),
    z.string().check(z.maxLength(MAX_SETTING_LENGTH)),
  ),
  response: z.union([SeasonToConfirm, SavedSettings]),
  reads: z.union([SeasonToConfirm, reading(SavedSettings, [])]),
  errors: [422],
})

/** Why a change of the season can no longer be undone: the code of the refusal. */
export const SeasonChangeFinal = z.enum(['season_asked_for', 'season_has_results'])
export type SeasonChangeFinal = z.infer<typeof SeasonChangeFinal>

export const SeasonChange = z.object({
  from: z.number(),
  to: z.number(),
  at: z.string(),
  /** null: it can be undone. */
  final: z.nullable(SeasonChangeFinal),
})
export type SeasonChange = z.infer<typeof SeasonChange>

export const getSeasonState = endpoint({
  noun: 'admin',
  method: 'GET',
  path: '/api/admin/season',
  access: 'admin',
  summary: 'What depends on the current season, and its last change',
  response: z.object({
    season: z.number(),
    /** Channels with results in the current season. */
    channels: z.number(),
    /** Connected companions. */
    companions: z.number(),
    runningEvents: z.number(),
    /** null if the season has not changed since installation. */
    lastChange: z.nullable(SeasonChange),
  }),
})

export const undoSeasonChange = endpoint({
  noun: 'admin',
  method: 'POST',
  path: '/api/admin/undo-season-change',
  access: 'admin',
  summary:
    'Makes the previous season current again, until a companion or a result of the new one has come',
  body: z.strictObject({
    /** The season that the last change, which is to be undone, led to. */
    season: z.number().check(z.int(), z.positive(), z.maximum(9999)),
  }),
  response: z.object({ settings: Settings }),
  errors: [409],
})

export const ADMIN_PAGE_SIZE = 25

export const ListedUser = z.object({
  id: z.number(),
  ...userNames,
  profileImageUrl: z.nullable(z.string()),
  isAdmin: z.boolean(),
  signedUpAt: z.string(),
  /** null if the user was last seen before the oldest ended session that we keep. */
  lastSeenAt: z.nullable(z.string()),
  /** When the user's channel last had an upload accepted, including duplicates; null if it never had one. */
  lastUploadAt: z.nullable(z.string()),
})
export type ListedUser = z.infer<typeof ListedUser>

export const listUsers = endpoint({
  noun: 'admin',
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  rateLimit: 'search',
  summary: 'The users by name, a page at a time',
  query: z.strictObject({
    search: searchText,
    page: pageNumber,
  }),
  response: z.object({
    data: z.array(ListedUser),
    totalPages: z.number(),
    totalUsers: z.number(),
  }),
})

export const AuditKind = z.enum(['act', 'upload'])
export type AuditKind = z.infer<typeof AuditKind>

export const AuditEntry = z.object({
  /** Opaque; `before` of the next page. */
  id: z.string(),
  at: z.string(),
  kind: AuditKind,
  /** The act's name, or the upload's outcome: stored, duplicate, stale or refused. */
  what: z.string(),
  /** null for a caller without proof. */
  username: z.nullable(z.string()),
  display_name: displayName,
  address: z.string(),
  /** In English. */
  summary: z.string(),
  /** By stable names: the facts in the act's summary, and others. */
  details: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What an upload contained; missing if it was refused or is older than these facts. */
  facts: z.optional(UploadFacts),
  /** The facts in the sentence of a refused upload. The code of the sentence is in the details. */
  params: z.optional(ProblemParams),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditEntries = endpoint({
  noun: 'admin',
  method: 'GET',
  path: '/api/admin/audit-log',
  access: 'admin',
  summary: 'What admins did and how uploads were decided, newest first',
  query: z.strictObject({
    kind: z.optional(AuditKind),
    username: searchText,
    /** An instant in ms (any 14 digits are a valid date) and the entry's number. */
    before: z.optional(z.string().check(z.regex(/^\d{1,14}-[au]\d{1,15}$/))),
  }),
  response: z.object({
    entries: z.array(AuditEntry),
    hasMore: z.boolean(),
  }),
})
