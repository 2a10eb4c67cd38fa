/** What a receipt says of a snapshot, in words. */
import type { UploadWarning } from '@rollcall/contract/uploads'
import type { SnapshotOutcome } from './season-snapshot.ts'

/** The part of a receipt that follows from how the snapshot was stored. */
export function wordsOf(
  outcome: SnapshotOutcome,
  { what, racers, isDryRun }: { what: string; racers: number; isDryRun: boolean },
) {
  const { kind, ...changes } = outcome
  const message = {
    stored: `${what} ${isDryRun ? 'would be' : 'is'} stored: ${racers} racers.`,
    duplicate: `${what} was stored like this already; nothing changed.`,
    stale: `${what} is stored with a later marble day; this older file was not applied.`,
    empty: `${what} is stored with racers; this empty file was not applied.`,
  }[kind]
  const warnings: UploadWarning[] =
    kind === 'empty'
      ? [{ code: 'empty_snapshot', message: 'An empty snapshot never replaces a full one.' }]
      : []
  return {
    message,
    duplicate: kind === 'duplicate',
    stale: kind === 'stale' || kind === 'empty',
    counts: { racers, ...changes },
    warnings,
  }
}

/** How the receipt's row in the database names what became of the upload. */
export function outcomeOf({ duplicate, stale }: { duplicate: boolean; stale: boolean }) {
  return stale ? 'stale' : duplicate ? 'duplicate' : 'stored'
}
