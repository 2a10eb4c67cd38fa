/** Who may follow what, and which changes it concerns. */
import type { LiveTopic } from '@rollcall/contract/live'
import type { AppContext } from '../../app-context.ts'
import type { Concern } from '../../changes/topics.ts'
import type { SignedIn } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { findSight, listStreamers } from '../events/event-board.ts'
import { findChannel } from '../show/channel-overlay.ts'
import { noSuchAddress, topicOf } from '../show/tokens.ts'
import type { Shows } from '../show/views.ts'

export type Followed = Map<LiveTopic, Concern[]>

type Context = Pick<AppContext, 'db'> & { shows: Shows }

/** @throws {ApiError} for a topic that the caller may not follow, or that is none */
export async function findConcerns(
  context: Context,
  topics: readonly LiveTopic[],
  caller: SignedIn | null,
): Promise<Followed> {
  const followed: Followed = new Map()
  for (const topic of topics) {
    followed.set(topic, await concernsOf(context, topic, caller))
  }
  return followed
}

/** Whether a change of it may be about who follows, or about whose games count. */
export function isCheckedAgain(topic: LiveTopic): boolean {
  return !/^(?:season|uploads|companions):/.test(topic)
}

async function concernsOf(
  { db, shows }: Context,
  topic: LiveTopic,
  caller: SignedIn | null,
): Promise<Concern[]> {
  const [kind = '', text = ''] = topic.split(':')
  const id = Number(text)
  switch (kind) {
    case 'season':
      return [`season:${id}`, 'channel', 'settings']
    case 'uploads':
      if (caller?.userId !== id) {
        throw new ApiError('forbidden', 'Everybody may follow their own uploads only.')
      }
      return [`uploads:${id}`]
    case 'companions':
      if (caller?.userId !== id) {
        throw new ApiError('forbidden', 'Everybody may follow their own companions only.')
      }
      return [`companions:${id}`, `uploads:${id}`]
    case 'event':
      if (!(await getSight(id)).maySee) {
        throw new ApiError('forbidden', 'Only those who take part may follow this event.')
      }
      return [`show:${id}/seen`, ...(await concernsOfEvent(id))]
    case 'control':
      if (!(await getSight(id)).mayManage) {
        throw new ApiError('forbidden', 'Only its organiser may follow the show of this event.')
      }
      return [`show:${id}`, ...(await concernsOfEvent(id))]
    case 'show':
      return concernsOfShow(text)
    default:
      return concernsOfOverlay(text)
  }

  async function getSight(eventId: number) {
    const sight = caller && (await findSight(db, { eventId, asker: caller }))
    if (caller !== null && sight === null) {
      throw new ApiError('not_found', 'There is no such event.')
    }
    return sight ?? { maySee: false, mayManage: false }
  }

  async function concernsOfEvent(eventId: number): Promise<Concern[]> {
    const streamers = await listStreamers(db, eventId)
    return [
      `event:${eventId}`,
      // A streamer's first upload makes the channel.
      'channel',
      ...streamers.map(({ channelId }) => `games:${channelId}` as const),
    ]
  }

  /** Asks nothing of the database where thousands follow the same public page. */
  async function concernsOfShow(token: string): Promise<Concern[]> {
    const holder = await shows.holderOf(token)
    const show = holder?.kind === 'public' || holder?.kind === 'overlay' ? holder : null
    const seen = show && (await shows.seen(show.eventId))
    if (show === null || !seen || (show.kind === 'public' && !seen.show.settings.isPublic)) {
      throw noSuchAddress()
    }
    const { eventId } = show
    return [
      topicOf(token),
      `show:${eventId}/seen`,
      `event:${eventId}/details`,
      // Before the show the overlay may show how the event stands.
      ...(show.kind === 'overlay' ? await concernsOfEvent(eventId) : []),
    ]
  }

  async function concernsOfOverlay(token: string): Promise<Concern[]> {
    const holder = await shows.holderOf(token)
    const channel = holder?.kind === 'channel' ? await findChannel(db, holder.userId) : null
    if (channel === null) {
      throw noSuchAddress()
    }
    const { userId, channelId } = channel
    return [
      topicOf(token),
      `uploads:${userId}`,
      `overlay:${userId}`,
      `channel:${channelId}`,
      'settings',
    ]
  }
}
