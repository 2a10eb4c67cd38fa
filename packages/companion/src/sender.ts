/** Sends the games waiting in the outbox, oldest first, until the site accepts or refuses each of them. */
import { reading } from '@rollcall/contract/endpoint'
import { GameReceipt, uploadGame } from '@rollcall/contract/uploads'
import { HOUR_MS } from '@rollcall/formats/durations'
import type * as z from 'zod/mini'
import type { Log } from './log.ts'
import type { KeptGame, Outbox } from './outbox.ts'
import { describeDiskProblem, describeSiteProblem } from './plain-problem.ts'
import { callSite, formBody, readOutcome, type SiteAnswer } from './site-call.ts'

export interface Connection {
  site: string
  key: string
}

/** What every version of the site has in a receipt; everything else may be missing. */
const TakenGame = reading(GameReceipt, ['channel', 'message'])
export type TakenGame = z.infer<typeof TakenGame>

export type SenderState =
  | { kind: 'ready' }
  | { kind: 'sending' }
  /** Until when it waits, and why. */
  | { kind: 'waiting'; until: Date; problem: string }
  /** The site does not know the key, so the streamer must connect again. */
  | { kind: 'disconnected'; problem: string }

type Verdict =
  | { kind: 'taken'; receipt: TakenGame }
  | { kind: 'refused'; code: string; sentence: string }
  /** It belongs to a channel that is no longer connected. */
  | { kind: 'other-channel' }
  | { kind: 'again'; problem: string; afterMs: number; isAboutTheGame: boolean }
  | { kind: 'disconnected'; problem: string }

interface SenderOptions {
  outbox: Outbox
  log: Log
  connection(): Connection | null
  onTaken(game: KeptGame, answer: { receipt: TakenGame; key: string }): Promise<void>
  /** Which channel the key belongs to; null if the site does not say. */
  askChannel(connection: Connection): Promise<{ channel: string } | { disconnected: string } | null>
  onChange(): void
  /** Called when the last waiting game has left the outbox. */
  onEmptied(): void
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 5 * 60_000
/** No site can make us wait longer than this. */
const MAX_RETRY_AFTER_MS = HOUR_MS

export class Sender {
  readonly #options: SenderOptions
  readonly #end = new AbortController()
  #state: SenderState = { kind: 'ready' }
  #failures = 0
  #hasNews = false
  #isIdle = false
  #endSleep = () => {}
  #running: Promise<void> | null = null

  constructor(options: SenderOptions) {
    this.#options = options
  }

  get state(): SenderState {
    return this.#state
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Called when there is something new to send. */
  wake(): void {
    this.#hasNews = true
    if (this.#isIdle) {
      this.#endSleep()
    }
  }

  /** Called when the site has said so while there was nothing to send. */
  disconnected(problem: string): void {
    if (this.#isIdle) {
      this.#setState({ kind: 'disconnected', problem })
    }
  }

  /** Tries at once, because the streamer asked for it or the connection is new. */
  tryNow(): void {
    this.#failures = 0
    this.#hasNews = true
    this.#endSleep()
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#endSleep()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      try {
        await this.#step()
      } catch (error) {
        this.#options.log(`The disk: ${(error as Error).message}`)
        await this.#backOff(describeDiskProblem(error))
      }
    }
  }

  async #step(): Promise<void> {
    this.#hasNews = false
    const connection = this.#options.connection()
    const next = connection && (await this.#options.outbox.oldest())
    if (!next) {
      if (this.#state.kind !== 'ready') {
        this.#setState({ kind: 'ready' })
        this.#options.onEmptied()
      }
      if (!this.#hasNews) {
        this.#isIdle = true
        await this.#sleep()
        this.#isIdle = false
      }
      return
    }
    this.#setState({ kind: 'sending' })
    const verdict = await this.#send(connection, next.game)
    if (!this.#end.signal.aborted) {
      await this.#act(verdict, { ...next, key: connection.key })
    }
  }

