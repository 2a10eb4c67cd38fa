import { announce } from '../../../../platform/changes/change-feed.ts'
import type { Db } from '../../../../platform/database/schema.ts'

/** Open pages of the league hear that its teams have changed. */
export async function announceTeams(trx: Db, seriesId: number): Promise<void> {
  const { token } = await trx
    .selectFrom('event_series')
    .select('public_token as token')
    .where('id', '=', seriesId)
    .executeTakeFirstOrThrow()
  if (token !== null) announce(trx, [`link:${token}`])
}
