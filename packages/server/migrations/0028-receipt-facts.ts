import { type Kysely, sql } from 'kysely'

/** What was uploaded is stored as facts, for pages that choose their own words; they hold the counts, which nobody read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads drop column counts, add column facts jsonb`.execute(db)
  await sql`comment on column uploads.facts is
    'UploadFacts of the contract; null: it was refused, or the receipt is old.'`.execute(db)
}
