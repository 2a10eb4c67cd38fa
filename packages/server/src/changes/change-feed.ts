import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { Listener } from './listener.ts'
import { type Concern, concernsOf, type Topic } from './topics.ts'

const REMEMBERED_CHANGES = 20_000

/** What a transaction has announced so far; its mark is on its notifications. */
interface Announced {
  mark: string
  topics: Set<Topic>
}

const announcedBy = new WeakMap<Kysely<Schema>, Announced>()

/** What a transaction of `ChangeFeed.transaction` has announced so far. */
export function announcedIn(trx: Kysely<Schema>): ReadonlySet<string> {
  return new Set(announcedBy.get(trx)?.topics)
}

/** Says what a transaction of `ChangeFeed.transaction` changes; heard at its commit, in commit order. */
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
const topicIn = (text: string) => text.split(' ', 1)[0] ?? ''

export class ChangeFeed {
  readonly #db: Kysely<Schema>
  readonly #listener: Listener
  readonly #followers = new Set<(topic: string) => void>()
  /** Begins the marks of this process's transactions. */
  readonly #name = randomUUID()
  #transactions = 0
  /** Of this process: topics with their marks that were applied at the commit, and are still to be notified. */
  readonly #applied = new Set<string>()
  /** The other way round: whose notification came before the commit's answer. */
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

  /** Applies what was announced once it has committed, so that callers answered later read their own write. */
  async transaction<Result>(work: (trx: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    this.#transactions += 1
    const announced: Announced = {
      mark: `${this.#name}.${this.#transactions}`,
      topics: new Set(),
    }
    const result = await this.#db.transaction().execute((trx) => {
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

  /** A change of this process is applied once: at its commit or at its notification, whichever comes first. */
  #hear(text: string): void {
    if (this.#applied.delete(text)) {
      return
    }
    if (text.includes(` ${this.#name}.`)) {
      this.#notified.add(text)
    }
    this.#apply(topicIn(text))
  }

  /** Counts what has been heard; the argument of a later `since`. */
  get position(): number {
    return this.#firstPosition + this.#changes.length
  }

  /** The topics within the concerns that were heard after a position; null where some may be missing. */
  since(position: number, concerns: readonly Concern[]): string[] | null {
    if (position < this.#firstPosition) {
      return null
    }
    const wanted = new Set<string>(concerns)
    return this.#changes
      .slice(position - this.#firstPosition)
      .filter((topic) => concernsOf(topic).some((concern) => wanted.has(concern)))
  }

  /** Whether everything committed until a moment ago has been heard; waits only where it must ask. */
  isCurrent(): boolean | Promise<boolean> {
    return this.#listener.isCurrent()
  }

  /** Tells each topic, and an empty one where some may have been missed; what it returns ends it. */
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
