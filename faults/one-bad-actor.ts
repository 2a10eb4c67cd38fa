import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { MIB, NO_RATE_LIMITS } from '@rollcall/server/limits'
import { memoryOfChildren } from '@rollcall/server/testing/database-processes'
import { findFreePort } from '@rollcall/server/testing/free-port'
import type { AttackOrder, AttackReport } from './attacker.ts'
import { prepareAttacks } from './attacks.ts'
import { checkStored } from './check-stored.ts'
import { type Fault, must, PATIENCE, pause, readCount } from './fault.ts'
import { FaultLoad } from './fault-load.ts'
import { SEASON } from './fault-load-files.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const MAX_P99_MS = 300
const ATTACK_MS = readCount('FAULT_ATTACK_SECONDS', 120) * 1_000

const WARM_UP_MS = 10_000

type Kind = 'leaderboard page' | 'dashboard' | 'small upload'
/** The time between calls of each of the ten others. Together they stay within the limits of one address. */
const EVERY_MS: Record<Kind, number> = {
  'leaderboard page': 400,
  dashboard: 400,
  'small upload': 6_000,
}

export const oneBadActor: Fault = {
  name: 'one-bad-actor',
  promise: 'one caller doing the worst that the limits allow slows nobody else: p99 under 300 ms',
  async run({ directory, progress }) {
    const settings = { dataDir: path.join(directory, 'data'), port: await findFreePort() }
    const load = new FaultLoad()
    const open = await startServer(settings)
    const plans = await prepareAttacks(open, load, progress)
    await open.stop()

    // From here on, the default limits apply.
    const server = await startServer({ ...settings, env: DEFAULT_LIMITS })
    await measure(server, load, { forMs: WARM_UP_MS })
    const phases: Phase[] = []
    // Each attack comes from another address, so its limits are unused.
    for (const [index, [name, attacks]] of plans.entries()) {
      progress(name)
      const order = { origin: server.origin, address: `127.0.1.${index + 1}`, attacks }
      phases.push(await runPhase(server, load, { name, order }))
    }
    const table = phases.map(formatPhase).join('\n')
    const highest = Math.max(...phases.map(({ memory }) => memory))
    const { code } = await server.stop()
    must(code === 0, `It ended with ${code}: ${server.output()}`)
    await checkStored(load, settings)
    const problems = phases.flatMap((phase) => phase.problems)
    must(
      problems.length === 0,
      `${problems.length} calls of others failed, ${problems[0]}\n${table}`,
    )
    const slow = phases.flatMap(({ slowest }) => Object.values(slowest))
    const slowestMs = Math.max(...slow)
    must(slowestMs < MAX_P99_MS * PATIENCE, `Somebody waited ${slowestMs.toFixed(0)} ms\n${table}`)
    return `others waited ${slowestMs.toFixed(0)} ms at p99 of the worst attack; ${load.uploads} uploads acknowledged, 0 lost; memory ${toMb(highest)} MB at most\n${table}`
  },
}

const DEFAULT_LIMITS = Object.fromEntries(Object.keys(NO_RATE_LIMITS).map((name) => [name, '']))

interface Phase {
  name: string
  /** The 99th percentile of each kind, in ms. */
  slowest: Record<Kind, number>
  /** Answers to others that were not 200. */
  problems: string[]
  answers: AttackReport
  /** The most that the server and its database had at a time, in bytes. */
  memory: number
}

async function runPhase(
  server: ServerProcess,
  load: FaultLoad,
  { name, order }: { name: string; order: AttackOrder },
): Promise<Phase> {
  const attacker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: order })
  const reported = once(attacker, 'message')
  let memory = 0
  const timer = setInterval(() => {
    memory = Math.max(memory, memoryNow())
  }, 5_000)
  const { slowest, problems } = await measure(server, load, { forMs: ATTACK_MS })
  clearInterval(timer)
  attacker.postMessage('stop')
  const [answers] = (await reported) as [AttackReport]
  return { name, slowest, problems, answers, memory }
}

/** Makes the calls of the others; returns the 99th percentile of the time of each kind. */
async function measure(
  { origin }: ServerProcess,
  load: FaultLoad,
  { forMs }: { forMs: number },
): Promise<Pick<Phase, 'slowest' | 'problems'>> {
  const problems: string[] = []
  const times: Record<Kind, number[]> = {
    'leaderboard page': [],
    dashboard: [],
    'small upload': [],
  }
  const end = performance.now() + forMs
  const repeat = async (kind: Kind, offset: number, call: () => Promise<string | null>) => {
    await pause(EVERY_MS[kind] * offset)
    while (performance.now() < end) {
      const began = performance.now()
      const problem = await call()
      const ms = performance.now() - began
      times[kind].push(ms)
      if (problem !== null) problems.push(`${kind}: ${problem}`)
      await pause(Math.max(0, EVERY_MS[kind] - ms))
    }
  }
  await Promise.all(
    load.streamers.flatMap((streamer, index) => {
      const { session } = streamer
      const offset = index / load.streamers.length
      const uploads = (['season', 'game', 'event'] as const)[index % 3] ?? 'season'
      return [
        repeat('leaderboard page', offset, () =>
          findProblem(origin, '/api/leaderboard/', {
            method: 'POST',
            headers: { ...session, 'content-type': 'application/json' },
            body: JSON.stringify({ season: SEASON, page: 1 }),
          }),
        ),
        repeat('dashboard', offset, () =>
          findProblem(origin, '/api/dashboard/lifetime-stats', { headers: session }),
        ),
        repeat('small upload', offset, async () => {
          const { status, error } = await load.upload(origin, streamer, uploads)
          return status === 200 ? null : `${status}: ${error}`
        }),
      ]
    }),
  )
  const slowest = {
    'leaderboard page': p99(times['leaderboard page']),
    dashboard: p99(times.dashboard),
    'small upload': p99(times['small upload']),
  }
  return { slowest, problems }
}

/** The status and text of an answer that is not 200, otherwise null. */
async function findProblem(
  origin: string,
  address: string,
  init: RequestInit,
): Promise<string | null> {
  const response = await fetch(new URL(address, origin), init)
  const text = await response.text()
  return response.status === 200 ? null : `${response.status}: ${text}`
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0
}

/** The memory of the server and its database together, in bytes. */
const memoryNow = (): number => memoryOfChildren(process.pid)

const toMb = (bytes: number): string => (bytes / MIB).toFixed(0)

function formatPhase({ name, slowest, problems, answers, memory }: Phase): string {
  const waits = Object.entries(slowest).map(([kind, ms]) => `${kind} ${ms.toFixed(0)} ms`)
  const counts = Object.entries(answers).map(([status, count]) => `${status} × ${count}`)
  return `  ${name}: p99 ${waits.join(', ')}; ${problems.length} failed; ${toMb(memory)} MB; answered ${counts.join(', ') || 'nothing'}`
}
