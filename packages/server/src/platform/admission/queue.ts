/**
 * The queue for everything scarce: connections to the database, memory for forms, large uploads, work on events,
 * pictures. Each use defines its units and how they are shared.
 */
import { UnitsInUse } from './units-in-use.ts'

export interface QueueRules {
  /** How many units can be in use at once. */
  capacity: number
  /** How many units one owner may use; all of them if it is missing. */
  share?: number
  /** How many units an owner may always use, even if the capacity is used up. */
  guaranteed?: number
  /** How many entries with one owner or one key may wait; any number if it is missing. */
  maxWaiting?: number
  /** Makes the error for an entry that is turned away. */
  refuse: (reason: Refusal) => Error
}

/** More than `maxWaiting` would wait; or the deadline has passed; or the server is stopping. */
export type Refusal = 'too many' | 'too late' | 'stopping'

export interface Entry {
  /** Owners take turns. */
  owner: string | number
  /** In units; one if it is missing. An entry of size 0 waits only for its key, and does not count as waiting. */
  size?: number
  /** Entries with the same key are admitted one at a time. */
  key?: string
  /** On the clock of `performance.now()`. Without a deadline, an entry waits as long as it takes. */
  deadline?: number
}

/** Makes room for the next entries; call it once. */
type Leave = () => void

/**
 * Admits entries while there is room for them, and lets the others wait.
 *
 * - An entry has room if it fits into the rest of the capacity and of its owner's share, or into the owner's guaranteed
 *   units. An entry larger than the whole capacity or share is admitted alone.
 * - When there is room again, owners take turns: when an entry starts, its owner's other entries go to the end.
 *   The entries of one owner start in order, except that an entry without room lets others pass.
 */
export class Queue {
  readonly #rules: QueueRules
  readonly #used = new UnitsInUse()
  readonly #keys = new Set<string>()
  /** In the order of turns. */
  readonly #waiting = new Map<PromiseWithResolvers<Leave>, Entry>()
  #isClosed = false

  constructor(rules: QueueRules) {
    this.#rules = rules
  }

  /**
   * Runs the work once there is room for it.
   *
   * @throws the error of `refuse`, or what the work throws
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
   * Resolves once there is room, with the function that gives the room back.
   *
   * @throws the error of `refuse`
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

  /** After that time no entry waits any more; entries with room still get in. */
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

  /** How many waiting entries have this entry's owner or key. */
  #countBeside({ owner, key }: Entry): number {
    const isBeside = (other: Entry) =>
      other.size !== 0 && (other.owner === owner || (key !== undefined && other.key === key))
    return [...this.#waiting.values()].filter(isBeside).length
  }

  /** Does nothing if the entry has already started. */
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
