/** What is taken away from the cluster, and what must hold each time. */
import { randomInt } from 'node:crypto'
import { pause, readCount, until } from '../fault.ts'
import type { FaultLoad } from '../fault-load.ts'
import type { DatabaseNodes, Node } from './database-nodes.ts'
import { cutOff, unplug } from './network.ts'
import type { ProcessorWatch } from './processor.ts'
import type { Show } from './show.ts'
import type { SiteProcess } from './site.ts'
import type { Tally } from './tally.ts'

const ACCEPTED_AGAIN_MS = 180_000
/** With some seconds until a page comes back, and some more for streams that just began. */
const CAUGHT_UP_MS = 90_000
const NODES: readonly Node[] = ['db1', 'db2', 'db3']

export interface Site {
  databases: DatabaseNodes
  servers: SiteProcess[]
  /** Starts the server at that place again. */
  restart(index: number): Promise<void>
}

/** Takes something away; returns a function that brings it back. */
type Strike = (site: Site, time: number) => Promise<() => Promise<void> | void>

interface Kind {
  name: string
  times: number
  strike: Strike
}

export const kinds = (): Kind[] => [
  {
    name: 'the primary and its Patroni killed',
    times: readCount('CLUSTER_KILLS_OF_PRIMARY', 10),
    async strike({ databases }) {
      const primary = await databases.findPrimary()
      await databases.killNode(primary)
      return () => databases.startPatroni(primary)
    },
  },
  {
    name: 'a replica and its Patroni killed, in turn the one that the primary waits for',
    times: readCount('CLUSTER_KILLS_OF_REPLICA', 5),
    async strike({ databases }, time) {
      const { awaited, other } = await databases.findReplicas()
      const replica = time % 2 === 0 ? awaited : other
      await databases.killNode(replica)
      return () => databases.startPatroni(replica)
    },
  },
  {
    name: "etcd's leader killed",
    times: readCount('CLUSTER_KILLS_OF_ETCD', 5),
    async strike({ databases }) {
      const leader = (await databases.findEtcdLeader()) ?? 'db1'
      await databases.killEtcd(leader)
      return () => databases.startEtcd(leader)
    },
  },
  ...[0, 1].map((index) => ({
    name: `server ${index + 1} killed`,
    times: readCount('CLUSTER_KILLS_OF_SERVER', 5),
    async strike({ servers, restart }: Site) {
      await servers[index]?.end('SIGKILL')
      return () => restart(index)
    },
  })),
  {
    name: "the primary's cable pulled",
    times: readCount('CLUSTER_CUTS', 3),
    async strike({ databases }) {
      return unplug(await databases.findPrimary())
    },
  },
  {
    name: 'the primary cut off from the other two nodes, not from the servers',
    times: readCount('CLUSTER_CUTS', 3),
    async strike({ databases }) {
      const primary = await databases.findPrimary()
      return cutOff(
        primary,
        NODES.filter((node) => node !== primary),
      )
    },
  },
]

export interface StruckKind {
  name: string
  times: number
  /** The longest time without an accepted upload, and the share of all processors that was busy then. */
  longestMs: number
  busy: number
  refused: number
  cut: number
  wrong: string[]
  /** Followers that did not reach the last version, all times together. */
  behind: number
}

interface Watched {
  site: Site
  load: FaultLoad
  show: Show
  tally: Tally
  processor: ProcessorWatch
  progress(line: string): void
}

/** Strikes as often as the kind says; each time everything must have recovered before. */
export async function strikeAll(
  { name, times, strike }: Kind,
  watched: Watched,
): Promise<StruckKind> {
  const { site, load, show, tally, processor, progress } = watched
  const result: StruckKind = {
    name,
    times,
    longestMs: 0,
    busy: Number.NaN,
    refused: 0,
    cut: 0,
    wrong: [],
    behind: 0,
  }
  for (let time = 0; time < times; time += 1) {
    await site.databases.untilHealthy()
    await untilUploadsGo(load)
    await pause(randomInt(0, 1_000))
    const before = { refused: tally.refused, cut: tally.cut, wrong: tally.wrong.length }
    const from = performance.now()
    const bringBack = await strike(site, time)
    const pressed = show.press()
    // Until those that were under way are answered, uploads seem to go.
    await pause(2_000)
    await untilUploadsGo(load)
    await pressed
    await bringBack()
    await site.databases.untilHealthy()
    await untilUploadsGo(load)
    const gap = tally.longestGap(from, performance.now())
    await show.press()
    result.behind += await countBehind(show)
    if (gap.to - gap.from > result.longestMs) {
      result.longestMs = gap.to - gap.from
      result.busy = processor.shareBusy(gap.from, gap.to)
    }
    result.refused += tally.refused - before.refused
    result.cut += tally.cut - before.cut
    result.wrong.push(...tally.wrong.slice(before.wrong))
    progress(`${name}: ${time + 1} of ${times}, ${((gap.to - gap.from) / 1_000).toFixed(1)} s`)
  }
  return result
}

async function untilUploadsGo(load: FaultLoad): Promise<void> {
  const before = load.uploads
  await until('uploads are accepted', async () => load.uploads > before + 10, {
    withinMs: ACCEPTED_AGAIN_MS,
  })
}

/** Waits until all followers have the show's version; returns how many do not get it. */
export async function countBehind(show: Show): Promise<number> {
  await until('all followers have caught up', async () => show.countBehind() === 0, {
    withinMs: CAUGHT_UP_MS,
  }).catch(() => {})
  return show.countBehind()
}
