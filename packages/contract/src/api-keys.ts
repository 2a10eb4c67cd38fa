/** API keys, with which other people's programs make the calls that have a scope. docs/decisions/104. */
import { isVisible } from '@rollcall/scoring/names'
import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import { done, endpoint, idParams } from './endpoint.ts'
import { API_KEY_CHECKS } from './problems/api-keys.ts'
import { SCOPES } from './scopes.ts'

export const MAX_API_KEYS = 10
export const MAX_API_KEY_NAME_LENGTH = 60

export const Scope = z.enum(SCOPES)

export const ApiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** How the key begins. */
  prefix: z.string(),
  scopes: z.array(Scope),
  createdAt: z.string(),
  /** To the minute; null: never. */
  lastUsedAt: z.nullable(z.string()),
})
export type ApiKey = z.infer<typeof ApiKey>

const ownKey = { noun: 'api-keys', access: 'user' } as const
const says = saying(API_KEY_CHECKS)

export const listApiKeys = endpoint({
  ...ownKey,
  method: 'GET',
  path: '/api/api-keys',
  summary: "The caller's API keys, newest first, and how often each may call",
  response: z.object({
    keys: z.array(ApiKey),
    /** How many calls a key may make in so many seconds; null: any number. */
    limits: z.array(
      z.object({
        of: z.enum(['general', 'search', 'exports']),
        calls: z.nullable(z.number()),
        seconds: z.number(),
      }),
    ),
  }),
})

export const makeApiKey = endpoint({
  ...ownKey,
  method: 'POST',
  path: '/api/api-keys',
  summary: 'Makes an API key; no other answer shows the whole key',
  body: z.strictObject({
    name: z
      .string()
      .check(
        z.trim(),
        z.refine(isVisible, says('api_key_name_missing')),
        z.maxLength(MAX_API_KEY_NAME_LENGTH),
      ),
    scopes: z
      .array(Scope)
      .check(z.minLength(1, says('api_key_scopes_missing')), z.maxLength(SCOPES.length)),
  }),
  response: z.object({ key: z.string(), apiKey: ApiKey }),
  errors: [409, 422],
})

export const revokeApiKey = endpoint({
  ...ownKey,
  method: 'DELETE',
  path: '/api/api-keys/:id',
  summary: 'Revokes an API key at once',
  params: idParams,
  response: done,
  errors: [404],
})
