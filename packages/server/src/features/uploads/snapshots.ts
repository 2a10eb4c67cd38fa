/** Snapshots of a season or an event: how they are stored as they came, how one comes to count, and what is said of it. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { UploadWarning } from '@rollcall/contract/uploads'
import { quoted } from '@rollcall/formats/problem'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../database/schema.ts'
import {
  NOTHING_REPLACED,
  type RacersOfSnapshot,
  type ReplacedRacers,
} from '../standings/replace-racers.ts'
import type { SnapshotCause } from '../standings/season-snapshots.ts'
import { findHandover } from '../standings/season-totals.ts'
import type { ReadSnapshot } from './read-files.ts'

/** Of a file as it came, to put back later. */
export const compress = promisify(gzip)

/** How many accepted snapshots of one thing are stored as they came. */
export const STORED_SNAPSHOTS = 3

export type SnapshotTable = 'season_snapshots' | 'event_snapshots'

interface SnapshotPlace {
  channelId: number
  /** The season's, or the event's id. */
  number: number
}

/** A snapshot that was read whole; its racers are rows. */
interface SnapshotToStore extends SnapshotPlace {
  snapshot: ReadSnapshot & RacersOfSnapshot
  receivedAt: Date
}

type SharedColumns = Selectable<Schema[SnapshotTable]>

export interface StoredOfEither extends SharedColumns {
  number: number
  channel: string
  handed_over_at: Date | null
  /** Of the snapshot that counts. */
  currentHash: string | null
}

export type StoredSnapshot<Table extends SnapshotTable> = StoredOfEither & Selectable<Schema[Table]>

/** The snapshot that a new one is measured by: the last that came, or the one that counts. */
interface EarlierSnapshot {
  hash: string | null
  isLater: boolean
  isFull: boolean
}

/** What differs between a season's snapshot and an event's; `Files` is what only one of them has. */
export interface SnapshotKind<Table extends SnapshotTable, Files> {
  table: Table
  /** Where it says which one counts. */
  counting: 'channel_seasons' | 'event_standings'
  /** The column of both tables beside the channel's. */
  key: 'season' | 'event_id'
  /** Of the season or the event, which stays until the transaction ends; null where it is gone. */
  lockName: (trx: Db, number: number) => Promise<string | null>
  words: {
    theSnapshot: (name: string) => string
    aSnapshot: (name: string, channel: string) => string
  }
  findEarlier: (
    trx: Db,
    upload: SnapshotToStore & Files,
    handedOverAt: Date | null,
  ) => Promise<EarlierSnapshot | undefined>
  /** From now on it counts. */
  apply: (trx: Db, upload: SnapshotToStore & Files, cause: SnapshotCause) => Promise<ReplacedRacers>
  /** From now on none counts. */
  remove: (trx: Db, place: SnapshotPlace) => Promise<void>
  insert: (
    trx: Db,
    upload: SnapshotToStore & Files,
    columns: Omit<SharedColumns, 'id'>,
  ) => Promise<void>
  /** Its files again. */
  read: (
    trx: Db,
    stored: StoredSnapshot<Table>,
  ) => Promise<Pick<SnapshotToStore, 'snapshot'> & Files>
}

export interface SnapshotOutcome extends ReplacedRacers {
  kind: 'stored' | 'kept' | 'duplicate' | 'stale' | 'empty'
  /** Since when the channel's games count beside its last snapshot. */
  handedOverAt: Date | null
}

/**
 * Applies a snapshot, unless it is the earlier one again (`duplicate`), that one is later (`stale`), or it
 * would replace a full one by nothing (`empty`). Of a channel that was handed over it is only stored (`kept`).
 */
export async function replaceSnapshot<Table extends SnapshotTable, Files>(
  trx: Db,
  kind: SnapshotKind<Table, Files>,
  upload: SnapshotToStore & Files,
): Promise<SnapshotOutcome> {
  const { snapshot } = upload
  const handedOverAt = await findHandover(trx, upload.channelId)
  const earlier = await kind.findEarlier(trx, upload, handedOverAt)
  const outcome =
    earlier?.hash === snapshot.hash
      ? 'duplicate'
      : earlier?.isLater
        ? 'stale'
        : earlier?.isFull && snapshot.racerCount === 0
          ? 'empty'
          : handedOverAt === null
            ? 'stored'
            : 'kept'
  const replaced =
    outcome === 'stored' ? await kind.apply(trx, upload, 'uploaded') : NOTHING_REPLACED
  if (outcome === 'stored' || outcome === 'kept') {
    await storeSnapshot(trx, kind, upload)
  }
  return { kind: outcome, handedOverAt, ...replaced }
}

