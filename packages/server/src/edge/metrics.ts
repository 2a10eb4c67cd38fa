import { createHash, timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@rollcall/contract/endpoint'
import { uploadEvent, uploadGame, uploadSeason } from '@rollcall/contract/uploads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { ApiError } from './api-error.ts'
import type { Health } from './health.ts'

/** Without METRICS_TOKEN the address does not exist, and nothing is counted. */
export function serveMetrics(
  app: FastifyInstance,
  { config, health }: { config: Config; health: () => Promise<Health> },
): void {
  const { metricsToken } = config
  if (metricsToken === undefined) {
    return
  }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countRequests(app, registry)
  countUploads(app, registry)
  const tell = makeGauges(registry)
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    if (!isToken(request.bearer, metricsToken)) {
      throw new ApiError('metrics_token_missing')
    }
    tell(await health())
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function isToken(given: string | null, token: string): boolean {
  // Hashed to equal lengths, so that the comparison takes the same time for any guess.
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== null && timingSafeEqual(digest(given), digest(token))
}

function countRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'rollcall_request_duration_seconds',
    help: 'How long requests took, from the first header to the last byte.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      // The declared route and not the address, because there is no limit to the number of addresses.
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    )
  })
}

function countUploads(app: FastifyInstance, registry: Registry): void {
  const uploads = new Counter({
    name: 'rollcall_uploads_total',
    help: 'Uploads by kind and outcome: stored, duplicate, stale, or the code of the refusal.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  app.addHook('preSerialization', async (request, _reply, payload) => {
    const kind = findUploadKind(request)
    if (kind !== undefined) {
      uploads.inc({ kind, outcome: readOutcome(payload) })
    }
    return payload
  })
}

const KINDS = new Map<Endpoint, string>([
  [uploadSeason, 'season'],
  [uploadEvent, 'event'],
  [uploadGame, 'game'],
])

function findUploadKind(request: FastifyRequest): string | undefined {
  const { endpoint } = request.routeOptions.config
  return endpoint && KINDS.get(endpoint)
}

function readOutcome(payload: unknown): string {
  const { code, outcome } = (payload ?? {}) as Record<string, unknown>
  return String(code ?? outcome)
}

function makeGauges(registry: Registry): (health: Health) => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const up = gauge('rollcall_database_up', '1 if the database answers, 0 if it does not.')
  const open = gauge('rollcall_uploads_open', '0 if uploads are refused for lack of disk space.')
  const free = gauge('rollcall_free_bytes', 'Room left in the file system of DATA_DIR.')
  return ({ isDatabaseUp, isDiskFull, freeBytes }) => {
    up.set(isDatabaseUp ? 1 : 0)
    open.set(isDiskFull ? 0 : 1)
    free.set(freeBytes ?? Number.NaN)
  }
}
