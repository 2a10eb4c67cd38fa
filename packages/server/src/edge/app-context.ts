import type pg from 'pg'
import type { Config } from '../config.ts'
import type { ChangeFeed } from '../platform/changes/change-feed.ts'
import type { Db } from '../platform/database/schema.ts'
import type { Sessions } from './access.ts'
import type { SecretKeys } from './secret-keys.ts'

export interface AppContext {
  config: Config
  db: Db
  /** The same database, for statements that may take a minute. */
  slowDb: Db
  /** The connections that `db` uses, for statements that each connection prepares once. */
  pool: pg.Pool
  changes: ChangeFeed
  now: () => Date
  keys: SecretKeys
  sessions: Sessions
  warn: (message: string) => void
}
