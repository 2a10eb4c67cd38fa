/** Work on events, a few at a time: its owners take turns, so that one with much to do does not hold up others. */
import { ApiError } from '../../http/api-error.ts'

const OF_ORGANISERS = {
  mostWaiting: 100,
  refusal: 'Too many events of this organiser are being worked on.',
}
const RETRY_SECONDS = 5

/** @throws {ApiError} `busy` where too much of the owner's waits already */
export type Turns = <Answer>(ownerId: number, work: () => Promise<Answer>) => Promise<Answer>

/** @param refusal the sentence for an owner of whose work more than `mostWaiting` would wait */
export function turnsOf(lanes: number, { mostWaiting, refusal } = OF_ORGANISERS): Turns {
  /** Whoever has had a turn goes to the end. */
  const waiting = new Map<number, (() => Promise<void>)[]>()
  let running = 0

  async function runNext(): Promise<void> {
    const [next] = waiting
    if (next === undefined || running >= lanes) {
      return
    }
    const [ownerId, [work, ...rest]] = next
    waiting.delete(ownerId)
    if (rest.length > 0) {
      waiting.set(ownerId, rest)
    }
    running += 1
    await work?.()
    running -= 1
    void runNext()
  }

  return async <Answer>(ownerId: number, work: () => Promise<Answer>) => {
    const own = waiting.get(ownerId) ?? []
    if (own.length >= mostWaiting) {
      throw new ApiError('busy', refusal, {
        headers: { 'retry-after': String(RETRY_SECONDS) },
      })
    }
    const done = Promise.withResolvers<Answer>()
    waiting.set(ownerId, [...own, () => work().then(done.resolve, done.reject)])
    void runNext()
    return done.promise
  }
}
