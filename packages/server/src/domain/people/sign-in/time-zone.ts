import { MAX_TIME_ZONE_LENGTH } from '@rollcall/contract/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'

export const TIME_ZONE_HEADER = 'x-time-zone'

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

export async function noteTimeZone(
  db: Db,
  { userId, timeZone }: { userId: number; timeZone: string | string[] | undefined },
): Promise<void> {
  if (
    typeof timeZone !== 'string' ||
    timeZone.length > MAX_TIME_ZONE_LENGTH ||
    !isTimeZone(timeZone)
  ) {
    return
  }
  await db
    .updateTable('users')
    .set({ time_zone: timeZone })
    .where('id', '=', userId)
    .where(sql<boolean>`time_zone is distinct from ${timeZone}`)
    .execute()
}

export async function findTimeZone(db: Db, userId: number): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.time_zone ?? null
}
