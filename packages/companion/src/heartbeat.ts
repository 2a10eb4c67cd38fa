/** Reports to the site every five minutes that this companion is running, and receives what its page shows. */
import { sendHeartbeat } from '@rollcall/contract/companions'
import type { ResponseOf } from '@rollcall/contract/endpoint'
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
