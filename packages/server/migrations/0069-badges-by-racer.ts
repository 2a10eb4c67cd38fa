import { type Kysely, sql } from 'kysely'

/** The unique keys begin with the user, so they do not find what belongs to a racer without one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'create index racer_badges_by_racer on racer_badges (racer_id) where racer_id is not null',
  'create index badge_progress_by_racer on badge_progress (racer_id) where racer_id is not null',
]
