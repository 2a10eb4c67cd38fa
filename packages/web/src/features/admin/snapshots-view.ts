/** Kept snapshots as they are listed: those of one season or event together, newest first. */
import type { KeptSnapshot } from '@rollcall/contract/uploads-snapshots'

/** As long as the contract takes. */
export const CHANNEL_MAX_LENGTH = 200

export interface SnapshotGroup {
  readonly of: string
  readonly snapshots: readonly KeptSnapshot[]
}

/** In the order in which they come. */
export function groupSnapshots(snapshots: readonly KeptSnapshot[]): SnapshotGroup[] {
  const groups = Map.groupBy(snapshots, ({ kind, number }) => `${kind} ${number}`)
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [{ of: group[0].of, snapshots: group }],
  )
}

export function channelFromSearch(search: URLSearchParams): string {
  return (search.get('channel') ?? '').trim().slice(0, CHANNEL_MAX_LENGTH)
}
