import type { ChannelLabel } from '@rollcall/contract/endpoint'
import { type RacerLabel, racerName, withPlatform } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { shownNameColumn } from '../../people/user-names.ts'
import { findChannelLabels } from '../../standings/channel-labels.ts'
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

/** What users are called as streamers. Before their first upload they have no channel. */
export async function labelsOfStreamers(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, RacerLabel>> {
  const { rows } = await sql<{ userId: number; hasChannel: boolean } & ChannelLabel>`
    select streamer.id as "userId", channel.id is not null as "hasChannel",
      coalesce(channel.platform, streamer.platform) as platform,
      coalesce(channel.login, streamer.login) as login, ${shownNameColumn('streamer')} as name
    from users as streamer left join channels as channel on channel.user_id = streamer.id
    where streamer.id = any(${userIds}::integer[])`.execute(db)
  return new Map(
    rows.map(({ userId, hasChannel, ...streamer }) => {
      const { channel, ...label } = labelOf(streamer)
      // Their page as a racer may be hidden.
      return [userId, hasChannel ? { ...label, channel } : { ...label, leads_nowhere: true }]
    }),
  )
}

function labelOf({ platform, login, name }: Pick<ChannelLabel, 'platform' | 'login' | 'name'>) {
  const channel = { platform, login }
  const [known, shown] = [racerName(channel), withPlatform(name, platform)]
  return { racer_name: known, ...(shown !== known && { display_name: shown }), channel }
}
