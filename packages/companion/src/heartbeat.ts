/** Reports to the site every five minutes that this companion is running, and receives what its page shows. */
import { sendHeartbeat } from '@rollcall/contract/companions'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { reportRun } from '@rollcall/contract/league-runs'
import type { Connection } from './sender.ts'
import { callEndpoint } from './site-call.ts'

export type HeartbeatReply = ResponseOf<typeof sendHeartbeat>

interface Beat {
  version: string
  isFolderFound: boolean
  newestFileAt: Date | null
  outboxCount: number
}

/** Null if the site could not be reached. */
export async function beat(
  { site, key }: Connection,
  { newestFileAt, ...report }: Beat,
): Promise<{ reply: HeartbeatReply } | { disconnected: string } | null> {
  const { status, data, refusal } = await callEndpoint(site, sendHeartbeat, {
    uploadKey: key,
    newestFileAt: newestFileAt?.toISOString() ?? null,
    ...report,
  })
  if (data !== null) {
    return { reply: data }
  }
  const isDisconnected = status === 401 || status === 403
  return isDisconnected && refusal !== null ? { disconnected: refusal.error } : null
}

/**
 * Says that the streamer has run a round of a league, or is still running it.
 *
 * @throws {Error} with a sentence
 */
export async function sayRun(
  { site, key }: Connection,
  said: { eventId: number; hasRun: boolean },
): Promise<void> {
  const answer = await callEndpoint(site, reportRun, { uploadKey: key, ...said }).catch(() => null)
  if (answer === null || answer.data === null) {
    throw new Error(answer?.refusal?.error ?? 'The site cannot be reached. Please try again.')
  }
}
