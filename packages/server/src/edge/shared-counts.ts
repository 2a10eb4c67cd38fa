/**
 * Counts calls in the database, for all processes together: for limits that protect, which must not be higher the more
 * processes there are. For the library's rate limits.
 */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { claimDue, DueJobs, type DueQueue } from '../platform/database/due-jobs.ts'
import type { Db } from '../platform/database/schema.ts'
import { askingFor } from '../platform/database/shared-pool.ts'

const MOST_REFUSED = 5_000
const DELETED_AT_ONCE = 1_000

interface Count {
  current: number
  /** Milliseconds until counting begins again. */
  ttl: number
}

class SharedCounts implements FastifyRateLimitStore {
  readonly #db: Db
  /** Callers beyond the limit, until counting begins again: a flood does not reach the database. */
  readonly #refused = new LRUCache<string, { current: number; untilMs: number }>({
    max: MOST_REFUSED,
  })

  constructor(db: Db) {
    this.#db = db
  }

  incr(
    key: string,
    answer: (error: Error | null, count?: Count) => void,
    windowMs: number,
    max: number,
  ): void {
    const refused = this.#refused.get(key)
    const ttl = (refused?.untilMs ?? 0) - performance.now()
    if (refused !== undefined && ttl > 0) {
      answer(null, { current: refused.current, ttl })
      return
    }
    askingFor(key, () => this.#count(key, windowMs)).then((count) => {
      if (count.current > max) {
        this.#refused.set(key, {
          current: count.current,
          untilMs: performance.now() + count.ttl,
        })
      }
      answer(null, count)
    }, answer)
  }

  async #count(key: string, windowMs: number): Promise<Count> {
    const { rows } = await sql<Count>`
      insert into call_counts as counted (key, calls, ends_at)
      values (${key}, 1, clock_timestamp() + make_interval(secs => ${windowMs / 1000}))
      on conflict (key) do update set
        calls = case when counted.ends_at > clock_timestamp() then counted.calls + 1 else 1 end,
        ends_at = case when counted.ends_at > clock_timestamp() then counted.ends_at else excluded.ends_at end
      returning calls as current,
        (extract(epoch from ends_at - clock_timestamp()) * 1000)::double precision as ttl`.execute(
      this.#db,
    )
    const [count] = rows
    if (count === undefined) {
      throw new Error('a call was not counted')
    }
    return count
  }

  /** The keys name their limits, so all limits share one store. */
  child(): this {
    return this
  }
}

const ENDED: DueQueue = {
  from: sql`call_counts as job`,
  isWaiting: sql<boolean>`true`,
  dueAt: sql<Date>`job.ends_at`,
  now: () => sql<Date>`clock_timestamp()`,
}

/** Deletes counts whose time has ended. */
export function startDeletingCounts(
  app: FastifyInstance,
  { db, warn }: { db: Db; warn: (message: string) => void },
): void {
  const take = () =>
    db.transaction().execute(async (trx) => {
      const ids = await claimDue(trx, ENDED, DELETED_AT_ONCE)
      if (ids.length > 0) {
        await trx.deleteFrom('call_counts').where('id', 'in', ids).execute()
      }
      return ids.length
    })
  new DueJobs({ name: 'Counts of calls', db, queue: ENDED, take, warn }).start(app)
}

/** The store in the form in which the library takes it. */
export function sharedCounts(db: Db): FastifyRateLimitStoreCtor {
  return class extends SharedCounts {
    constructor() {
      super(db)
    }
  }
}
