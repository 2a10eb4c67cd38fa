/** How answers name channels. */
import type { ChannelLabel, PageAddress } from '@rollcall/contract/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'

/** What pages call the query's `channel`; needs `JOIN_STREAMER`. */
export const CHANNEL_NAME = sql<string>`coalesce(streamer.display_name, channel.name)`

/** The `ChannelLabel` of the query's `channel`; needs `JOIN_STREAMER`. */
export const CHANNEL_LABEL = sql`json_build_object(
  'platform', channel.platform, 'login', channel.login,
  'name', ${CHANNEL_NAME},
  'profileImageUrl', streamer.profile_image_url
)`

/** The `PageAddress` of the query's `channel`; null if there is no channel. */
export const CHANNEL_PAGE = sql<PageAddress | null>`case when channel.id is not null then
  json_build_object('platform', channel.platform, 'login', channel.login)
end`

/** Joins the `streamer` who owns the query's `channel`. */
export const JOIN_STREAMER = sql`left join users as streamer on streamer.id = channel.user_id`

/** The `MapLabel` of the query's `map`; null if there is no map. */
export const MAP_LABEL = sql`case when map.id is not null then json_build_object(
  'id', map.id, 'name', map.name, 'creator', map.creator
) end`

/** The labels of channels by id. */
export async function findChannelLabels(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ChannelLabel>> {
  const { rows } = await sql<{ id: number; label: ChannelLabel }>`
    select channel.id, ${CHANNEL_LABEL} as label
    from channels as channel ${JOIN_STREAMER}
    where channel.id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, label }) => [id, label]))
}
