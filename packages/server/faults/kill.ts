import { randomInt } from 'node:crypto'
import path from 'node:path'
import { checkStored } from './check-league.ts'
import { countOf, type Fault, type FaultPlace, pause } from './fault.ts'
import { League } from './league.ts'
import { freePort, type ServerSettings, spawnServer, startServer } from './server-process.ts'

/** A database that has grown for so many kills is given up for a new one: each look reads all of it. */
const KILLS_A_DATABASE = 20
/** One of so many strikes while the server starts. */
const STARTING = 10
/** A kill waits no longer for the uploads that it was to come after. */
const SLOWEST_MS = 20_000

export const killEmbedded: Fault = {
  name: 'kill-embedded',
  promise: 'kill -9 under uploads, embedded: all acknowledged is whole, verify finds nothing',
  run: (place) => killAll(place, async () => ({})),
}

export const killPostgres: Fault = {
  name: 'kill-postgres',
  promise: 'kill -9 under uploads, PostgreSQL: all acknowledged is whole, verify finds nothing',
  run: (place) =>
    killAll(place, async () => ({ databaseUrl: (await place.postgres()).databaseUrl })),
}

async function killAll(
  place: FaultPlace,
  newDatabase: () => Promise<{ databaseUrl?: string }>,
): Promise<string> {
  const kills = countOf('FAULT_KILLS', 100)
  const total = { killed: 0, uploads: 0, cutOff: 0, slowestStartMs: 0 }
  while (total.killed < kills) {
    const dataDir = path.join(place.directory, `data-${total.killed}`)
    const port = await freePort()
    const settings = { dataDir, port, ...(await newDatabase()) }
    const league = new League()
    const first = await startServer(settings)
    await league.join(first.origin, ['ada', 'grace', 'edsger'])
    await first.kill()
    for (let kill = 1; kill <= KILLS_A_DATABASE && total.killed < kills; kill += 1) {
      const told =
        kill % STARTING === 0 ? await killStarting(settings) : await killUploading(settings, league)
      await checkStored(league, settings)
      total.killed += 1
      total.cutOff += told.cutOff
      total.slowestStartMs = Math.max(total.slowestStartMs, told.startedMs)
      place.progress(`${total.killed} of ${kills} kills`)
    }
    total.uploads += league.uploads
  }
  return `${total.killed} kills, ${total.uploads} acknowledged, ${total.cutOff} cut off, 0 lost, 0 in part; slowest start ${(total.slowestStartMs / 1000).toFixed(1)} s`
}

/** Starts the server, and strikes in the midst of uploads. */
export async function killUploading(settings: ServerSettings, league: League) {
  const server = await startServer(settings)
  let isOver = false
  let cutOff = 0
  const playing = league.play(server.origin, {
    isOver: () => isOver,
    onAnswer({ status, error }) {
      if (status === 0 && isOver) cutOff += 1
      else if (status !== 200) throw new Error(`An upload was answered ${status}: ${error}`)
    },
  })
  // Whatever goes wrong meanwhile is told by `playing` below.
  playing.catch(() => {})
  // Counted in uploads, not in time: a slow machine would be killed before the first.
  const target = league.uploads + randomInt(0, 40)
  const latest = performance.now() + SLOWEST_MS
  while (league.uploads < target && performance.now() < latest) await pause(2)
  await pause(randomInt(0, 40))
  isOver = true
  await server.kill()
  await playing
  return { cutOff, startedMs: server.startedMs }
}

async function killStarting(settings: ServerSettings) {
  const server = spawnServer(settings)
  await pause(randomInt(100, 1_500))
  await server.kill()
  return { cutOff: 0, startedMs: 0 }
}
