/**
 * The queue for everything scarce: connections to the database, memory for forms, large uploads, work on
 * events, pictures. Each use says what its units are and how they are shared.
 */
import { UnitsInUse } from './units-in-use.ts'

export interface QueueRules {
  /** How many units are in use at once. */
  capacity: number
  /** How many of them one owner uses; without it, all. */
  share?: number
  /** How many an owner may use in any case, even if the capacity is used up. */
  guaranteed?: number
  /** How many entries of one owner, or with one key, wait; without it, any number. */
  maxWaiting?: number
  /** The error for an entry that is turned away. */
  refuse: (reason: Refusal) => Error
}

/** More than `maxWaiting` would wait; its deadline has passed; the server is stopping. */
export type Refusal = 'too many' | 'too late' | 'stopping'

export interface Entry {
  /** Who takes turns with others. */
  owner: string | number
  /** In units; without it, one. An entry of no units waits for its key only, and does not count as waiting. */
  size?: number
  /** Of entries with the same key, one at a time is admitted. */
  key?: string
  /** By the clock of `performance.now()`; without it, an entry waits as long as it takes. */
  deadline?: number
}

/** Makes room for the next entries; to be called once. */
type Leave = () => void

/**
 * Admits entries while there is room for them, and lets the others wait.
 *
 * - An entry has room if it fits into what is left of the capacity and of its owner's share, or into what the owner is
 *   guaranteed. One that is larger than the whole of either has it alone.
 * - When room is made, owners take turns: the owner of an entry that starts goes to the end with all that waits.
 *   The entries of one owner start in their order, except that an entry without room lets others pass.
 */
export class Queue {
  readonly #rules: QueueRules
  readonly #used = new UnitsInUse()
  readonly #keys = new Set<string>()
  /** In the order of their turns. */
  readonly #waiting = new Map<PromiseWithResolvers<Leave>, Entry>()
  #isClosed = false

  constructor(rules: QueueRules) {
    this.#rules = rules
  }

  /**
   * Runs the work once there is room for it.
   *
   * @throws what `refuse` makes, or what the work throws
   */
  async run<Result>(entry: Entry, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter(entry)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Resolves once there is room, with what gives the room back.
   *
   * @throws what `refuse` makes
   */
  async enter(entry: Entry): Promise<Leave> {
    if (this.#hasRoom(entry)) {
      return this.#admit(entry)
    }
    const { maxWaiting = Number.POSITIVE_INFINITY, refuse } = this.#rules
    if (this.#isClosed) {
      throw refuse('stopping')
    }
    if (entry.size !== 0 && this.#countBeside(entry) >= maxWaiting) {
      throw refuse('too many')
    }
    const turn = Promise.withResolvers<Leave>()
    this.#waiting.set(turn, entry)
    if (entry.deadline !== undefined) {
      const waitMs = Math.max(0, entry.deadline - performance.now())
      setTimeout(() => this.#turnAway(turn, 'too late'), waitMs).unref()
    }
    return turn.promise
  }

  /** From so many milliseconds on nothing waits any more; what has room is still admitted. */
  close({ afterMs }: { afterMs: number }): void {
    setTimeout(() => {
      this.#isClosed = true
      for (const turn of [...this.#waiting.keys()]) {
        this.#turnAway(turn, 'stopping')
      }
    }, afterMs).unref()
  }

  #hasRoom({ owner, size = 1, key }: Entry): boolean {
    const { capacity, share = capacity, guaranteed = 0 } = this.#rules
    const { byAll } = this.#used
    const own = this.#used.by(owner)
    const fits = (used: number, most: number) => used === 0 || used + size <= most
    return (
      !(key !== undefined && this.#keys.has(key)) &&
      ((fits(byAll, capacity) && fits(own, share)) || own + size <= guaranteed)
    )
  }

  #admit({ owner, size = 1, key }: Entry): Leave {
    const giveBack = this.#used.take(owner, size)
    if (key !== undefined) {
      this.#keys.add(key)
    }
    return () => {
      giveBack()
      if (key !== undefined) {
        this.#keys.delete(key)
      }
      this.#startWaiting()
    }
  }

  /** How many that count as waiting have the owner or the key of this one. */
  #countBeside({ owner, key }: Entry): number {
    const isBeside = (other: Entry) =>
      other.size !== 0 && (other.owner === owner || (key !== undefined && other.key === key))
    return [...this.#waiting.values()].filter(isBeside).length
  }

  /** Does nothing if the turn has come meanwhile. */
  #turnAway(turn: PromiseWithResolvers<Leave>, reason: Refusal): void {
    if (this.#waiting.delete(turn)) {
      turn.reject(this.#rules.refuse(reason))
    }
  }

  #startWaiting(): void {
    const next = this.#waiting.entries().find(([, entry]) => this.#hasRoom(entry))
    if (next === undefined) {
      return
    }
    const [turn, started] = next
    this.#waiting.delete(turn)
    turn.resolve(this.#admit(started))
    for (const [other, entry] of [...this.#waiting]) {
      if (entry.owner === started.owner) {
        this.#waiting.delete(other)
        this.#waiting.set(other, entry)
      }
    }
    this.#startWaiting()
  }
}