  async #send(connection: Connection, game: KeptGame): Promise<Verdict> {
    const { site, key } = connection
    const { raceData, checkpointData, summaryData } = game.parts
    const body = formBody(
      { uploadKey: key, finishedAt: game.finishedAt },
      {
        raceData: Buffer.from(raceData, 'base64'),
        ...(checkpointData !== null && { checkpointData: Buffer.from(checkpointData, 'base64') }),
        ...(summaryData !== null && { summaryData: Buffer.from(summaryData, 'base64') }),
      },
    )
    try {
      if (game.channel !== null) {
        const asked = await this.#options.askChannel(connection)
        if (asked === null) {
          const problem = 'The site is not saying which channel you are connected to.'
          return { kind: 'again', problem, afterMs: 0, isAboutTheGame: false }
        }
        if ('disconnected' in asked) {
          return { kind: 'disconnected', problem: asked.disconnected }
        }
        if (asked.channel !== game.channel) {
          return { kind: 'other-channel' }
        }
      }
      const { method, path } = uploadGame
      return verdictOn(await callSite(site, path, { method, body, signal: this.#end.signal }))
    } catch (error) {
      const problem = describeSiteProblem(site, error)
      this.#options.log(`No answer from ${site}: ${(error as Error).message}`)
      return { kind: 'again', problem, afterMs: 0, isAboutTheGame: false }
    }
  }

  async #act(
    verdict: Verdict,
    { name, game, key }: { name: string; game: KeptGame; key: string },
  ): Promise<void> {
    const { outbox, log, onTaken } = this.#options
    if (verdict.kind === 'other-channel') {
      await outbox.move({ from: 'waiting', to: 'offered', name })
      log(`Not sent: a game for ${game.channel}, which is no longer connected`)
      return
    }
    if (verdict.kind === 'taken' || verdict.kind === 'refused') {
      this.#failures = 0
      if (verdict.kind === 'taken') {
        await onTaken(game, { receipt: verdict.receipt, key })
        await outbox.remove('waiting', name)
        log(`Sent: ${verdict.receipt.message}`)
      } else {
        const { sentence, code } = verdict
        const refusal = { sentence, code, at: new Date().toISOString() }
        await outbox.move({ from: 'waiting', to: 'refused', name }, { refusal })
        log(`Refused: ${sentence}`)
      }
      return
    }
    if (verdict.kind === 'disconnected') {
      log(`Not sent: ${verdict.problem}`)
      this.#setState({ kind: 'disconnected', problem: verdict.problem })
      // The key may become valid again; meanwhile the page asks the streamer to connect.
      await this.#sleep(MAX_WAIT_MS)
      return
    }
    if (verdict.isAboutTheGame) {
      outbox.putLast(name)
    }
    await this.#backOff(verdict.problem, verdict.afterMs)
  }

  async #backOff(problem: string, afterMs = 0): Promise<void> {
    this.#options.log(`Not sent: ${problem}`)
    const waitMs = Math.max(afterMs, Math.min(FIRST_WAIT_MS * 2 ** this.#failures, MAX_WAIT_MS))
    this.#failures += 1
    const until = new Date(Date.now() + waitMs)
    this.#setState({ kind: 'waiting', until, problem })
    await this.#sleep(waitMs)
  }

  #setState(state: SenderState): void {
    this.#state = state
    this.#options.onChange()
  }

  /** Sleeps until it is woken, or for this long. */
  #sleep(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      this.#endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.#end.signal.aborted) {
        this.#endSleep()
      }
    })
  }
}

/** What the site's answer means for the game. */
export function verdictOn(answer: SiteAnswer): Verdict {
  const { status } = answer
  const { data, refusal } = readOutcome(TakenGame, answer)
  if (data !== null) {
    return { kind: 'taken', receipt: data }
  }
  const afterMs = retryAfterMs(answer.headers['retry-after'])
  if (refusal === null) {
    // From a proxy, or a login page of the network.
    const problem = `The site's answer did not come from Rollcall (status ${status}).`
    return { kind: 'again', problem, afterMs, isAboutTheGame: false }
  }
  const { error, code } = refusal
  if (status === 401 || status === 403) {
    return { kind: 'disconnected', problem: error }
  }
  if (code === 'implausible_time') {
    const problem = `${error} The game is kept, and sent again until the site accepts it.`
    return { kind: 'again', problem, afterMs, isAboutTheGame: true }
  }
  if (status < 400 || isTemporary({ status, code })) {
    return { kind: 'again', problem: error, afterMs, isAboutTheGame: code === 'internal' }
  }
  return { kind: 'refused', code, sentence: error }
}

/** Whether the site may accept the same upload later. */
export function isTemporary({ status, code }: { status: number; code: string }): boolean {
  return status >= 500 || status === 408 || status === 429 || code === 'body_cut_off'
}

export function retryAfterMs(header: string | undefined): number {
  if (header === undefined) {
    return 0
  }
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : 0
}
