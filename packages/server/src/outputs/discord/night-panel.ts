/** What a streamer sees of the posts of a night in Discord. */
import type { ParamsOf } from '@rollcall/contract/endpoint'
import type { getNightPanel, NightPanel } from '@rollcall/contract/sharing'
import { findPublicChannel, type PublicChannel } from '../../domain/boards/find-channel.ts'
import { hasChannelRight } from '../../domain/rights/channel.ts'
import type { Viewer } from '../../domain/rights/roles.ts'
import { findHeldDay } from '../../domain/visibility/held-days.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Db } from '../../platform/database/schema.ts'
import { describePost, readEnding } from './discord-panel.ts'

export interface OwnNight {
  channel: PublicChannel
  /** YYYY-MM-DD */
  day: string
}

/** A night of a channel that the viewer may post. */
export async function findOwnNight(
  context: Pick<AppContext, 'db' | 'now'>,
  { channel: address, day }: ParamsOf<typeof getNightPanel>,
  viewer: Viewer,
): Promise<OwnNight> {
  const channel = await findPublicChannel(context, address)
  if (channel === null) {
    throw new ApiError('no_such_channel_page')
  }
  if (!hasChannelRight('post', { ownerId: channel.userId, viewer })) {
    throw new ApiError('not_your_channel')
  }
  return { channel, day }
}

export async function findNightPanel(
  context: Pick<AppContext, 'db' | 'keys'>,
  night: OwnNight,
): Promise<NightPanel> {
  const { db } = context
  const { channel, day } = night
  const webhook = await findNightWebhook(db, channel.id)
  const held = await findHeldDay(db, { ...channel, channelId: channel.id, day, viewer: null })
  const post = await findNightPost(db, night)
  return {
    webhook: webhook && { ending: readEnding(context, webhook.address) },
    isPublic: held === null,
    post: post && describePost(post),
  }
}

export async function findNightWebhook(db: Db, channelId: number) {
  const row = await db
    .selectFrom('discord_webhooks')
    .select('address')
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return row ?? null
}

export async function findNightPost(db: Db, { channel, day }: OwnNight) {
  const row = await db
    .selectFrom('discord_posts')
    .select(['id', 'state', 'asked_at', 'due_at', 'attempts', 'reason'])
    .where('channel_id', '=', channel.id)
    .where('day', '=', day)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
