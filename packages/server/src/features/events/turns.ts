/** Work on events, a few pieces at a time. Owners take turns, so that one with much work does not delay the others. */
import { Queue } from '../../admission/queue.ts'
import { ApiError } from '../../http/api-error.ts'

const MOST_WAITING = 100
const RETRY_SECONDS = 5

/** @throws {ApiError} 503 if too much of the owner's work is already waiting */
export type Turns = <Answer>(owner: number | string, work: () => Promise<Answer>) => Promise<Answer>

/** @param share how many of the lanes one owner may use */
export function makeTurns(
  lanes: number,
  {
    share = lanes,
    maxWaiting = MOST_WAITING,
    refusal = 'organiser_busy',
  }: {
    share?: number
    maxWaiting?: number
    refusal?: 'organiser_busy' | 'pictures_busy'
  } = {},
): Turns {
  const refuse = () =>
    new ApiError(refusal, {}, { headers: { 'retry-after': String(RETRY_SECONDS) } })
  const queue = new Queue({ capacity: lanes, share, maxWaiting, refuse })
  return (owner, work) => queue.run({ owner }, work)
}
