/** Who may follow what, and which changes it concerns. */
import type { LiveTopic } from '@rollcall/contract/live'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import type { Concern } from '../../changes/topics.ts'
import type { SignedIn } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { findSight, listStreamers, type Sight } from '../events/event-board.ts'
import { findChannelOfStreamer } from '../show/channel-overlay.ts'
import { noSuchAddress, topicOf } from '../show/tokens.ts'
import type { Shows } from '../show/views.ts'

/** Of an event all who follow it share one set, since it may name 500 streamers. */
export type Concerns = ReadonlySet<string>

/** By topic; a refusal for one that the caller may not follow, or that leads nowhere. */
export type Admission = Map<LiveTopic, readonly Concerns[] | ApiError>

type FindConcerns = (topics: Iterable<LiveTopic>, caller: SignedIn | null) => Promise<Admission>

const REFUSALS = ['forbidden', 'not_found']

const setOf = (concerns: readonly Concern[]): Concerns => new Set(concerns)

const MOST_SIGHTS = 20_000
/** Of all events together. */
const MOST_CONCERNS = 200_000

/** Whether a change of it may be about who follows, or about whose games count. */
export function isCheckedAgain(topic: LiveTopic): boolean {
  return !/^(?:season|uploads|companions):/.test(topic)
}

/** Asked for each follower after each change, so what many of them need is remembered. */
export function openConcerns(
  { db, changes }: Pick<AppContext, 'db' | 'changes'>,
  shows: Shows,
): FindConcerns {
  const sights = new CachedValues<{ sight: Sight | null }>(changes, {
    maxSize: MOST_SIGHTS,
    sizeOf: () => 1,
  })
  const ofEvents = new CachedValues<Concerns>(changes, {
    maxSize: MOST_CONCERNS,
    sizeOf: ({ size }) => size,
  })

  return async (topics, caller) => {
    const admission: Admission = new Map()
    for (const topic of topics) {
      try {
        admission.set(topic, await concernsOf(topic, caller))
      } catch (error) {
        // Pages that share the stream go on without this topic.
        if (!(error instanceof ApiError && REFUSALS.includes(error.code))) {
          throw error
        }
        admission.set(topic, error)
      }
    }
    return admission
  }

  /** @throws {ApiError} for a topic that the caller may not follow, or that is none */

  async function concernsOf(
    topic: LiveTopic,
    caller: SignedIn | null,
  ): Promise<readonly Concerns[]> {
    const [kind = '', text = ''] = topic.split(':')
    const id = Number(text)
    switch (kind) {
      case 'season':
        return [setOf([`season:${id}`, 'channel', 'settings'])]
      case 'uploads':
        if (caller?.userId !== id) {
          throw new ApiError('forbidden', 'Everybody may follow their own uploads only.')
        }
        return [setOf([`uploads:${id}`])]
      case 'companions':
        if (caller?.userId !== id) {
          throw new ApiError('forbidden', 'Everybody may follow their own companions only.')
        }
        return [setOf([`companions:${id}`, `uploads:${id}`])]
      case 'event':
        if (!(await getSight(id, caller)).maySee) {
          throw new ApiError('forbidden', 'Only those who take part may follow this event.')
        }
        return [setOf([`show:${id}/seen`]), await concernsOfEvent(id)]
      case 'control':
        if (!(await getSight(id, caller)).mayManage) {
          throw new ApiError('forbidden', 'Only its organiser may follow the show of this event.')
        }
        return [setOf([`show:${id}`]), await concernsOfEvent(id)]
      case 'show':
        return concernsOfShow(text)
      default:
        return [await concernsOfOverlay(text)]
    }
  }

  async function getSight(eventId: number, caller: SignedIn | null) {
    if (caller === null) {
      return { maySee: false, mayManage: false }
    }
    const { sight } = await sights.get({
      key: `${eventId} ${caller.userId} ${caller.isAdmin}`,
      concerns: [`event:${eventId}/details`],
      load: async () => ({ sight: await findSight(db, { eventId, asker: caller }) }),
    })
    if (sight === null) {
      throw new ApiError('not_found', 'There is no such event.')
    }
    return sight
  }

  async function concernsOfEvent(eventId: number): Promise<Concerns> {
    return ofEvents.get({
      key: String(eventId),
      concerns: [`event:${eventId}/details`, 'channel'],
      load: async () => {
        const streamers = await listStreamers(db, eventId)
        return setOf([
          `event:${eventId}`,
          // A streamer's first upload makes the channel.
          'channel',
          ...streamers.map(({ channelId }) => `games:${channelId}` as const),
        ])
      },
    })
  }

  /** Asks nothing of the database where thousands follow the same public page. */
  async function concernsOfShow(token: string): Promise<readonly Concerns[]> {
    const holder = await shows.holderOf(token)
    const show = holder?.kind === 'public' || holder?.kind === 'overlay' ? holder : null
    const seen = show && (await shows.seen(show.eventId))
    if (show === null || !seen || (show.kind === 'public' && !seen.show.settings.isPublic)) {
      throw noSuchAddress()
    }
    const { eventId } = show
    const where = show.kind === 'public' ? 'seen' : 'overlay'
    return [
      setOf([topicOf(token), `show:${eventId}/${where}`, `event:${eventId}/details`]),
      // Before the show the overlay may show how the event stands.
      ...(show.kind === 'overlay' ? [await concernsOfEvent(eventId)] : []),
    ]
  }

  async function concernsOfOverlay(token: string): Promise<Concerns> {
    const holder = await shows.holderOf(token)
    const channel =
      holder?.kind === 'channel' ? await findChannelOfStreamer(db, holder.userId) : null
    if (channel === null) {
      throw noSuchAddress()
    }
    const { userId, channelId } = channel
    return setOf([
      topicOf(token),
      `uploads:${userId}`,
      `overlay:${userId}`,
      `channel:${channelId}`,
      'settings',
    ])
  }
}
