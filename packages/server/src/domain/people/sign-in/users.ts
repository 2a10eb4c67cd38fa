import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'

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
