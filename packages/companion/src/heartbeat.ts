/** Tells the site every five minutes that this companion runs, and hears what its page shows. */
import { sendHeartbeat } from '@rollcall/contract/companions'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { Connection } from './sender.ts'
import { callEndpoint } from './site-call.ts'

export type Heard = ResponseOf<typeof sendHeartbeat>

interface Beat {
  version: string
  isFolderFound: boolean
  newestFileAt: Date | null
  outboxCount: number
}

/** Null where the site could not be asked now. */
export async function beat(
  { site, key }: Connection,
  { newestFileAt, ...told }: Beat,
): Promise<{ heard: Heard } | { disconnected: string } | null> {
  const { status, data, refusal } = await callEndpoint(site, sendHeartbeat, {
    uploadKey: key,
    newestFileAt: newestFileAt?.toISOString() ?? null,
    ...told,
  })
  if (data !== null) {
    return { heard: data }
  }
  const isDisconnected = status === 401 || status === 403
  return isDisconnected && refusal !== null ? { disconnected: refusal.error } : null
}