/** As the newest. */
export async function storeSnapshot<Table extends SnapshotTable, Files>(
  trx: Db,
  kind: SnapshotKind<Table, Files>,
  upload: SnapshotToStore & Files,
): Promise<void> {
  const { channelId, snapshot, receivedAt } = upload
  await kind.insert(trx, upload, {
    channel_id: channelId,
    snapshot_hash: snapshot.hash,
    racer_count: snapshot.racerCount,
    points: snapshot.points,
    received_at: receivedAt,
  })
  await storeOnlyLatest(trx, kind, upload)
}

/** Makes an earlier snapshot count: its files are read again, whatever day they say. */
export async function applyStored<Table extends SnapshotTable, Files>(
  trx: Db,
  kind: SnapshotKind<Table, Files>,
  { stored, cause }: { stored: StoredSnapshot<Table>; cause: SnapshotCause },
) {
  const upload = {
    ...(await kind.read(trx, stored)),
    channelId: stored.channel_id,
    number: stored.number,
    receivedAt: stored.received_at,
  }
  const { changes } = await kind.apply(trx, upload, cause)
  await storeOnlyLatest(trx, kind, upload)
  return { upload, changes }
}

/** The last three, and the one that counts. */
async function storeOnlyLatest(
  trx: Db,
  { table, counting, key }: Pick<SnapshotKind<SnapshotTable, never>, 'table' | 'counting' | 'key'>,
  { channelId, number }: SnapshotPlace,
): Promise<void> {
  const isOfPlace = sql`channel_id = ${channelId} and ${sql.ref(key)} = ${number}`
  await sql`
    delete from ${sql.table(table)}
    where ${isOfPlace} and id not in (
      (select id from ${sql.table(table)} where ${isOfPlace} order by id desc limit ${STORED_SNAPSHOTS})
      union all
      (
        select max(id) from ${sql.table(table)}
        where ${isOfPlace}
          and snapshot_hash in (select snapshot_hash from ${sql.table(counting)} where ${isOfPlace})
        having max(id) is not null
      )
    )`.execute(trx)
}

/** Of each season or event the newest first. */
export async function listStored<Table extends SnapshotTable>(
  db: Db,
  kind: Pick<SnapshotKind<Table, never>, 'table' | 'counting' | 'key'>,
  where: { id: number } | SnapshotPlace,
): Promise<StoredSnapshot<Table>[]> {
  const { rows } = await selectStored(
    kind,
    'id' in where
      ? sql`stored.id = ${where.id}`
      : sql`stored.channel_id = ${where.channelId} and stored.${sql.ref(kind.key)} = ${where.number}`,
  ).execute(db)
  return rows
}

/** Of each season or event the last that came, where it is not what counts. */
export async function listUnused<Table extends SnapshotTable>(
  db: Db,
  kind: Pick<SnapshotKind<Table, never>, 'table' | 'counting' | 'key'>,
  channelId: number,
): Promise<StoredSnapshot<Table>[]> {
  const { rows } = await sql<StoredSnapshot<Table>>`
    select * from (
      select distinct on (number) *
      from (${selectStored(kind, sql`stored.channel_id = ${channelId}`)}) as stored
    ) as last
    where snapshot_hash is distinct from "currentHash"
    order by number`.execute(db)
  return rows
}

function selectStored<Table extends SnapshotTable>(
  { table, counting, key }: Pick<SnapshotKind<Table, never>, 'table' | 'counting' | 'key'>,
  where: RawBuilder<unknown>,
): RawBuilder<StoredSnapshot<Table>> {
  return sql`
    select stored.*, stored.${sql.ref(key)} as number, channel.name as channel,
      channel.handed_over_at, counted.snapshot_hash as "currentHash"
    from ${sql.table(table)} as stored
    join channels as channel on channel.id = stored.channel_id
    left join ${sql.table(counting)} as counted
      on counted.channel_id = stored.channel_id and counted.${sql.ref(key)} = stored.${sql.ref(key)}
    where ${where}
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
