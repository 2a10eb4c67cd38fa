/** The server's only cache. docs/walks.md, "The change feed", says when a value is fresh. */
import { MINUTE_MS } from '@rollcall/formats/durations'
import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from './change-feed.ts'
import type { CacheTag } from './topics.ts'

interface CachedQuestion<Value> {
  key: string
  tags: readonly CacheTag[]
  load: () => Promise<Value>
  /**
   * Updates a value in place and returns true; false means load it again. Without it, values are always loaded again.
   */
  update?: (value: Value, topics: readonly string[]) => Promise<boolean>
}

interface Entry<Value> {
  /** The value of the last load, and the feed's position when that load began. */
  loaded: { value: Value; position: number } | null
  running: { value: Promise<Value>; position: number } | null
  waiting: Promise<Value> | null
  /** A waiting reader must not get the loaded value. */
  mustLoad: boolean
}

const IDLE_MS = 10 * MINUTE_MS

export class CachedValues<Value extends object> {
  readonly #feed: ChangeFeed
  readonly #entries: LRUCache<string, Entry<Value>>
  readonly #measure: (value: Value) => number

  /** @param maxSize for all values together, in the unit of `measure` */
  constructor(
    feed: ChangeFeed,
    { maxSize, measure }: { maxSize: number; measure: (value: Value) => number },
  ) {
    this.#feed = feed
    this.#measure = measure
    this.#entries = new LRUCache({
      maxSize,
      ttl: IDLE_MS,
      ttlAutopurge: true,
      updateAgeOnGet: true,
    })
  }

  /** The value as it is in the database, or was a moment ago. Returns a promise only if it has to wait. */
  get(question: CachedQuestion<Value>): Value | Promise<Value> {
    const isCurrent = this.#feed.isCurrent()
    return isCurrent instanceof Promise
      ? isCurrent.then((current) => this.#find(question, current))
      : this.#find(question, isCurrent)
  }

  #find(question: CachedQuestion<Value>, isCurrent: boolean): Value | Promise<Value> {
    const entry = this.#entries.get(question.key) ?? this.#add(question.key)
    if (isCurrent && entry.loaded !== null && this.#holds(entry.loaded, question)) {
      return entry.loaded.value
    }
    // One load runs and one waits: a reader who comes after a change must not get what was read before the change.
    if (isCurrent && entry.running !== null && this.#holds(entry.running, question)) {
      return entry.running.value
    }
    entry.mustLoad ||= !isCurrent
    if (entry.running === null && entry.waiting === null) {
      return this.#run(question, entry)
    }
    entry.waiting ??= Promise.allSettled([entry.running?.value]).then(() => {
      entry.waiting = null
      return this.#run(question, entry)
    })
    return entry.waiting
  }

  #holds(read: { position: number }, { tags }: CachedQuestion<Value>): boolean {
    const { position } = this.#feed
    if (read.position === position) {
      return true
    }
    const holds = this.#feed.since(read.position, tags)?.length === 0
    if (holds) {
      read.position = position
    }
    return holds
  }

  #run(question: CachedQuestion<Value>, entry: Entry<Value>): Promise<Value> {
    const loaded = entry.mustLoad ? null : entry.loaded
    entry.mustLoad = false
    const running = { position: this.#feed.position, value: this.#read(question, loaded) }
    entry.running = running
    running.value = running.value.then(
      (value) => {
        entry.running = null
        entry.loaded = { value, position: running.position }
        // The cache measures an entry only when it is added, so we add it again.
        this.#entries.delete(question.key)
        this.#entries.set(question.key, entry, { size: this.#measure(value) })
        return value
      },
      (error) => {
        entry.running = null
        entry.loaded = null
        throw error
      },
    )
    return running.value
  }

  async #read(
    { tags, load, update }: CachedQuestion<Value>,
    loaded: Entry<Value>['loaded'],
  ): Promise<Value> {
    const topics = loaded && this.#feed.since(loaded.position, tags)
    if (loaded && topics && update && (await update(loaded.value, topics))) {
      return loaded.value
    }
    return load()
  }

  #add(key: string): Entry<Value> {
    const entry: Entry<Value> = { loaded: null, running: null, waiting: null, mustLoad: false }
    this.#entries.set(key, entry, { size: 1 })
    return entry
  }
}

/** Uses a loaded value synchronously, because a promise per reader costs measurable time. */
export function whenLoaded<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(use) : use(value)
}
