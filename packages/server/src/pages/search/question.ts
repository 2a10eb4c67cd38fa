import { sql } from 'kysely'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { foldedInSql } from '../../platform/database/folded-names.ts'
import type { Matching } from './matching.ts'

export interface Question {
  matching: Matching
  /** What sealed events hold now: a name that only held games have is not found. */
  holds: readonly Hold[]
  limit: number
}

/** What the query's `owner` is called, folded. */
export const DISPLAY_NAME = foldedInSql(sql`owner.display_name`, sql`owner.folded`)

/** Whether the display name is another name than the login; the indexes have no others. */
export const isOtherName = sql<boolean>`${DISPLAY_NAME} <> owner.login`
