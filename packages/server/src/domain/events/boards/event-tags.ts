import type { AppContext } from '../../../edge/app-context.ts'
import { CachedValues } from '../../../platform/changes/cached-values.ts'
import type { CacheTag } from '../../../platform/changes/topics.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { listStreamers } from '../streamers.ts'

/** The limit for the tags of all events together; one event may have 500 streamers. */
const MOST_TAGS = 200_000

/** The tags that the change feed names when an event or its results change. Adjustments have a tag of their own. */
export class EventTags {
  readonly #db: Db
  readonly #cache: CachedValues<ReadonlySet<CacheTag>>

  constructor({ db, changes }: Pick<AppContext, 'db' | 'changes'>) {
    this.#db = db
    this.#cache = new CachedValues(changes, { maxSize: MOST_TAGS, measure: ({ size }) => size })
  }

  /** All callers share the set. */
  async of(eventId: number): Promise<ReadonlySet<CacheTag>> {
    return this.#cache.get({
      key: String(eventId),
      tags: [`event:${eventId}/details`, 'channel'],
      load: async () => {
        const streamers = await listStreamers(this.#db, eventId)
        return new Set<CacheTag>([
          `event:${eventId}`,
          // A streamer's first upload creates the channel.
          'channel',
          ...streamers.map(({ channelId }) => `games:${channelId}` as const),
        ])
      },
    })
  }
}
