import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { MIB } from '../limits.ts'
import { freeSpaceBytes } from '../platform/database/file-system.ts'
import type { Db } from '../platform/database/schema.ts'
import { ApiError } from './api-error.ts'

export interface Health {
  isDatabaseUp: boolean
  /** Whether uploads are refused because our disk or the database's disk has no space left. */
  isDiskFull: boolean
  /** Free space on the disk of DATA_DIR; null if the system does not report it. */
  freeBytes: number | null
}

/** Longer than a busy database needs for `select 1`, and shorter than a monitor waits. */
const PROBE_MS = 3_000
/** A database server does not report its free space, so its last refusal counts for this long. */
const REFUSAL_COUNTS_MS = 60_000

export function observeHealth({ config, db, now }: { config: Config; db: Db; now: () => Date }): {
  health: () => Promise<Health>
  learnFromForms: (forms: FastifyInstance) => void
} {
  let refusedAt: number | null = null
  const readFreeBytes = () => freeSpaceBytes(config.dataDir).catch(() => null)
  const isBelowReserve = (bytes: number | null) =>
    bytes !== null && bytes < config.limits.FREE_SPACE_RESERVE_MIB * MIB
  const learnFrom = async (status: number) => {
    if (status === 200) refusedAt = null
    // There is room on our disk, so the database's disk must be full.
    if (status === 507 && !isBelowReserve(await readFreeBytes())) {
      refusedAt = now().getTime()
    }
  }
  const isDatabaseUp = sharedWhileRunning(() => answers(sql`select 1`.execute(db)))
  const health = async () => {
    const [isUp, freeBytes] = await Promise.all([isDatabaseUp(), readFreeBytes()])
    const isRefusing = refusedAt !== null && now().getTime() - refusedAt < REFUSAL_COUNTS_MS
    return {
      isDatabaseUp: isUp,
      isDiskFull: isRefusing || isBelowReserve(freeBytes),
      freeBytes,
    }
  }
  const learnFromForms = (forms: FastifyInstance) => {
    forms.addHook('onResponse', (_request, reply) => learnFrom(reply.statusCode))
  }
  return { health, learnFromForms }
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

function sharedWhileRunning<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= ask().finally(() => {
      running = undefined
    })
    return running
  }
}

export function serveHealth(
  app: FastifyInstance,
  { health, isStopping }: { health: () => Promise<Health>; isStopping: () => boolean },
): void {
  const options = { schema: { hide: true }, logLevel: 'warn' } as const

  app.get('/health', options, async () => ({ status: 'ok' }))

  app.get('/ready', options, async () => {
    if (isStopping()) {
      throw new ApiError('stopping')
    }
    const { isDatabaseUp, isDiskFull } = await health()
    if (!isDatabaseUp) {
      throw new ApiError('database_unavailable', {}, { headers: { 'retry-after': '5' } })
    }
    // Still ready, because reads go on; a load balancer would otherwise stop those too.
    return { status: 'ready', uploads: isDiskFull ? 'no_space' : 'open' }
  })
}
