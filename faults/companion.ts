/**
 * The real companion and the real server with a simulated game, while both are killed or stopped, connections are
 * cut, and the disk is full once.
 */

import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { PlayedGames, type SimulatedGame } from '@rollcall/companion/play/played-games'
import { writeGame } from '@rollcall/companion/play/write-game'
import {
  type CompanionProcess,
  endAllCompanions,
  startCompanion,
} from '@rollcall/companion/testing/companion-process'
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { openExistingDatabase } from '@rollcall/server/platform/database/open-database'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { sql } from 'kysely'
import { fetchBoard } from './answers.ts'
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts'
import { type Fault, type FaultPlace, must, pause, readCount, until } from './fault.ts'
import { SEASON } from './fault-load-files.ts'
import { endAllServers, type ServerProcess, startServer } from './server-process.ts'
import { makeSmallDisk, type SmallDisk } from './small-disk.ts'

/** A game whose files exist for this long while the companion runs must arrive. */
const MUST_ARRIVE_MS = 4_000
const MAX_STOP_MS = 30_000
const STREAMER = 'ada'

interface Written {
  game: SimulatedGame
  lastByteAt: number
  /** When the next game of the same mode replaced its files. */
  overwrittenAt: number
}

export const companion: Fault = {
  name: 'companion',
  promise:
    'a game whose files existed for 4 s while the companion ran is on the leaderboard exactly once, despite kills, cuts and a full disk',
  async run({ directory, progress }) {
    const disk = await makeSmallDisk(path.join(directory, 'disk'), 16)
    try {
      return await runOn(disk, { directory, progress })
    } finally {
      endAllServers()
      endAllCompanions()
      await disk.remove()
    }
  },
}

async function runOn(
  disk: SmallDisk,
  { directory, progress }: Pick<FaultPlace, 'directory' | 'progress'>,
): Promise<string> {
  const port = await findFreePort()
  const proxy = await startCuttingProxy(port)
  try {
    const stage = await openStage({ directory, disk, port, proxy })
    const written = await playThrough(stage, progress)
    await until('all is sent', () => shows(stage, 'Everything is sent'), { withinMs: 180_000 })
    const [row] = await fetchBoard(stage.server.origin, SEASON)
    await stage.server.stop()
    await stage.companion.kill()
    const missed = await compare(stage, { written, row })
    const { kills, stops, cuts } = stage.struck
    return `${written.length} games, companion killed ${kills} times, server stopped ${stops} times, ${cuts} uploads cut, disk full once: 0 lost, 0 twice, points equal; ${missed} had no 4 s while it ran, and did not arrive`
  } finally {
    proxy.close()
  }
}

interface Stage {
  disk: SmallDisk
  folder: string
  args: readonly string[]
  dataDir: string
  port: number
  server: ServerProcess
  proxy: CuttingProxy
  companion: CompanionProcess
  /** When the companion ran; the last period has no end. */
  ran: { from: number; to: number }[]
  struck: { kills: number; stops: number; cuts: number }
  /** Kills run one after another, otherwise two would start two companions; so do stops. */
  killing: Promise<void>
  stopping: Promise<void>
}

async function openStage({
  directory,
  disk,
  port,
  proxy,
}: Pick<Stage, 'disk' | 'port' | 'proxy'> & { directory: string }): Promise<Stage> {
  const folder = path.join(directory, 'game')
  await mkdir(folder)
  const dataDir = path.join(directory, 'data')
  const server = await startServer({ dataDir, port })
  const args = ['--folder', folder, '--data', path.join(disk.directory, 'companion')]
  const companion = await startCompanion(args)
  const ran = [{ from: performance.now(), to: Number.POSITIVE_INFINITY }]
  const struck = { kills: 0, stops: 0, cuts: 0 }
  const [killing, stopping] = [Promise.resolve(), Promise.resolve()]
  const processes = { server, proxy, companion, killing, stopping }
  const stage: Stage = { disk, folder, args, dataDir, port, ran, struck, ...processes }
  await connect(stage, await openApiClient(server.origin).signIn(STREAMER))
  return stage
}

/** Connects with a code, as a streamer does. */
async function connect(stage: Stage, session: SessionHeader): Promise<void> {
  await stage.companion.submit('connect', { site: stage.proxy.origin })
  const code = /"number">([A-Z]{4}-[A-Z]{4})</.exec(await stage.companion.pageText())?.[1]
  must(code !== undefined, 'The page shows no code')
  const client = openApiClient(stage.server.origin)
  await client.call(`/api/companion/codes/${code}`, session, { answer: 'confirm' })
  const isConnected = () => shows(stage, `Connected as <strong dir="auto">${STREAMER}`)
  await until('it is connected', isConnected, { withinMs: 20_000 })
}

async function shows({ companion }: Stage, text: string): Promise<boolean> {
  return (await companion.pageText()).includes(text)
}

async function playThrough(stage: Stage, progress: (line: string) => void): Promise<Written[]> {
  const games = readCount('FAULT_COMPANION_GAMES', 300)
  const everyMs = readCount('FAULT_COMPANION_EVERY_MS', 5_000)
  const strikes = planStrikes(games)
  const played = new PlayedGames('faults')
  const random = new SeededRandom('faults writing')
  const written: Written[] = []
  const striking: Promise<void>[] = []
  for (let number = 0; number < games; number += 1) {
    const next = performance.now() + everyMs
    const game = played.next(new Date())
    const previous = written.findLast((each) => each.game.mode === game.mode)
    if (previous) previous.overwrittenAt = performance.now()
    await writeGame(stage.folder, game, { random, spreadMs: 600 })
    const lastByteAt = performance.now()
    written.push({ game, lastByteAt, overwrittenAt: Number.POSITIVE_INFINITY })
    for (const strike of strikes.get(number) ?? []) {
      striking.push(strike(stage, everyMs))
    }
    // Fails at once if a strike failed.
    await Promise.race([Promise.all(striking), pause(0)])
    progress(`${number + 1} of ${games} games`)
    await pause(Math.max(0, next - performance.now()))
  }
  await Promise.all(striking)
  return written
}

