/** Undo of uploads in the model (docs/scoring.md, Taking an upload back). */
import type { UndoState } from '@rollcall/contract/uploads-mine'
import {
  type Channel,
  openSeason,
  type Receipt,
  type Snapshot,
  seasonOf,
  type World,
} from './world.ts'

const UNDO_MS = 30 * 24 * 60 * 60 * 1000

/** The channel's uploads of which something is there to be taken back, the last one first. */
export const taken = ({ receipts }: World, channel: Channel): Receipt[] =>
  receipts.filter((receipt) => receipt.channel === channel && hasStored(receipt)).toReversed()

const hasStored = (receipt: Receipt): boolean =>
  !receipt.isUndone &&
  (receipt.outcome === 'stored'
    ? receipt.gameIds !== null || receipt.snapshot !== null
    : isUsedSinceSwitchedBack(receipt))

function isUsedSinceSwitchedBack({ channel, outcome, snapshot }: Receipt): boolean {
  return (
    outcome === 'stale' &&
    channel.handedOverAt === null &&
    snapshot !== null &&
    isStored(channel, snapshot)
  )
}

const isSame = (a: Snapshot, b: Snapshot) =>
  a.content === b.content && a.receivedAt.getTime() === b.receivedAt.getTime()

const isStored = (channel: Channel, snapshot: Snapshot) =>
  seasonOf(channel, snapshot.season).stored.some((other) => isSame(other, snapshot))

/** What the receipt says about taking it back. */
export function undoState(world: World, receipt: Receipt, now: Date): UndoState | null {
  const { channel, snapshot, gameIds, isImport, receivedAt } = receipt
  if (!hasStored(receipt)) {
    return null
  }
  if (now.getTime() - receivedAt.getTime() > UNDO_MS) {
    return 'upload_too_old'
  }
  if (snapshot !== null) {
    return snapshotState(world, receipt, snapshot)
  }
  const games = channel.games.filter(({ id }) => gameIds?.includes(id))
  if (games.some(({ leftOutAs = null }) => leftOutAs !== null)) {
    return 'game_left_out'
  }
  const haveOwnFiles = isImport && games.every(({ source }) => source !== 'day log')
  return haveOwnFiles ? 'games_have_own_files' : 'possible'
}

function snapshotState(world: World, receipt: Receipt, snapshot: Snapshot): UndoState {
  const { channel, id } = receipt
  const isReplaced = world.receipts.some(
    (other) =>
      other.channel === channel &&
      other.id > id &&
      other.snapshot?.season === snapshot.season &&
      hasStored(other),
  )
  if (isReplaced) {
    return 'newer_snapshot'
  }
  if (!isStored(channel, snapshot)) {
    return 'snapshot_replaced'
  }
  const isGone = earlierOf(channel, snapshot) === null && hadEarlier(world, receipt)
  return isGone ? 'earlier_snapshot_gone' : 'possible'
}

/** Takes back an upload whose state is `possible`. */
export function takeBack(receipt: Receipt): void {
  const { channel, snapshot, gameIds, isImport } = receipt
  if (snapshot !== null) {
    const of = openSeason(channel, snapshot.season)
    const earlier = earlierOf(channel, snapshot)
    const own = of.stored.findLast((stored) => isSame(stored, snapshot))
    of.stored = of.stored.filter((stored) => stored !== own)
    if (of.counting?.content === snapshot.content) {
      of.counting = earlier
    }
  }
  channel.games = channel.games.filter(
    // A game that its own files have completed since then stays.
    ({ id, source }) => !gameIds?.includes(id) || (isImport && source !== 'day log'),
  )
  receipt.isUndone = true
}

/** The snapshot that would count again. */
function earlierOf(channel: Channel, snapshot: Snapshot): Snapshot | null {
  const { stored } = seasonOf(channel, snapshot.season)
  const { handedOverAt } = channel
  const at = stored.findLastIndex((other) => isSame(other, snapshot))
  const earlier = stored
    .slice(0, at)
    .findLast(({ receivedAt }) => handedOverAt === null || receivedAt < handedOverAt)
  return earlier ?? null
}

/** Whether the season had an earlier snapshot that was accepted and not undone. */
function hadEarlier({ receipts }: World, { id, channel, snapshot }: Receipt): boolean {
  return receipts.some(
    (other) =>
      other.channel === channel &&
      other.id < id &&
      !other.isUndone &&
      other.snapshot?.season === snapshot?.season &&
      other.isTaken,
  )
}
