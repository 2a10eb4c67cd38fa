/** What every noun's routes are given: the database, the configuration, the time, the secrets' keys. */
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import type { Schema } from './database/schema.ts'
import type { Platform } from './features/auth/platform.ts'
import type { SecretKeys } from './features/auth/secret-keys.ts'
import type { Sessions } from './http/access.ts'

export type Db = Kysely<Schema>

export interface AppContext {
  config: Config
  db: Db
  /** Whether other processes may write to the database too. */
  isShared: boolean
  /** The clock, so that a test may move it. */
  now: () => Date
  keys: SecretKeys
  platform: Platform
  sessions: Sessions
  /** For what an operator should know, and no caller. */
  warn: (message: string) => void
}
