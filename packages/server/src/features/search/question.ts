import { sql } from 'kysely'
import type { Hold } from '../events/held-games.ts'
import type { Matching } from './matching.ts'

export interface Question {
  matching: Matching
  /** What sealed events hold now: a name that only held games have is not found. */
  holds: readonly Hold[]
  limit: number
}

/** What the query's `owner` is called; the indexes have it in this form. */
export const DISPLAY_NAME = sql<string>`lower(normalize(owner.display_name))`

/** Whether the display name is another name than the login; the indexes have no others. */
export const isOtherName = sql<boolean>`${DISPLAY_NAME} <> owner.login`
