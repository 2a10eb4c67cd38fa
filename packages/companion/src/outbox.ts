/**
 * Games that are not on the site yet, one file each, named so that they sort in the order of play. There are three
 * shelves: waiting to be sent, refused by the site, and offered to the streamer.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { GAME_MODES } from '@rollcall/scoring/games'
import * as z from 'zod/mini'
import { makePrivateDirectory, syncDirectory, writeDurably } from './durable-file.ts'
import type { Log } from './log.ts'

export const KeptGame = z.object({
  identity: z.string(),
  mode: z.enum(GAME_MODES),
  /** ISO 8601, from the game's own clock if the files have it, otherwise from the file's time. */
  finishedAt: z.string(),
  /** The channel that was connected when the game was kept, if it was known. */
  channel: z._default(z.nullable(z.string()), null),
  racers: z.number(),
  topThree: z.array(z.object({ name: z.string(), points: z.nullable(z.number()) })),
  /** The files as they were read, in base64. */
  parts: z.object({
    raceData: z.string(),
    checkpointData: z.nullable(z.string()),
    summaryData: z.nullable(z.string()),
  }),
  refusal: z.nullable(z.object({ sentence: z.string(), code: z.string(), at: z.string() })),
})
export type KeptGame = z.infer<typeof KeptGame>

export type Shelf = 'waiting' | 'refused' | 'offered'
/** On Windows, a virus scanner may lock a file briefly. */
const DELETING = { force: true, maxRetries: 5 }
const SHELVES: readonly Shelf[] = ['waiting', 'refused', 'offered']

interface Entry {
  name: string
  /** Set if it could not be written to the disk. */
  unsaved: KeptGame | null
}

export class Outbox {
  readonly #directory: string
  readonly #log: Log
  readonly #shelves: Record<Shelf, Entry[]> = { waiting: [], refused: [], offered: [] }
  #lastTime = 0

  private constructor(directory: string, log: Log) {
    this.#directory = directory
    this.#log = log
  }

