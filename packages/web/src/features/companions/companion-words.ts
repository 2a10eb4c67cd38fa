/** What pages say about a connected companion. */

import type { ConnectedCompanion } from '@rollcall/contract/companions'
import { formatAgo, formatSince } from '#ui/format-instant.ts'
import { texts } from './texts.ts'

const { computer } = texts

/** A little over two heartbeats: companions send one every five minutes. */
const ALIVE_MS = 11 * 60_000

/** @param now in milliseconds, by a clock close to the server's */
export function describeActivity(
  { lastSeenAt, lastGameAt }: ConnectedCompanion,
  now: number,
): string {
  const lastGame = lastGameAt === null ? null : formatAgo(lastGameAt, now)
  return now - Date.parse(lastSeenAt) <= ALIVE_MS
    ? computer.connected(lastGame)
    : computer.notSeen(formatSince(lastSeenAt, now), lastGame)
}

export function listWarnings({ isFolderFound, outboxCount }: ConnectedCompanion): string[] {
  const waiting = outboxCount ?? 0
  return [
    ...(isFolderFound === false ? [computer.noFolder] : []),
    ...(waiting > 0 ? [computer.waiting(waiting)] : []),
  ]
}
