/** What is said of a connected companion. */

import type { Companion } from '@rollcall/contract/companions'
import { formatAgo, formatSince } from '#ui/format-instant.ts'
import { texts } from './texts.ts'

const { computer } = texts

/** Two heartbeats and a bit: it says that it is there every five minutes. */
const ALIVE_MS = 11 * 60_000

/** @param now in milliseconds, as the other instants by the server's clock or close to it */
export function doingsOf({ lastSeenAt, lastGameAt }: Companion, now: number): string {
  const lastGame = lastGameAt === null ? null : formatAgo(lastGameAt, now)
  return now - Date.parse(lastSeenAt) <= ALIVE_MS
    ? computer.connected(lastGame)
    : computer.notSeen(formatSince(lastSeenAt, now), lastGame)
}

export function warningsOf({ isFolderFound, outboxCount }: Companion): string[] {
  const waiting = outboxCount ?? 0
  return [
    ...(isFolderFound === false ? [computer.noFolder] : []),
    ...(waiting > 0 ? [computer.waiting(waiting)] : []),
  ]
}
