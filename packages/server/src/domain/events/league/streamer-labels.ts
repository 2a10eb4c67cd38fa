import type { ChannelLabel } from '@rollcall/contract/endpoint'
import { type RacerLabel, racerName, withPlatform } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { CHANNEL_LABEL, findChannelLabels, JOIN_STREAMER } from '../../standings/channel-labels.ts'
import type { RowOwner } from './round-results.ts'

/**
 * What streamers' rows are called now: their channels, with the owner's name. Hiding a name hides a racer, not a channel.
 *
 * @param rows others have no label here
 */
export async function streamerLabels(
  db: Db,
  rows: readonly (Pick<RowOwner, 'channelId'> & { row: string })[],
): Promise<[string, RacerLabel][]> {
  const streamers = rows.flatMap(({ row, channelId }) =>
    channelId === undefined ? [] : [{ row, channelId }],
  )
  if (streamers.length === 0) {
    return []
  }
  const found = await findChannelLabels(
    db,
    streamers.map(({ channelId }) => channelId),
  )
  return streamers.flatMap(({ row, channelId }): [string, RacerLabel][] => {
    const label = found.get(channelId)
    return label === undefined ? [] : [[row, labelOf(label)]]
  })
}

/** The channels of those users who have one. */
export async function channelsOfUsers(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, RacerLabel>> {
  const { rows } = await sql<{ userId: number; label: ChannelLabel }>`
    select channel.user_id as "userId", ${CHANNEL_LABEL} as label
    from channels as channel ${JOIN_STREAMER}
    where channel.user_id = any(${userIds}::integer[])`.execute(db)
  return new Map(rows.map(({ userId, label }) => [userId, labelOf(label)]))
}

function labelOf({ platform, login, name }: Pick<ChannelLabel, 'platform' | 'login' | 'name'>) {
  const channel = { platform, login }
  const [known, shown] = [racerName(channel), withPlatform(name, platform)]
  return { racer_name: known, ...(shown !== known && { display_name: shown }), channel }
}
