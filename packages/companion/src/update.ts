/**
 * Keeps the companion itself up to date: asks the site once a day, and on a person's word downloads the
 * installer and starts it, if it is to the last byte what the site said it is.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { listUpdateNotes } from '@rollcall/contract/companions'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { getLatestCompanion } from '@rollcall/contract/releases'
import type { Log } from './log.ts'
import { problemOfDownload } from './plain-problem.ts'
import type { Connection } from './sender.ts'
import { callEndpoint, openDownload } from './site-call.ts'

type Latest = NonNullable<ResponseOf<typeof getLatestCompanion>['latest']>
type Notes = ResponseOf<typeof listUpdateNotes>['patchNotes']

export interface UpdateState {
  /** A version newer than this one. */
  available: { version: string; patchNotes: Notes } | null
  /** Whether it can be installed from here; elsewhere it is downloaded by hand. */
  canInstall: boolean
  /** Of the installer, while it comes. */
  progress: { doneBytes: number; totalBytes: number } | null
  problem: string | null
}

interface UpdateOptions {
  version: string
  directory: string
  connection(): Connection | null
  /** Null where this is no installed program. */
  startInstaller: ((file: string) => Promise<void>) | null
  log: Log
  onChange(): void
}

const NO_HTTPS =
  'Updates are not looked for, because this site is reached without https: on the way, anybody could put another program in their place. Connect to its https address.'

export class Update {
  readonly #options: UpdateOptions
  #latest: (Latest & { patchNotes: Notes }) | null = null
  #progress: UpdateState['progress'] = null
  #problem: string | null = null

  constructor(options: UpdateOptions) {
    this.#options = options
  }

  get state(): UpdateState {
    if (this.#options.connection() !== null && this.#connection === null) {
      return { available: null, canInstall: false, progress: null, problem: NO_HTTPS }
    }
    return {
      available: this.#latest && {
        version: this.#latest.version,
        patchNotes: this.#latest.patchNotes,
      },
      canInstall: this.#options.startInstaller !== null,
      progress: this.#progress,
      problem: this.#problem,
    }
  }

  /** To a site that updates are taken from. */
  get #connection(): Connection | null {
    const connection = this.#options.connection()
    return connection !== null && comesUnchanged(connection.site) ? connection : null
  }

  async ask(): Promise<void> {
    const connection = this.#connection
    if (connection === null) {
      return
    }
    const { data } = await callEndpoint(connection.site, getLatestCompanion)
    const latest = data?.latest ?? null
    const isUpdate = latest !== null && isNewer(latest.version, this.#options.version)
    this.#latest = isUpdate ? { ...latest, patchNotes: await notesOf(connection) } : null
    this.#options.onChange()
  }

  /** Does nothing while it is under way, or where there is nothing to install. */
  async install(): Promise<void> {
    const { startInstaller, log, onChange } = this.#options
    const latest = this.#latest
    const from = this.#connection?.site ?? null
    if (latest === null || from === null || startInstaller === null || this.#progress !== null) {
      return
    }
    this.#problem = null
    this.#progress = { doneBytes: 0, totalBytes: latest.sizeBytes }
    onChange()
    try {
      const file = await this.#download(from, latest)
      await startInstaller(file).catch((error: Error) => {
        log(`The installer: ${error.message}`)
        throw new Error(
          "the installer does not start. The companion goes on as it is; try again, or take it from the site's download page.",
        )
      })
      log(`Version ${latest.version} is downloaded and starts`)
    } catch (error) {
      this.#problem = `The update failed: ${problemOfDownload(from, error)}`
      log(`${this.#problem} (${(error as Error).message})`)
    } finally {
      this.#progress = null
      onChange()
    }
  }

  async #download(site: string, latest: Latest): Promise<string> {
    const { directory, onChange } = this.#options
    await mkdir(directory, { recursive: true, mode: 0o700 })
    // Its name is ours: the network names no file on this computer.
    const file = path.join(directory, 'Rollcall-Companion-Setup.exe')
    // From the site itself, whatever host it says.
    const response = await openDownload(site, new URL(latest.downloadUrl, site).pathname)
    const hash = createHash('sha256')
    const handle = await open(file, 'w', 0o600)
    let doneBytes = 0
    try {
      for await (const piece of response as AsyncIterable<Buffer>) {
        doneBytes += piece.length
        if (doneBytes > latest.sizeBytes) {
          break
        }
        hash.update(piece)
        await handle.write(piece)
        this.#progress = { doneBytes, totalBytes: latest.sizeBytes }
        onChange()
      }
      await handle.sync()
    } finally {
      response.destroy()
      await handle.close()
    }
    if (doneBytes !== latest.sizeBytes || hash.digest('hex') !== latest.sha256) {
      await rm(file, { force: true })
      throw new Error('the file is not what the site announced. Nothing was installed.')
    }
    return file
  }
}

/** Without https anybody on the way could send another program; on this computer nobody is. */
function comesUnchanged(site: string): boolean {
  const { protocol, hostname } = new URL(site)
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** None where the site does not say, as to a key that has ended. */
async function notesOf({ site, key }: Connection): Promise<Notes> {
  const { data } = await callEndpoint(site, listUpdateNotes, { uploadKey: key })
  return data?.patchNotes ?? []
}

/** Ends this program, replaces it, and starts the new one. */
export async function startInstaller(file: string): Promise<void> {
  const installer = spawn(file, ['/S'], { detached: true, stdio: 'ignore' })
  await once(installer, 'spawn')
  installer.unref()
}

/** By the numbers in them, the first that differs. */
export function isNewer(version: string, than: string): boolean {
  const [numbers = [], others = []] = [version, than].map((text) =>
    text.split(/[^\d]+/).map(Number),
  )
  for (let index = 0; index < Math.max(numbers.length, others.length); index += 1) {
    const difference = (numbers[index] ?? 0) - (others[index] ?? 0)
    if (difference !== 0) {
      return difference > 0
    }
  }
  return false
}
