import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

export interface User {
  userId: number
  platform: string
  login: string
  username: string
  isAdmin: boolean
}

export const isAdminColumn = sql<boolean>`exists (
  select from admin_bindings as binding
  where binding.platform = "user".platform
    and binding.platform_user_id = "user".platform_user_id
)`.as('isAdmin')

/** What pages call the user whose row is `alias` in the query. */
export const shownNameColumn = (alias: string) =>
  sql<string>`coalesce(${sql.ref(`${alias}.display_name`)}, ${sql.ref(`${alias}.username`)})`

/** The `display_name` of an answer, if it differs from the username. */
export const differingName = (displayName: string | null, username: string) =>
  displayName === null || displayName === username ? {} : { display_name: displayName }

export async function findUser(db: Db, userId: number): Promise<User | null> {
  const user = await db
    .selectFrom('users as user')
    .select(['user.id as userId', 'user.platform', 'user.login', 'user.username', isAdminColumn])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  return user ?? null
}

export async function findChannelId(db: Db, userId: number): Promise<number | null> {
  const own = await db
    .selectFrom('channels')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return own?.id ?? null
}
