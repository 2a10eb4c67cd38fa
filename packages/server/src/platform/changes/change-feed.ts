import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { everyMinute } from '../database/every-minute.ts'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { FeedReader, type StoredChange } from './feed-reader.ts'
import { type CacheTag, listCacheTags, type Topic } from './topics.ts'

const REMEMBERED_CHANGES = 20_000
/** A process that has read nothing for this long forgets what it remembers. */
const KEPT = sql`interval '10 minutes'`

const announcedBy = new WeakMap<Kysely<Schema>, Set<Topic>>()

/** The topics that a transaction of `ChangeFeed.transaction` has announced so far. */
export function announcedIn(trx: Kysely<Schema>): ReadonlySet<string> {
  return new Set(announcedBy.get(trx))
}

/**
 * Announces what a transaction of `ChangeFeed.transaction` changes. The feed stores it with the transaction, and
 * delivers it after the commit.
 */
export function announce(trx: Kysely<Schema>, topics: readonly Topic[]): void {
  const announced = announcedBy.get(trx)
  if (announced === undefined) {
    throw new Error('Only a transaction of the change feed can announce changes.')
  }
  for (const topic of topics) {
    announced.add(topic)
  }
}

export class ChangeFeed {
  readonly #db: Kysely<Schema>
  readonly #reader: FeedReader
  readonly #followers = new Set<(topic: string) => void>()
  readonly #process = randomUUID()
  /** Numbers of this process's changes that were applied at their commit and not read yet. */
  readonly #applied = new Set<number>()
  /** The opposite: numbers that were read before the commit's answer came. */
  readonly #read = new Set<number>()
  #changes: string[] = []
  #firstPosition = 0

  constructor(
    { kysely, url }: Pick<Database, 'kysely' | 'url'>,
    { warn }: { warn: (message: string) => void },
  ) {
    this.#db = kysely
    this.#reader = new FeedReader({
      url,
      warn,
      process: this.#process,
      onChange: (change) => this.#hear(change),
      onGap: () => this.#forget(),
    })
  }

  start(): Promise<void> {
    return this.#reader.start()
  }

  close(): Promise<void> {
    return this.#reader.close()
  }

  /**
   * Applies the announced topics at the commit, so that callers read their own write after they have the answer.
   *
   * @param db `slowDb` for work whose statements may take long
   */
  async transaction<Result>(
    work: (trx: Transaction<Schema>) => Promise<Result>,
    db: Kysely<Schema> = this.#db,
  ): Promise<Result> {
    const topics = new Set<Topic>()
    const { result, number } = await db.transaction().execute(async (trx) => {
      announcedBy.set(trx, topics)
      return { result: await work(trx), number: await this.#store(trx, topics) }
    })
    if (number !== null) {
      if (!this.#read.delete(number)) {
        this.#applied.add(number)
        this.#apply([...topics])
      }
      this.#reader.wakeAll()
    }
    return result
  }

  async #store(trx: Transaction<Schema>, topics: ReadonlySet<Topic>): Promise<number | null> {
    if (topics.size === 0) {
      return null
    }
    const { number } = await trx
      .insertInto('changes')
      .values({ process: this.#process, topics: [...topics] })
      .returning('number')
      .executeTakeFirstOrThrow()
    return number
  }

  /** Applies this process's own changes once: at the commit or when they are read, depending on which comes first. */
  #hear({ number, process, topics }: StoredChange): void {
    if (this.#applied.delete(number)) {
      return
    }
    if (process === this.#process) {
      this.#read.add(number)
    }
    this.#apply(topics)
  }

  /** How many changes the feed has heard; pass it to a later `since`. */
  get position(): number {
    return this.#firstPosition + this.#changes.length
  }

  /** The topics heard after a position that touch one of the tags; null if some may be missing. */
  since(position: number, tags: readonly CacheTag[]): string[] | null {
    if (position < this.#firstPosition) {
      return null
    }
    const wanted = new Set<string>(tags)
    return this.#changes
      .slice(position - this.#firstPosition)
      .filter((topic) => listCacheTags(topic).some((tag) => wanted.has(tag)))
  }

  /** Whether the feed has heard everything committed until a moment ago; waits only if it must ask the database. */
  isCurrent(): boolean | Promise<boolean> {
    return this.#reader.isCurrent()
  }

  /**
   * Calls the follower with each topic, and with '' when some may have been missed. Returns a function that stops it.
   */
  follow(follower: (topic: string) => void): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  #apply(topics: readonly string[]): void {
    for (const topic of topics) {
      this.#changes.push(topic)
      this.#tell(topic)
    }
    if (this.#changes.length > 2 * REMEMBERED_CHANGES) {
      const surplus = this.#changes.length - REMEMBERED_CHANGES
      this.#changes = this.#changes.slice(surplus)
      this.#firstPosition += surplus
    }
  }

  #forget(): void {
    this.#firstPosition = this.position + 1
    this.#changes = []
    this.#applied.clear()
    this.#read.clear()
    this.#tell('')
  }

  #tell(topic: string): void {
    for (const follower of this.#followers) {
      follower(topic)
    }
  }
}

/** Deletes what every process has read; the newest row stays, because they look for the last one that they have read. */
export function startSweepingChanges(
  app: FastifyInstance,
  { db, warn }: { db: Kysely<Schema>; warn: (message: string) => void },
): void {
  const failure = 'old changes cannot be deleted'
  everyMinute(app, { work: () => sweepChanges(db), failure, warn })
}

export async function sweepChanges(db: Kysely<Schema>): Promise<void> {
  await sql`
    delete from changes
    where written_at < now() - ${KEPT} and number < (select max(number) from changes)`.execute(db)
}
