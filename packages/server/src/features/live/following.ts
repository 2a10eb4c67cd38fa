/** Who may follow what, which changes it is about, and what is shown of it now. */
import type { LiveTopic } from '@rollcall/contract/live'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import type { Concern } from '../../changes/topics.ts'
import type { SignedIn } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { EventConcerns } from '../events/event-concerns.ts'
import { findSight, type Sight } from '../events/event-sight.ts'
import { findChannelOfStreamer } from '../show/channel-overlay.ts'
import { findOverlayShow, findPublicShow } from '../show/token-routes.ts'
import { noSuchAddress, topicOf } from '../show/tokens.ts'
import { type Shows, showsStandings } from '../show/views.ts'
import { frameOf } from './frames.ts'

/** Of an event all who follow it share one set, since it may name 500 streamers. */
type Concerns = ReadonlySet<Concern>

export interface Followed {
  /** After these changes the page asks again. */
  changedBy: readonly Concerns[]
  /** After these there is a new frame; where there is none, the page asks again. */
  framedBy: readonly Concerns[]
  /** What the page shows now; null: it learns that by a call. */
  frame: Buffer | null
}

/** By topic; a refusal for one that the caller may not follow, or that leads nowhere. */
export type Following = Map<LiveTopic, Followed | ApiError>

type MayFollow = (topics: Iterable<LiveTopic>, caller: SignedIn | null) => Promise<Following>

export interface LiveParts {
  shows: Shows
  concernsOfEvent: EventConcerns
}

const REFUSALS = ['forbidden', 'not_found']
const MOST_SIGHTS = 20_000

/** Whether a change may be about who follows, or about whose games count. */
export function isCheckedAgain(followed: LiveTopic): boolean {
  return !/^(?:everyone|owner)\//.test(followed)
}

/** Asked for each follower after each change, so what many of them need is remembered. */
export function openFollowing(
  { db, changes, now }: Pick<AppContext, 'db' | 'changes' | 'now'>,
  { shows, concernsOfEvent }: LiveParts,
): MayFollow {
  const sights = new CachedValues<{ sight: Sight | null }>(changes, {
    maxSize: MOST_SIGHTS,
    sizeOf: () => 1,
  })

  return async (topics, caller) => {
    const following: Following = new Map()
    for (const followed of topics) {
      try {
        following.set(followed, await decide(followed, caller))
      } catch (error) {
        // Pages that share the stream go on without this topic.
        if (!(error instanceof ApiError && REFUSALS.includes(error.code))) {
          throw error
        }
        following.set(followed, error)
      }
    }
    return following
  }

  /**
   * A topic's name begins with who may follow it, and this function decides by that.
   *
   * @throws {ApiError} for a topic that the caller may not follow, or that leads nowhere
   */
  async function decide(followed: LiveTopic, caller: SignedIn | null): Promise<Followed> {
    const [audience = '', thing = '', key = ''] = followed.split(/[/:]/)
    const id = Number(key)
    switch (audience) {
      case 'everyone':
        return afterCall(setOf(`season:${id}`, 'channel', 'settings'))
      case 'owner':
        if (caller?.userId !== id) {
          throw new ApiError('forbidden', `Everybody may follow their own ${thing} only.`)
        }
        return afterCall(
          thing === 'uploads' ? setOf(`uploads:${id}`) : setOf(`companions:${id}`, `uploads:${id}`),
        )
      case 'participants': {
        const sight = await getSight(id, caller)
        if (!sight.maySee) {
          throw new ApiError('forbidden', 'Only those who take part may follow this event.')
        }
        const viewers = sight.isSealed ? await shows.forViewers(id) : null
        return {
          changedBy: [await concernsOfEvent(id)],
          framedBy: [setOf(`show:${id}/viewers`)],
          frame: viewers && frameOf(followed, viewers),
        }
      }
      case 'organiser': {
        if (!(await getSight(id, caller)).mayManage) {
          throw new ApiError('forbidden', 'Only its organiser may follow the show of this event.')
        }
        if (thing === 'room') {
          return afterCall(setOf(`show:${id}`), await concernsOfEvent(id))
        }
        const stage = await shows.onStage(id)
        return {
          changedBy: [],
          framedBy: [setOf(`show:${id}/stage`, `event:${id}/details`)],
          frame: stage && frameOf(followed, stage),
        }
      }
      default:
        return followLink(followed, { thing, token: key })
    }
  }

  /** For anybody with the token. Asks nothing of the database where thousands follow the same page. */
  async function followLink(
    followed: LiveTopic,
    { thing, token }: { thing: string; token: string },
  ): Promise<Followed> {
    if (thing === 'channel') {
      const holder = await shows.holderOf(token)
      const channel =
        holder?.kind === 'channel' ? await findChannelOfStreamer(db, holder.userId) : null
      if (channel === null) {
        throw noSuchAddress()
      }
      const { userId, channelId } = channel
      return afterCall(
        setOf(
          topicOf(token),
          `uploads:${userId}`,
          `pause:${userId}`,
          `channel:${channelId}`,
          'settings',
        ),
      )
    }
    const isOverlay = thing === 'overlay'
    const found = await (isOverlay ? findOverlayShow : findPublicShow)(shows, token)
    if (found === null) {
      throw noSuchAddress()
    }
    const { show, state } = found
    const { id } = show.event
    // How the event stands depends on what the overlay asks for: all streamers, or one.
    const hasFrame = !(isOverlay && showsStandings(show, state, now()))
    return {
      changedBy: [],
      framedBy: [
        setOf(
          topicOf(token),
          `show:${id}/${isOverlay ? 'overlay' : 'viewers'}`,
          `event:${id}/details`,
        ),
        ...(hasFrame ? [] : [await concernsOfEvent(id)]),
      ],
      frame: hasFrame ? frameOf(followed, found) : null,
    }
  }

  async function getSight(eventId: number, caller: SignedIn | null) {
    if (caller === null) {
      return { maySee: false, mayManage: false, isSealed: false }
    }
    const { sight } = await sights.get({
      key: `${eventId} ${caller.userId} ${caller.isAdmin}`,
      concerns: [`event:${eventId}/details`, `show:${eventId}/viewers`],
      load: async () => ({ sight: await findSight(db, { eventId, asker: caller }) }),
    })
    if (sight === null) {
      throw new ApiError('not_found', 'There is no such event.')
    }
    return sight
  }
}

function setOf(...concerns: Concern[]): Concerns {
  return new Set(concerns)
}

/** Of what the page learns by a call. */
function afterCall(...changedBy: Concerns[]): Followed {
  return { changedBy, framedBy: [], frame: null }
}
