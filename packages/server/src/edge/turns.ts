/** Expensive work, a few pieces at a time. Owners take turns, so that one with much work does not delay the others. */
import { Queue } from '../platform/admission/queue.ts'
import { ApiError } from './api-error.ts'

const MOST_WAITING = 100
const RETRY_SECONDS = 5

export class Turns {
  readonly #queue: Queue

  /** @param share how many of the lanes one owner may use */
  constructor(
    lanes: number,
    {
      share = lanes,
      maxWaiting = MOST_WAITING,
      refusal = 'organiser_busy',
    }: {
      share?: number
      maxWaiting?: number
      refusal?: 'organiser_busy' | 'pictures_busy' | 'racers_busy'
    } = {},
  ) {
    const refuse = () =>
      new ApiError(refusal, {}, { headers: { 'retry-after': String(RETRY_SECONDS) } })
    this.#queue = new Queue({ capacity: lanes, share, maxWaiting, refuse })
  }

  /** @throws {ApiError} 503 if too much of the owner's work is already waiting */
  run<Answer>(owner: number | string, work: () => Promise<Answer>): Promise<Answer> {
    return this.#queue.run({ owner }, work)
  }

  /** Returns null, without having begun, if the owner's turn does not come in time. */
  async runWithin<Answer>(
    ms: number,
    owner: number | string,
    work: () => Promise<Answer>,
  ): Promise<Answer | null> {
    const deadline = performance.now() + ms
    const leave = await this.#queue.enter({ owner, deadline }).catch(() => null)
    if (leave === null) {
      return null
    }
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
