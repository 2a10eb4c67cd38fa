import { sql } from 'kysely'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Db } from '../../platform/database/schema.ts'
import { decideGamesOfChannels } from '../scoring/prescribed-games.ts'

/**
 * Notes that channels got or lost games, or that results of their games changed. Raises each channel's number of
 * changes, so that stored boards are no longer current, and announces it to followers. Everything that writes games
 * calls this in its transaction of the change feed, with the channels locked.
 */
export async function noteGameChanges(trx: Db, channelIds: readonly number[]): Promise<void> {
  await sql`
    insert into game_changes as known (channel_id, changes)
    select distinct channel_id, 1 from unnest(${channelIds}::integer[]) as channel_id
    order by channel_id
    on conflict (channel_id) do update set changes = known.changes + 1`.execute(trx)
  await decideGamesOfChannels(trx, channelIds)
  announce(
    trx,
    channelIds.map((id) => `games:${id}` as const),
  )
}
