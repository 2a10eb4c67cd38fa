/**
 * What was played before: the day logs of the public companion, each sent as it is. The site stores the
 * games that it does not know, so a second run changes nothing.
 */
import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ImportReceipt, importDayLog } from '@rollcall/contract/uploads-mine'
import { quoted } from '@rollcall/formats/problem'
import type { Log } from './log.ts'
import { problemOfFolder } from './plain-problem.ts'
import { type Connection, canHeal, retryAfterMs } from './sender.ts'
import { callSite, formBody, outcomeOf } from './site-call.ts'

export interface LogImportState {
  /** `previewed`: nothing is stored until a person says so. */
  phase: 'none' | 'previewing' | 'previewed' | 'importing' | 'imported'
  /** Of the logs. */
  done: number
  total: number
  counts: ImportReceipt['counts']
  seasons: ImportReceipt['seasons']
  /** Whose games they become. */
  channel: string | null
  refused: { file: string; sentence: string }[]
  /** Why it waits, or has ended. */
  problem: string | null
}

interface LogImportOptions {
  connection(): Connection | null
  log: Log
  onChange(): void
}

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
/** As systems name the copy of a file. */
const COPY_NAME = /(?: \(\d+\)| - copy.*)(?=\.csv$)/i
const LONGEST_NAME = 80
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

export class LogImport {
  readonly #options: LogImportOptions
  #state: LogImportState = { phase: 'none', ...NOTHING }
  #files: string[] = []
  #copies: LogImportState['refused'] = []
  /** The key it was previewed with. */
  #key: string | null = null
  #run = new AbortController()

  constructor(options: LogImportOptions) {
    this.#options = options
  }

  get state(): LogImportState {
    return this.#state
  }

  /** @throws Error with a sentence where there is nothing to preview */
  async preview(folder: string): Promise<void> {
    const connection = this.#options.connection()
    if (connection === null) {
      throw new Error('Connect to a site first.')
    }
    const names = await readdir(folder).catch((error: Error) => {
      throw new Error(problemOfFolder(error))
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
      sentence: `It was left out as a copy of ${quoted(file.replace(COPY_NAME, ''), LONGEST_NAME)}. If it is another log, rename it.`,
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
      this.#become({
        phase: 'none',
        problem: 'Another channel is connected now. Preview it again.',
      })
    }
  }

  /** Also ends what is under way; what has been stored stays. */
  clear(): void {
    this.#run.abort()
    if (this.#state.phase === 'importing') {
      this.#endEarly(null)
    } else {
      this.#become({ phase: 'none', ...NOTHING })
    }
  }

  async #sendAll(connection: Connection, { isDryRun }: { isDryRun: boolean }): Promise<void> {
    this.#run.abort()
    this.#run = new AbortController()
    const { signal } = this.#run
    const total = this.#files.length
    const phase = isDryRun ? 'previewing' : 'importing'
    this.#become({ ...NOTHING, phase, total, refused: this.#copies })
    try {
      for (const [index, file] of this.#files.entries()) {
        await this.#send(connection, { file, isDryRun, signal })
        signal.throwIfAborted()
        this.#become({ done: index + 1, problem: null })
      }
      this.#become({ phase: isDryRun ? 'previewed' : 'imported' })
      const { added, known } = this.#state.counts
      this.#options.log(
        `${isDryRun ? 'Previewed' : 'Imported'} ${total} day logs: ${added} games new, ${known} known`,
      )
    } catch (error) {
      if (!signal.aborted) {
        const problem = (error as Error).message
        this.#options.log(`The import ended: ${problem}`)
        if (isDryRun) {
          this.#become({ phase: 'none', problem })
        } else {
          this.#endEarly(problem)
        }
      }
    }
  }

  /** What has been stored until then is shown. */
  #endEarly(problem: string | null): void {
    this.#become({ phase: 'imported', total: this.#state.done, problem })
  }

  /** @throws Error with a sentence where the others need not be tried */
  async #send(
    { site, key }: Connection,
    { file, isDryRun, signal }: { file: string; isDryRun: boolean; signal: AbortSignal },
  ): Promise<void> {
    const refuse = (sentence: string) => {
      const refused = { file: path.basename(file), sentence }
      this.#become({ refused: [...this.#state.refused, refused] })
    }
    const dayLog = await readOrdinary(file).catch(() => null)
    signal.throwIfAborted()
    if (dayLog === null) {
      refuse('It cannot be read. Is it a link or a folder, or is another program using it?')
      return
    }
    const fields = { uploadKey: key, ...(isDryRun && { dryRun: 'true' }) }
    const body = formBody(fields, { dayLog })
    const { method, path: address } = importDayLog
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      const answer = await callSite(site, address, { method, body, signal }).catch(
        (error: Error) => ({ status: 0, headers: {} as Record<string, string>, body: error }),
      )
      signal.throwIfAborted()
      const { data, refusal } = outcomeOf(importDayLog, answer)
      if (data !== null) {
        this.#add(data)
        return
      }
      const sentence = refusal?.error ?? 'The site does not answer.'
      if (answer.status === 401 || answer.status === 403) {
        throw new Error(sentence)
      }
      if (refusal !== null && !canHeal({ status: answer.status, code: refusal.code })) {
        refuse(sentence)
        return
      }
      this.#become({ problem: `${sentence} It is tried again.` })
      const askedMs = retryAfterMs(answer.headers['retry-after'])
      await pause(Math.max(waitMs, askedMs), undefined, { signal })
    }
  }

  #add({ counts, seasons, channel }: ImportReceipt): void {
    const before = this.#state
    const sum = { ...before.counts }
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) {
      sum[name] += counts[name]
    }
    const bySeason = new Map(before.seasons.map((each) => [each.season, each]))
    for (const { season, added, counted, points } of seasons) {
      const former = bySeason.get(season) ?? { added: 0, counted: 0, points: 0 }
      bySeason.set(season, {
        season,
        added: former.added + added,
        counted: former.counted + counted,
        points: former.points + points,
      })
    }
    const sorted = [...bySeason.values()].sort((a, b) => a.season - b.season)
    this.#become({ counts: sum, seasons: sorted, channel })
  }

  #become(changes: Partial<LogImportState>): void {
    this.#state = { ...this.#state, ...changes }
    this.#options.onChange()
  }
}

/** Nothing else: a link may lead to any file of this computer. */
async function readOrdinary(file: string): Promise<Buffer> {
  const found = await lstat(file)
  if (!found.isFile()) {
    throw new Error('it is no ordinary file')
  }
  return readFile(file)
}
