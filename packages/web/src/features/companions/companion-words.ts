/** What is said of a connected companion. */

import type { Companion } from '@rollcall/contract/companions'
import { formatAgo, formatSince } from '#ui/format-instant.ts'
import { formatCount } from '#ui/format-number.ts'

/** Two heartbeats and a bit: it says that it is there every five minutes. */
const ALIVE_MS = 11 * 60_000

/** @param now in milliseconds, as the other instants by the server's clock or close to it */
export function doingsOf({ lastSeenAt, lastGameAt }: Companion, now: number): string {
  const game = lastGameAt === null ? 'no game yet' : `last game ${formatAgo(lastGameAt, now)}`
  return now - Date.parse(lastSeenAt) <= ALIVE_MS
    ? `Your companion is connected; ${game}.`
    : `Not seen since ${formatSince(lastSeenAt, now)}; ${game}.`
}

export function warningsOf({ isFolderFound, outboxCount }: Companion): string[] {
  const waiting = outboxCount ?? 0
  return [
    ...(isFolderFound === false ? ["It has not found the game's folder."] : []),
    ...(waiting > 0 ? [`${formatCount(waiting, 'game waits', 'games wait')} to be sent.`] : []),
  ]
}
