/**
 * Indexes by trigrams (three letters in a row), with which the search finds names in spite of typing mistakes. They
 * need the extension pg_trgm, which comes with PostgreSQL, but not always with the package that installed it.
 */

import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { ReportStep } from './migrate.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

/** How many of the words' trigrams must be in a name for the operator `%>`; a setting of the connection. */
export const SIMILARITY = 'pg_trgm.word_similarity_threshold'

const INDEXES = {
  racers_by_trigrams: 'racers using gin (coalesce(folded, lower(login collate "C")) gin_trgm_ops)',
  login_periods_by_trigrams: 'login_periods using gin (login gin_trgm_ops) where ended_at is null',
  users_by_trigrams:
    'users using gin (coalesce(folded, lower(display_name collate "C")) gin_trgm_ops) where coalesce(folded, lower(display_name collate "C")) <> login',
  channels_by_trigrams: 'channels using gin (login gin_trgm_ops)',
  maps_by_trigrams: 'maps using gin (coalesce(folded, lower(name collate "C")) gin_trgm_ops)',
  events_by_trigrams: 'events using gin (coalesce(folded, lower(name collate "C")) gin_trgm_ops)',
}

/**
 * Makes the indexes that are missing, if the extension is there or can be created. Runs after the migrations of every
 * start, so that a restart is enough once the extension can be had. Needs a connection without time limits.
 */
export async function createTrigramIndexes(
  db: Kysely<unknown>,
  report?: ReportStep,
): Promise<void> {
  const missing = await listMissing(db)
  if (missing.length === 0 || !(await canUseTrigrams(db))) {
    return
  }
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.trigrams})`.execute(trx)
    if (await hasNames(trx)) {
      report?.('the index of names')
    }
    for (const name of missing) {
      await sql`create index if not exists ${sql.ref(name)} on ${sql.raw(INDEXES[name])}`.execute(
        trx,
      )
    }
  })
}

async function hasNames(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select from racers limit 1`.execute(db)
  return rows.length > 0
}

/** Whether similar names can be found. */
export async function hasTrigramIndexes(db: QueryExecutorProvider): Promise<boolean> {
  return (await listMissing(db)).length === 0
}

type IndexName = keyof typeof INDEXES

async function listMissing(db: QueryExecutorProvider): Promise<IndexName[]> {
  const { rows } = await sql<{ name: IndexName }>`
    select name from unnest(${Object.keys(INDEXES)}::text[]) as name
    where to_regclass(name) is null`.execute(db)
  return rows.map(({ name }) => name)
}

/** Creates the extension if that is possible. */
async function canUseTrigrams(db: Kysely<unknown>): Promise<boolean> {
  const state = await readState(db)
  if (state.isVisible || !state.isAvailable) {
    return state.isVisible
  }
  try {
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.trigrams})`.execute(trx)
      await sql`create extension if not exists pg_trgm`.execute(trx)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) {
      throw error
    }
  }
  return (await readState(db)).isVisible
}

async function readState(
  db: Kysely<unknown>,
): Promise<{ isVisible: boolean; isAvailable: boolean }> {
  const { rows } = await sql<{ isVisible: boolean; isAvailable: boolean }>`
    select
      -- An extension in a schema outside of the search path cannot be used.
      exists (
        select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)
      ) as "isVisible",
      exists (select from pg_available_extensions where name = 'pg_trgm') as "isAvailable"`.execute(
    db,
  )
  return rows[0] ?? { isVisible: false, isAvailable: false }
}
