/** Rows that say when they are due: every process looks for them, and one of them takes each row. */
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'
import { askingFor } from './shared-pool.ts'

/** How soon a process takes over from one that was killed. */
const LOOK_MS = 2_000
/** How soon to look again at what is due but locked by somebody else. */
const LOCKED_MS = 50

export interface DueQueue {
  /** The rows as `job`, with their `id`, and what else is locked with them. */
  from: RawBuilder<unknown>
  isWaiting: RawBuilder<boolean>
  dueAt: RawBuilder<Date>
  now: () => RawBuilder<Date>
}

/** The ids of rows that are due, locked until the end of the transaction; none that somebody else has locked. */
export async function claimDue(
  trx: Db,
  { from, isWaiting, dueAt, now }: DueQueue,
  atMost: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select job.id from ${from}
    where ${isWaiting} and ${dueAt} <= ${now()}
    order by ${dueAt}, job.id
    limit ${atMost}
    for update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

interface DueJobsOptions {
  /** Names the work in the log, and its share of the database's connections. */
  name: string
  db: Db
  queue: DueQueue
  /** Takes some that are due, and says how many. */
  take: () => Promise<number>
  warn: (message: string) => void
}

export class DueJobs {
  readonly #options: DueJobsOptions
  #running: Promise<void> | null = null
  #isAskedAgain = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: DueJobsOptions) {
    this.#options = options
  }

  start(app: FastifyInstance): void {
    app.addHook('onReady', async () => this.look())
    app.addHook('preClose', async () => {
      this.#isStopped = true
      clearTimeout(this.#timer)
      await this.#running
    })
  }

  /** To be called once a new or changed job is committed. */
  look(): void {
    if (this.#running !== null) {
      this.#isAskedAgain = true
      return
    }
    if (this.#isStopped) {
      return
    }
    clearTimeout(this.#timer)
    const { name } = this.#options
    // Not in the name of the caller who woke it, which its timers would keep.
    this.#running = askingFor(name, async () => {
      const waitMs = await this.#work()
      this.#running = null
      if (this.#isAskedAgain) {
        this.#isAskedAgain = false
        this.look()
      } else if (!this.#isStopped) {
        this.#timer = setTimeout(() => this.look(), waitMs).unref()
      }
    })
  }

  /** Takes everything that is due, and says how long to wait then. */
  async #work(): Promise<number> {
    const { name, take, warn } = this.#options
    try {
      while (!this.#isStopped) {
        const dueInMs = await this.#dueInMs()
        if (dueInMs > 0) {
          return Math.min(dueInMs, LOOK_MS)
        }
        if ((await take()) === 0) {
          return LOCKED_MS
        }
      }
      return LOOK_MS
    } catch (error) {
      warn(`${name} wait: ${(error as Error).message}`)
      return LOOK_MS
    }
  }

  /** How long until the next one is due; Infinity if none waits. */
  async #dueInMs(): Promise<number> {
    const { db, queue } = this.#options
    const { from, isWaiting, dueAt, now } = queue
    const { rows } = await sql<{ dueInMs: number | null }>`
      select ceil(extract(epoch from min(${dueAt}) - ${now()}) * 1000)::double precision as "dueInMs"
      from ${from} where ${isWaiting}`.execute(db)
    return rows[0]?.dueInMs ?? Number.POSITIVE_INFINITY
  }
}
