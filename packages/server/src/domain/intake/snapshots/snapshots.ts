/** Snapshots of a season or an event: stores their files, makes one of them count, and describes the outcome. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { UploadOutcome } from '@rollcall/contract/uploads'
import type { ToldReceipt } from '@rollcall/contract/words/receipts'
import type { FileWarning } from '@rollcall/formats/problem'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../../platform/database/schema.ts'
import { CHANNEL_NAME, JOIN_STREAMER } from '../../standings/channel-labels.ts'
import { insertSnapshotRacers } from '../../standings/racers.ts'
import type { SnapshotCause } from '../../standings/season-snapshots.ts'
import { findHandover } from '../../standings/season-totals.ts'
import {
  NOTHING_REPLACED,
  type RacerChanges,
  type ReplacedRacers,
  type SnapshotRacers,
} from '../../standings/snapshot-racers.ts'
import type { ReadSnapshot } from '../files/readers.ts'
import { uploadWarning } from '../upload-problem.ts'

/** Compresses a file, so that the snapshot can be put back later. */
export const compress = promisify(gzip)

/** How many accepted snapshots of a season or an event we store. */
export const STORED_SNAPSHOTS = 3

interface SnapshotTarget {
  channelId: number
  /** The id of the season or the event. */
  number: number
}

/** A snapshot that has been read, with the columns for its files. Its racers exist as rows. */
interface SnapshotToApply<Files, Read> extends SnapshotTarget {
  snapshot: Read & SnapshotRacers
  files: Files
  receivedAt: Date
}

type SnapshotTable = 'season_snapshots' | 'event_snapshots'

interface StoredOfEither extends Selectable<Schema[SnapshotTable]> {
  number: number
  channel: string
  handed_over_at: Date | null
  /** The hash of the snapshot that counts. */
  currentHash: string | null
}

export type StoredSnapshot<Files = unknown> = StoredOfEither & Files

/** The snapshot to compare a new one with: the last one that arrived, or the one that counts. */
interface EarlierSnapshot {
  hash: string | null
  isLater: boolean
  isFull: boolean
}

/** Where a kind of snapshot is stored. */
interface StoredKind<Files> {
  table: SnapshotTable
  /** The table that says which snapshot counts. */
  counting: 'channel_seasons' | 'event_standings'
  /** The column that both tables have besides the channel. */
  key: 'season' | 'event_id'
  read: (files: Files) => Promise<ReadSnapshot>
}

/** What differs between a season's snapshot and an event's. */
export interface SnapshotKind<Files, Read extends ReadSnapshot = ReadSnapshot>
  extends StoredKind<Files> {
  /** The name of the season or event, locked until the transaction ends; null if it no longer exists. */
  lockName: (trx: Db, number: number) => Promise<string | null>
  findEarlier: (
    trx: Db,
    upload: SnapshotToApply<Files, Read>,
    handedOverAt: Date | null,
  ) => Promise<EarlierSnapshot | undefined>
  read: (files: Files) => Promise<Read>
  /** Makes the snapshot count. */
  apply: (
    trx: Db,
    upload: SnapshotToApply<Files, Read>,
    cause: SnapshotCause,
  ) => Promise<ReplacedRacers>
  /** Removes the snapshot that counts, so that none does. */
  remove: (trx: Db, target: SnapshotTarget) => Promise<void>
}

export interface SnapshotOutcome extends ReplacedRacers {
  kind: 'applied' | 'kept' | 'duplicate' | 'older' | 'empty'
  /** From when the channel's games count in addition to its last snapshot. */
  handedOverAt: Date | null
}

/**
 * Applies a snapshot unless it equals the earlier one (`duplicate`), has an earlier day (`older`), or would replace a
 * full one with nothing (`empty`). After a handover it is only kept.
 */
