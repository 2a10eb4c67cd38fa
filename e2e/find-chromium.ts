/** The browser for the journeys: one on this machine, otherwise a downloaded one. */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'

/** Programs in PATH, and where macOS and Windows install them. */
const CANDIDATES = [
  // It draws no windows, so a page takes only two thirds of the processor time.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const WINDOWS_CANDIDATES = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
  .map((name) => process.env[name])
  .filter((folder) => folder !== undefined)
  .map((folder) => path.join(folder, 'Google/Chrome/Application/chrome.exe'))

export const isRoot = process.getuid?.() === 0
const ask = promisify(execFile)

/**
 * Tries CHROMIUM_PATH, a Chromium or Chrome on the machine, Playwright's earlier download, the system's package (as
 * root, on Debian and similar systems), and a new download of Playwright's.
 *
 * @returns the path of its program
 */
export async function findChromium(): Promise<string> {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) {
    if (await isBrowser(wanted)) return wanted
    throw new Error(`CHROMIUM_PATH: ${wanted} does not start`)
  }
  return (
    (await findOnMachine()) ??
    (await findDownloaded()) ??
    (await installPackage()) ??
    (await download()) ??
    fail()
  )
}

async function findOnMachine(): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const findPaths = (name: string) =>
    path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name))
  const programs = process.platform === 'win32' ? WINDOWS_CANDIDATES : CANDIDATES.flatMap(findPaths)
  for (const program of programs) {
    if (existsSync(program) && (await isBrowser(program))) return program
  }
  return null
}

async function findDownloaded(): Promise<string | null> {
  const program = chromium.executablePath()
  return existsSync(program) && (await isBrowser(program)) ? program : null
}

/** Some systems have a program of that name that only says how to install it. */
async function isBrowser(program: string): Promise<boolean> {
  // On Windows, asking for the version opens a window.
  if (process.platform === 'win32') return true
  try {
    const { stdout } = await ask(program, ['--version'], { timeout: 30_000 })
    return /Chrom/.test(stdout)
  } catch {
    return false
  }
}

async function installPackage(): Promise<string | null> {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return null
  process.stdout.write("No Chromium on this machine; installing the system's package …\n")
  const install = (name: string) =>
    runs('apt-get', ['install', '-y', '--no-install-recommends', name])
  const isInstalled =
    (await runs('apt-get', ['update'])) &&
    ((await install('chromium-headless-shell')) || (await install('chromium')))
  return isInstalled ? findOnMachine() : null
}

async function download(): Promise<string | null> {
  process.stdout.write("No Chromium on this machine; downloading Playwright's …\n")
  const require = createRequire(import.meta.url)
  const playwright = path.join(path.dirname(require.resolve('playwright/package.json')), 'cli.js')
  const libraries = isRoot && process.platform === 'linux' ? ['--with-deps'] : []
  const arguments_ = [playwright, 'install', ...libraries, 'chromium']
  return (await runs(process.execPath, arguments_)) ? findDownloaded() : null
}

function runs(program: string, arguments_: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, arguments_, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

function fail(): never {
  throw new Error(
    'The browser tests need Chromium or Chrome. Install one, or set CHROMIUM_PATH to its program.',
  )
}
