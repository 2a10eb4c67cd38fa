import { ACCOUNT_PROBLEMS } from './account.ts'
import { ADMIN_PROBLEMS } from './admin.ts'
import { API_KEY_PROBLEMS } from './api-keys.ts'
import { AUTH_PROBLEMS } from './auth.ts'
import { CHANNEL_PROBLEMS } from './channels.ts'
import { CHAT_PROBLEMS } from './chat.ts'
import { COMPANION_PROBLEMS } from './companions.ts'
import { DASHBOARD_PROBLEMS } from './dashboard.ts'
import { EVENT_PROBLEMS } from './events.ts'
import { GAME_PROBLEMS } from './games.ts'
import { HTTP_PROBLEMS } from './http.ts'
import { LIVE_PROBLEMS } from './live.ts'
import { MAP_PROBLEMS } from './maps.ts'
import { RACER_PROBLEMS } from './racers.ts'
import { RELEASE_PROBLEMS } from './releases.ts'
import { SCORING_PROBLEMS } from './scoring.ts'
import { SEASON_PROBLEMS } from './seasons.ts'
import { SHARING_PROBLEMS } from './sharing.ts'
import { SHOW_PROBLEMS } from './show.ts'
import { UPLOAD_PROBLEMS } from './uploads.ts'

/** Why the server refuses a call. What the contract's schemas check is not here but in each noun's file. */
export const PROBLEMS = {
  ...HTTP_PROBLEMS,
  ...AUTH_PROBLEMS,
  ...API_KEY_PROBLEMS,
  ...ACCOUNT_PROBLEMS,
  ...UPLOAD_PROBLEMS,
  ...COMPANION_PROBLEMS,
  ...DASHBOARD_PROBLEMS,
  ...EVENT_PROBLEMS,
  ...CHANNEL_PROBLEMS,
  ...GAME_PROBLEMS,
  ...MAP_PROBLEMS,
  ...RACER_PROBLEMS,
  ...SEASON_PROBLEMS,
  ...SHOW_PROBLEMS,
  ...SHARING_PROBLEMS,
  ...SCORING_PROBLEMS,
  ...RELEASE_PROBLEMS,
  ...ADMIN_PROBLEMS,
  ...LIVE_PROBLEMS,
  ...CHAT_PROBLEMS,
}

export type ProblemCode = keyof typeof PROBLEMS
