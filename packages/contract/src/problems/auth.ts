import { clientIdSetting, DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import type { Catalogue } from '@rollcall/scoring/problem'
import type { Problems } from './problem.ts'

/** With the name that people know. */
type OfPlatform = { platform: string }

export const AUTH_PROBLEMS = {
  platform_token_missing: {
    status: 401,
    sentence: ({ platform }: OfPlatform) => `Please sign in with ${platform} first.`,
  },
  platform_token_refused: {
    status: 401,
    sentence: ({ platform }: OfPlatform) =>
      `${platform} did not confirm this sign-in. Please sign in again.`,
  },
  platform_unreachable: {
    status: 503,
    sentence: ({ platform }: OfPlatform) =>
      `${platform} is not answering at the moment. Please try again in a minute.`,
  },
  practice_is_local: {
    status: 404,
    sentence: `Practice sign-in only works on this machine. A server behind a proxy needs ${clientIdSetting(DEFAULT_PLATFORM)}, SEASON, PUBLIC_URL and TRUST_PROXY.`,
  },
  practice_leads_elsewhere: {
    status: 400,
    sentence: 'Practice sign-in can only lead back to this server.',
  },
  /** The platform's own words. */
  practice_token_invalid: { status: 401, sentence: 'invalid access token' },
} as const satisfies Problems

/** What practice sign-in checks. */
export const PRACTICE_CHECKS = {
  practice_name_not_allowed: 'A name has 1 to 25 letters, digits or underscores.',
} as const satisfies Catalogue
