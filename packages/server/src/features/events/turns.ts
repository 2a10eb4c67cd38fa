/** Work on events, a few at a time: organisers take turns, so that one with much to do does not hold up others. */
import { ApiError } from '../../http/api-error.ts'

const MOST_WAITING = 100
const RETRY_SECONDS = 5

/** @throws {ApiError} `busy` where too much of the organiser's waits already */
export type Turns = <Answer>(organiserId: number, work: () => Promise<Answer>) => Promise<Answer>

export function turnsOf(lanes: number): Turns {
  /** Whoever has had a turn goes to the end. */
  const waiting = new Map<number, (() => Promise<void>)[]>()
  let running = 0

  async function runNext(): Promise<void> {
    const [next] = waiting
    if (next === undefined || running >= lanes) {
      return
    }
    const [organiserId, [work, ...rest]] = next
    waiting.delete(organiserId)
    if (rest.length > 0) {
      waiting.set(organiserId, rest)
    }
    running += 1
    await work?.()
    running -= 1
    void runNext()
  }

  return async <Answer>(organiserId: number, work: () => Promise<Answer>) => {
    const own = waiting.get(organiserId) ?? []
    if (own.length >= MOST_WAITING) {
      throw new ApiError('busy', 'Too many events of this organiser are being worked on.', {
        headers: { 'retry-after': String(RETRY_SECONDS) },
      })
    }
    const done = Promise.withResolvers<Answer>()
    waiting.set(organiserId, [...own, () => work().then(done.resolve, done.reject)])
    void runNext()
    return done.promise
  }
}