export async function replaceSnapshot<Files extends object, Read extends ReadSnapshot>(
  trx: Db,
  kind: SnapshotKind<Files, Read>,
  upload: SnapshotToApply<Files, Read>,
): Promise<SnapshotOutcome> {
  const { snapshot } = upload
  const handedOverAt = await findHandover(trx, upload.channelId)
  const earlier = await kind.findEarlier(trx, upload, handedOverAt)
  const outcome =
    earlier?.hash === snapshot.hash
      ? 'duplicate'
      : earlier?.isLater
        ? 'older'
        : earlier?.isFull && snapshot.racerCount === 0
          ? 'empty'
          : handedOverAt === null
            ? 'applied'
            : 'kept'
  const replaced =
    outcome === 'applied' ? await kind.apply(trx, upload, 'uploaded') : NOTHING_REPLACED
  if (storesFiles(outcome)) {
    const row = {
      ...upload.files,
      channel_id: upload.channelId,
      [kind.key]: upload.number,
      snapshot_hash: snapshot.hash,
      racer_count: snapshot.racerCount,
      points: snapshot.points,
      received_at: upload.receivedAt,
    }
    await sql`
      insert into ${sql.table(kind.table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(trx)
    await storeOnlyLatest(trx, kind, upload)
  }
  return { kind: outcome, handedOverAt, ...replaced }
}

/** Whether the snapshot is stored with its files, so that an admin can put it back, even if it does not count. */
export function storesFiles(kind: SnapshotOutcome['kind']): boolean {
  return kind === 'applied' || kind === 'kept'
}

/** Makes an earlier snapshot count. Its files are read again, regardless of their day. */
export async function applyStored<Files, Read extends ReadSnapshot>(
  trx: Db,
  kind: SnapshotKind<Files, Read>,
  { stored, cause }: { stored: StoredSnapshot<Files>; cause: SnapshotCause },
): Promise<{ snapshot: Read; changes: RacerChanges }> {
  const { channel_id: channelId, number, received_at: receivedAt } = stored
  // If names were deleted from the files, these have another hash than those that arrived.
  const read = { ...(await kind.read(stored)), hash: stored.snapshot_hash }
  const snapshot = await insertSnapshotRacers(trx, read)
  const upload = { channelId, number, snapshot, files: stored, receivedAt }
  const { changes } = await kind.apply(trx, upload, cause)
  await storeOnlyLatest(trx, kind, upload)
  return { snapshot, changes }
}

const isAbout = ({ key }: StoredKind<never>, { channelId, number }: SnapshotTarget) =>
  sql`channel_id = ${channelId} and ${sql.ref(key)} = ${number}`

/** Deletes all snapshots except the last three and the one that counts. */
async function storeOnlyLatest(
  trx: Db,
  kind: StoredKind<never>,
  target: SnapshotTarget,
): Promise<void> {
  const table = sql.table(kind.table)
  await sql`
    delete from ${table}
    where ${isAbout(kind, target)} and id not in (
      (select id from ${table} where ${isAbout(kind, target)} order by id desc limit ${STORED_SNAPSHOTS})
      union all
      (
        select max(id) from ${table}
        where ${isAbout(kind, target)} and snapshot_hash in (
          select snapshot_hash from ${sql.table(kind.counting)} where ${isAbout(kind, target)}
        )
        having max(id) is not null
      )
    )`.execute(trx)
}

/** Grouped by season or event, in each the newest first. */
export async function listStored<Files>(
  db: Db,
  kind: StoredKind<Files>,
  where: { id: number } | SnapshotTarget,
): Promise<StoredSnapshot<Files>[]> {
  const isWanted = 'id' in where ? sql`stored.id = ${where.id}` : isAbout(kind, where)
  const { rows } = await selectStored<Files>(kind, isWanted).execute(db)
  return rows
}

/** The last snapshot that arrived in each season or event, if it does not count. */
export async function listUnused<Files>(
  db: Db,
  kind: StoredKind<Files>,
  channelId: number,
): Promise<StoredSnapshot<Files>[]> {
  const { rows } = await sql<StoredSnapshot<Files>>`
    select * from (
      select distinct on (number) *
      from (${selectStored(kind, sql`channel_id = ${channelId}`)}) as stored
      order by number, id desc
    ) as last
    where snapshot_hash is distinct from "currentHash"
    order by number`.execute(db)
  return rows
}

function selectStored<Files>(
  { table, counting, key }: StoredKind<Files>,
  isWanted: RawBuilder<unknown>,
): RawBuilder<StoredSnapshot<Files>> {
  return sql`
    select stored.*, ${sql.ref(key)} as number, ${CHANNEL_NAME} as channel, channel.handed_over_at,
      counted.snapshot_hash as "currentHash"
    from ${sql.table(table)} as stored
    join channels as channel on channel.id = stored.channel_id ${JOIN_STREAMER}
    left join ${sql.table(counting)} as counted using (channel_id, ${sql.ref(key)})
    where ${isWanted}
    order by number, stored.id desc`
}

/** @param which the season, of a season's snapshot */
export function describeOutcome(
  { kind, handedOverAt, changes, removedNames }: SnapshotOutcome,
  snapshot: ReadSnapshot,
  which: { season?: number } = {},
) {
  const racers = snapshot.racerCount
  const isUnused = kind === 'kept' || kind === 'older' || kind === 'empty'
  const outcome: UploadOutcome = isUnused ? 'stale' : kind === 'applied' ? 'stored' : kind
  const told: ToldReceipt =
    kind === 'applied' || kind === 'kept'
      ? { code: SNAPSHOT_CODES[kind], params: { ...which, racers } }
      : { code: SNAPSHOT_CODES[kind], params: which }
  const warnings: FileWarning[] = [...snapshot.warnings]
  if (kind === 'empty') {
    warnings.push(uploadWarning('empty_snapshot', {}))
  }
  if (handedOverAt !== null) {
    warnings.push(uploadWarning('handed_over', { since: handedOverAt.toISOString() }))
  }
  if (changes.removed > 0) {
    // The public companion cuts a file off at a name that it cannot write in Windows-1252.
    const lost = { count: changes.removed, names: [...removedNames] }
    warnings.push(uploadWarning('racers_lost', lost))
  }
  return {
    told,
    outcome,
    unused: isUnused ? kind : null,
    kept: kind === 'kept',
    counts: { racers, ...changes },
    warnings,
  }
}

const SNAPSHOT_CODES = {
  applied: 'snapshot_stored',
  kept: 'snapshot_kept',
  duplicate: 'snapshot_duplicate',
  older: 'snapshot_older',
  empty: 'snapshot_empty',
} as const
