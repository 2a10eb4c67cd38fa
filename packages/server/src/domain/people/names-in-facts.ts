/** Names in stored facts: docs/decisions/130-facts-not-sentences.md. */
import { isNameEntry, type NameEntry, type StoredFact } from '@rollcall/contract/words/name-entry'
import { normalisedLogin } from '@rollcall/formats/names'
import { normalLogin } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { findHiddenNames, type HiddenScope, joinHidden, RACER_NAME } from './racer-names.ts'
import { shownNameColumn } from './user-names.ts'

/** The facts with a name in place of each entry, as readers in that place see it. */
export async function fillNames<Facts>(db: Db, facts: Facts, scope: HiddenScope): Promise<Facts> {
  const entries = listEntries(facts as StoredFact)
  if (entries.length === 0) {
    return facts
  }
  const racers = await nameRacers(db, numbersIn(entries, 'racer'), scope)
  const users = await namePeople(db, 'users', numbersIn(entries, 'user'))
  const channels = await namePeople(db, 'channels', numbersIn(entries, 'channel'))
  const logins = entries.flatMap((entry) => ('login' in entry ? normalLogin(entry.login) : []))
  const hidden = await findHiddenNames(db, logins, scope)
  const nameOf = (entry: NameEntry): string => {
    if ('login' in entry) {
      return hidden.get(normalLogin(entry.login)) ?? entry.login
    }
    if ('racer' in entry) {
      return racers.get(entry.racer) ?? ''
    }
    const person = 'user' in entry ? users.get(entry.user) : channels.get(entry.channel)
    return (entry.shown ? person?.shown : person?.name) ?? ''
  }
  return replaceEntries(facts as StoredFact, nameOf) as Facts
}

/** The facts with something else in place of each entry. */
export function replaceEntries(
  fact: StoredFact | undefined,
  replace: (entry: NameEntry) => StoredFact,
): StoredFact | undefined {
  if (isNameEntry(fact)) {
    return replace(fact)
  }
  if (Array.isArray(fact)) {
    return fact.map((each) => replaceEntries(each, replace) ?? null)
  }
  return typeof fact === 'object' && fact !== null
    ? Object.fromEntries(
        Object.entries(fact).map(([name, each]) => [name, replaceEntries(each, replace)]),
      )
    : fact
}

/** Columns with facts, in which a deleted login or a channel that was merged may be. */
const COLUMNS = [
  ['audit_log', 'facts'],
  ['uploads', 'params'],
  ['uploads', 'warnings'],
] as const

/**
 * Replaces what files and forms wrote, where it is one of the names. The database only narrows down where to look,
 * because its lower case of other letters than ASCII is another one.
 */
export async function forgetLogins(
  trx: Db,
  replacements: ReadonlyMap<string, string>,
): Promise<void> {
  const logins = [...replacements.keys()]
  await changeEntries(
    trx,
    sql`(
      lower(btrim(value #>> '{login}', E' @\t\n\r\v\f') collate "C") = any(${logins}::text[])
      or octet_length(value #>> '{login}') > length(value #>> '{login}')
    )`,
    (entry) => {
      const login = 'login' in entry && replacements.get(normalisedLogin(entry.login))
      return login ? { login } : entry
    },
  )
}

/** One channel has become part of another one. */
export async function moveChannelInFacts(
  trx: Db,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await changeEntries(trx, sql`value -> 'channel' = to_jsonb(${from}::integer)`, (entry) =>
    'channel' in entry && entry.channel === from ? { ...entry, channel: to } : entry,
  )
}

/** @param which about `value`, anything in the facts */
async function changeEntries(
  trx: Db,
  which: RawBuilder<unknown>,
  change: (entry: NameEntry) => NameEntry,
): Promise<void> {
  for (const [table, column] of COLUMNS) {
    const { rows } = await sql<{ id: number; facts: StoredFact }>`
      select id, ${sql.ref(column)} as facts from ${sql.table(table)}
      where exists (
        select from jsonb_path_query(${sql.ref(column)}::jsonb, 'lax $.**') as value
        where jsonb_typeof(value) = 'object' and ${which}
      )`.execute(trx)
    for (const { id, facts } of rows) {
      const changed = JSON.stringify(replaceEntries(facts, change))
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${changed} where id = ${id}`.execute(
        trx,
      )
    }
  }
}

function listEntries(facts: StoredFact): NameEntry[] {
  const entries: NameEntry[] = []
  replaceEntries(facts, (entry) => {
    entries.push(entry)
    return entry
  })
  return entries
}

const numbersIn = (entries: readonly NameEntry[], kind: 'racer' | 'user' | 'channel'): number[] => [
  ...new Set(
    entries.flatMap((entry) => {
      const number = (entry as Partial<Record<typeof kind, number>>)[kind]
      return number ?? []
    }),
  ),
]

async function nameRacers(
  db: Db,
  ids: readonly number[],
  scope: HiddenScope,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) {
    return new Map()
  }
  const { rows } = await sql<{ id: number; name: string }>`
    select racer.id, coalesce(hidden.name, ${RACER_NAME}) as name
    from racers as racer ${joinHidden(scope)}
    where racer.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

interface PersonNames {
  name: string
  /** The display name, if there is one. */
  shown: string
}

const PEOPLE: Readonly<Record<'users' | 'channels', RawBuilder<unknown>>> = {
  users: sql`select id, username as name, ${shownNameColumn('users')} as shown from users`,
  channels: sql`
    select id, channels.name, coalesce(owner.display_name, channels.name) as shown
    from channels left join lateral (
      select display_name from users where users.id = channels.user_id
    ) as owner on true`,
}

async function namePeople(
  db: Db,
  kind: keyof typeof PEOPLE,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PersonNames>> {
  if (ids.length === 0) {
    return new Map()
  }
  const { rows } = await sql<PersonNames & { id: number }>`
    ${PEOPLE[kind]} where ${sql.table(kind)}.id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
