import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { Listener } from './listener.ts'
import { type Concern, listConcerns, type Topic } from './topics.ts'

const REMEMBERED_CHANGES = 20_000

/** What a transaction has announced so far, and the mark that its notifications carry. */
interface Announced {
  mark: string
  topics: Set<Topic>
}

const announcedBy = new WeakMap<Kysely<Schema>, Announced>()

/** The topics that a transaction of `ChangeFeed.transaction` has announced so far. */
export function announcedIn(trx: Kysely<Schema>): ReadonlySet<string> {
  return new Set(announcedBy.get(trx)?.topics)
}

/**
 * Announces what a transaction of `ChangeFeed.transaction` changes. The feed delivers it on commit, in commit order.
 */
export async function announce(trx: Kysely<Schema>, topics: readonly Topic[]): Promise<void> {
  const announced = announcedBy.get(trx)
  if (announced === undefined) {
    throw new Error('Only a transaction of the change feed can announce changes.')
  }
  for (const topic of topics) {
    announced.topics.add(topic)
  }
  const texts = topics.map((topic) => marked(topic, announced.mark))
  await sql`select pg_notify('changes', text) from unnest(${texts}::text[]) as text`.execute(trx)
}

const marked = (topic: string, mark: string) => `${topic} ${mark}`
const readTopic = (text: string) => text.split(' ', 1)[0] ?? ''

export class ChangeFeed {
  readonly #db: Kysely<Schema>
  readonly #listener: Listener
  readonly #followers = new Set<(topic: string) => void>()
  /** How the marks of this process's transactions begin. */
  readonly #name = randomUUID()
  #transactions = 0
  /** Marked topics of this process that were applied at their commit and whose notification has not arrived yet. */
  readonly #applied = new Set<string>()
  /** The opposite: marked topics whose notification arrived before the commit's answer. */
  readonly #notified = new Set<string>()
  #changes: string[] = []
  #firstPosition = 0

  constructor(
    { kysely, url }: Pick<Database, 'kysely' | 'url'>,
    { warn }: { warn: (message: string) => void },
  ) {
    this.#db = kysely
    this.#listener = new Listener({
      url,
      warn,
      onTopic: (text) => this.#hear(text),
      onLoss: () => this.#forget(),
      onReturn: () => {
        this.#forget()
        this.#tell('')
      },
    })
  }

  start(): Promise<void> {
    return this.#listener.start()
  }

  close(): Promise<void> {
    return this.#listener.close()
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
    this.#transactions += 1
    const announced: Announced = {
      mark: `${this.#name}.${this.#transactions}`,
      topics: new Set(),
    }
    const result = await db.transaction().execute((trx) => {
      announcedBy.set(trx, announced)
      return work(trx)
    })
    for (const topic of announced.topics) {
      const text = marked(topic, announced.mark)
      if (!this.#notified.delete(text)) {
        this.#applied.add(text)
        this.#apply(topic)
      }
    }
    return result
  }

  /** Applies this process's own changes once: at the commit or at the notification, depending on which comes first. */
  #hear(text: string): void {
    if (this.#applied.delete(text)) {
      return
    }
    if (text.includes(` ${this.#name}.`)) {
      this.#notified.add(text)
    }
    this.#apply(readTopic(text))
  }

  /** How many changes the feed has heard; pass it to a later `since`. */
  get position(): number {
    return this.#firstPosition + this.#changes.length
  }

  /** The topics heard after a position that touch one of the concerns; null if some may be missing. */
  since(position: number, concerns: readonly Concern[]): string[] | null {
    if (position < this.#firstPosition) {
      return null
    }
    const wanted = new Set<string>(concerns)
    return this.#changes
      .slice(position - this.#firstPosition)
      .filter((topic) => listConcerns(topic).some((concern) => wanted.has(concern)))
  }

  /** Whether the feed has heard everything committed until a moment ago; waits only if it must ask the database. */
  isCurrent(): boolean | Promise<boolean> {
    return this.#listener.isCurrent()
  }

  /**
   * Calls the follower with each topic, and with '' when some may have been missed. Returns a function that stops it.
   */
  follow(follower: (topic: string) => void): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  #apply(topic: string): void {
    this.#changes.push(topic)
    if (this.#changes.length > 2 * REMEMBERED_CHANGES) {
      this.#changes = this.#changes.slice(REMEMBERED_CHANGES)
      this.#firstPosition += REMEMBERED_CHANGES
    }
    this.#tell(topic)
  }

  #forget(): void {
    this.#firstPosition = this.position + 1
    this.#changes = []
    this.#applied.clear()
    this.#notified.clear()
  }

  #tell(topic: string): void {
    for (const follower of this.#followers) {
      follower(topic)
    }
  }
}
