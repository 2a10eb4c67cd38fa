/** How many uploads and leaderboard pages a second there are, and how much processor time each takes. */
import { fetchBoard } from '../answers.ts'
import { pause, readCount } from '../fault.ts'
import type { FaultLoad } from '../fault-load.ts'
import { SEASON } from '../fault-load-files.ts'
import { CORES, usedByAllSeconds, usedSeconds } from './processor.ts'
import type { SiteProcess } from './site.ts'
import type { Tally } from './tally.ts'

const SECONDS = readCount('CLUSTER_THROUGHPUT_SECONDS', 20)
const READERS = 16

export interface Throughput {
  what: string
  processes: number
  perSecond: number
  /** Milliseconds of processor time for each: of Rollcall, and with databases, proxy and the callers themselves. */
  serverMs: number
  allMs: number
  /** What the cores allow, if nothing else limits it. */
  allowedPerSecond: number
}

export async function measureUploads(
  origin: string,
  load: FaultLoad,
  { servers, tally }: { servers: readonly SiteProcess[]; tally: Tally },
): Promise<Throughput> {
  return measure('uploads', servers, (isOver) => {
    const before = load.uploads
    return load
      .play(origin, {
        isOver,
        onAnswer: ({ status, error }) => tally.record('upload', status, error),
      })
      .then(() => load.uploads - before)
  })
}

export async function measurePages(
  origin: string,
  servers: readonly SiteProcess[],
): Promise<Throughput> {
  return measure('leaderboard pages', servers, async (isOver) => {
    let pages = 0
    await Promise.all(
      Array.from({ length: READERS }, async () => {
        while (!isOver()) {
          await fetchBoard(origin, SEASON)
          pages += 1
        }
      }),
    )
    return pages
  })
}

async function measure(
  what: string,
  servers: readonly SiteProcess[],
  run: (isOver: () => boolean) => Promise<number>,
): Promise<Throughput> {
  await pause(2_000)
  const used = () => servers.reduce((sum, { pid }) => sum + usedSeconds(pid), 0)
  const [usedBefore, allBefore, began] = [used(), usedByAllSeconds(), performance.now()]
  const count = await run(() => performance.now() - began > SECONDS * 1_000)
  const seconds = (performance.now() - began) / 1_000
  const allMs = ((usedByAllSeconds() - allBefore) / count) * 1_000
  return {
    what,
    processes: servers.length,
    perSecond: count / seconds,
    serverMs: ((used() - usedBefore) / count) * 1_000,
    allMs,
    allowedPerSecond: (CORES * 1_000) / allMs,
  }
}
