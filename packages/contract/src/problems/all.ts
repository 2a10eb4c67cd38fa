import { ADMIN_PROBLEMS } from './admin.ts'
import { API_KEY_PROBLEMS } from './api-keys.ts'
import { AUTH_PROBLEMS } from './auth.ts'
import { CHAT_PROBLEMS } from './chat.ts'
import { COMPANION_PROBLEMS } from './companions.ts'
import { EVENT_PROBLEMS } from './events.ts'
import { HTTP_PROBLEMS } from './http.ts'
import { LEAGUE_PROBLEMS } from './leagues.ts'
import { LIVE_PROBLEMS } from './live.ts'
import { NOT_FOUND_PROBLEMS } from './not-found.ts'
import { RELEASE_PROBLEMS } from './releases.ts'
import { SCORING_PROBLEMS } from './scoring.ts'
import { SHARING_PROBLEMS } from './sharing.ts'
import { SHOW_PROBLEMS } from './show.ts'
import { UPLOAD_PROBLEMS } from './uploads.ts'

/** Why the server refuses a call. What the contract's schemas check is not here but in each noun's file. */
export const PROBLEMS = {
  ...HTTP_PROBLEMS,
  ...AUTH_PROBLEMS,
  ...API_KEY_PROBLEMS,
  ...UPLOAD_PROBLEMS,
  ...COMPANION_PROBLEMS,
  ...EVENT_PROBLEMS,
  ...LEAGUE_PROBLEMS,
  ...NOT_FOUND_PROBLEMS,
  ...SHOW_PROBLEMS,
  ...SHARING_PROBLEMS,
  ...SCORING_PROBLEMS,
  ...RELEASE_PROBLEMS,
  ...ADMIN_PROBLEMS,
  ...LIVE_PROBLEMS,
  ...CHAT_PROBLEMS,
}

export type ProblemCode = keyof typeof PROBLEMS

/** Problems whose sentence is always the same. */
export type PlainProblemCode = {
  [Code in ProblemCode]: (typeof PROBLEMS)[Code]['sentence'] extends string ? Code : never
}[ProblemCode]
