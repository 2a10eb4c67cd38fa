/** For a long loop: when others have waited long enough. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long the thread may be held. */
const TURN_MS = 4

export class Pace {
  readonly #steps: number
  #since = performance.now()
  #taken = 0

  /** @param steps what is done before the time is looked at */
  constructor(steps = 100) {
    this.#steps = steps
  }

  isOver(): boolean {
    this.#taken += 1
    return this.#taken % this.#steps === 0 && performance.now() - this.#since > TURN_MS
  }

  async pause(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}
