/** The time zone of a user's browser, which it sends along with the call for the user. */
import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'

/** IANA name, such as `Europe/Berlin`. */
export const TIME_ZONE_HEADER = 'x-time-zone'

const LONGEST_NAME = 100

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) {
      return false
    }
    throw error
  }
}

/** Keeps what the browser says, unless it is no time zone; writes only where it changed. */
export async function noteTimeZone(
  db: Db,
  { userId, timeZone }: { userId: number; timeZone: string | string[] | undefined },
): Promise<void> {
  if (typeof timeZone !== 'string' || timeZone.length > LONGEST_NAME || !isTimeZone(timeZone)) {
    return
  }
  await db
    .updateTable('users')
    .set({ time_zone: timeZone })
    .where('id', '=', userId)
    .where(sql<boolean>`time_zone is distinct from ${timeZone}`)
    .execute()
}

/** UTC where no browser has said. */
export async function lastTimeZone(db: Db, userId: number): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.time_zone ?? 'UTC'
}
