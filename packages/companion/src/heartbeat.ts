/** Tells the site every five minutes that this companion runs, and hears what its page shows. */
import { sendHeartbeat } from '@rollcall/contract/companions'
import { ErrorReply } from '@rollcall/contract/endpoint'
import * as z from 'zod/mini'
import type { Connection } from './sender.ts'
import { callSite, jsonBody } from './site-call.ts'

export type Heard = z.infer<typeof sendHeartbeat.response>

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
  const { method, path, response } = sendHeartbeat
  const body = jsonBody({
    uploadKey: key,
    newestFileAt: newestFileAt?.toISOString() ?? null,
    ...told,
  })
  const answer = await callSite(site, path, { method, body })
  const heard = z.safeParse(response, answer.body)
  if (answer.status === 200 && heard.success) {
    return { heard: heard.data }
  }
  const refused = z.safeParse(ErrorReply, answer.body)
  const isRefused = (answer.status === 401 || answer.status === 403) && refused.success
  return isRefused ? { disconnected: refused.data.error } : null
}
