/**
 * Who is an admin. The first sign-in of a login listed in ADMIN_LOGINS binds admin to that platform
 * id; another id with that login later is none, and a rename keeps it.
 */
import type { Db } from '../../app-context.ts'

/** At start: a login that is listed no more binds nobody. */
export async function dropUnlistedAdmins(db: Db, adminLogins: readonly string[]): Promise<void> {
  await db
    .deleteFrom('admin_bindings')
    .$if(adminLogins.length > 0, (query) => query.where('login', 'not in', adminLogins))
    .execute()
}

/** At sign-in: binds the login if it is listed and free; whether it was just now. */
export async function bindAdmin(
  db: Db,
  user: { platform: string; platformUserId: string; login: string },
  { adminLogins, now }: { adminLogins: readonly string[]; now: Date },
): Promise<boolean> {
  if (!adminLogins.includes(user.login)) {
    return false
  }
  const bound = await db
    .insertInto('admin_bindings')
    .values({
      login: user.login,
      platform: user.platform,
      platform_user_id: user.platformUserId,
      bound_at: now,
    })
    .onConflict((conflict) => conflict.column('login').doNothing())
    .returning('login')
    .executeTakeFirst()
  return bound !== undefined
}