type Strike = (stage: Stage, everyMs: number) => Promise<void>

/** The strikes after each game. While the disk is full there are no others. */
function planStrikes(games: number): Map<number, Strike[]> {
  const plan = new Map<number, Strike[]>()
  const fullFrom = Math.floor(games * 0.6)
  const add = (strike: Strike, times: number) => {
    for (let time = 0; time < times; time += 1) {
      const around = Math.floor(((time + 0.5) / times) * games)
      // No other strikes near the full disk.
      const isFree = around < fullFrom - 8 || around > fullFrom + 5
      const number = isFree ? around : fullFrom + 6
      plan.set(number, [...(plan.get(number) ?? []), strike])
    }
  }
  add(killCompanion, readCount('FAULT_COMPANION_KILLS', 20))
  add(stopServer, readCount('FAULT_COMPANION_STOPS', 10))
  add(cutUpload, readCount('FAULT_COMPANION_CUTS', 20))
  plan.set(fullFrom, [fillDisk])
  return plan
}

function killCompanion(stage: Stage, everyMs: number): Promise<void> {
  stage.killing = stage.killing.then(async () => {
    await pause(randomInt(0, everyMs))
    const last = stage.ran.at(-1)
    if (last) last.to = performance.now()
    await stage.companion.kill()
    await pause(randomInt(0, everyMs / 2))
    stage.companion = await startCompanion(stage.args)
    stage.ran.push({ from: performance.now(), to: Number.POSITIVE_INFINITY })
    stage.struck.kills += 1
  })
  return stage.killing
}

function stopServer(stage: Stage, everyMs: number): Promise<void> {
  stage.stopping = stage.stopping.then(async () => {
    await pause(randomInt(0, everyMs))
    await stage.server.stop()
    await pause(randomInt(0, Math.min(MAX_STOP_MS, everyMs * 6)))
    stage.server = await startServer({ dataDir: stage.dataDir, port: stage.port })
    stage.struck.stops += 1
  })
  return stage.stopping
}

async function cutUpload({ proxy, struck }: Stage): Promise<void> {
  await until('the last cut was made', async () => !proxy.isArmed(), { withinMs: 180_000 })
  proxy.cutNext(struck.cuts % 2 === 0 ? 'upload' : 'answer')
  struck.cuts += 1
}

/** Stops the server so that games wait, then lets the companion send them from memory while the disk is still full. */
async function fillDisk(stage: Stage): Promise<void> {
  await Promise.all([stage.killing, stage.stopping])
  await stage.server.stop()
  await stage.disk.fill(0)
  const isShown = () => shows(stage, 'only in memory')
  await until('the page says that the disk is full', isShown, { withinMs: 60_000 })
  stage.server = await startServer({ dataDir: stage.dataDir, port: stage.port })
  await stage.companion.submit('try-now', {})
  await until('it is sent from memory', () => shows(stage, 'Everything is sent'), {
    withinMs: 60_000,
  })
  await stage.disk.empty()
}

/** Returns how many games did not arrive and did not have to. */
async function compare(
  { dataDir, ran }: Stage,
  {
    written,
    row,
  }: { written: readonly Written[]; row: { totalPoints: number; totalRaces: number } | undefined },
): Promise<number> {
  const database = await openExistingDatabase({ dataDir, databaseUrl: undefined, warn: () => {} })
  try {
    const { rows } = await sql<{ key: string; racers: number }>`
      select game_key as key, (select count(*) from game_results as result
        where result.channel_id = game.channel_id and result.season = game.season
          and result.game_id = game.id) as racers
      from games as game`.execute(database.kysely)
    const stored = new Map(rows.map(({ key, racers }) => [key, racers]))
    must(stored.size === rows.length, 'A game is stored twice')
    const arrived = written.filter(({ game }) => stored.has(game.gameKey))
    must(arrived.length === rows.length, 'There are games that nobody played')
    const lost = written.filter((each) => mustArrive(each, ran) && !stored.has(each.game.gameKey))
    const keys = lost.map(({ game }) => `${game.mode} ${game.gameKey}`)
    must(lost.length === 0, `${lost.length} games are lost: ${keys.slice(0, 5).join(', ')}`)
    for (const { game } of arrived) {
      must(stored.get(game.gameKey) === game.racers, `${game.gameKey} is stored in part`)
    }
    const counted = arrived.filter(({ game }) => game.mode !== 'tilt')
    const points = counted.reduce((sum, { game }) => sum + game.points, 0)
    must(
      row?.totalPoints === points && row.totalRaces === counted.length,
      `The leaderboard has ${row?.totalPoints} points from ${row?.totalRaces} games; played: ${points} from ${counted.length}`,
    )
    return written.length - arrived.length
  } finally {
    await database.close()
  }
}

/** Whether all the game's files existed for 4 s while the companion ran. */
function mustArrive({ lastByteAt, overwrittenAt }: Written, ran: Stage['ran']): boolean {
  return ran.some(
    ({ from, to }) => Math.min(to, overwrittenAt) - Math.max(from, lastByteAt) >= MUST_ARRIVE_MS,
  )
}
