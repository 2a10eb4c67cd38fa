/** What state the server is in, for whoever watches it. Asking takes seconds at most, whatever is down. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'
import { freeSpaceBytes } from '../database/free-space.ts'

export interface Condition {
  isDatabaseUp: boolean
  /** Whether uploads are refused for want of room, here or on the database's own disk. */
  isDiskFull: boolean
  /** Where DATA_DIR is; null where the system does not say. */
  freeBytes: number | null
}

/** Longer than a busy database takes for `select 1`, shorter than whoever asks waits. */
const PROBE_MS = 3_000
/** A database server does not tell how much room it has; for so long its last refusal counts. */
const REFUSAL_COUNTS_MS = 60_000

/** Gives the function that tells the condition; it also learns from what requests meet. */
export function observeCondition(
  app: FastifyInstance,
  { config, db, now }: AppContext,
): () => Promise<Condition> {
  let refusedAt: number | null = null
  const readFreeBytes = () => freeSpaceBytes(config.dataDir).catch(() => null)
  const isBelowReserve = (bytes: number | null) =>
    bytes !== null && bytes < config.freeSpaceReserveBytes
  const learnFrom = async (status: number) => {
    if (status === 200) refusedAt = null
    // With room here it was the database that had none.
    if (status === 507 && !isBelowReserve(await readFreeBytes())) {
      refusedAt = now().getTime()
    }
  }
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.endpoint?.multipart) {
      learnFrom(reply.statusCode).then(() => done(), done)
    } else {
      done()
    }
  })
  const isDatabaseUp = sharedWhileRunning(() => answers(sql`select 1`.execute(db)))
  return async () => {
    const [isUp, freeBytes] = await Promise.all([isDatabaseUp(), readFreeBytes()])
    const isRefusing = refusedAt !== null && now().getTime() - refusedAt < REFUSAL_COUNTS_MS
    return {
      isDatabaseUp: isUp,
      isDiskFull: isRefusing || isBelowReserve(freeBytes),
      freeBytes,
    }
  }
}

async function answers(query: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PROBE_MS)
  })
  const answered = query.then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answered, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** However many ask at once, a database that does not answer is asked once. */
function sharedWhileRunning<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= ask().finally(() => {
      running = undefined
    })
    return running
  }
}
