/** Work on events, a few at a time: its owners take turns, so that one with much to do does not hold up others. */
import { Queue } from '../../admission/queue.ts'
import { ApiError } from '../../http/api-error.ts'

const MOST_WAITING = 100
const RETRY_SECONDS = 5

/** @throws {ApiError} `busy` where too much of the owner's waits already */
export type Turns = <Answer>(ownerId: number, work: () => Promise<Answer>) => Promise<Answer>

/** @param share how many of the lanes one owner has at most */
export function turnsOf(
  lanes: number,
  {
    share = lanes,
    maxWaiting = MOST_WAITING,
    refusal = 'Too many events of this organiser are being worked on.',
  } = {},
): Turns {
  const refuse = () =>
    new ApiError('busy', refusal, { headers: { 'retry-after': String(RETRY_SECONDS) } })
  const queue = new Queue({ capacity: lanes, share, maxWaiting, refuse })
  return (owner, work) => queue.run({ owner }, work)
}
