/** Rows that say when they are due. Every process looks for them, and one process takes each row. */
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'
import { askingFor } from './shared-pool.ts'

/** How soon a process takes over after another was killed. */
const LOOK_MS = 2_000
/** How soon to look again at rows that are due but locked by another process. */
const LOCKED_MS = 50

export interface DueQueue {
  /** The rows, called `job`, with their `id`, and joined to everything that must be locked with them. */
  from: RawBuilder<unknown>
  isWaiting: RawBuilder<boolean>
  dueAt: RawBuilder<Date>
  now: () => RawBuilder<Date>
}

/** The ids of rows that are due, locked until the end of the transaction; skips rows that others have locked. */
export async function claimDue(trx: Db, queue: DueQueue, atMost: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    ${selectDue(queue, atMost)} for update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The row that is due next, without a lock. */
export async function findNextDue(db: Db, queue: DueQueue): Promise<number | undefined> {
  const { rows } = await selectDue(queue, 1).execute(db)
  return rows[0]?.id
}

const selectDue = ({ from, isWaiting, dueAt, now }: DueQueue, atMost: number) => sql<{
  id: number
}>`
  select job.id from ${from}
  where ${isWaiting} and ${dueAt} <= ${now()}
  order by ${dueAt}, job.id
  limit ${atMost}`

interface DueJobsOptions {
  /** The name of the work in the log, and the owner of its database connections. */
  name: string
  db: Db
  queue: DueQueue
  /** Takes some rows that are due, and returns how many. */
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

  /** Call it after committing a new or changed job. */
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
    // The work has its own owner. Otherwise its timers would keep asking for the caller.
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

  /** Takes everything that is due, and returns how long to wait afterwards. */
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

  /** Milliseconds until the next job is due; Infinity if no job is waiting. */
  async #dueInMs(): Promise<number> {
    const { db, queue } = this.#options
    const { from, isWaiting, dueAt, now } = queue
    const { rows } = await sql<{ dueInMs: number | null }>`
      select ceil(extract(epoch from min(${dueAt}) - ${now()}) * 1000)::double precision as "dueInMs"
      from ${from} where ${isWaiting}`.execute(db)
    return rows[0]?.dueInMs ?? Number.POSITIVE_INFINITY
  }
}
