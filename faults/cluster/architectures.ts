/** Inside the namespaces of `main.ts`: two machines, then the cluster, step by step. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { openExistingDatabase } from '@rollcall/server/platform/database/open-database'
import { FakeTwitch } from '@rollcall/server/testing/fake-twitch'
import { fetchBoard } from '../answers.ts'
import { checkStored, countGamesStoredTwice, countLostReceipts } from '../check-stored.ts'
import { pause, readCount, until } from '../fault.ts'
import { FaultLoad } from '../fault-load.ts'
import { SEASON } from '../fault-load-files.ts'
import { DatabaseNodes } from './database-nodes.ts'
import { HERE, makeNetwork } from './network.ts'
import { ProcessorWatch } from './processor.ts'
import { printReport, type Report } from './report.ts'
import { Show } from './show.ts'
import { ORIGIN, type Place, type SiteProcess, startProcess, startProxy } from './site.ts'
import { countBehind, kinds, type Site, strikeAll } from './strikes.ts'
import { Tally } from './tally.ts'
import { measurePages, measureUploads, type Throughput } from './throughput.ts'
import { tryTwoMachines } from './two-machines.ts'
import { makeVersions } from './versions.ts'

const [, , root = ''] = process.argv
const FOLLOWERS = readCount('CLUSTER_FOLLOWERS', 500)
/** The pause of each streamer after each kind of upload: the rest of the machine needs some time, too. */
const UPLOAD_EVERY_MS = readCount('CLUSTER_UPLOAD_EVERY_MS', 200)
const PAGE_EVERY_MS = 200
const STREAMERS = ['ada', 'grace', 'edsger', 'barbara']
const PORT = 3000

const began = performance.now()
const progress = (line: string) => {
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  process.stdout.write(`${seconds.padStart(5)} s  ${line}\n`)
}

makeNetwork()
const platform = await FakeTwitch.start(HERE)
const place = { directory: root, platformUrl: platform.url }
const signIn = async (name: string): Promise<SessionHeader> => {
  const session = { authorization: `Bearer ${platform.issue(name)}` }
  const { token } = await openApiClient(ORIGIN).call<{ token: string }>(
    '/api/auth/twitch',
    session,
    {},
  )
  return { authorization: `Bearer ${token}` }
}

const versions = await makeVersions(root)
progress('two machines')
const twoMachines = await tryTwoMachines(place, { code: versions.older, signIn })
progress(twoMachines)

const tally = new Tally()
const processor = new ProcessorWatch()
const databases = new DatabaseNodes(root)
const cluster: Place = { ...place, architecture: 'cluster' }
progress('cluster: three database nodes')
await Promise.all([startProxy(cluster), databases.start()])
await until(
  'the proxy knows the primary',
  () =>
    databases.createDatabase().then(
      () => true,
      () => false,
    ),
  {
    withinMs: 20_000,
  },
)

progress('two servers')
const start = (machine: 'app1' | 'app2', code: string) =>
  startProcess(cluster, { machine, port: PORT, code })
// One after the other: both would make the tables.
const servers: SiteProcess[] = [
  await start('app1', versions.older),
  await start('app2', versions.older),
]
const machines = ['app1', 'app2'] as const
const site: Site = {
  databases,
  servers,
  async restart(index) {
    servers[index] = await start(machines[index] ?? 'app1', versions.newer)
  },
}

await until('the site is ready', async () => (await fetch(`${ORIGIN}/ready`)).ok, {
  withinMs: 20_000,
})
const load = new FaultLoad()
await load.join(ORIGIN, STREAMERS, signIn)
const show = new Show(ORIGIN, tally)
await show.begin(load)
await show.follow(FOLLOWERS)
progress(`${FOLLOWERS} followers`)
let isOver = false
const going = Promise.all([
  load.play(ORIGIN, {
    isOver: () => isOver,
    everyMs: UPLOAD_EVERY_MS,
    onAnswer: ({ status, error }) => tally.record('upload', status, error),
  }),
  readPages(() => isOver),
])
going.catch(() => {})

const report: Report = { roll: null, struck: [], throughput: [], stored: null }
try {
  await pause(5_000)
  report.roll = await roll()
  for (const kind of kinds()) {
    const watched = { site, load, show, tally, processor, progress }
    report.struck.push(await strikeAll(kind, watched))
  }
  isOver = true
  await going
  show.leave()
  await databases.untilHealthy()
  report.throughput = await measureThroughput()
  report.stored = await readStored()
} catch (error) {
  progress(`FAILED: ${(error as Error).stack}`)
  process.exitCode = 1
}
processor.stop()
if (!printReport(report, { load, tally, followers: FOLLOWERS, twoMachines, versions }))
  process.exitCode = 1
// What still runs ends with these namespaces.
process.exit()

/** Replaces both servers by the newer version, one after the other, under uploads. */
async function roll(): Promise<Report['roll']> {
  const before = tally.failed
  const accepted = tally.accepted
  for (const index of [0, 1]) {
    await servers[index]?.end('SIGTERM')
    await site.restart(index)
    await show.press()
    // The proxy asks every second.
    await pause(3_000)
    progress(`server ${index + 1} of 2 replaced`)
  }
  const behind = await countBehind(show)
  return { calls: tally.accepted - accepted, failed: tally.failed - before, behind }
}

async function readPages(hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    await fetchBoard(ORIGIN, SEASON).then(
      () => tally.record('page', 200),
      (error: Error) => {
        const [, status] = / answered (\d+)$/.exec(error.message) ?? []
        tally.record('page', Number(status ?? 0), 'It said so.')
      },
    )
    await pause(PAGE_EVERY_MS)
  }
}

async function measureThroughput(): Promise<Throughput[]> {
  const measured: Throughput[] = []
  await servers[1]?.end('SIGTERM')
  for (const some of [servers.slice(0, 1), servers]) {
    if (some.length === 2) await site.restart(1)
    measured.push(await measureUploads(ORIGIN, load, { servers: some, tally }))
    measured.push(await measurePages(ORIGIN, some))
    progress(`throughput with ${some.length}`)
  }
  return measured
}

async function readStored(): Promise<Report['stored']> {
  const dataDir = path.join(root, 'verify')
  await mkdir(dataDir)
  const database = await openExistingDatabase({
    databaseUrl: databases.url,
    dataDir,
    warn: () => {},
  })
  try {
    const lost = await countLostReceipts(load, database.kysely)
    const twice = await countGamesStoredTwice(database.kysely)
    await checkStored(load, { dataDir, databaseUrl: databases.url })
    return { lost, twice }
  } finally {
    await database.close()
  }
}
