/**
 * Imports earlier games from the public companion's day logs, each sent unchanged. The site stores the games that it
 * does not know, so a second run changes nothing.
 */
import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { reading } from '@rollcall/contract/endpoint'
import { ImportReceipt, importDayLog } from '@rollcall/contract/uploads-mine'
import { quoted } from '@rollcall/formats/quoted'
import type * as z from 'zod/mini'
import type { Log } from './log.ts'
import { describeFolderProblem } from './plain-problem.ts'
import { type Connection, isTemporary, retryAfterMs } from './sender.ts'
import { callSite, formBody, readOutcome } from './site-call.ts'

export interface LogImportState {
  /** `previewed`: nothing is stored until the streamer says so. */
  phase: 'none' | 'previewing' | 'previewed' | 'importing' | 'imported'
  /** How many logs are done. */
  done: number
  total: number
  counts: ImportReceipt['counts']
  seasons: ImportReceipt['seasons']
  /** The channel that the games are stored for. */
  channel: string | null
  refused: { file: string; sentence: string }[]
  /** Why it is waiting, or has ended. */
  problem: string | null
}

interface LogImportOptions {
  connection(): Connection | null
  log: Log
  onChange(): void
}

/** What every version of the site has in a receipt; everything else may be missing. */
const TakenLog = reading(ImportReceipt, ['channel', 'counts', 'seasons'])

const NOTHING: Omit<LogImportState, 'phase'> = {
  done: 0,
  total: 0,
  seasons: [],
  channel: null,
  refused: [],
  problem: null,
  counts: { games: 0, added: 0, known: 0, differing: 0 },
}
const LOG_NAME = /^allraces_.*\.csv$/i
/** How operating systems name the copy of a file. */
const COPY_NAME = /(?: \(\d+\)| - copy.*)(?=\.csv$)/i
const MAX_NAME_LENGTH = 80
const FIRST_WAIT_MS = 2_000
const MAX_WAIT_MS = 60_000

export class LogImport {
  readonly #options: LogImportOptions
  #state: LogImportState = { phase: 'none', ...NOTHING }
  #files: string[] = []
  #copies: LogImportState['refused'] = []
  /** The key used for the preview. */
  #key: string | null = null
  #run = new AbortController()

  constructor(options: LogImportOptions) {
    this.#options = options
  }

  get state(): LogImportState {
    return this.#state
  }

