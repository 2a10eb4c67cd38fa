/** Snapshots of a season or an event: how they are stored as they came, how one comes to count, and what is said of it. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { UploadOutcome, UploadWarning } from '@rollcall/contract/uploads'
import { quoted } from '@rollcall/formats/problem'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../database/schema.ts'
import { insertRacersOfSnapshot } from '../standings/racers.ts'
import type { SnapshotCause } from '../standings/season-snapshots.ts'
import { findHandover } from '../standings/season-totals.ts'
import {
  NOTHING_REPLACED,
  type RacerChanges,
  type RacersOfSnapshot,
  type ReplacedRacers,
} from '../standings/snapshot-racers.ts'
import type { ReadSnapshot } from './readers.ts'

/** Of a file as it came, to put back later. */
export const compress = promisify(gzip)

/** How many accepted snapshots of one thing are stored as they came. */
export const STORED_SNAPSHOTS = 3

interface SnapshotPlace {
  channelId: number
  /** The season's, or the event's id. */
  number: number
}

/** A snapshot that was read whole, with the columns of its files as they came; its racers are rows. */
interface SnapshotToApply<Files, Read> extends SnapshotPlace {
  snapshot: Read & RacersOfSnapshot
  files: Files
  receivedAt: Date
}

type SnapshotTable = 'season_snapshots' | 'event_snapshots'

interface StoredOfEither extends Selectable<Schema[SnapshotTable]> {
  number: number
  channel: string
  handed_over_at: Date | null
  /** Of the snapshot that counts. */
  currentHash: string | null
}

export type StoredSnapshot<Files = unknown> = StoredOfEither & Files

/** The snapshot that a new one is measured by: the last that came, or the one that counts. */
interface EarlierSnapshot {
  hash: string | null
  isLater: boolean
  isFull: boolean
}

/** Where snapshots are, as they came. */
interface StoredKind<Files> {
  table: SnapshotTable
  /** Where it says which one counts. */
  counting: 'channel_seasons' | 'event_standings'
  /** The column of both tables beside the channel's. */
  key: 'season' | 'event_id'
  read: (files: Files) => Promise<ReadSnapshot>
}

/** What differs between a season's snapshot and an event's. */
export interface SnapshotKind<Files, Read extends ReadSnapshot = ReadSnapshot>
  extends StoredKind<Files> {
  /** Of the season or the event, which stays until the transaction ends; null where it is gone. */
  lockName: (trx: Db, number: number) => Promise<string | null>
  words: {
    theSnapshot: (name: string) => string
    aSnapshot: (name: string, channel: string) => string
  }
  findEarlier: (
    trx: Db,
    upload: SnapshotToApply<Files, Read>,
    handedOverAt: Date | null,
  ) => Promise<EarlierSnapshot | undefined>
  read: (files: Files) => Promise<Read>
  /** From now on it counts. */
  apply: (
    trx: Db,
    upload: SnapshotToApply<Files, Read>,
    cause: SnapshotCause,
  ) => Promise<ReplacedRacers>
  /** From now on none counts. */
  remove: (trx: Db, place: SnapshotPlace) => Promise<void>
}

export interface SnapshotOutcome extends ReplacedRacers {
  kind: 'applied' | 'kept' | 'duplicate' | 'older' | 'empty'
  /** Since when the channel's games count beside its last snapshot. */
  handedOverAt: Date | null
}

/**
 * Applies a snapshot, unless it is the earlier one again (`duplicate`), that one is later (`older`), or it
 * would replace a full one by nothing (`empty`). Of a channel that was handed over it is only kept.
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
  if (isKept(outcome)) {
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

/** Whether it is there to be put back, whether it counts or not. */
export function isKept(kind: SnapshotOutcome['kind']): boolean {
  return kind === 'applied' || kind === 'kept'
}

/** Makes an earlier snapshot count: its files are read again, whatever day they say. */
export async function applyStored<Files, Read extends ReadSnapshot>(
  trx: Db,
  kind: SnapshotKind<Files, Read>,
  { stored, cause }: { stored: StoredSnapshot<Files>; cause: SnapshotCause },
): Promise<{ snapshot: Read; changes: RacerChanges }> {
  const { channel_id: channelId, number, received_at: receivedAt } = stored
  const snapshot = await insertRacersOfSnapshot(trx, await kind.read(stored))
  const upload = { channelId, number, snapshot, files: stored, receivedAt }
  const { changes } = await kind.apply(trx, upload, cause)
  await storeOnlyLatest(trx, kind, upload)
  return { snapshot, changes }
}

const isOf = ({ key }: StoredKind<never>, { channelId, number }: SnapshotPlace) =>
  sql`channel_id = ${channelId} and ${sql.ref(key)} = ${number}`

/** The last three, and the one that counts. */
async function storeOnlyLatest(
  trx: Db,
  kind: StoredKind<never>,
  place: SnapshotPlace,
): Promise<void> {
  const table = sql.table(kind.table)
  await sql`
    delete from ${table}
    where ${isOf(kind, place)} and id not in (
      (select id from ${table} where ${isOf(kind, place)} order by id desc limit ${STORED_SNAPSHOTS})
      union all
      (
        select max(id) from ${table}
        where ${isOf(kind, place)} and snapshot_hash in (
          select snapshot_hash from ${sql.table(kind.counting)} where ${isOf(kind, place)}
        )
        having max(id) is not null
      )
    )`.execute(trx)
}

/** Of each season or event the newest first. */
export async function listStored<Files>(
  db: Db,
  kind: StoredKind<Files>,
  where: { id: number } | SnapshotPlace,
): Promise<StoredSnapshot<Files>[]> {
  const isWanted = 'id' in where ? sql`stored.id = ${where.id}` : isOf(kind, where)
  const { rows } = await selectStored<Files>(kind, isWanted).execute(db)
  return rows
}

/** Of each season or event the last that came, where it is not what counts. */
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
    select stored.*, ${sql.ref(key)} as number, channel.name as channel, channel.handed_over_at,
      counted.snapshot_hash as "currentHash"
    from ${sql.table(table)} as stored
    join channels as channel on channel.id = stored.channel_id
    left join ${sql.table(counting)} as counted using (channel_id, ${sql.ref(key)})
    where ${isWanted}
    order by number, stored.id desc`
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
  const isUnused = kind === 'kept' || kind === 'older' || kind === 'empty'
  const outcome: UploadOutcome = isUnused ? 'stale' : kind === 'applied' ? 'stored' : kind
  const message = {
    applied: `${what} ${isDryRun ? 'would be' : 'is'} stored: ${racersInWords(racers)}.`,
    kept: `${what} ${isDryRun ? 'would be' : 'is'} kept, but not used: ${racersInWords(racers)}.`,
    duplicate: `${what} was already stored with the same content. Nothing changed.`,
    older: `${what} is already stored with a later marble day. This older file was not used.`,
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
    outcome,
    unused: isUnused ? kind : null,
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
    params: { since: since.toISOString() },
  }
}

/** The public companion cuts a file off at a name that Windows-1252 does not know. */
function lostRacers(count: number, names: readonly string[]): UploadWarning {
  const more =
    count > names.length ? ` and ${(count - names.length).toLocaleString('en')} more` : ''
  return {
    code: 'racers_lost',
    message: `This file lacks ${racersInWords(count)} of the stored snapshot: ${names.map((name) => quoted(name)).join(', ')}${more}. If they did race, the companion may have cut the file off at a name that it could not write.`,
    params: { count, names: [...names] },
  }
}
