import { sql } from 'kysely'
import type { FoundSubject } from '../../domain/people/reports.ts'
import type { SignedIn } from '../../edge/access.ts'
import type { Db } from '../../platform/database/schema.ts'

export async function findReportedChannel(
  db: Db,
  reporter: SignedIn,
  { season, channelId }: { season: number; channelId: number },
): Promise<FoundSubject | null> {
  const row = await db
    .selectFrom('channel_seasons as channel_season')
    .innerJoin('channels as channel', 'channel.id', 'channel_season.channel_id')
    .select('channel.user_id as userId')
    .where('channel_season.channel_id', '=', channelId)
    .where('channel_season.season', '=', season)
    // Pages never show a season after the current one.
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
        laterChannelId: null,
      }
}
