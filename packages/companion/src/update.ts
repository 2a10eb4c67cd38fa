/**
 * Keeps the companion up to date: asks the site once a day and, if the streamer agrees, downloads the installer and
 * starts it, provided that every byte is what the site announced.
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
import { describeDownloadProblem } from './plain-problem.ts'
import type { Connection } from './sender.ts'
import { callEndpoint, openDownload } from './site-call.ts'

type Latest = NonNullable<ResponseOf<typeof getLatestCompanion>['latest']>
type Notes = ResponseOf<typeof listUpdateNotes>['patchNotes']

export interface UpdateState {
  /** A version newer than this one. */
  available: { version: string; patchNotes: Notes } | null
  /** Whether the companion can install it; otherwise it is downloaded by hand. */
  canInstall: boolean
  /** While the installer is being downloaded. */
  progress: { doneBytes: number; totalBytes: number } | null
  problem: string | null
}

interface UpdateOptions {
  version: string
  directory: string
  connection(): Connection | null
  /** Null if this is not an installed program. */
  startInstaller: ((file: string) => Promise<void>) | null
  log: Log
  onChange(): void
}

const NO_HTTPS =
  "The companion does not look for updates, because it reaches this site without https: somebody on the way could replace an update with another program. Connect to the site's https address."

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

  /** The connection, if updates may be downloaded over it. */
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
    this.#latest = isUpdate ? { ...latest, patchNotes: await loadNotes(connection) } : null
    this.#options.onChange()
  }

  /** Does nothing while an update is under way, or if there is nothing to install. */
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
          "the installer did not start. The companion keeps running as it is; try again, or download it from the site's download page.",
        )
      })
      log(`Version ${latest.version} is downloaded and starts`)
    } catch (error) {
      this.#problem = `The update failed: ${describeDownloadProblem(from, error)}`
      log(`${this.#problem} (${(error as Error).message})`)
    } finally {
      this.#progress = null
      onChange()
    }
  }

  async #download(site: string, latest: Latest): Promise<string> {
    const { directory, onChange } = this.#options
    await mkdir(directory, { recursive: true, mode: 0o700 })
    // We choose the name: the network must not name files on this computer.
    const file = path.join(directory, 'Rollcall-Companion-Setup.exe')
    // From the site itself, whatever host the address names.
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

/** Without https, somebody on the way could send another program, except on this computer itself. */
function comesUnchanged(site: string): boolean {
  const { protocol, hostname } = new URL(site)
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Empty if the site does not answer, as for an invalid key. */
async function loadNotes({ site, key }: Connection): Promise<Notes> {
  const { data } = await callEndpoint(site, listUpdateNotes, { uploadKey: key })
  return data?.patchNotes ?? []
}

/** Starts the installer, which ends this program, replaces it, and starts the new one. */
export async function startInstaller(file: string): Promise<void> {
  const installer = spawn(file, ['/S'], { detached: true, stdio: 'ignore' })
  await once(installer, 'spawn')
  installer.unref()
}

/** Compares the numbers in the versions; the first difference decides. */
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
