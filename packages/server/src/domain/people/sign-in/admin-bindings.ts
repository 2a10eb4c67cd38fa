/** The first account that signs in with a login of ADMIN_LOGINS becomes an admin, and stays one after a rename. */
import { qualifiedLogin } from '@rollcall/scoring/racer'
import type { Db } from '../../../platform/database/schema.ts'

/** Runs at start: an admin whose login is no longer listed loses the role. */
export async function dropUnlistedAdmins(db: Db, adminLogins: readonly string[]): Promise<void> {
  await db
    .deleteFrom('admin_bindings')
    .$if(adminLogins.length > 0, (query) => query.where('login', 'not in', adminLogins))
    .execute()
}

export async function bindAdmin(
  db: Db,
  user: { platform: string; platformUserId: string; login: string },
  { adminLogins, now }: { adminLogins: readonly string[]; now: Date },
): Promise<boolean> {
  // On another platform, anybody may have the login of an admin.
  const login = qualifiedLogin(user)
  if (!adminLogins.includes(login)) {
    return false
  }
  const bound = await db
    .insertInto('admin_bindings')
    .values({
      login,
      platform: user.platform,
      platform_user_id: user.platformUserId,
      bound_at: now,
    })
    .onConflict((conflict) => conflict.column('login').doNothing())
    .returning('login')
    .executeTakeFirst()
  return bound !== undefined
}
