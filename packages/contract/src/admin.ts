import * as z from 'zod/mini'
import { endpoint, pageNumber, reading, searchText } from './endpoint.ts'

export const MAX_SETTING_LENGTH = 500

export const SETTING_KEYS = ['season', 'version', 'dev_season', 'dev_version'] as const

/** By key, as text; those of SETTING_KEYS are always there. */
export const Settings = z.record(z.string().check(z.maxLength(100)), z.string())
export type Settings = z.infer<typeof Settings>

export const getAdminSettings = endpoint({
  noun: 'admin',
  method: 'GET',
  path: '/api/admin/getSettings',
  access: 'admin',
  summary: 'Every setting by its key',
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
  summary: 'What a new installation still needs, as far as the server knows',
  response: z.object({
    /** People sign in by the streaming platform; without it anybody is anyone. */
    hasPlatformSignIn: z.boolean(),
    /** The address of the pages, and whether other computers can reach it. */
    publicUrl: z.string(),
    isPublic: z.boolean(),
    season: z.string(),
    /** Whether somebody has said which season is the current one. */
    isSeasonChosen: z.boolean(),
    hasCompanion: z.boolean(),
    /** The newest version that the public companion hears of; '' makes it announce an update that is not there. */
    publicCompanionVersion: z.string(),
    hasPublicInstaller: z.boolean(),
  }),
})

/** Nothing was saved: the season is not the next one. Ask, then confirm. */
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
  summary:
    'Changes the settings that are given; another season is created and becomes the current one',
  query: z.strictObject({
    /** The caller has seen what a season other than the next one means. */
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

export const ADMIN_PAGE_SIZE = 25

export const ListedUser = z.object({
  id: z.number(),
  username: z.string(),
  profileImageUrl: z.nullable(z.string()),
  isAdmin: z.boolean(),
  signedUpAt: z.string(),
  /** null: not within the time for which ended sessions are stored. */
  lastSeenAt: z.nullable(z.string()),
  /** The last accepted upload for the user's channel, duplicates included; null: none yet. */
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
  /** Of an act its name, of an upload its outcome: stored, duplicate, stale or refused. */
  what: z.string(),
  /** null: a caller without proof. */
  username: z.nullable(z.string()),
  address: z.string(),
  summary: z.string(),
  details: z.array(z.object({ name: z.string(), value: z.string() })),
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
    /** An instant in ms, of which 14 digits are always a date, and the entry's number. */
    before: z.optional(z.string().check(z.regex(/^\d{1,14}-[au]\d{1,15}$/))),
  }),
  response: z.object({
    entries: z.array(AuditEntry),
    hasMore: z.boolean(),
  }),
})
