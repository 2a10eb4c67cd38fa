/** Who may follow which topic, which changes concern the topic, and what it shows now. */
import { type LiveTopic, writeFrame } from '@rollcall/contract/live'
import type { ShowView } from '@rollcall/contract/show-view'
import type { EventTags } from '../../domain/events/boards/event-tags.ts'
import type { PublicLeagues } from '../../domain/events/league/public-leagues.ts'
import { findChannelOfStreamer } from '../../domain/show/channel-overlay.ts'
import type { Shows } from '../../domain/show/shows.ts'
import type { ScreenView } from '../../domain/show/views.ts'
import { type EventAccess, findEventAccess } from '../../domain/visibility/event-access.ts'
import { showsStandings } from '../../domain/visibility/shown-step.ts'
import type { SignedIn } from '../../edge/access.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { WrittenAnswer } from '../../edge/serve-endpoint.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import type { CacheTag } from '../../platform/changes/topics.ts'

/** All followers of an event share one set, because it may name 500 streamers. */
type CacheTags = ReadonlySet<CacheTag>

/** What a page gets by following a topic. */
export interface Subscription {
  /** Changes after which the page asks again. */
  changedBy: readonly CacheTags[]
  /** Changes after which there is a new frame; without a frame, the page asks again. */
  framedBy: readonly CacheTags[]
  /** What the page shows now; null if the page learns that from a call. */
  frame: Buffer | null
}

/** What to follow for each topic, or a refusal if the caller may not follow it or it leads nowhere. */
export type Subscriptions = Map<LiveTopic, Subscription | ApiError>

export interface LiveParts {
  shows: Shows
  eventTags: EventTags
  leagues: PublicLeagues
}

const REFUSALS = [403, 404]
const MOST_ACCESSES = 20_000

/** Whether a change can affect who may follow the topic, or which changes concern it. */
export function isCheckedAgain(followed: LiveTopic): boolean {
  return !/^(?:everyone|owner)\//.test(followed)
}

/** Asked for each follower after each change, so everything that many followers need is cached. */
export class Following {
  readonly #context: Pick<AppContext, 'db' | 'now'>
  readonly #parts: LiveParts
  readonly #accesses: CachedValues<{ access: EventAccess | null }>

