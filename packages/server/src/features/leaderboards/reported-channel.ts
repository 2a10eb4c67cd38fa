import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { SignedIn } from '../../http/access.ts'
import type { FoundSubject } from '../../reports.ts'

export async function findReportedChannel(
  db: Db,
  reporter: SignedIn,
  { season, channelId }: { season: number; channelId: number },
): Promise<FoundSubject | null> {
  const row = await db
    .selectFrom('channel_seasons as standing')
    .innerJoin('channels as channel', 'channel.id', 'standing.channel_id')
    .select('channel.user_id as userId')
    .where('standing.channel_id', '=', channelId)
    .where('standing.season', '=', season)
    // One beyond the current season is not shown to anybody.
    .where(sql<boolean>`season <= (select value::integer from settings where key = 'season')`)
    .executeTakeFirst()
  return row === undefined
    ? null
    : {
        key: `season ${season} channel ${channelId}`,
        isOwn: row.userId === reporter.userId,
        season,
        channelId,
        eventId: null,
        racerName: null,
      }
}
