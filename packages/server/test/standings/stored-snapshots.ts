/** Snapshots in the model: which one counts (docs/formats.md, Which snapshot counts; docs/scoring.md, Handover). */
import { countedGames } from './numbers.ts'
import {
  type Channel,
  nextId,
  openSeason,
  type SeasonOfChannel,
  type Snapshot,
  type StoredSnapshot,
  type World,
} from './world.ts'

export type SnapshotOutcome = 'stored' | 'kept' | 'duplicate' | 'stale' | 'empty'

export function storeSnapshot(
  world: World,
  channel: Channel,
  snapshot: Snapshot,
): { outcome: SnapshotOutcome; counts: object } {
  const of = openSeason(channel, snapshot.season)
  const before = of.counting?.racers ?? []
  const outcome = outcomeOf(channel, of, snapshot)
  if (outcome === 'stored') {
    of.counting = snapshot
  }
  if (outcome === 'stored' || outcome === 'kept') {
    of.stored.push({ ...snapshot, id: nextId(world) })
    forgetOldOnes(of)
  }
  const after = of.counting?.racers ?? []
  return { outcome, counts: { racers: snapshot.racers.length, ...changesOf(before, after) } }
}

function outcomeOf(
  channel: Channel,
  { stored, counting }: SeasonOfChannel,
  snapshot: Snapshot,
): SnapshotOutcome {
  const last = channel.handedOverAt === null ? counting : (stored.at(-1) ?? null)
  if (last?.content === snapshot.content) {
    return 'duplicate'
  }
  if (last !== null && last.marbleDay > snapshot.marbleDay) {
    return 'stale'
  }
  const hasRacers =
    counting === null
      ? countedGames(channel, snapshot.season).length > 0
      : counting.racers.length > 0
  if (hasRacers && snapshot.racers.length === 0) {
    return 'empty'
  }
  return channel.handedOverAt === null ? 'stored' : 'kept'
}

type Racers = Snapshot['racers']

export function changesOf(before: Racers, after: Racers) {
  const rowIn = (racers: Racers, login: string) =>
    JSON.stringify(racers.find((racer) => racer.login === login))
  const both = after.filter(({ login }) => before.some((racer) => racer.login === login))
  return {
    added: after.length - both.length,
    changed: both.filter(({ login }) => rowIn(before, login) !== rowIn(after, login)).length,
    removed: before.length - both.length,
  }
}

/** Keeps the last three, and the one that counts. */
function forgetOldOnes(of: SeasonOfChannel): void {
  const counting = of.stored.findLast(({ content }) => content === of.counting?.content)
  of.stored = of.stored.filter(
    (snapshot) => of.stored.slice(-3).includes(snapshot) || snapshot === counting,
  )
}

export function handOver(channel: Channel, now: Date): void {
  channel.handedOverAt ??= now
}

/** The last snapshot of each season counts again. */
export function switchBack(channel: Channel): void {
  if (channel.handedOverAt === null) {
    return
  }
  channel.handedOverAt = null
  for (const of of channel.seasons.values()) {
    const last = of.stored.at(-1)
    if (last !== undefined && last.content !== of.counting?.content) {
      of.counting = last
      forgetOldOnes(of)
    }
  }
}

/** The list that an admin sees for the channels of that name: by season, newest first. */
export function listStored({ channels }: World, login: string) {
  const all = channels
    .filter((channel) => channel.login === login)
    .flatMap((channel, order) =>
      [...channel.seasons.values()].flatMap(({ stored, counting }) => {
        const current = stored.findLast(({ content }) => content === counting?.content)
        return stored.map((snapshot) => ({
          channel,
          order,
          snapshot,
          isCurrent: snapshot === current,
        }))
      }),
    )
  return all.toSorted(
    (a, b) =>
      b.snapshot.season - a.snapshot.season || a.order - b.order || b.snapshot.id - a.snapshot.id,
  )
}

/** Puts a snapshot back regardless of its day. Null if refused: it counts already, or came after the handover. */
export function putBack(world: World, channel: Channel, snapshot: StoredSnapshot): object | null {
  const of = openSeason(channel, snapshot.season)
  const isTooLate = channel.handedOverAt !== null && snapshot.receivedAt >= channel.handedOverAt
  if (of.counting?.content === snapshot.content || isTooLate) {
    return null
  }
  const before = of.counting?.racers ?? []
  of.stored = [
    ...of.stored.filter((other) => other !== snapshot),
    { ...snapshot, id: nextId(world) },
  ]
  of.counting = snapshot
  forgetOldOnes(of)
  return { racers: snapshot.racers.length, ...changesOf(before, snapshot.racers) }
}
