/** Watches the game's folder, and reports each game once its files are complete. */
import { type FSWatcher, watch } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { OLD_CHECKPOINTS_MS } from '@rollcall/formats/checkpoint-hits'
import type { Game } from '@rollcall/formats/game-files'
import type { GameMode } from '@rollcall/scoring/games'
import type { Log } from './log.ts'
import { describeFileProblem, errorCode } from './plain-problem.ts'
import { FILE_NAMES, type GameParts, type Judgement, judgeFiles } from './whole-game.ts'

export interface FoundGame {
  game: Game
  identity: string
  parts: GameParts
  /** When its results file was written. */
  writtenAt: Date
  /** The fingerprint of the checkpoint file, so that it is not taken for the next race's. */
  checkpointsWritten: string
}

export interface FolderState {
  folder: string
  isThere: boolean
  newestFileAt: Date | null
  /** What is wrong with the files of each mode's last game. */
  problems: readonly { file: string; problem: string }[]
}

interface Watched {
  mode: GameMode
  names: readonly string[]
  /** The fingerprint of its files when they last changed. */
  written: string
  unchangedSince: number
  nextLookMs: number
  /** What is wrong with its files, or null. */
  problem: string | null
}

interface FolderOptions {
  folder: string
  log: Log
  /** The checkpoint file's fingerprint when the last race was kept. */
  checkpointsWritten: string | null
  isKnown(identity: string): boolean
  onGame(found: FoundGame): Promise<void>
  onChange(): void
}

const SETTLED_MS = 1_000
const LOOK_EVERY_MS = 2_000
/** For a file that is locked, or that changed while it was being read. */
const AGAIN_MS = 250
/** Problems that last longer are shown. */
const SHOW_PROBLEM_MS = 10_000
/** Checkpoints may arrive this long after the results of their race. */
const LATE_MS = 3_000
const NOT_THERE = '-'

export class GameFolder {
  readonly #options: FolderOptions
  readonly #watched: readonly Watched[]
  #checkpointsWritten: string | null
  #watcher: FSWatcher | null = null
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #isEnded = false
  #state: FolderState

