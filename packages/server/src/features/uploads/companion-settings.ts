import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'
import { findOwner } from '../auth/login-ownership.ts'

/** Whether a channel of that name is known: somebody signed in with it, or it waits for them. */
export async function isKnownChannel(db: Db, login: string): Promise<boolean> {
  if ((await findOwner(db, { platform: 'twitch', login })) !== null) {
    return true
  }
  const waiting = await db
    .selectFrom('channels')
    .select(sql.lit(1).as('one'))
    .where('user_id', 'is', null)
    .where('platform', '=', 'twitch')
    .where('login', '=', login)
    .executeTakeFirst()
  return waiting !== undefined
}
