/** What every noun's routes are given: the database, the configuration, the time, the secrets' keys. */
import type pg from 'pg'
import type { ChangeFeed } from './changes/change-feed.ts'
import type { Config } from './config.ts'
import type { Db } from './database/schema.ts'
import type { Sessions } from './http/access.ts'
import type { SecretKeys } from './secret-keys.ts'

export interface AppContext {
  config: Config
  db: Db
  /** The connections below `db`, for the statement that each of them plans once. */
  pool: pg.Pool
  changes: ChangeFeed
  /** The clock, so that a test may move it. */
  now: () => Date
  keys: SecretKeys
  sessions: Sessions
  /** For what an operator should know, and no caller. */
  warn: (message: string) => void
}
