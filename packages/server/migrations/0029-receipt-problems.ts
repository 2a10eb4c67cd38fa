import { type Kysely, sql } from 'kysely'

/** Stores the facts in a refusal beside its sentence, for pages in other languages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column problem_params jsonb`.execute(db)
  await sql`comment on column uploads.problem_params is
    'The facts in a refusal''s sentence, by name; null if there are none or the receipt is old.'`.execute(
    db,
  )
}
