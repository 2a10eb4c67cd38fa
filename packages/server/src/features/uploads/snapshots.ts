/** What a season's and an event's snapshot have in common: how it is stored, and what is said of it. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { UploadWarning } from '@rollcall/contract/uploads'
import { quoted } from '@rollcall/formats/problem'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { NOTHING_REPLACED, type ReplacedRacers } from '../standings/replace-racers.ts'
import type { ReadSnapshot } from './read-files.ts'

/** Of a file as it came, to put back later. */
export const compress = promisify(gzip)

/** How many accepted snapshots of one thing are stored as they came. */
export const STORED_SNAPSHOTS = 3

export interface SnapshotOutcome extends ReplacedRacers {
  kind: 'stored' | 'kept' | 'duplicate' | 'stale' | 'empty'
  /** Since when the channel's games count beside its last snapshot. */
  handedOverAt: Date | null
}

/** The snapshot that a new one is measured by: the last that came, or the one that counts. */
interface EarlierSnapshot {
  hash: string | null
  isLater: boolean
  isFull: boolean
}

/**
 * Applies a snapshot, unless it is the earlier one again (`duplicate`), that one is later (`stale`), or it
 * would replace a full one by nothing (`empty`). Of a channel that was handed over it is only stored (`kept`).
 */
export async function replaceSnapshot(
  { earlier, handedOverAt }: { earlier: EarlierSnapshot | undefined; handedOverAt: Date | null },
  snapshot: ReadSnapshot,
  { apply, store }: { apply: () => Promise<ReplacedRacers>; store: () => Promise<void> },
): Promise<SnapshotOutcome> {
  const kind =
    earlier?.hash === snapshot.hash
      ? 'duplicate'
      : earlier?.isLater
        ? 'stale'
        : earlier?.isFull && snapshot.racerCount === 0
          ? 'empty'
          : handedOverAt === null
            ? 'stored'
            : 'kept'
  const replaced = kind === 'stored' ? await apply() : NOTHING_REPLACED
  if (kind === 'stored' || kind === 'kept') {
    await store()
  }
  return { kind, handedOverAt, ...replaced }
}

/** The last three, and the one that counts. */
export async function storeOnlyLatest(
  trx: Db,
  {
    table,
    key,
  }: { table: 'season_snapshots' | 'event_snapshots'; key: Readonly<Record<string, number>> },
): Promise<void> {
  const isOfKey = sql.join(
    Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql` and `,
  )
  const standings = sql.table(table === 'season_snapshots' ? 'channel_seasons' : 'event_standings')
  await sql`
    delete from ${sql.table(table)}
    where ${isOfKey} and id not in (
      (select id from ${sql.table(table)} where ${isOfKey} order by id desc limit ${STORED_SNAPSHOTS})
      union all
      (
        select max(id) from ${sql.table(table)}
        where ${isOfKey}
          and snapshot_hash in (select snapshot_hash from ${standings} where ${isOfKey})
        having max(id) is not null
      )
    )`.execute(trx)
}

export function describeOutcome(
  { kind, handedOverAt, changes, namesOfRemoved }: SnapshotOutcome,
  {
    what,
    snapshot,
    isDryRun,
  }: {
    what: string
    snapshot: ReadSnapshot
    isDryRun: boolean
  },
) {
  const racers = snapshot.racerCount
  const message = {
    stored: `${what} ${isDryRun ? 'would be' : 'is'} stored: ${racersInWords(racers)}.`,
    kept: `${what} ${isDryRun ? 'would be' : 'is'} kept, but not used: ${racersInWords(racers)}.`,
    duplicate: `${what} was already stored with the same content. Nothing changed.`,
    stale: `${what} is already stored with a later marble day. This older file was not used.`,
    empty: `${what} is already stored with racers. This empty file was not used.`,
  }[kind]
  const warnings: UploadWarning[] = [...snapshot.warnings]
  if (kind === 'empty') {
    warnings.push({
      code: 'empty_snapshot',
      message: 'An empty snapshot never replaces a full one.',
    })
  }
  if (handedOverAt !== null) {
    warnings.push(handedOver(handedOverAt))
  }
  if (changes.removed > 0) {
    warnings.push(lostRacers(changes.removed, namesOfRemoved))
  }
  return {
    message,
    duplicate: kind === 'duplicate',
    stale: kind === 'stale' || kind === 'empty' || kind === 'kept',
    kept: kind === 'kept',
    counts: { racers, ...changes },
    warnings,
  }
}

export function racersInWords(count: number): string {
  return count === 1 ? '1 racer' : `${count.toLocaleString('en')} racers`
}

function handedOver(since: Date): UploadWarning {
  return {
    code: 'handed_over',
    message: `Since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC this channel's games are counted one by one, so later snapshots are kept but not used. Its streamer can switch back under My Uploads.`,
  }
}

/** The public companion cuts a file off at a name that Windows-1252 does not know. */
function lostRacers(count: number, names: readonly string[]): UploadWarning {
  const more =
    count > names.length ? ` and ${(count - names.length).toLocaleString('en')} more` : ''
  return {
    code: 'racers_lost',
    message: `This file lacks ${racersInWords(count)} of the stored snapshot: ${names.map((name) => quoted(name)).join(', ')}${more}. If they did race, the companion may have cut the file off at a name that it could not write.`,
  }
}
