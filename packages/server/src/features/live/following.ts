/** Who may follow which topic, which changes concern the topic, and what it shows now. */
import { type LiveTopic, writeFrame } from '@rollcall/contract/live'
import type { ShowView } from '@rollcall/contract/show-view'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import type { Concern } from '../../changes/topics.ts'
import type { SignedIn } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { WrittenAnswer } from '../../http/serve-endpoint.ts'
import type { EventConcerns } from '../events/event-concerns.ts'
import { findSight, type Sight } from '../events/event-sight.ts'
import { findChannelOfStreamer } from '../show/channel-overlay.ts'
import { findOverlayShow, findPublicShow } from '../show/token-routes.ts'
import { linkTopic } from '../show/tokens.ts'
import { type PlaceView, type Shows, showsStandings } from '../show/views.ts'

/** All followers of an event share one set, because it may name 500 streamers. */
type Concerns = ReadonlySet<Concern>

/** What a page gets by following a topic. */
export interface Subscription {
  /** Changes after which the page asks again. */
  changedBy: readonly Concerns[]
  /** Changes after which there is a new frame; without a frame, the page asks again. */
  framedBy: readonly Concerns[]
  /** What the page shows now; null if the page learns that from a call. */
  frame: Buffer | null
}

/** What to follow for each topic, or a refusal if the caller may not follow it or it leads nowhere. */
export type Subscriptions = Map<LiveTopic, Subscription | ApiError>

type MayFollow = (topics: Iterable<LiveTopic>, caller: SignedIn | null) => Promise<Subscriptions>

export interface LiveParts {
  shows: Shows
  concernsOfEvent: EventConcerns
}

const REFUSALS = [403, 404]
const MOST_SIGHTS = 20_000

/** Whether a change can affect who may follow the topic, or which changes concern it. */
export function isCheckedAgain(followed: LiveTopic): boolean {
  return !/^(?:everyone|owner)\//.test(followed)
}

/** Called for each follower after each change, so everything that many followers need is cached. */
export function openFollowing(
  { db, changes, now }: Pick<AppContext, 'db' | 'changes' | 'now'>,
  { shows, concernsOfEvent }: LiveParts,
): MayFollow {
  const sights = new CachedValues<{ sight: Sight | null }>(changes, {
    maxSize: MOST_SIGHTS,
    measure: () => 1,
  })

  return async (topics, caller) => {
    const following: Subscriptions = new Map()
    for (const followed of topics) {
      try {
        following.set(followed, await decide(followed, caller))
      } catch (error) {
        // Other pages that share the stream continue without this topic.
        if (!(error instanceof ApiError && REFUSALS.includes(error.status))) {
          throw error
        }
        following.set(followed, error)
      }
    }
    return following
  }

  /**
   * A topic's name begins with who may follow it, which this function checks.
   *
   * @throws {ApiError} for a topic that the caller may not follow, or that leads nowhere
   */
  async function decide(followed: LiveTopic, caller: SignedIn | null): Promise<Subscription> {
    const [audience = '', thing = '', key = ''] = followed.split(/[/:]/)
    const id = Number(key)
    switch (audience) {
      case 'everyone':
        return afterCall(
          thing === 'season'
            ? concernSet(`season:${id}`, 'channel', 'settings')
            : concernSet(`games:${id}`, `snapshots:${id}`, `channel:${id}`, 'settings', 'names'),
        )
      case 'owner':
        if (caller?.userId !== id) {
          throw new ApiError(
            thing === 'uploads' ? 'uploads_followed_by_owner' : 'companions_followed_by_owner',
          )
        }
        return afterCall(
          thing === 'uploads'
            ? concernSet(`uploads:${id}`)
            : concernSet(`companions:${id}`, `uploads:${id}`),
        )
      case 'participants': {
        const sight = await getSight(id, caller)
        if (!sight.maySee) {
          throw new ApiError('event_followed_by_participants')
        }
        const viewers = sight.isSealed ? await shows.forViewers(id) : null
        return {
          changedBy: [await concernsOfEvent(id), NAMES],
          framedBy: [concernSet(`show:${id}/viewers`), NAMES],
          frame: viewers && makeFrame(followed, viewers),
        }
      }
      case 'organiser': {
        if (!(await getSight(id, caller)).mayManage) {
          throw new ApiError('show_followed_by_organiser')
        }
        if (thing === 'room') {
          return afterCall(concernSet(`show:${id}`), await concernsOfEvent(id), NAMES)
        }
        const stage = await shows.onStage(id)
        return {
          changedBy: [],
          framedBy: [concernSet(`show:${id}/stage`, `event:${id}/details`), NAMES],
          frame: stage && makeFrame(followed, stage),
        }
      }
      default:
        return followLink(followed, { thing, token: key })
    }
  }

  /** For anyone with the token. Does not ask the database about pages that thousands may follow. */
  async function followLink(
    followed: LiveTopic,
    { thing, token }: { thing: string; token: string },
  ): Promise<Subscription> {
    if (thing === 'channel') {
      const holder = await shows.findHolder(token)
      const channel =
        holder?.kind === 'channel' ? await findChannelOfStreamer(db, holder.userId) : null
      if (channel === null) {
        throw new ApiError('no_such_link')
      }
      const { userId, channelId } = channel
      return afterCall(
        concernSet(
          linkTopic(token),
          `uploads:${userId}`,
          `pause:${userId}`,
          `channel:${channelId}`,
          'settings',
          'names',
        ),
      )
    }
    const isOverlay = thing === 'overlay'
    const found = await (isOverlay ? findOverlayShow : findPublicShow)(shows, token)
    if (found === null) {
      throw new ApiError('no_such_link')
    }
    const { show, state } = found
    const { id } = show.event
    // The standings depend on whether the overlay asks for all streamers or for one.
    const hasFrame = !(isOverlay && showsStandings(show, state, now()))
    return {
      changedBy: [],
      framedBy: [
        concernSet(
          linkTopic(token),
          `show:${id}/${isOverlay ? 'overlay' : 'viewers'}`,
          `event:${id}/details`,
        ),
        NAMES,
        ...(hasFrame ? [] : [await concernsOfEvent(id)]),
      ],
      frame: hasFrame ? makeFrame(followed, found) : null,
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
      throw new ApiError('no_such_event')
    }
    // Results make somebody a racer, and none of these concerns hears of them.
    return sight.maySee ? sight : ((await findSight(db, { eventId, asker: caller })) ?? sight)
  }
}

/** A page with racers' names. */
const NAMES: Concerns = new Set(['names'])

function concernSet(...concerns: Concern[]): Concerns {
  return new Set(concerns)
}

/** For topics whose page makes a call after a change. */
function afterCall(...changedBy: Concerns[]): Subscription {
  return { changedBy, framedBy: [], frame: null }
}

const writtenFrames = new WeakMap<WrittenAnswer<ShowView>, Map<LiveTopic, Buffer>>()

/** The frame message of a view. All streams of this process that carry the topic share one buffer. */
function makeFrame(topic: LiveTopic, { view, answer }: PlaceView): Buffer {
  const frames = writtenFrames.get(answer) ?? new Map<LiveTopic, Buffer>()
  writtenFrames.set(answer, frames)
  const frame =
    frames.get(topic) ??
    Buffer.from(writeFrame(topic, { version: view.version, json: answer.json }))
  frames.set(topic, frame)
  return frame
}
