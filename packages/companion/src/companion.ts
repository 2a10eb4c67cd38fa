/** The companion without its page: games from the folder go into the outbox, and from there to the site. */
import path from 'node:path'
import { DAY_MS } from '@rollcall/formats/durations'
import type { Autostart } from './autostart.ts'
import { Connecting, type ConnectingState } from './connecting.ts'
import { makePrivateDirectory } from './durable-file.ts'
import { type Environment, findGameFolder } from './find-folder.ts'
import { type FolderState, type FoundGame, GameFolder } from './game-folder.ts'
import { beat, type HeartbeatReply, sayRun } from './heartbeat.ts'
import type { Log } from './log.ts'
import { LogImport, type LogImportState } from './log-import.ts'
import { Memory, type SentGame } from './memory.ts'
import { type KeptGame, Outbox } from './outbox.ts'
import { type Connection, Sender, type SenderState, type TakenGame } from './sender.ts'
import type { StoredSettings } from './settings.ts'
import { Update, type UpdateState } from './update.ts'

export interface CompanionState {
  version: string
  site: string | null
  channel: string | null
  /** Null until one is found. */
  folder: FolderState | null
  sender: SenderState
  waiting: number
  /** How many of the waiting games are only in memory. */
  unsaved: number
  lastGame: SentGame | null
  /** Null until the site has sent it. */
  today: HeartbeatReply['today'] | null
  runningEvents: HeartbeatReply['runningEvents']
  /** How many sealed events wait for the streamer's answer on the site. */
  unansweredSeals: number
  connecting: ConnectingState
  update: UpdateState
  refused: readonly ListedGame[]
  offered: readonly ListedGame[]
  logImport: LogImportState
  /** Null if this is not an installed program. */
  startsWithWindows: boolean | null
}

export interface ListedGame {
  /** Its name in the outbox. */
  name: string
  game: KeptGame
}

interface CompanionOptions {
  dataDir: string
  version: string
  settings: StoredSettings
  environment: Environment
  /** Null if this is not an installed program. */
  startInstaller: ((file: string) => Promise<void>) | null
  autostart: Autostart | null
  log: Log
  onChange(): void
}

const OLD_MS = 3 * DAY_MS
const FIND_EVERY_MS = 10_000
const SAVE_EVERY_MS = 2_000
const BEAT_EVERY_MS = 5 * 60_000
const UPDATE_EVERY_MS = DAY_MS
const MAX_LISTED = 20

export class Companion {
  readonly #options: CompanionOptions
  readonly #memory: Memory
  readonly outbox: Outbox
  readonly sender: Sender
  #folder: GameFolder | null = null
  readonly connecting: Connecting
  readonly update: Update
  readonly logImport: LogImport
  #startsWithWindows: boolean | null = null
  #lastReply: HeartbeatReply | null = null
  readonly #timers: NodeJS.Timeout[] = []

  private constructor(
    options: CompanionOptions,
    { memory, outbox }: { memory: Memory; outbox: Outbox },
  ) {
    this.#options = options
    this.#memory = memory
    this.outbox = outbox
    this.sender = new Sender({
      outbox,
      log: options.log,
      connection: () => options.settings.current().connection,
      onTaken: (game, answer) => this.#remember(game, answer),
      askChannel: (to) => this.#askChannel(to),
      onChange: options.onChange,
      // The site shows how many games are waiting; otherwise it would hear of this only every five minutes.
      onEmptied: () => this.#beatNow(),
    })
    this.connecting = new Connecting({
      ...options,
      onConnected: (channel) => this.reconnect(channel),
    })
    this.update = new Update({
      ...options,
      directory: path.join(options.dataDir, 'update'),
      connection: () => options.settings.current().connection,
    })
    this.logImport = new LogImport({
      ...options,
      connection: () => options.settings.current().connection,
    })
  }

