/** Reads the table of changes on a connection of its own, which is replaced when it is lost. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const TRUSTED_MS = 1_500
/** How often we read although no notification came. */
const POLL_MS = 500
/** A process wakes the others at most once in this time. */
const WAKE_MS = 20
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 2_000

/** What one transaction has announced. */
export interface StoredChange {
  number: number
  /** Which process wrote it. */
  process: string
  topics: string[]
}

/** Where we are in the table: the highest number we have read, and what was committed when we read it. */
interface Cursor {
  number: number
  snapshot: string
}

interface FeedReaderOptions {
  url: string
  /** The name of this process. */
  process: string
  onChange: (change: StoredChange) => void
  /** Called when changes from before may be missing. Nothing is missing from now on. */
  onGap: () => void
  warn: (message: string) => void
}

export class FeedReader {
  readonly #options: FeedReaderOptions
  readonly #stopped = new AbortController()
  #client: pg.Client | null = null
  #cursor: Cursor | null = null
  /** When the last read began that was answered. */
  #readAtMs = Number.NEGATIVE_INFINITY
  #reading: Promise<boolean> | null = null
  #isAskedAgain = false
  #mustWake = false
  #poll: NodeJS.Timeout | undefined
  #wake: NodeJS.Timeout | undefined
  #wokenAtMs = Number.NEGATIVE_INFINITY

  constructor(options: FeedReaderOptions) {
    this.#options = options
  }

  /** Resolves after the first attempt. If that fails, tries again until it succeeds or is closed. */
  async start(): Promise<void> {
    if (!(await this.#connect())) {
      void this.#reconnect()
    }
    if (!this.#stopped.signal.aborted) {
      this.#poll = setInterval(() => this.#readSoon(), POLL_MS).unref()
    }
  }

  /** Whether everything is read that was committed until a moment ago; waits only if the last read is too long ago. */
  isCurrent(): boolean | Promise<boolean> {
    if (this.#client === null) {
      return false
    }
    return performance.now() - this.#readAtMs <= TRUSTED_MS || this.#read(this.#client)
  }

  /** Makes every process read soon. It is no part of the transaction, whose commit would wait for all others. */
  wakeAll(): void {
    this.#wake ??= setTimeout(
      () => {
        this.#wake = undefined
        this.#wokenAtMs = performance.now()
        this.#mustWake = true
        this.#readSoon()
      },
      Math.max(0, this.#wokenAtMs + WAKE_MS - performance.now()),
    ).unref()
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    clearInterval(this.#poll)
    clearTimeout(this.#wake)
    const client = this.#client
    this.#client = null
    await client?.end()
  }

  async #connect(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: TRUSTED_MS,
      query_timeout: TRUSTED_MS,
      keepAlive: true,
    })
    client.on('notification', () => this.#readSoon())
    // Without a handler the error would end the process. An 'end' follows it.
    client.on('error', () => {})
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      await client.query('listen changes')
      await this.#readOn(client)
    } catch (error) {
      this.#options.warn(`Changes of other processes are not heard: ${(error as Error).message}`)
      await client.end().catch(() => {})
      return false
    }
    if (this.#stopped.signal.aborted) {
      await client.end()
      return true
    }
    this.#client = client
    return true
  }

  #lose(client: pg.Client): void {
    if (this.#client === client) {
      this.#client = null
      void this.#reconnect()
    }
  }

  async #reconnect(): Promise<void> {
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)) {
      await delay(waitMs, undefined, { ref: false })
      if (this.#stopped.signal.aborted || (await this.#connect())) {
        return
      }
    }
  }

  #readSoon(): void {
    this.#isAskedAgain = true
    if (this.#client !== null) {
      void this.#read(this.#client)
    }
  }

  /** Whether the read was answered. One read runs at a time. */
  #read(client: pg.Client): Promise<boolean> {
    this.#reading ??= this.#readAll(client).finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  async #readAll(client: pg.Client): Promise<boolean> {
    try {
      do {
        this.#isAskedAgain = false
        if (this.#mustWake) {
          this.#mustWake = false
          await client.query('notify changes')
        }
        await this.#readOn(client)
      } while (this.#isAskedAgain && this.#client === client)
    } catch {
      // The server or the network is frozen. While a query is unanswered, this closes the socket at once.
      void client.end()
      return false
    }
    return this.#client === client
  }

  async #readOn(client: pg.Client): Promise<void> {
    const beganAtMs = performance.now()
    const read = this.#cursor && (await readAfter(client, this.#cursor))
    if (read === null) {
      this.#cursor = await begin(client, this.#options.process)
      this.#options.onGap()
    } else {
      this.#cursor = read.cursor
      for (const change of read.changes) {
        this.#options.onChange(change)
      }
    }
    this.#readAtMs = beganAtMs
  }
}

/**
 * What was committed since the cursor, and the next one; null if some of it is no longer there. The numbers are not in
 * the order of the commits, so changes with a lower one may follow: those that were not visible at the last read. After
 * a crash, the database gives the ids of unfinished transactions again, but never the numbers.
 */
async function readAfter(
  client: pg.Client,
  { number, snapshot }: Cursor,
): Promise<{ changes: StoredChange[]; cursor: Cursor } | null> {
  const { rows } = await client.query<{
    snapshot: string
    isWhole: boolean
    changes: StoredChange[]
  }>(
    `select pg_current_snapshot()::text as snapshot,
      exists (select from changes where number = $1) as "isWhole",
      (
        select coalesce(
          json_agg(json_build_object('number', number, 'process', process, 'topics', topics) order by number), '[]'
        )
        from changes
        where number > $1
          or transaction >= pg_snapshot_xmin($2) and not pg_visible_in_snapshot(transaction, $2)
      ) as changes`,
    [number, snapshot],
  )
  const [row] = rows
  if (!row?.isWhole) {
    return null
  }
  const highest = Math.max(number, ...row.changes.map((change) => change.number))
  return { changes: row.changes, cursor: { number: highest, snapshot: row.snapshot } }
}

/** A row of our own to begin after: as long as it is there, so is everything that came after it. */
async function begin(client: pg.Client, process: string): Promise<Cursor> {
  const { rows } = await client.query<Cursor>(
    `insert into changes (process, topics) values ($1, '{}')
    returning number::float8 as number, pg_current_snapshot()::text as snapshot`,
    [process],
  )
  return rows[0] as Cursor
}
