/** kill -9 of the server, of its database, of both together, and during the very first start. */

import { randomInt } from 'node:crypto'
import path from 'node:path'
import { listRunningOn, postmasterOf } from '@rollcall/server/testing/database-processes'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { checkStored } from './check-stored.ts'
import { type Fault, type FaultPlace, must, PATIENCE, pause, readCount, until } from './fault.ts'
import { FaultLoad } from './fault-load.ts'
import {
  type ServerProcess,
  type ServerSettings,
  spawnServer,
  startServer,
  WELL,
  watch,
} from './server-process.ts'

/** A new database is used after this many kills, because each check reads all of it. */
const KILLS_PER_DATABASE = 20
/** How long a kill waits for uploads before it. */
const MAX_UPLOADS_MS = 20_000
const NEXT_START_MS = 3_000
/** If the database had no time to save what it had in memory. */
const NEXT_START_OF_BOTH_MS = 5_000
const FIRST_START_MS = 8_000
/** From the server's end until its database has ended. */
const GONE_MS = 2_000

/** What to kill, and how long the next start may take. */
interface Strike {
  kill(server: ServerProcess, settings: ServerSettings): Promise<void>
  startMs: number
}

const killServer: Strike = { kill: (server) => server.kill(), startMs: NEXT_START_MS }

const killBoth: Strike = {
  async kill(server, { dataDir }) {
    process.kill(await postmasterOf(dataDir), 'SIGKILL')
    await server.kill()
  },
  startMs: NEXT_START_OF_BOTH_MS,
}

export const killEmbedded: Fault = {
  name: 'kill-server',
  promise: 'kill -9 of the server under uploads: nothing lost, in part or left running; up in 3 s',
  run: (place) => killAll(place, killServer, { kills: readCount('FAULT_KILLS', 100) }),
}

export const killWithDatabase: Fault = {
  name: 'kill-both',
  promise:
    'kill -9 of server and embedded database at once: nothing lost, in part or left running; up in 5 s',
  run: (place) => killAll(place, killBoth, { kills: readCount('FAULT_KILLS_OF_BOTH', 50) }),
}

export const killPostgres: Fault = {
  name: 'kill-postgres',
  promise: 'kill -9 of the server on a PostgreSQL server: nothing lost or in part; up in 3 s',
  run: (place) =>
    killAll(place, killServer, {
      kills: readCount('FAULT_KILLS', 100),
      newDatabase: async () => ({ databaseUrl: (await place.postgres()).databaseUrl }),
    }),
}

async function killAll(
  place: FaultPlace,
  strike: Strike,
  {
    kills,
    newDatabase = async () => ({}),
  }: { kills: number; newDatabase?: () => Promise<{ databaseUrl?: string }> },
): Promise<string> {
  const total = { killed: 0, uploads: 0, cutOff: 0, slowestStartMs: 0 }
  while (total.killed < kills) {
    const dataDir = path.join(place.directory, `data-${total.killed}`)
    const settings = { dataDir, port: await findFreePort(), ...(await newDatabase()) }
    const load = new FaultLoad()
    let server = await startServer(settings)
    await load.join(server.origin, ['ada', 'grace', 'edsger'])
    for (let kill = 1; kill <= KILLS_PER_DATABASE && total.killed < kills; kill += 1) {
      total.cutOff += await strikeUploading(server, { load, settings, strike })
      server = await startAfter(strike, settings)
      await checkStored(load, settings)
      total.slowestStartMs = Math.max(total.slowestStartMs, server.startedMs)
      total.killed += 1
      place.progress(`${total.killed} of ${kills} kills`)
    }
    await server.stop()
    total.uploads += load.uploads
  }
  return `${total.killed} kills, ${total.uploads} acknowledged, ${total.cutOff} cut off, 0 lost, 0 in part, nothing left running; slowest start ${seconds(total.slowestStartMs)}`
}

/** Strikes during uploads; returns how many were cut off. */
async function strikeUploading(
  server: ServerProcess,
  { load, settings, strike }: { load: FaultLoad; settings: ServerSettings; strike: Strike },
): Promise<number> {
  let isOver = false
  let cutOff = 0
  const playing = load.play(server.origin, {
    isOver: () => isOver,
    onAnswer({ status, error }) {
      if (isOver && (status === 0 || status === 503)) {
        cutOff += 1
      } else if (status !== 200) {
        throw new Error(`An upload was answered ${status}: ${error}`)
      }
    },
  })
  // Errors are thrown where `playing` is awaited below.
  playing.catch(() => {})
  // Counted in uploads, not in time: on a slow machine the kill would come before the first one.
  const target = load.uploads + randomInt(0, 40)
  const latest = performance.now() + MAX_UPLOADS_MS
  while (load.uploads < target && performance.now() < latest) {
    await pause(2)
  }
  await pause(randomInt(0, 40))
  isOver = true
  await strike.kill(server, settings)
  await playing
  return cutOff
}

