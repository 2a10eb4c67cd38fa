import { type Kysely, sql } from 'kysely'

/** Stores what was uploaded as facts, for pages that choose their own words. They replace the counts, which nobody read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads drop column counts, add column facts jsonb`.execute(db)
  await sql`comment on column uploads.facts is
    'UploadFacts of the contract; null: it was refused, or the receipt is old.'`.execute(db)
}
