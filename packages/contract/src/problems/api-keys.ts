import type { Catalogue } from '@rollcall/scoring/problem'
import type { Problems } from './problem.ts'

export const API_KEY_PROBLEMS = {
  api_key_unknown: {
    status: 401,
    sentence: 'This API key does not exist, or it has been revoked.',
  },
  api_key_lacks_scope: {
    status: 403,
    sentence: ({ scope }: { scope: string }) =>
      `This call needs an API key with the scope ${scope}. Yours does not have it.`,
  },
  api_key_not_taken: {
    status: 403,
    sentence: 'API keys cannot make this call.',
  },
  no_such_api_key: { status: 404, sentence: 'There is no such API key. It may have been revoked.' },
  api_key_made_already: {
    status: 409,
    sentence:
      'This key was made a moment ago, and is shown only once. To make another, wait a few seconds.',
  },
  too_many_api_keys: {
    status: 422,
    sentence: ({ most }: { most: number }) =>
      `You can have up to ${most} API keys. Revoke one that you no longer use.`,
  },
} as const satisfies Problems

export const API_KEY_CHECKS = {
  api_key_name_missing: 'Give the key a name.',
  api_key_scopes_missing: 'Choose at least one thing that the key may read.',
} as const satisfies Catalogue