/** Starts the server again. The embedded database of the killed server must have ended without help. */
async function startAfter(strike: Strike, settings: ServerSettings): Promise<ServerProcess> {
  if (settings.databaseUrl === undefined) {
    await awaitNothingRunning(settings.dataDir)
  }
  const server = await startServer(settings)
  must(
    server.startedMs < strike.startMs * PATIENCE,
    `The next start took ${seconds(server.startedMs)}: ${server.output()}`,
  )
  return server
}

/** One kill during uploads, for a test. */
export async function killUploading(settings: ServerSettings, load: FaultLoad): Promise<void> {
  const server = await startServer(settings)
  await strikeUploading(server, { load, settings, strike: killServer })
  await awaitNothingRunning(settings.dataDir)
}

async function awaitNothingRunning(dataDir: string): Promise<void> {
  const isGone = async () => listRunningOn(dataDir).length === 0
  await until('nothing is left running', isGone, { withinMs: GONE_MS })
}

export const killDatabase: Fault = {
  name: 'kill-database',
  promise: 'kill -9 of the embedded database: 503 with a sentence, up again in 5 s, nothing lost',
  async run(place) {
    const kills = readCount('FAULT_KILLS_OF_DATABASE', 20)
    const settings = { dataDir: path.join(place.directory, 'data'), port: await findFreePort() }
    const server = await startServer(settings)
    const load = new FaultLoad()
    await load.join(server.origin, ['ada', 'grace', 'edsger'])
    let isOver = false
    let refused = 0
    let slowestMs = 0
    const playing = load.play(server.origin, {
      isOver: () => isOver,
      onAnswer({ status, error }) {
        must(
          status === 200 || (status === 503 && error.endsWith('.')),
          `An upload was answered ${status}: ${error}`,
        )
        refused += status === 503 ? 1 : 0
      },
    })
    playing.catch(() => {})
    const uploadsGo = (withinMs: number) => {
      const before = load.uploads
      const isGoing = async () => load.uploads > before + 5
      return Promise.race([
        until('uploads go', isGoing, { withinMs }),
        playing.then((): never => {
          throw new Error('The uploads ended')
        }),
      ])
    }
    for (let kill = 1; kill <= kills; kill += 1) {
      await uploadsGo(MAX_UPLOADS_MS)
      await pause(randomInt(0, 200))
      process.kill(await postmasterOf(settings.dataDir), 'SIGKILL')
      slowestMs = Math.max(slowestMs, await uploadsGo(NEXT_START_OF_BOTH_MS))
      place.progress(`${kill} of ${kills} kills`)
    }
    isOver = true
    await playing
    const well = await watch(server.origin)
    must(JSON.stringify(well) === JSON.stringify(WELL), `It says ${JSON.stringify(well)}`)
    await checkStored(load, settings)
    must((await server.stop()).code === 0, `It did not end cleanly: ${server.output()}`)
    await awaitNothingRunning(settings.dataDir)
    return `${kills} kills, ${refused} uploads answered 503 with a sentence, accepted again after ${seconds(slowestMs)} at most; ${load.uploads} acknowledged, 0 lost, 0 in part`
  },
}

export const killFirstStart: Fault = {
  name: 'kill-first-start',
  promise: 'kill -9 during the very first start: nothing left running, and the next start succeeds',
  async run(place) {
    const kills = readCount('FAULT_KILLS_OF_FIRST_START', 20)
    let slowestMs = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      const settings = {
        dataDir: path.join(place.directory, `data-${kill}`),
        port: await findFreePort(),
      }
      const first = spawnServer(settings)
      await pause(randomInt(200, 3_000))
      await first.kill()
      await awaitNothingRunning(settings.dataDir)
      const server = await startServer(settings)
      slowestMs = Math.max(slowestMs, server.startedMs)
      must(server.startedMs < FIRST_START_MS * PATIENCE, `It took ${seconds(server.startedMs)}`)
      const well = await watch(server.origin)
      must(JSON.stringify(well) === JSON.stringify(WELL), `It says ${JSON.stringify(well)}`)
      must((await server.stop()).code === 0, `It did not end cleanly: ${server.output()}`)
      place.progress(`${kill} of ${kills} kills`)
    }
    return `${kills} kills after 0.2 to 3 s, nothing left running; the next start after ${seconds(slowestMs)} at most`
  },
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
