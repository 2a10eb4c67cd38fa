/** On which channels' boards somebody is not listed, because the streamers do not want it. */
import type { Notice } from '@rollcall/contract/dashboard'
import { racerName as nameOf, type Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { OWNED_NOW } from '../people/login-owners.ts'
import type { FoundSubject } from '../people/reports.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from '../standings/channel-labels.ts'

const keyOf = (channelId: number, { platform, login }: Racer): string =>
  `off boards of channel ${channelId} racer ${JSON.stringify([platform, login])}`

type OffBoards = Extract<Notice, { kind: 'off-boards' }>

interface OwnOffBoards extends Racer {
  channelId: number
  channel: OffBoards['channel']
  since: Date
  objections: string[]
}

/** By the logins that the user has now, one for each channel, the latest first. */
async function listOwn(db: Db, userId: number): Promise<OwnOffBoards[]> {
  const { rows } = await sql<OwnOffBoards>`
    select * from (
      select distinct on (channel.id) channel.id as "channelId", ${CHANNEL_LABEL} as channel,
        off.since, racer.platform, racer.login,
        array(
          select subject_key from user_reports
          where reporter_id = ${userId} and channel_id = channel.id and state = 'open'
        ) as objections
      from ${OWNED_NOW} as period
      join racers as racer on racer.platform = period.platform and racer.login = period.login
      join off_boards as off on off.racer_id = racer.id
      join channels as channel on channel.id = off.channel_id
      ${JOIN_STREAMER}
      where period.user_id = ${userId} and channel.user_id is distinct from ${userId}
      order by channel.id, off.since desc, racer.login
    ) as own
    order by since desc, "channelId"`.execute(db)
  return rows
}

export async function listOffBoardsOf(db: Db, userId: number): Promise<OffBoards[]> {
  const rows = await listOwn(db, userId)
  return rows.map(({ channelId, channel, since, objections, platform, login }) => ({
    kind: 'off-boards',
    channelId,
    channel,
    since: since.toISOString(),
    hasObjected: objections.includes(keyOf(channelId, { platform, login })),
  }))
}

/** The subject of an objection; null if the reporter is not off the channel's boards. */
export async function findOwnOffBoards(
  db: Db,
  { userId }: { userId: number },
  { channelId }: { channelId: number },
): Promise<FoundSubject | null> {
  const own = (await listOwn(db, userId)).find((row) => row.channelId === channelId)
  return own === undefined
    ? null
    : {
        key: keyOf(channelId, own),
        isOwn: false,
        season: null,
        channelId,
        eventId: null,
        racerName: nameOf(own),
        laterChannelId: null,
      }
}
