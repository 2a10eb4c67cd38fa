/** Undo of the last upload in the model (docs/scoring.md, Taking an upload back). */
import {
  type Channel,
  openSeason,
  type Receipt,
  type Snapshot,
  seasonOf,
  type World,
} from './world.ts'

/** A channel's last upload that stored something, or whose snapshot counts since its streamer switched back. */
export function undoable({ receipts }: World, channel: Channel): Receipt | null {
  const last = receipts.findLast(
    (receipt) =>
      receipt.channel === channel &&
      !receipt.isUndone &&
      (receipt.outcome === 'stored'
        ? receipt.gameIds !== null || receipt.snapshot !== null
        : isUsedSinceSwitchedBack(receipt)),
  )
  return last ?? null
}

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

/** False if refused: the snapshot or the one before it is no longer stored. */
export function takeBack(world: World, receipt: Receipt): boolean {
  const { channel, snapshot, gameIds, isImport } = receipt
  if (snapshot !== null && !takeBackSnapshot(world, receipt, snapshot)) {
    return false
  }
  channel.games = channel.games.filter(
    // A game that its own files have completed since then stays.
    ({ id, source }) => !gameIds?.includes(id) || (isImport && source !== 'day log'),
  )
  receipt.isUndone = true
  return true
}

function takeBackSnapshot(world: World, receipt: Receipt, snapshot: Snapshot): boolean {
  const { channel } = receipt
  const { handedOverAt } = channel
  const of = openSeason(channel, snapshot.season)
  const own = of.stored.findLast((stored) => isSame(stored, snapshot))
  if (own === undefined) {
    return false
  }
  const earlier = of.stored
    .slice(0, of.stored.indexOf(own))
    .findLast(({ receivedAt }) => handedOverAt === null || receivedAt < handedOverAt)
  if (earlier === undefined && hadEarlier(world, receipt)) {
    return false
  }
  of.stored = of.stored.filter((stored) => stored !== own)
  if (of.counting?.content === own.content) {
    of.counting = earlier ?? null
  }
  return true
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
