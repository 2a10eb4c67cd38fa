import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import type { Concern } from '../../changes/topics.ts'
import { listStreamers } from './event-sight.ts'

/** The concerns that the change feed names when an event or its results change. All callers share the set. */
export type EventConcerns = (eventId: number) => Promise<ReadonlySet<Concern>>

/** The limit for the concerns of all events together; one event may have 500 streamers. */
const MOST_CONCERNS = 200_000

export function cacheEventConcerns({
  db,
  changes,
}: Pick<AppContext, 'db' | 'changes'>): EventConcerns {
  const cache = new CachedValues<ReadonlySet<Concern>>(changes, {
    maxSize: MOST_CONCERNS,
    measure: ({ size }) => size,
  })
  return async (eventId) =>
    cache.get({
      key: String(eventId),
      concerns: [`event:${eventId}/details`, 'channel'],
      load: async () => {
        const streamers = await listStreamers(db, eventId)
        return new Set<Concern>([
          `event:${eventId}`,
          // A streamer's first upload creates the channel.
          'channel',
          ...streamers.map(({ channelId }) => `games:${channelId}` as const),
        ])
      },
    })
}