  static async open(directory: string, log: Log): Promise<Outbox> {
    const outbox = new Outbox(directory, log)
    for (const shelf of SHELVES) {
      await makePrivateDirectory(path.join(directory, shelf))
      const found = await readdir(path.join(directory, shelf))
      for (const cut of found.filter((name) => name.endsWith('.tmp'))) {
        await rm(path.join(directory, shelf, cut), DELETING)
      }
      outbox.#shelves[shelf] = found
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => ({ name, unsaved: null }))
    }
    const last = outbox.#shelves.waiting.at(-1)
    outbox.#lastTime = last ? Number.parseInt(last.name, 10) : 0
    return outbox
  }

  count(shelf: Shelf): number {
    return this.#shelves[shelf].length
  }

  /** How many games would be lost if the program ended now. */
  get unsavedCount(): number {
    return SHELVES.flatMap((shelf) => this.#shelves[shelf]).filter(({ unsaved }) => unsaved).length
  }

  /** Never fails: if the disk is full, the game is kept in memory. The same game is kept only once. */
  async keep(game: KeptGame, shelf: Shelf): Promise<void> {
    const hash = createHash('sha256').update(game.identity).digest('hex').slice(0, 16)
    if (SHELVES.some((each) => this.#shelves[each].some(({ name }) => name.includes(hash)))) {
      return
    }
    // Keeps the order even if the clock was set back.
    this.#lastTime = Math.max(Date.now(), this.#lastTime + 1)
    await this.#put(shelf, `${String(this.#lastTime).padStart(15, '0')}-${hash}.json`, game)
  }

  /** Returns whether it could be written to the disk. */
  async #put(shelf: Shelf, name: string, game: KeptGame): Promise<boolean> {
    const entry: Entry = { name, unsaved: null }
    try {
      await writeDurably(this.#path(shelf, name), JSON.stringify(game))
    } catch (error) {
      this.#log(`A game could not be written to the disk: ${(error as Error).message}`)
      entry.unsaved = game
    }
    const others = this.#shelves[shelf].filter((each) => each.name !== name)
    this.#shelves[shelf] = [...others, entry].sort((a, b) => (a.name < b.name ? -1 : 1))
    return entry.unsaved === null
  }

  /** Tries again to write the games that are only in memory. */
  async writeUnsaved(): Promise<void> {
    for (const shelf of SHELVES) {
      for (const entry of this.#shelves[shelf]) {
        if (entry.unsaved) {
          await writeDurably(this.#path(shelf, entry.name), JSON.stringify(entry.unsaved))
          entry.unsaved = null
        }
      }
    }
  }

  /** @throws the disk's error if the game cannot be read right now; the others then go first */
  async oldest(): Promise<{ name: string; game: KeptGame } | null> {
    for (;;) {
      const entry = this.#shelves.waiting[0]
      if (entry === undefined) {
        return null
      }
      const game = await this.#read('waiting', entry).catch((error: unknown) => {
        this.putLast(entry.name)
        throw error
      })
      if (game !== null) {
        return { name: entry.name, game }
      }
    }
  }

  /** Leaves out games that cannot be read right now. */
  async list(shelf: Shelf, most: number): Promise<{ name: string; game: KeptGame }[]> {
    const listed = []
    for (const entry of this.#shelves[shelf].slice(-most).reverse()) {
      const game = await this.#read(shelf, entry).catch((error: Error) => {
        this.#log(`${entry.name} cannot be read right now: ${error.message}`)
        return null
      })
      if (game !== null) {
        listed.push({ name: entry.name, game })
      }
    }
    return listed
  }

  /** A game on a shelf, by its name in the list; null if there is none. */
  async find(shelf: Shelf, name: string): Promise<KeptGame | null> {
    const entry = this.#shelves[shelf].find((each) => each.name === name)
    return entry ? this.#read(shelf, entry) : null
  }

  async remove(shelf: Shelf, name: string): Promise<void> {
    this.#shelves[shelf] = this.#shelves[shelf].filter((entry) => entry.name !== name)
    await rm(this.#path(shelf, name), DELETING)
    // If this fails, the game may come back, and the site will recognise it.
    await syncDirectory(path.join(this.#directory, shelf)).catch(() => {})
  }

  /** Moves a game to another shelf. A crash in between leaves it on both, so it is just sent again. */
  async move(
    { from, to, name }: { from: Shelf; to: Shelf; name: string },
    changes: Partial<Pick<KeptGame, 'refusal' | 'channel'>> = {},
  ): Promise<void> {
    const game = await this.find(from, name)
    if (game === null) {
      return
    }
    const isOnDisk = await this.#put(to, name, { ...game, refusal: null, ...changes })
    if (isOnDisk) {
      await this.remove(from, name)
    } else {
      // The old file stays, for the next start.
      this.#shelves[from] = this.#shelves[from].filter((entry) => entry.name !== name)
    }
  }

  /** Lets the others go first if the site fails over one game. */
  putLast(name: string): void {
    const { waiting } = this.#shelves
    const entry = waiting.find((each) => each.name === name)
    if (entry) {
      this.#shelves.waiting = [...waiting.filter((each) => each !== entry), entry]
    }
  }

  async #read(shelf: Shelf, entry: Entry): Promise<KeptGame | null> {
    if (entry.unsaved) {
      return entry.unsaved
    }
    const file = this.#path(shelf, entry.name)
    const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') {
        return null
      }
      throw error
    })
    try {
      if (content !== null) {
        return z.parse(KeptGame, JSON.parse(content))
      }
      this.#log(`${entry.name} is gone from the disk`)
    } catch (error) {
      this.#log(`${file} is damaged and was set aside: ${(error as Error).message}`)
      await rename(file, `${file}.damaged`).catch(() => {})
    }
    this.#shelves[shelf] = this.#shelves[shelf].filter((each) => each !== entry)
    return null
  }

  #path(shelf: Shelf, name: string): string {
    return path.join(this.#directory, shelf, name)
  }
}
