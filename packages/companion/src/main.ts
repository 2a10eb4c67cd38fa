/** `npm start -w @rollcall/companion`, and the installed program: starts everything, and shuts it down in order. */
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { isSea } from 'node:sea'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as z from 'zod/mini'
import manifest from '../package.json' with { type: 'json' }
import { windowsAutostart } from './autostart.ts'
import { Companion } from './companion.ts'
import { makePrivateDirectory, readStored, writeDurably } from './durable-file.ts'
import { openLog } from './log.ts'
import { HELP, type Options, readOptions } from './options.ts'
import { pageActions } from './page/page-actions.ts'
import { type LocalPage, servePage } from './page/page-server.ts'
import { openSettings } from './settings.ts'
import { callSite } from './site-call.ts'
import { startInstaller } from './update.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler'],
  darwin: ['open'],
}
/** How long nothing must have happened. */
const TIDY_AFTER_MS = 10_000
const Running = z.object({ address: z.string() })

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') {
    say(HELP)
    return
  }
  const { dataDir, opensPage } = options
  await makePrivateDirectory(dataDir)
  const file = (name: string) => path.join(dataDir, name)
  const running = await findRunning(file('running.json'))
  if (running !== null) {
    say(`The companion is already running: ${running}`)
    if (opensPage) {
      await openPage(file('page.html'), running)
    }
    return
  }
  const address = await start(options, file)
  // If the disk is full, a second start will not find this page, but games matter more.
  await writeDurably(file('running.json'), JSON.stringify({ address })).catch(() => {})
  say(`Rollcall Companion ${manifest.version} is running. Its page: ${address}`)
  if (opensPage) {
    await openPage(file('page.html'), address).catch(() => {})
  }
}

/** The address of the page of a companion that is already using this data directory; null if there is none. */
async function findRunning(file: string): Promise<string | null> {
  const stored = await readStored(file, Running)
  if (stored === null) {
    return null
  }
  return callSite(stored.address, 'page.css').then(
    ({ status }) => (status === 200 ? stored.address : null),
    () => null,
  )
}

async function start(
  { given, dataDir, opensPage }: Options,
  file: (name: string) => string,
): Promise<string> {
  const settings = await openSettings(file('settings.json'), given)
  const log = openLog(file('companion.log'), () => {
    const { connection, pending } = settings.current()
    return [connection?.key, pending?.key, pending?.deviceCode].filter(
      (secret) => secret !== undefined,
    )
  })
  log(`Version ${manifest.version} starts`)
  process.on('unhandledRejection', (reason) => log(`Something failed: ${String(reason)}`))
  const isInstalled = process.platform === 'win32' && isSea()
  let page: LocalPage | undefined
  const tidying = setTimeout(giveBackMemory, TIDY_AFTER_MS).unref()
  const companion = await Companion.start({
    dataDir,
    version: manifest.version,
    settings,
    log,
    startInstaller: isInstalled ? startInstaller : null,
    autostart: isInstalled ? windowsAutostart(process.execPath) : null,
    environment: {
      platform: process.platform,
      home: homedir(),
      localAppData: process.env.LOCALAPPDATA,
    },
    onChange: () => {
      page?.refresh()
      tidying.refresh()
    },
  })
  page = await servePage(
    pageActions(companion, { settings, openAddress: opensPage ? openAddress : () => {} }),
  )
  const end = async () => {
    await page?.close()
    await companion.close()
    await rm(file('running.json'), { force: true })
    log('Ends')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(0)))
  }
  return page.address
}

/** An idle program collects no garbage, so memory from the last games or an import would stay allocated. */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  // Only this kind of collection returns free memory to the system.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Opens the browser without a shell. If that fails, the address is still in the terminal. */
function openAddress(address: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

/**
 * Opens the page through a file that only this user can read: every user of the computer can see a program's
 * arguments, and the page's address contains its token.
 */
async function openPage(file: string, address: string): Promise<void> {
  await writeDurably(
    file,
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}"><title>Rollcall Companion</title>`,
  )
  openAddress(pathToFileURL(file).href)
}

main().catch((error: Error) => {
  say(error.message)
  process.exitCode = 1
})
