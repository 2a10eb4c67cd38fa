/**
 * The form in which searches compare stored names: `foldName`, of which the database knows only what it does to ASCII.
 * Other names have their form beside them, in a column of its own (docs/decisions/114-one-way-to-compare-names.md).
 */
import { foldName } from '@rollcall/scoring/names'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** The columns with names, and beside each the one with its folded form; null if the name is in ASCII. */
const COLUMNS = {
  racers: [{ name: 'login', folded: 'folded' }],
  users: [{ name: 'display_name', folded: 'folded' }],
  channel_racers: [{ name: 'display_name', folded: 'folded' }],
  maps: [
    { name: 'name', folded: 'folded' },
    { name: 'creator', folded: 'folded_creator' },
  ],
  events: [{ name: 'name', folded: 'folded' }],
  show_rows: [
    { name: 'racer_name', folded: 'folded' },
    { name: 'display_name', folded: 'folded_display_name' },
  ],
} as const
type NamedTable = keyof typeof COLUMNS

/** How many names are folded at once. */
const PORTION = 5_000

/**
 * Folds the table's names that are not folded yet. Code that stores a name calls this: a trigger removes the folded form
 * of a name that changes, also for a process of the release before.
 */
export async function foldNamesIn(db: QueryExecutorProvider, table: NamedTable): Promise<void> {
  for (const columns of COLUMNS[table]) {
    const [name, folded] = [sql.ref(`stored.${columns.name}`), sql.ref(`stored.${columns.folded}`)]
    const from = sql`${sql.table(table)} as stored`
    const isPending = sql`${folded} is null and octet_length(${name}) > length(${name})`
    for (let isDone = false; !isDone; ) {
      const { rows } = await sql<{ name: string }>`
        select distinct ${name} as name from ${from} where ${isPending}
        limit ${PORTION}`.execute(db)
      if (rows.length === 0) {
        break
      }
      const names = rows.map((row) => row.name)
      // In one order, so that two uploads with the same names cannot deadlock.
      const { numAffectedRows = 0n } = await sql`
        with pending as (
          select stored.ctid, given.folded
          from ${from}
          join unnest(${names}::text[], ${names.map(foldName)}::text[]) as given (name, folded)
            on given.name = ${name}
          where ${isPending}
          order by stored.ctid
          for no key update of stored
        )
        update ${from} set ${sql.ref(columns.folded)} = pending.folded
        from pending where stored.ctid = pending.ctid`.execute(db)
      isDone = numAffectedRows === 0n
    }
  }
}

/** Folds whatever is not folded: after a migration, a restore, or writes of the release before. */
export async function foldStoredNames(db: QueryExecutorProvider): Promise<void> {
  for (const table of Object.keys(COLUMNS) as NamedTable[]) {
    await foldNamesIn(db, table)
  }
}

/** The folded form in SQL, of a name and the column beside it. Indexes have it in these words. */
export function foldedInSql(
  name: RawBuilder<unknown>,
  folded: RawBuilder<unknown>,
): RawBuilder<string> {
  return sql<string>`coalesce(${folded}, lower(${name} collate "C"))`
}

/** Whether a folded name contains the words, compared by the same rule; null for a name that is null. */
export const isPartOf = (folded: RawBuilder<string | null>, words: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(${folded}, ${foldName(words)}) > 0`

/** How well the words fit somebody who is called so: 2, they are the login; 1, the name shown; 0, a part of either. */
export function fitOf(
  [login, shown]: readonly RawBuilder<string | null>[],
  words: string,
): RawBuilder<number> {
  const whole = foldName(words)
  return sql<number>`case when ${login} = ${whole} then 2 when ${shown} = ${whole} then 1 else 0 end`
}

/** Of the query's rows, which have a `fit`: the value of the one that the words name; null if they name several. */
export const namedBy = (value: RawBuilder<unknown>) => sql<number | null>`coalesce(
  min(${value}) filter (where fit = 2),
  case count(*) filter (where fit = 1) when 1 then min(${value}) filter (where fit = 1) end,
  case count(*) when 1 then min(${value}) end
)`

/** The same of names that are always in ASCII: those that people sign in with, and those that we make. */
export const foldedAscii = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(${name} collate "C")`
