/** What the companion remembers besides its outbox. All of it can be lost without losing a game. */
import { createHash } from 'node:crypto'
import { GameReceipt } from '@rollcall/contract/uploads'
import * as z from 'zod/mini'
import { readStored, writeDurably } from './durable-file.ts'
import { KeptGame } from './outbox.ts'

const SentGame = z.object({
  mode: KeptGame.shape.mode,
  finishedAt: z.string(),
  racers: z.number(),
  topThree: KeptGame.shape.topThree,
  /** What the site did with it. */
  ...z.pick(GameReceipt, { outcome: true, isRanked: true, isCompleted: true }).shape,
  /** A snapshot of its season already covers this game. */
  isCovered: z.boolean(),
})
export type SentGame = z.infer<typeof SentGame>

const Remembered = z.object({
  /** The last kept game of each mode. */
  lastKept: z.record(z.string(), z.string()),
  /** The checkpoint file's fingerprint when the last race was kept. */
  checkpointsWritten: z.nullable(z.string()),
  /** The channel that the key belongs to, according to the site. */
  channel: z.nullable(z.string()),
  keyHash: z._default(z.nullable(z.string()), null),
  /** Ignored if an older companion wrote it in another form. */
  lastSent: z.catch(z.nullable(SentGame), null),
})
type Remembered = z.infer<typeof Remembered>

export class Memory {
  readonly #file: string
  readonly #remembered: Remembered

  private constructor(file: string, remembered: Remembered) {
    this.#file = file
    this.#remembered = remembered
  }

  static async open(file: string): Promise<Memory> {
    const stored = await readStored(file, Remembered)
    return new Memory(
      file,
      stored ?? {
        lastKept: {},
        checkpointsWritten: null,
        channel: null,
        keyHash: null,
        lastSent: null,
      },
    )
  }

  get checkpointsWritten(): string | null {
    return this.#remembered.checkpointsWritten
  }

  /** Null if the site has not named the channel of this key. */
  channelForKey(key: string): string | null {
    return this.#remembered.keyHash === hashKey(key) ? this.#remembered.channel : null
  }

  get lastSent(): SentGame | null {
    return this.#remembered.lastSent
  }

  isKept(identity: string): boolean {
    return Object.values(this.#remembered.lastKept).includes(identity)
  }

  keep(game: Pick<KeptGame, 'mode' | 'identity'>, checkpointsWritten: string): void {
    this.#remembered.lastKept[game.mode] = game.identity
    if (game.mode === 'race') {
      this.#remembered.checkpointsWritten = checkpointsWritten
    }
  }

  setLastSent(game: SentGame): void {
    this.#remembered.lastSent = game
  }

  setChannel(channel: string, key: string): void {
    this.#remembered.channel = channel
    this.#remembered.keyHash = hashKey(key)
  }

  async save(): Promise<void> {
    await writeDurably(this.#file, JSON.stringify(this.#remembered))
  }
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