  constructor(options: FolderOptions) {
    this.#options = options
    this.#checkpointsWritten = options.checkpointsWritten
    this.#watched = (Object.keys(FILE_NAMES) as GameMode[]).map((mode) => ({
      mode,
      names: Object.values(FILE_NAMES[mode]),
      written: '',
      unchangedSince: 0,
      nextLookMs: Number.POSITIVE_INFINITY,
      problem: null,
    }))
    this.#state = { folder: options.folder, isThere: false, newestFileAt: null, problems: [] }
    this.#lookAfter(0)
  }

  get state(): FolderState {
    return this.#state
  }

  close(): void {
    this.#isEnded = true
    clearTimeout(this.#timer)
    this.#watcher?.close()
  }

  #lookAfter(ms: number): void {
    if (!this.#isEnded) {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#look(), ms)
    }
  }

  async #look(): Promise<void> {
    if (this.#isLooking) {
      return
    }
    this.#isLooking = true
    try {
      this.#listen()
      for (const watched of this.#watched) {
        await this.#checkMode(watched)
      }
      await this.#describe()
    } catch (error) {
      this.#options.log(`The folder could not be read: ${(error as Error).message}`)
      this.#lookAfter(LOOK_EVERY_MS)
      return
    } finally {
      this.#isLooking = false
    }
    const next = Math.min(...this.#watched.map((watched) => watched.nextLookMs)) - performance.now()
    this.#lookAfter(Math.max(AGAIN_MS / 5, Math.min(next, LOOK_EVERY_MS)))
  }

  /** File events make it fast, but they get lost, so nothing depends on them. */
  #listen(): void {
    if (this.#watcher !== null) {
      return
    }
    try {
      const watcher = watch(this.#options.folder, () => {
        if (!this.#isLooking) {
          this.#lookAfter(AGAIN_MS / 5)
        }
      })
      watcher.on('error', () => {
        watcher.close()
        this.#watcher = null
      })
      this.#watcher = watcher
    } catch {
      // The folder does not exist yet, or the system's limit of watched folders is reached.
    }
  }

  async #checkMode(watched: Watched): Promise<void> {
    const now = performance.now()
    const written = await this.#fingerprint(watched.names)
    if (written !== watched.written) {
      Object.assign(watched, { written, unchangedSince: now, nextLookMs: now + SETTLED_MS })
      watched.problem = null
    }
    if (now < watched.nextLookMs) {
      return
    }
    const judgement = await this.#read(watched)
    if (judgement === null) {
      watched.nextLookMs = performance.now() + AGAIN_MS
      return
    }
    const hasProblem = judgement.state === 'unfinished' || judgement.state === 'unusable'
    watched.problem = hasProblem ? judgement.problem : null
    watched.nextLookMs =
      judgement.state === 'unfinished'
        ? performance.now() + judgement.againInMs
        : Number.POSITIVE_INFINITY
  }

  /** Null if a file could not be read, or changed in the meantime; the caller then tries again. */
  async #read(watched: Watched): Promise<Judgement | null> {
    const { mode, names, written, unchangedSince } = watched
    const { results, summary, checkpoints } = FILE_NAMES[mode]
    if (written.startsWith(NOT_THERE)) {
      return { state: 'nothing' }
    }
    let judgement: Judgement
    try {
      const { mtime: writtenAt } = await stat(this.#path(results))
      const summaryFile = await stat(this.#path(summary)).catch(() => null)
      const checkpointsWritten = checkpoints ? await this.#fingerprint([checkpoints]) : NOT_THERE
      judgement = judgeFiles({
        mode,
        results: (await this.#readBytes(results)) ?? Buffer.alloc(0),
        summary: await this.#readBytes(summary),
        checkpoints: checkpoints ? await this.#readBytes(checkpoints) : null,
        hasNewCheckpoints: await this.#isNew(checkpointsWritten, results),
        unchangedMs: performance.now() - unchangedSince,
        writtenAt,
        summaryWrittenAt: summaryFile?.mtime ?? null,
      })
      if ((await this.#fingerprint(names)) !== written) {
        return null
      }
      if (judgement.state === 'whole') {
        const isKnown = this.#options.isKnown(judgement.identity)
        const checkpointsMs = Number.parseFloat(checkpointsWritten)
        // For a known race, only checkpoints written right after it belong to it; later ones belong to the next race.
        if (mode === 'race' && !(isKnown && checkpointsMs > writtenAt.getTime() + LATE_MS)) {
          this.#checkpointsWritten = checkpointsWritten
        }
        if (!isKnown) {
          await this.#options.onGame({ ...judgement, writtenAt, checkpointsWritten })
        }
      }
      return judgement
    } catch (error) {
      if (errorCode(error) === '') {
        throw error
      }
      watched.problem = describeFileProblem(error)
      return null
    }
  }

  async #isNew(checkpointsWritten: string, results: string): Promise<boolean> {
    if (checkpointsWritten === NOT_THERE) {
      return false
    }
    if (this.#checkpointsWritten !== null) {
      return checkpointsWritten !== this.#checkpointsWritten
    }
    const [checkpointsMs = 0] = checkpointsWritten.split(':').map(Number)
    const { mtimeMs } = await stat(this.#path(results))
    return checkpointsMs > mtimeMs - OLD_CHECKPOINTS_MS
  }

  async #readBytes(name: string): Promise<Buffer | null> {
    try {
      return await readFile(this.#path(name))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') {
        return null
      }
      throw error
    }
  }

  /** The time, size and inode of each file, which change when a file is written again. */
  async #fingerprint(names: readonly string[]): Promise<string> {
    const each = names.map(async (name) => {
      const found = await stat(this.#path(name)).catch(() => null)
      return found === null ? NOT_THERE : `${found.mtimeMs}:${found.size}:${found.ino}`
    })
    return (await Promise.all(each)).join(' ')
  }

  async #describe(): Promise<void> {
    const { folder } = this.#options
    const isThere = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    )
    if (!isThere) {
      this.#watcher?.close()
      this.#watcher = null
    }
    const times = this.#watched.flatMap(({ written }) =>
      written.split(' ').map((file) => Number.parseFloat(file)),
    )
    const newest = Math.max(0, ...times.filter((time) => time > 0))
    const now = performance.now()
    const problems = this.#watched.flatMap(({ mode, problem, unchangedSince }) =>
      problem !== null && now - unchangedSince > SHOW_PROBLEM_MS
        ? [{ file: FILE_NAMES[mode].results, problem }]
        : [],
    )
    const newestFileAt = newest === 0 ? null : new Date(newest)
    const state = { folder, isThere, newestFileAt, problems }
    if (JSON.stringify(state) !== JSON.stringify(this.#state)) {
      this.#state = state
      this.#options.onChange()
    }
  }

  #path(name: string): string {
    return path.join(this.#options.folder, name)
  }
}