  /** @throws {Error} with a sentence if there is nothing to preview */
  async preview(folder: string): Promise<void> {
    const connection = this.#options.connection()
    if (connection === null) {
      throw new Error('Connect to a site first.')
    }
    const names = await readdir(folder).catch((error: Error) => {
      throw new Error(describeFolderProblem(error))
    })
    const logs = names.filter((name) => LOG_NAME.test(name)).sort()
    if (logs.length === 0) {
      throw new Error('There is no day log in this folder: no file called allraces_….csv.')
    }
    const isCopy = (name: string) =>
      COPY_NAME.test(name) && logs.includes(name.replace(COPY_NAME, ''))
    this.#files = logs.filter((name) => !isCopy(name)).map((name) => path.join(folder, name))
    this.#copies = logs.filter(isCopy).map((file) => ({
      file,
      sentence: `It was left out as a copy of ${quoted(file.replace(COPY_NAME, ''), MAX_NAME_LENGTH)}. If it is another log, rename it.`,
    }))
    this.#key = connection.key
    void this.#sendAll(connection, { isDryRun: true })
  }

  import(): void {
    const connection = this.#options.connection()
    if (this.#state.phase !== 'previewed' || connection === null) {
      return
    }
    if (connection.key === this.#key) {
      void this.#sendAll(connection, { isDryRun: false })
    } else {
      this.#setState({
        phase: 'none',
        problem: 'Another channel is connected now. Preview the logs again.',
      })
    }
  }

  /** Also stops a running import; what has been stored stays. */
  clear(): void {
    this.#run.abort()
    if (this.#state.phase === 'importing') {
      this.#endEarly(null)
    } else {
      this.#setState({ phase: 'none', ...NOTHING })
    }
  }

  async #sendAll(connection: Connection, { isDryRun }: { isDryRun: boolean }): Promise<void> {
    this.#run.abort()
    this.#run = new AbortController()
    const { signal } = this.#run
    const total = this.#files.length
    const phase = isDryRun ? 'previewing' : 'importing'
    this.#setState({ ...NOTHING, phase, total, refused: this.#copies })
    try {
      for (const [index, file] of this.#files.entries()) {
        await this.#send(connection, { file, isDryRun, signal })
        signal.throwIfAborted()
        this.#setState({ done: index + 1, problem: null })
      }
      this.#setState({ phase: isDryRun ? 'previewed' : 'imported' })
      const { added, known } = this.#state.counts
      this.#options.log(
        `${isDryRun ? 'Previewed' : 'Imported'} ${total} day logs: ${added} games new, ${known} known`,
      )
    } catch (error) {
      if (!signal.aborted) {
        const problem = (error as Error).message
        this.#options.log(`The import ended: ${problem}`)
        if (isDryRun) {
          this.#setState({ phase: 'none', problem })
        } else {
          this.#endEarly(problem)
        }
      }
    }
  }

  /** Shows what has been stored so far. */
  #endEarly(problem: string | null): void {
    this.#setState({ phase: 'imported', total: this.#state.done, problem })
  }

  /** @throws {Error} with a sentence if the other logs need not be tried */
  async #send(
    { site, key }: Connection,
    { file, isDryRun, signal }: { file: string; isDryRun: boolean; signal: AbortSignal },
  ): Promise<void> {
    const refuse = (sentence: string) => {
      const refused = { file: path.basename(file), sentence }
      this.#setState({ refused: [...this.#state.refused, refused] })
    }
    const dayLog = await readOrdinary(file).catch(() => null)
    signal.throwIfAborted()
    if (dayLog === null) {
      refuse('It cannot be read. It may be a link or a folder, or another program may be using it.')
      return
    }
    const fields = { uploadKey: key, ...(isDryRun && { dryRun: 'true' }) }
    const body = formBody(fields, { dayLog })
    const { method, path: address } = importDayLog
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
      const answer = await callSite(site, address, { method, body, signal }).catch(
        (error: Error) => ({ status: 0, headers: {} as Record<string, string>, body: error }),
      )
      signal.throwIfAborted()
      const { data, refusal } = readOutcome(TakenLog, answer)
      if (data !== null) {
        this.#add(data)
        return
      }
      const sentence = refusal?.error ?? 'The site is not answering.'
      if (answer.status === 401 || answer.status === 403) {
        throw new Error(sentence)
      }
      if (refusal !== null && !isTemporary({ status: answer.status, code: refusal.code })) {
        refuse(sentence)
        return
      }
      this.#setState({ problem: `${sentence} The companion will try again.` })
      const askedMs = retryAfterMs(answer.headers['retry-after'])
      await pause(Math.max(waitMs, askedMs), undefined, { signal })
    }
  }

  #add({ counts, seasons, channel }: z.infer<typeof TakenLog>): void {
    const before = this.#state
    const sum = { ...before.counts }
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) {
      sum[name] += counts[name]
    }
    const bySeason = new Map(before.seasons.map((each) => [each.season, each]))
    for (const { season, added, counted, points } of seasons) {
      const previous = bySeason.get(season) ?? { added: 0, counted: 0, points: 0 }
      bySeason.set(season, {
        season,
        added: previous.added + added,
        counted: previous.counted + counted,
        points: previous.points + points,
      })
    }
    const sorted = [...bySeason.values()].sort((a, b) => a.season - b.season)
    this.#setState({ counts: sum, seasons: sorted, channel })
  }

  #setState(changes: Partial<LogImportState>): void {
    this.#state = { ...this.#state, ...changes }
    this.#options.onChange()
  }
}

/** Reads ordinary files only: a link could lead to any file on this computer. */
async function readOrdinary(file: string): Promise<Buffer> {
  const found = await lstat(file)
  if (!found.isFile()) {
    throw new Error('it is not an ordinary file')
  }
  return readFile(file)
}
