/** The names of people who have signed in, in SQL and in answers. */
import { type RawBuilder, sql } from 'kysely'
import { foldedAscii, foldedInSql, isPartOf } from '../../platform/database/folded-names.ts'

/** What pages call the user whose row is `alias` in the query. */
export const shownNameColumn = (alias: string) =>
  sql<string>`coalesce(${sql.ref(`${alias}.display_name`)}, ${sql.ref(`${alias}.username`)})`

/** The names of the user whose row is `alias` in the query, as answers have them. */
export const userNames = (alias: string) =>
  sql<{ username: string; display_name?: string }>`jsonb_strip_nulls(jsonb_build_object(
    'username', ${sql.ref(`${alias}.username`)},
    'display_name', nullif(${sql.ref(`${alias}.display_name`)}, ${sql.ref(`${alias}.username`)})
  ))`

/** The `display_name` of an answer, if it differs from the username. */
export const differingName = (displayName: string | null, username: string) =>
  displayName === null || displayName === username ? {} : { display_name: displayName }

/** The names by which the query's `user` is found, folded. */
export const foldedUserNames = [
  foldedAscii(sql.ref('user.login')),
  foldedInSql(sql.ref('user.display_name'), sql.ref('user.folded')),
]

/** Whether the login or the display name of the query's `user` contains the words. */
export function isUserCalled(words: string): RawBuilder<boolean> {
  const isFound = foldedUserNames.map((name) => isPartOf(name, words))
  return sql<boolean>`coalesce(${sql.join(isFound, sql` or `)}, false)`
}