  constructor(context: Pick<AppContext, 'db' | 'changes' | 'now'>, parts: LiveParts) {
    this.#context = context
    this.#parts = parts
    this.#accesses = new CachedValues(context.changes, {
      maxSize: MOST_ACCESSES,
      measure: () => 1,
    })
  }

  /** What the caller gets by following each topic, or why not. */
  async of(topics: Iterable<LiveTopic>, caller: SignedIn | null): Promise<Subscriptions> {
    const following: Subscriptions = new Map()
    for (const followed of topics) {
      try {
        following.set(followed, await this.#decide(followed, caller))
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
  async #decide(followed: LiveTopic, caller: SignedIn | null): Promise<Subscription> {
    const [audience = '', thing = '', key = ''] = followed.split(/[/:]/)
    const id = Number(key)
    switch (audience) {
      case 'everyone':
        return afterCall(
          thing === 'season'
            ? cacheTags(`season:${id}`, 'channel', 'settings')
            : cacheTags(`games:${id}`, `snapshots:${id}`, `channel:${id}`, 'settings', 'names'),
        )
      case 'owner':
        if (caller?.userId !== id) {
          throw new ApiError(
            thing === 'uploads' ? 'uploads_followed_by_owner' : 'companions_followed_by_owner',
          )
        }
        return afterCall(
          thing === 'uploads'
            ? cacheTags(`uploads:${id}`)
            : cacheTags(`companions:${id}`, `uploads:${id}`),
        )
      case 'participants': {
        const { sees } = await this.#getAccess(id, caller)
        if (sees === 'nothing') {
          throw new ApiError('event_followed_by_participants')
        }
        const viewers = sees === 'uncovered' ? await this.#parts.shows.forViewers(id) : null
        return {
          changedBy: [
            await this.#parts.eventTags.of(id),
            NAMES,
            // Who waits for the show must not hear that there are any.
            ...(viewers === null ? [cacheTags(`adjustments:${id}`)] : []),
          ],
          framedBy: [cacheTags(`show:${id}/viewers`), NAMES],
          frame: viewers && makeFrame(followed, viewers),
        }
      }
      case 'organiser': {
        const { mayRunShow, seesHiddenRows } = await this.#getAccess(id, caller)
        if (!mayRunShow) {
          throw new ApiError('show_followed_by_organiser')
        }
        if (thing === 'room') {
          return afterCall(
            cacheTags(`show:${id}`, `adjustments:${id}`),
            await this.#parts.eventTags.of(id),
            NAMES,
          )
        }
        const stage = await (seesHiddenRows
          ? this.#parts.shows.onStage(id)
          : this.#parts.shows.forViewers(id))
        const seen = seesHiddenRows ? 'stage' : 'viewers'
        return {
          changedBy: [],
          framedBy: [cacheTags(`show:${id}/${seen}`, `event:${id}/details`), NAMES],
          frame: stage && makeFrame(followed, stage),
        }
      }
      default:
        return this.#followLink(followed, { thing, token: key })
    }
  }

  /** For anyone with the token. Does not ask the database about pages that thousands may follow. */
  async #followLink(
    followed: LiveTopic,
    { thing, token }: { thing: string; token: string },
  ): Promise<Subscription> {
    if (thing === 'channel') {
      const holder = await this.#parts.shows.findHolder(token)
      const channel =
        holder?.kind === 'channel'
          ? await findChannelOfStreamer(this.#context.db, holder.userId)
          : null
      if (channel === null) {
        throw new ApiError('no_such_link')
      }
      const { userId, channelId } = channel
      return afterCall(
        cacheTags(
          `link:${token}`,
          `uploads:${userId}`,
          `pause:${userId}`,
          `channel:${channelId}`,
          // Held games are opened.
          `games:${channelId}`,
          'settings',
          'names',
        ),
      )
    }
    if (thing === 'league') {
      return this.#followLeague(token)
    }
    const isOverlay = thing === 'overlay'
    const found = await (isOverlay
      ? this.#parts.shows.findOverlay(token)
      : this.#parts.shows.findPublic(token))
    if (found === null) {
      throw new ApiError('no_such_link')
    }
    const { show, state } = found
    const { id } = show.event
    // The standings depend on whether the overlay asks for all streamers or for one.
    const hasFrame = !(isOverlay && showsStandings(show, state, this.#context.now()))
    return {
      changedBy: [],
      framedBy: [
        cacheTags(
          `link:${token}`,
          `show:${id}/${isOverlay ? 'overlay' : 'viewers'}`,
          `event:${id}/details`,
        ),
        NAMES,
        ...(hasFrame ? [] : [await this.#parts.eventTags.of(id), cacheTags(`adjustments:${id}`)]),
      ],
      frame: hasFrame ? makeFrame(followed, found) : null,
    }
  }

  /** What a show shows is not in the table before its end, and then the round counts. */
  async #followLeague(token: string): Promise<Subscription> {
    const eventIds = await this.#parts.leagues.findEvents(token)
    if (eventIds === null) {
      throw new ApiError('no_such_link')
    }
    return afterCall(
      cacheTags(
        `link:${token}`,
        ...eventIds.map((id) => `show:${id}/viewers` as const),
        'logins',
        'settings',
      ),
      NAMES,
      ...(await Promise.all(eventIds.map((id) => this.#parts.eventTags.of(id)))),
    )
  }

  async #getAccess(
    eventId: number,
    caller: SignedIn | null,
  ): Promise<Pick<EventAccess, 'sees' | 'mayRunShow' | 'seesHiddenRows'>> {
    if (caller === null) {
      return { sees: 'nothing', mayRunShow: false, seesHiddenRows: false }
    }
    const asked = { eventId, viewer: caller }
    const { access } = await this.#accesses.get({
      key: `${eventId} ${caller.userId} ${caller.isAdmin}`,
      tags: [`event:${eventId}/details`, `show:${eventId}/viewers`],
      load: async () => ({ access: await findEventAccess(this.#context.db, asked) }),
    })
    if (access === null) {
      throw new ApiError('no_such_event')
    }
    // Results make somebody a racer, and none of these tags hears of them.
    return access.sees === 'nothing'
      ? ((await findEventAccess(this.#context.db, asked)) ?? access)
      : access
  }
}

/** A page with racers' names. */
const NAMES: CacheTags = new Set(['names'])

function cacheTags(...tags: CacheTag[]): CacheTags {
  return new Set(tags)
}

/** For topics whose page makes a call after a change. */
function afterCall(...changedBy: CacheTags[]): Subscription {
  return { changedBy, framedBy: [], frame: null }
}

const writtenFrames = new WeakMap<WrittenAnswer<ShowView>, Map<LiveTopic, Buffer>>()

/** The frame message of a view. All streams of this process that carry the topic share one buffer. */
function makeFrame(topic: LiveTopic, { answer }: ScreenView): Buffer {
  const frames = writtenFrames.get(answer) ?? new Map<LiveTopic, Buffer>()
  writtenFrames.set(answer, frames)
  const frame = frames.get(topic) ?? Buffer.from(writeFrame(topic, answer.json))
  frames.set(topic, frame)
  return frame
}