  static async start(options: CompanionOptions): Promise<Companion> {
    await makePrivateDirectory(options.dataDir)
    const companion = new Companion(options, {
      memory: await Memory.open(path.join(options.dataDir, 'memory.json')),
      outbox: await Outbox.open(path.join(options.dataDir, 'outbox'), options.log),
    })
    companion.sender.start()
    companion.#startsWithWindows = (await options.autostart?.isOn()) ?? null
    await companion.watchFolder()
    companion.#every(FIND_EVERY_MS, () => companion.#folder === null && companion.watchFolder())
    companion.#every(SAVE_EVERY_MS, () => companion.#writeUnsaved())
    companion.#every(BEAT_EVERY_MS, () => companion.#beat())
    companion.#every(UPDATE_EVERY_MS, () => companion.update.ask())
    companion.#greet()
    return companion
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) {
      clearInterval(timer)
    }
    this.connecting.close()
    this.logImport.clear()
    this.#folder?.close()
    await this.sender.close()
  }

  /** Watches the chosen folder, or the one that is found automatically. */
  async watchFolder(): Promise<void> {
    const { settings, environment, log, onChange } = this.#options
    this.#folder?.close()
    this.#folder = null
    const folder = settings.current().folder ?? (await findGameFolder(environment))
    if (folder !== null) {
      log(`Watching ${folder}`)
      this.#folder = new GameFolder({
        folder,
        log,
        onChange,
        checkpointsWritten: this.#memory.checkpointsWritten,
        isKnown: (identity) => this.#memory.isKept(identity),
        onGame: (found) => this.#keep(found),
      })
    }
    onChange()
  }

  /** @throws {Error} with a sentence */
  async setStartsWithWindows(isOn: boolean): Promise<void> {
    const { autostart, onChange } = this.#options
    await autostart?.set(isOn)
    this.#startsWithWindows = (await autostart?.isOn()) ?? null
    onChange()
  }

  /**
   * Says that the streamer has run a round, or is still running it.
   *
   * @throws {Error} with a sentence
   */
  async sayRun(said: { eventId: number; hasRun: boolean }): Promise<void> {
    const { connection } = this.#options.settings.current()
    if (connection === null) {
      throw new Error('The companion is not connected to a site.')
    }
    await sayRun(connection, said)
    await this.#beat().catch(() => {})
  }

  /** Called after a new connection has been made. */
  reconnect(channel: string | null = null): void {
    const { connection } = this.#options.settings.current()
    if (channel !== null && connection !== null) {
      this.#memory.setChannel(channel, connection.key)
    }
    this.#lastReply = null
    this.sender.tryNow()
    this.#greet()
    this.#options.onChange()
  }

  async state(): Promise<CompanionState> {
    const { version, settings } = this.#options
    return {
      version,
      site: settings.current().connection?.site ?? null,
      channel: this.#channel,
      folder: this.#folder?.state ?? null,
      sender: this.sender.state,
      waiting: this.outbox.count('waiting'),
      unsaved: this.outbox.unsavedCount,
      lastGame: this.#memory.lastSent,
      today: this.#lastReply?.today ?? null,
      runningEvents: this.#lastReply?.runningEvents ?? [],
      unansweredSeals: this.#lastReply?.unansweredSeals ?? 0,
      connecting: this.connecting.state,
      update: this.update.state,
      refused: await this.outbox.list('refused', MAX_LISTED),
      offered: await this.outbox.list('offered', MAX_LISTED),
      logImport: this.logImport.state,
      startsWithWindows: this.#startsWithWindows,
    }
  }

  async #keep(found: FoundGame): Promise<void> {
    const game = keptGame(found, this.#channel)
    const isOld = Date.now() - Date.parse(game.finishedAt) > OLD_MS
    await this.outbox.keep(game, isOld ? 'offered' : 'waiting')
    this.#memory.keep(game, found.checkpointsWritten)
    this.#options.log(
      `Kept a ${game.mode} of ${game.racers} racers${isOld ? ', which is old' : ''}`,
    )
    this.sender.wake()
    this.#options.onChange()
    await this.#saveMemory()
  }

  async #remember(
    game: KeptGame,
    { receipt, key }: { receipt: TakenGame; key: string },
  ): Promise<void> {
    const { mode, finishedAt, racers, topThree } = game
    const { channel, duplicate, isRanked = true, isCompleted = false, warnings = [] } = receipt
    const { outcome = duplicate ? 'duplicate' : 'stored' } = receipt
    this.#memory.setLastSent({
      ...{ mode, finishedAt, racers, topThree },
      ...{ outcome, isRanked, isCompleted },
      isCovered: warnings.some(({ code }) => code === 'not_counted'),
    })
    this.#memory.setChannel(channel, key)
    await this.#saveMemory()
  }

  /** Waits until all kept games are on the disk, because games that the memory lists as kept are not read again. */
  async #saveMemory(): Promise<void> {
    if (this.outbox.unsavedCount === 0) {
      await this.#memory.save().catch((error: Error) => {
        this.#options.log(`The memory could not be written to the disk: ${error.message}`)
      })
    }
  }

  async #writeUnsaved(): Promise<void> {
    if (this.outbox.unsavedCount > 0) {
      await this.outbox.writeUnsaved()
      this.#options.log('The disk accepts games again.')
      await this.#saveMemory()
      this.#options.onChange()
    }
  }

  /** At the start, and after connecting to another site. */
  #greet(): void {
    this.#beatNow()
    this.update.ask().catch(() => {})
  }

  #beatNow(): void {
    // If it fails, the next one follows in five minutes.
    this.#beat().catch(() => {})
  }

  get #channel(): string | null {
    const { connection } = this.#options.settings.current()
    return connection && this.#memory.channelForKey(connection.key)
  }

  async #askChannel(
    connection: Connection,
  ): Promise<{ channel: string } | { disconnected: string } | null> {
    const known = this.#memory.channelForKey(connection.key)
    if (known !== null) {
      return { channel: known }
    }
    const answer = await this.#beat(connection)
    return answer && ('reply' in answer ? { channel: answer.reply.channel } : answer)
  }

  async #beat(connection = this.#options.settings.current().connection): ReturnType<typeof beat> {
    const { settings, version, onChange } = this.#options
    if (connection === null) {
      return null
    }
    const { isThere = false, newestFileAt = null } = this.#folder?.state ?? {}
    const outboxCount = this.outbox.count('waiting')
    const answer = await beat(connection, {
      version,
      isFolderFound: isThere,
      newestFileAt,
      outboxCount,
    })
    if (answer === null || settings.current().connection?.key !== connection.key) {
      return null
    }
    if ('disconnected' in answer) {
      this.sender.disconnected(answer.disconnected)
    } else {
      this.#lastReply = answer.reply
      this.#memory.setChannel(answer.reply.channel, connection.key)
    }
    onChange()
    return answer
  }

  #every(ms: number, act: () => unknown): void {
    const run = () =>
      Promise.resolve()
        .then(act)
        // Failures are tried again, and the page shows what is wrong.
        .catch(() => {})
    this.#timers.push(setInterval(run, ms))
  }
}

function keptGame(
  { game, identity, parts, writtenAt }: FoundGame,
  channel: string | null,
): KeptGame {
  const base64 = (bytes: Buffer | null) => bytes?.toString('base64') ?? null
  const fileTime = Math.min(writtenAt.getTime(), Date.now())
  const placed = game.results
    .filter(({ position, eliminated }) => position !== null && !eliminated)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
  return {
    identity,
    mode: game.mode,
    finishedAt: game.generatedAt ?? new Date(fileTime).toISOString(),
    channel,
    racers: game.results.length,
    topThree: placed.slice(0, 3).map(({ displayName, points }) => ({ name: displayName, points })),
    parts: {
      raceData: parts.raceData.toString('base64'),
      checkpointData: base64(parts.checkpointData),
      summaryData: base64(parts.summaryData),
    },
    refusal: null,
  }
}
