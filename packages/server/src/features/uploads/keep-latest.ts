import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'

/** How many accepted snapshots of one thing are kept as they came. */
export const KEPT_SNAPSHOTS = 3

/** Removes the older snapshots of what the two columns of the key name. */
export async function keepLatest(
  trx: Db,
  {
    table,
    key,
  }: { table: 'season_snapshots' | 'event_snapshots'; key: Readonly<Record<string, number>> },
): Promise<void> {
  const isOfKey = sql.join(
    Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql` and `,
  )
  await sql`
    delete from ${sql.table(table)}
    where ${isOfKey} and id not in (
      select id from ${sql.table(table)} where ${isOfKey} order by id desc limit ${KEPT_SNAPSHOTS}
    )`.execute(trx)
}
