/**
 * Writes who owns a login from when on; login-owners.ts reads it. A user who takes a freed login gets none of its old
 * owner's points: docs/scoring.md, Racers.
 */
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'

interface LoginClaim {
  platform: string
  login: string
  /** What the login is called in the rows of an owner who has deleted their account. */
  deletedLogin: string
  userId: number
  currentSeason: number
  now: Date
}

/** Whether the login belonged to somebody else before, or to nobody. Needs a transaction of the change feed. */
export async function claimLogin(db: Db, claim: LoginClaim): Promise<boolean> {
  const { platform, login, deletedLogin, userId, currentSeason, now } = claim
  const anyOwners = [login, deletedLogin]
  const ended = await db
    .updateTable('login_periods')
    .set({ last_season: currentSeason, ended_at: now })
    .where('ended_at', 'is', null)
    .where((where) =>
      where.or([
        // The user's other logins: the platform renamed the user.
        where.and([where('user_id', '=', userId), where('login', '!=', login)]),
        // The login's previous owner.
        where.and([
          where('platform', '=', platform),
          where('login', 'in', anyOwners),
          where('user_id', '!=', userId),
        ]),
      ]),
    )
    .returning('id')
    .execute()

  const owned = await db
    .selectFrom('login_periods')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('ended_at', 'is', null).as('open'),
      fn.max('last_season').as('last_season'),
      fn.max('ended_at').as('ended_at'),
    ])
    .where('platform', '=', platform)
    .where('login', 'in', anyOwners)
    .executeTakeFirstOrThrow()
  if (ended.length > 0 || owned.ended_at !== null) {
    announce(db, ['logins'])
  }
  if (owned.open > 0) {
    return false
  }
  await db
    .insertInto('login_periods')
    .values({
      platform,
      login,
      user_id: userId,
      first_season: owned.last_season === null ? null : owned.last_season + 1,
      last_season: null,
      started_at: owned.ended_at,
    })
    .execute()
  return true
}

/** Logins that changed hands while a season was current count as if they had done so in another one. */
export async function moveHandOvers(
  db: Db,
  { since, from, to }: { since: Date; from: number; to: number },
): Promise<void> {
  await db
    .updateTable('login_periods')
    .set({ last_season: to })
    .where('last_season', '=', from)
    .where('ended_at', '>=', since)
    .execute()
  await db
    .updateTable('login_periods')
    .set({ first_season: to + 1 })
    .where('first_season', '=', from + 1)
    .where('started_at', '>=', since)
    .execute()
  announce(db, ['logins'])
}
