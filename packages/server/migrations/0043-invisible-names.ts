import { numbersOf } from '@rollcall/formats/names'
import { canBeShown, isVisible } from '@rollcall/scoring/names'
import { type Kysely, sql } from 'kysely'

/**
 * Display names that cannot be shown go. Other names of which nothing can be seen become the numbers of their
 * characters, as logins do in files: docs/formats.md, Names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'racers', 'channel_racers', 'show_rows']) {
    await replaceNames(db, { table, column: 'display_name' }, (name) =>
      canBeShown(name) ? name : null,
    )
  }
  for (const [table, column] of NAMES) {
    await replaceNames(db, { table, column }, (name) => (isVisible(name) ? name : numbersOf(name)))
  }
}

const NAMES = [
  ['racers', 'login'],
  ['show_rows', 'racer_name'],
  ['maps', 'name'],
  ['maps', 'creator'],
  ['events', 'name'],
  ['event_series', 'name'],
  ['leaderboard_configurations', 'name'],
  ['patch_notes', 'title'],
  ['api_keys', 'name'],
  ['companions', 'computer_name'],
] as const

/** Looks only at names with other than ASCII characters, and at those with an h, as in 'Hidden racer'. */
async function replaceNames(
  db: Kysely<unknown>,
  { table, column }: { table: string; column: string },
  change: (name: string) => string | null,
): Promise<void> {
  const name = sql.ref(column)
  const { rows } = await sql<{ name: string }>`
    select distinct ${name} as name from ${sql.table(table)}
    where octet_length(${name}) > length(${name}) or ${name} ~* 'hidden'`.execute(db)
  const changed = rows.filter((row) => change(row.name) !== row.name)
  if (changed.length > 0) {
    await sql`
      update ${sql.table(table)} set ${name} = changed.to_name
      from unnest(
        ${changed.map((row) => row.name)}::text[],
        ${changed.map((row) => change(row.name))}::text[]
      ) as changed (from_name, to_name)
      where ${name} = changed.from_name`.execute(db)
  }
}
