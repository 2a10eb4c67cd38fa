/** Every endpoint there is, for whoever must go through all of them: access tests, documents, limits. */
import * as auth from './auth.ts'
import * as dashboard from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as companionEvents from './events-companion.ts'
import * as leaderboards from './leaderboards.ts'
import * as scoring from './scoring.ts'
import * as uploads from './uploads.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

export const allEndpoints: readonly Endpoint[] = [
  auth,
  dashboard,
  events,
  companionEvents,
  leaderboards,
  scoring,
  uploads,
].flatMap((noun) => Object.values(noun).filter(isEndpoint))
