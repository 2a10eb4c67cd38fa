/**
 * The boards that this process keeps in memory, and how they follow the database. The numbers of the
 * steps are those of docs/architecture.md, "A leaderboard page".
 */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { pageOfLeaderboard } from '@rollcall/contract/leaderboards'
import type { Db } from '../../app-context.ts'
import type { WrittenAnswer } from '../../http/serve-endpoint.ts'
import { inTurns, loadBoard } from './load-board.ts'
import { type BoardChanges, forgetOldChanges, readBoardChanges } from './queries.ts'
import type { SeasonBoard } from './season-board.ts'

/** Other processes' writes must be told within two seconds; answering takes some of them. */
const FRESH_MS = 1_500
/** After that long the database is asked while the boards as they are still answer. */
const REFRESH_MS = 500
/** Of more changed channels than that it is quicker to load the season anew. */
const MANY_CHANGES = 4_000
const MINUTE_MS = 60_000
/** A board that nobody asked for in that time is dropped. */
const IDLE_MS = 10 * MINUTE_MS
/** How long the database keeps what changed. */
const KEPT_MS = 60 * MINUTE_MS
/** Boards that did not follow for that long have missed what is forgotten by now, perhaps. */
const LOST_MS = KEPT_MS / 2
/** Beyond that, all boards together, the one asked for longest ago goes. */
const MOST_BYTES = 512 * 2 ** 20

export interface KeptBoard {
  readonly board: SeasonBoard
  /** Those that hold until the board changes, by what was asked. */
  readonly answers: Map<string, BoardAnswer>
  askedAtMs: number
}

export type BoardAnswer = WrittenAnswer<ResponseOf<typeof pageOfLeaderboard>>

export class BoardsInMemory {
  readonly #db: Db
  readonly #isShared: boolean
  readonly #clockMs: () => number
  readonly #warn: (message: string) => void
  readonly #upkeep: NodeJS.Timeout
  readonly #boards = new Map<number, KeptBoard>()
  readonly #loading = new Map<number, Promise<KeptBoard>>()
  /** Up to where in the database's history the boards go, and when it said so. */
  #position: string | null = null
  #positionAt = 0
  /** The current season's number; later ones are not shown. */
  #current = 0
  /** By our clock, when the statement of the last following was sent. */
  #followedAtMs = Number.NEGATIVE_INFINITY
  /** Writes of this process that the boards may not have yet when they are asked. */
  #owedWrites = 0
  #followedWrites = 0
  #nextFollowing: Promise<void> | null = null
  #lastTurn: Promise<unknown> = Promise.resolve()
  #lastLoad: Promise<unknown> = Promise.resolve()

  /** @param isShared whether other processes write to the database */
  constructor(
    db: Db,
    {
      isShared,
      warn,
      clockMs = () => performance.now(),
    }: { isShared: boolean; warn: (message: string) => void; clockMs?: () => number },
  ) {
    this.#db = db
    this.#isShared = isShared
    this.#warn = warn
    this.#clockMs = clockMs
    this.#upkeep = setInterval(() => this.#keepUp(), MINUTE_MS).unref()
  }

