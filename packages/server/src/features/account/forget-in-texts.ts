/** Sentences and facts that are stored as text name people in quotation marks. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

interface NameInTexts {
  name: string
  /** What replaces it. */
  stored: string
}

/** Replaces names in receipts and in the audit log, in any letter case. */
export async function forgetInTexts(trx: Db, names: readonly NameInTexts[]): Promise<void> {
  for (const { name, stored } of names) {
    // Within JSON the quotation marks of a sentence are escaped. Before a colon it is the name of a fact.
    const quoted = `"${escapePattern(name)}(\\\\?)"(?!:)`
    const other = `"${stored}\\1"`
    const replaced = (column: string) =>
      sql`regexp_replace(${sql.ref(column)}::text, ${quoted}, ${other}, 'gi')`
    const word = wordPattern(name)
    // A problem's sentence names its facts without quotation marks.
    await sql`
      update uploads set message = case
          when problem_params::text ~* ${quoted} then regexp_replace(message, ${word}, ${stored}, 'gi')
          else ${replaced('message')}
        end,
        warnings = ${replaced('warnings')}::jsonb,
        problem_params = ${replaced('problem_params')}::jsonb
      where message || warnings::text || coalesce(problem_params::text, '') ~* ${quoted}`.execute(
      trx,
    )
    await sql`
      update uploads set channel_claim = null
      where lower(trim(leading '@' from channel_claim)) = ${name.toLowerCase()}`.execute(trx)
    await sql`
      update audit_log set details = ${replaced('details')}::jsonb,
        summary = regexp_replace(summary, ${word}, ${stored}, 'gi')
      where details::text ~* ${quoted}`.execute(trx)
  }
}

/** Replaces names in what is said about the user's own uploads and acts, which name them without quotation marks. */
export async function forgetInOwnTexts(
  trx: Db,
  { userId, names, other }: { userId: number; names: readonly string[]; other: string },
): Promise<void> {
  for (const name of names) {
    const word = wordPattern(name)
    await sql`
      update uploads set message = regexp_replace(message, ${word}, ${other}, 'gi')
      where (
        user_id = ${userId} or channel_id in (select id from channels where user_id = ${userId})
      ) and message ~* ${word}`.execute(trx)
    await sql`
      update audit_log set summary = regexp_replace(summary, ${word}, ${other}, 'gi')
      where user_id = ${userId} and summary ~* ${word}`.execute(trx)
  }
}

const wordPattern = (name: string) => `(?<!\\w)${escapePattern(name)}(?!\\w)`

const escapePattern = (text: string) => text.replace(/[^\p{L}\p{N}_]/gu, '\\$&')
