/** If wine is installed, starts the Windows program, checks its page, and lets it find a game. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { PlayedGames } from '../src/play/played-games.ts'
import { writeGame } from '../src/play/write-game.ts'

const STARTED_MS = 120_000
const SEEN_MS = 60_000
const WINE = ['wine64', '/usr/lib/wine/wine64']

/** Says in a sentence what the installer contains. Throws if that is not the program. */
export function checkInstaller({
  setup,
  executable,
}: Record<'setup' | 'executable', string>): string {
  const listing = spawnSync('7z', ['l', '-ba', setup], { encoding: 'utf8' })
  if (listing.error) {
    return 'The installer was not checked: 7z is missing. Debian and Ubuntu have it in p7zip-full.'
  }
  const { size } = statSync(executable)
  const hasProgram = new RegExp(` ${size} .*Rollcall Companion\\.exe$`, 'm').test(listing.stdout)
  const others = ['Uninstall.exe', 'Licenses.txt']
  if (!hasProgram || !others.every((name) => listing.stdout.includes(name))) {
    throw new Error(`The installer does not contain what it should:\n${listing.stdout}`)
  }
  return 'The installer contains the complete program, its uninstaller and the licenses.'
}

/** Says in a sentence what was checked. Throws if the program does not do what it should. */
export async function smokeTest({
  executable,
  directory,
}: {
  executable: string
  directory: string
}): Promise<string> {
  const wine = WINE.find((program) => spawnSync(program, ['--version']).status === 0)
  if (wine === undefined) {
    return 'Not started: wine64 is not installed. Debian and Ubuntu have it in the package wine64.'
  }
  rmSync(directory, { recursive: true, force: true })
  const game = path.join(directory, 'game')
  const data = path.join(directory, 'data')
  mkdirSync(game, { recursive: true })
  const env = {
    ...process.env,
    WINEPREFIX: path.join(directory, 'wine'),
    WINEDEBUG: '-all',
    // Wine reports an older Windows than Node requires.
    NODE_SKIP_PLATFORM_CHECK: '1',
  }
  const windows = ['HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f']
  spawnSync(wine, ['reg', 'add', ...windows], { env, stdio: 'ignore' })
  const output = openSync(path.join(directory, 'output.txt'), 'w')
  const asWindows = (file: string) => `Z:${file.replaceAll('/', '\\')}`
  const child = spawn(
    wine,
    [executable, '--folder', asWindows(game), '--data', asWindows(data), '--no-open'],
    { env, stdio: ['ignore', output, output] },
  )
  try {
    const running = path.join(data, 'running.json')
    await until(() => existsSync(running), { child, withinMs: STARTED_MS, what: 'it runs' })
    const { address } = JSON.parse(readFileSync(running, 'utf8')) as { address: string }
    const shows = async (text: string) => (await (await fetch(address)).text()).includes(text)
    await until(() => shows('Not connected to a site yet'), {
      child,
      withinMs: SEEN_MS,
      what: 'its page is served',
    })
    const random = new SeededRandom('smoke test')
    const played = new PlayedGames('smoke test').next(new Date())
    await writeGame(game, played, { random, spreadMs: 300 })
    await until(() => shows('1 game is waiting'), {
      child,
      withinMs: SEEN_MS,
      what: 'it finds a game',
    })
    const { origin } = new URL(address)
    for (const isOn of [true, false]) {
      const body = new URLSearchParams({ on: String(isOn) })
      await fetch(`${address}autostart`, { method: 'POST', headers: { origin }, body })
      const what = `it ${isOn ? 'starts' : 'no longer starts'} with Windows`
      const isShown = () => shows(`role="switch" aria-checked="${isOn}"`)
      await until(isShown, { child, withinMs: SEEN_MS, what })
    }
    return 'Under wine it starts, serves its page, finds a game, and can be set to start with Windows or not.'
  } finally {
    child.kill('SIGKILL')
    spawnSync('wineserver', ['-k'], { env })
  }
}

async function until(
  check: () => boolean | Promise<boolean>,
  { child, withinMs, what }: { child: ChildProcess; withinMs: number; what: string },
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (
    !(await Promise.resolve()
      .then(check)
      .catch(() => false))
  ) {
    if (performance.now() > deadline || child.exitCode !== null) {
      throw new Error(`After ${withinMs / 1_000} s it was still not true that ${what}.`)
    }
    await pause(200)
  }
}