  /** The season's board as it is now; null for a season to come. A promise only where it must wait. */
  find(season: number): KeptBoard | null | Promise<KeptBoard | null> {
    const nowMs = this.#clockMs()
    const ageMs = nowMs - this.#followedAtMs
    const isBehind = this.#followedWrites < this.#owedWrites
    if (isBehind || ageMs > (this.#isShared ? FRESH_MS : Infinity) || this.#position === null) {
      return this.follow().then(() => this.#get(season))
    }
    if (ageMs > REFRESH_MS && this.#nextFollowing === null) {
      // Whoever comes when it is due hears of the failure.
      this.follow().catch(() => {})
    }
    return this.#get(season)
  }

  #get(season: number): KeptBoard | null | Promise<KeptBoard> {
    if (season > this.#current) {
      return null
    }
    const kept = this.#boards.get(season)
    if (kept === undefined) {
      return this.#load(season)
    }
    kept.askedAtMs = this.#clockMs()
    return kept
  }

  /**
   * After a write of this process, before it is answered: from then on every board holds it, or
   * whoever asks waits until it does.
   */
  async noteWrite({ waitMs }: { waitMs: number }): Promise<void> {
    if (this.#boards.size > 0 && (await within(waitMs, this.follow()))) {
      return
    }
    this.#owedWrites += 1
  }

  /** Brings the boards to where the database is when this is called, or later. */
  follow(): Promise<void> {
    this.#nextFollowing ??= this.#inTurn(() => {
      this.#nextFollowing = null
      return this.#followNow()
    })
    return this.#nextFollowing
  }

  /** Forgets the boards that nobody has asked for in a while. */
  dropIdle(): void {
    for (const [season, { askedAtMs }] of this.#boards) {
      if (this.#clockMs() - askedAtMs > IDLE_MS) {
        this.#boards.delete(season)
      }
    }
  }

  /** What the boards take, in bytes, by season. */
  sizes(): Map<number, number> {
    return new Map([...this.#boards].map(([season, { board }]) => [season, board.sizeBytes]))
  }

  close(): void {
    clearInterval(this.#upkeep)
  }

  async #followNow(): Promise<void> {
    const sentAtMs = this.#clockMs()
    const writes = this.#owedWrites
    const seasons = [...this.#boards.keys()]
    const since = seasons.length === 0 ? null : this.#position
    const changes = await readBoardChanges(this.#db, { since, seasons, limit: MANY_CHANGES })
    const gapMs = changes.at.getTime() - this.#positionAt
    if (gapMs > LOST_MS || changes.changedChannels.length > MANY_CHANGES) {
      this.#boards.clear()
    }
    for (const season of seasons) {
      const kept = this.#boards.get(season)
      if (kept !== undefined) {
        await inTurns(stepsOf(kept, season, changes))
      }
    }
    this.#goTo(changes)
    this.#followedAtMs = sentAtMs
    this.#followedWrites = writes
  }

  #goTo({ snapshot, at, current }: BoardChanges): void {
    this.#position = snapshot
    this.#positionAt = at.getTime()
    this.#current = current
  }

  /** One season at a time: a board being loaded takes more room than a finished one. */
  #load(season: number): Promise<KeptBoard> {
    const known = this.#loading.get(season)
    if (known !== undefined) {
      return known
    }
    const loading = this.#lastLoad
      .then(() => this.#loadNow(season))
      .finally(() => this.#loading.delete(season))
    this.#loading.set(season, loading)
    this.#lastLoad = loading.catch(() => {})
    return loading
  }

  async #loadNow(season: number): Promise<KeptBoard> {
    for (;;) {
      const seasons = [season]
      const start = await readBoardChanges(this.#db, { since: null, seasons, limit: 0 })
      const board = await loadBoard(this.#db, season)
      const kept: KeptBoard = { board, answers: new Map(), askedAtMs: this.#clockMs() }
      const hasCaughtUp = await this.#inTurn(async () => {
        const { snapshot: since } = start
        const changes = await readBoardChanges(this.#db, { since, seasons, limit: MANY_CHANGES })
        if (changes.changedChannels.length > MANY_CHANGES) {
          return false
        }
        await inTurns(stepsOf(kept, season, changes))
        if (this.#boards.size === 0) {
          this.#goTo(changes)
        }
        // Never behind the others: what they follow next it only hears again.
        this.#boards.set(season, kept)
        return true
      })
      if (hasCaughtUp) {
        this.#dropBeyondRoom(kept)
        return kept
      }
    }
  }

  /** Following and catching up, one after the other: each sets what the database said last. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(task)
    this.#lastTurn = turn.catch(() => {})
    return turn
  }

  #dropBeyondRoom(latest: KeptBoard): void {
    const byAge = [...this.#boards].sort(([, a], [, b]) => b.askedAtMs - a.askedAtMs)
    let bytes = latest.board.sizeBytes
    for (const [season, kept] of byAge) {
      if (kept !== latest) {
        bytes += kept.board.sizeBytes
        if (bytes > MOST_BYTES) {
          this.#boards.delete(season)
        }
      }
    }
  }

  #keepUp(): void {
    this.dropIdle()
    forgetOldChanges(this.#db, { olderThanMs: KEPT_MS }).catch((error: Error) =>
      this.#warn(`Changes of leaderboards that are an hour old stay: ${error.message}`),
    )
  }
}

function* stepsOf(kept: KeptBoard, season: number, changes: BoardChanges): Generator<void> {
  const rows = new Map(
    changes.rows.filter((row) => row.season === season).map((row) => [row.channelId, row]),
  )
  for (const channelId of changes.changedChannels) {
    const row = rows.get(channelId)
    if (row === undefined) {
      kept.board.remove(channelId)
    } else {
      kept.board.replace(row)
    }
    kept.answers.clear()
    yield
  }
}

/** Whether the promise was kept in that time. */
async function within(waitMs: number, promise: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs)
  })
  try {
    return await Promise.race([
      promise.then(
        () => true,
        () => false,
      ),
      tooLate,
    ])
  } finally {
    clearTimeout(timer)
  }
}
