/** The first id that signs in by a login of ADMIN_LOGINS is bound to admin; a rename keeps it. */
import type { Db } from '../../database/schema.ts'

/** At start: logins that are no longer listed lose the role. */
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
