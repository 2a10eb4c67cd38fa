/**
 * The companion as it is installed, in one file. Measures the time from a game's last byte until its points are on an
 * open leaderboard page, how long an import of day logs takes within the default limits, and the companion's memory
 * and processor time afterwards, while it is idle for BENCH_IDLE_SECONDS (600 by default).
 *
 * Run with `npm run bench`, on Linux, because it reads /proc.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { bundleCompanion } from '@rollcall/companion/build/bundle'
import { PlayedGames } from '@rollcall/companion/play/played-games'
import { writeGame } from '@rollcall/companion/play/write-game'
import { openApiClient } from '@rollcall/demo/api-client'
import { DAY_MS } from '@rollcall/formats/durations'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { findChromium } from '../e2e/find-chromium.ts'
import { openAs } from '../e2e/sessions.ts'
import { judge, median } from './figures.ts'
import { buildPages, startMeasured } from './measured-server.ts'

const GAMES = 15
const MAX_MEDIAN_MS = 3_000
const LOGS = 60
const GAMES_PER_LOG = 50
const RACERS = 40
const MAX_IMPORT_SECONDS = 60
const IDLE_SECONDS = Number(process.env.BENCH_IDLE_SECONDS ?? 600)
/** By then it has returned the memory of the import. */
const SETTLED_MS = 15_000
const MAX_MB = 90
const MAX_CORE_PERCENT = 0.5
const SEASON = 75
/** Clock ticks of /proc, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

buildPages()
const directory = await mkdtemp(path.join(tmpdir(), 'rollcall-companion-'))
const folder = path.join(directory, 'game')
await mkdir(folder)
const program = path.join(directory, 'companion.cjs')
await bundleCompanion(program)
const server = await startMeasured({ RATE_LIMIT_IMPORTS: '300', RATE_LIMIT_GENERAL: '600' })
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
process.env.E2E_ORIGIN = server.origin
const client = openApiClient(server.origin)
const session = await client.signIn('bench_caster')
const { key } = await client.call<{ key: string }>('/api/uploads/key', session, {})
const data = path.join(directory, 'data')
const paths = ['--folder', folder, '--data', data, '--no-open']
const companion = spawn(
  process.execPath,
  [program, '--site', server.origin, '--key', key, ...paths],
  { stdio: 'ignore' },
)
try {
  const isFresh = judge('last byte to open page, median, ms', await measureMedianDelay(), {
    most: MAX_MEDIAN_MS,
  })
  await browser.close()
  const isImported = judge('import of 60 day logs, previewed first, s', await measureImport(), {
    most: MAX_IMPORT_SECONDS,
  })
  const { mb, corePercent } = await watchIdle(companion.pid ?? 0)
  const isSmall = judge('idle, MB', mb, { most: MAX_MB })
  const isQuiet = judge('idle, % of a core', corePercent, { most: MAX_CORE_PERCENT })
  process.exitCode = isFresh && isImported && isSmall && isQuiet ? 0 : 1
} finally {
  companion.kill()
  await browser.close()
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}

async function measureMedianDelay(): Promise<number> {
  const page = await browser.newPage({ baseURL: server.origin })
  await openAs(page, 'bench_caster', `/leaderboards?season=${SEASON}`)
  const played = new PlayedGames('bench')
  const random = new SeededRandom('bench writing')
  const timesMs: number[] = []
  let points = 0
  while (timesMs.length < GAMES) {
    const game = played.next(new Date())
    // A tilt level adds nothing to the leaderboard.
    if (game.mode === 'tilt') continue
    points += game.points
    await writeGame(folder, game, { random, spreadMs: 2_000 })
    const began = performance.now()
    const text = points.toLocaleString('en-US')
    await page.getByRole('row').filter({ hasText: text }).waitFor()
    timesMs.push(performance.now() - began)
  }
  return median(timesMs)
}

/** Imports on the local page, as a person would; a second preview must find nothing new. */
async function measureImport(): Promise<number> {
  const logs = path.join(directory, 'logs')
  await mkdir(logs)
  for (let day = 0; day < LOGS; day += 1) {
    // A day of the log ends in the afternoon of the next one.
    const date = new Date(Date.now() - (LOGS + 1 - day) * DAY_MS).toISOString().slice(0, 10)
    await writeFile(path.join(logs, `allraces_${date}.csv`), dayLog(date))
  }
  const { address } = JSON.parse(await readFile(path.join(data, 'running.json'), 'utf8'))
  const { origin } = new URL(address)
  const submit = (form: string, fields: Record<string, string>) =>
    fetch(new URL(form, address), {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(fields),
    })
  const waitForText = async (text: string) => {
    while (!(await (await fetch(address)).text()).includes(text)) await pause(250)
  }
  const games = `${LOGS} day logs with 3,000 games:`
  const began = performance.now()
  await submit('import', { logs })
  await waitForText(`${games} 3,000 would be stored`)
  await submit('import-run', {})
  await waitForText(`${games} 3,000 were stored`)
  const seconds = (performance.now() - began) / 1_000
  await submit('import', { logs })
  await waitForText(`${games} 0 would be stored for <bdi>bench_caster</bdi>, 3,000 already known`)
  return seconds
}

function dayLog(date: string): string {
  const rows = Array.from({ length: GAMES_PER_LOG * RACERS }, (_, index) => {
    const [game, place] = [Math.floor(index / RACERS), (index % RACERS) + 1]
    const stamp = `${date} ${String(6 + Math.floor(game / 5)).padStart(2, '0')}:${10 + (game % 5) * 9}:07`
    const racer = `racer_${(place * 31 + game * 17) % 997}`
    const points = Math.max(0, 11 - place) * 40
    return `${place},${racer},${racer},${points},Race,${stamp},${RACERS},${place > 30},0,0,[],0\r\n`
  })
  return rows.join('')
}

/** The largest memory during the idle time, and the average processor time. */
async function watchIdle(pid: number): Promise<{ mb: number; corePercent: number }> {
  await pause(SETTLED_MS)
  const [began, busy] = [performance.now(), await busySeconds(pid)]
  let mb = 0
  while (performance.now() - began < IDLE_SECONDS * 1_000) {
    await pause(1_000)
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    mb = Math.max(mb, (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024) / 1e6)
  }
  const seconds = (performance.now() - began) / 1_000
  return { mb, corePercent: (100 * ((await busySeconds(pid)) - busy)) / seconds }
}

async function busySeconds(pid: number): Promise<number> {
  // After the name, which may contain spaces, the fields continue with the third.
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
