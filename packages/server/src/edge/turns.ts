/** Expensive work, a few pieces at a time. Owners take turns, so that one with much work does not delay the others. */
import { Queue } from '../platform/admission/queue.ts'
import { ApiError } from './api-error.ts'

const MOST_WAITING = 100
const RETRY_SECONDS = 5

export class Turns {
  readonly #queue: Queue
  readonly #rests: boolean

  /**
   * @param share how many of the lanes one owner may use
   * @param rests whether a lane rests after each piece for as long as that took, so that others get its processor
   */
  constructor(
    lanes: number,
    {
      share = lanes,
      maxWaiting = MOST_WAITING,
      refusal = 'organiser_busy',
      rests = false,
    }: {
      share?: number
      maxWaiting?: number
      refusal?: 'organiser_busy' | 'pictures_busy' | 'racers_busy'
      rests?: boolean
    } = {},
  ) {
    const refuse = () =>
      new ApiError(refusal, {}, { headers: { 'retry-after': String(RETRY_SECONDS) } })
    this.#rests = rests
    this.#queue = new Queue({ capacity: lanes, share, maxWaiting, refuse })
  }

  /** @throws {ApiError} 503 if too much of the owner's work is already waiting */
  async run<Answer>(owner: number | string, work: () => Promise<Answer>): Promise<Answer> {
    const leave = await this.#queue.enter({ owner })
    const began = performance.now()
    try {
      return await work()
    } finally {
      if (this.#rests) {
        setTimeout(leave, performance.now() - began).unref()
      } else {
        leave()
      }
    }
  }
}
