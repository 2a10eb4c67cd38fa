import type { Insertable, Kysely } from 'kysely'
import type { DB } from './schema.generated.ts'

/** The tables as Kysely sees them. `npm run schema` writes their types from the migrated database. */
export type Schema = DB

export type Db = Kysely<Schema>

export type NewUpload = Insertable<Schema['uploads']>
