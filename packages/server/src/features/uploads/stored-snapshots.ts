/** The last accepted snapshots, which are stored as they came: as admins see them, and putting one back. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { SnapshotKind, StoredSnapshot } from '@rollcall/contract/uploads-snapshots'
import { readStreamerData } from '@rollcall/formats/season-files'
import { type Selectable, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Actor, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db, Schema } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { identifyRacers } from '../standings/racers.ts'
import type { RacerChanges } from '../standings/replace-racers.ts'
import { applySeasonSnapshot } from '../standings/season-snapshots.ts'
import { applyStanding, storeEventFile } from './event-upload.ts'
import { readFiles } from './file-reader.ts'
import { storeSeasonFiles } from './season-upload.ts'
import { racersInWords } from './snapshots.ts'

const decompress = promisify(gunzip)

interface StoredRow extends Omit<StoredSnapshot, 'receivedAt'> {
  receivedAt: Date
}

/** Of the channel of that login: by season, then by event, each newest first. */
export async function listSnapshotsOf(db: Db, login: string): Promise<StoredSnapshot[]> {
  const { rows } = await sql<StoredRow>`
    with channel as (select id, name from channels where login = ${login}),
    stored as (
      select 'season' as kind, stored.id, stored.channel_id, 'Season ' || stored.season as of,
        stored.season as number, stored.marble_day, stored.received_at, stored.racer_count, stored.points,
        stored.snapshot_hash, standing.snapshot_hash as current_hash
      from season_snapshots as stored
      left join channel_seasons as standing using (channel_id, season)
      where stored.channel_id in (select id from channel)
      union all
      select 'event', stored.id, stored.channel_id, event.name, event.id, null, stored.received_at,
        stored.racer_count, stored.points, stored.snapshot_hash, standing.snapshot_hash
      from event_snapshots as stored
      join events as event on event.id = stored.event_id
      left join event_standings as standing using (event_id, channel_id)
      where stored.channel_id in (select id from channel)
    )
    select stored.kind, stored.id, channel.name as channel, stored.number, stored.of, stored.marble_day as "marbleDay",
      stored.received_at as "receivedAt", stored.racer_count as racers, stored.points::float8 as points,
      stored.current_hash is not null and stored.snapshot_hash = stored.current_hash and stored.id = max(stored.id) filter (
        where stored.snapshot_hash = stored.current_hash
      ) over (partition by stored.kind, stored.channel_id, stored.number) as "isCurrent"
    from stored join channel on channel.id = stored.channel_id
    order by stored.kind desc, stored.number desc, channel.id, stored.id desc`.execute(db)
  return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }))
}

type StoredSeason = Selectable<Schema['season_snapshots']>
type StoredEvent = Selectable<Schema['event_snapshots']>

/** As `stored`, with its channel and the hash of the snapshot that counts; of each season the newest first. */
export function selectSeasonSnapshots(db: Db) {
  return db
    .selectFrom('season_snapshots as stored')
    .innerJoin('channels as channel', 'channel.id', 'stored.channel_id')
    .leftJoin('channel_seasons as standing', (join) =>
      join
        .onRef('standing.channel_id', '=', 'stored.channel_id')
        .onRef('standing.season', '=', 'stored.season'),
    )
    .selectAll('stored')
    .select(['channel.name', 'channel.handed_over_at', 'standing.snapshot_hash as currentHash'])
    .orderBy('stored.season')
    .orderBy('stored.id', 'desc')
}

export function selectEventSnapshots(db: Db) {
  return db
    .selectFrom('event_snapshots as stored')
    .innerJoin('channels as channel', 'channel.id', 'stored.channel_id')
    .innerJoin('events as event', 'event.id', 'stored.event_id')
    .leftJoin('event_standings as standing', (join) =>
      join
        .onRef('standing.event_id', '=', 'stored.event_id')
        .onRef('standing.channel_id', '=', 'stored.channel_id'),
    )
    .selectAll('stored')
    .select([
      'channel.name',
      'channel.handed_over_at',
      'event.name as eventName',
      'standing.snapshot_hash as currentHash',
    ])
    .orderBy('stored.event_id')
    .orderBy('stored.id', 'desc')
}

interface PutBack {
  racers: number
  changes: RacerChanges
  message: string
}

/**
 * Makes a stored snapshot the one that counts: its files are read again, whatever day they say, and it
 * becomes the newest of them.
 *
 * @throws {ApiError} `not_found`, or `conflict` where it is what counts already
 */
export async function putBack(
  { changes }: AppContext,
  actor: Actor,
  { kind, id }: { kind: SnapshotKind; id: number },
): Promise<PutBack> {
  return changes.transaction(async (trx) => {
    const ownerId = await lockChannelOf(trx, { kind, id })
    const result = kind === 'season' ? await putBackSeason(trx, id) : await putBackEvent(trx, id)
    if (ownerId !== null) {
      await announce(trx, [`uploads:${ownerId}`])
    }
    await recordAct(trx, actor, {
      act: 'snapshot-put-back',
      summary: result.message,
      details: {
        kind,
        received: result.receivedAt.toISOString(),
        racers: String(result.racers),
        added: String(result.changes.added),
        changed: String(result.changes.changed),
        removed: String(result.changes.removed),
      },
    })
    return result
  })
}

async function putBackSeason(trx: Db, id: number): Promise<PutBack & { receivedAt: Date }> {
  const stored = await selectSeasonSnapshots(trx).where('stored.id', '=', id).executeTakeFirst()
  const found = refuseUnusable(stored)
  const read = await readStoredSeason(trx, found)
  await trx.deleteFrom('season_snapshots').where('id', '=', id).execute()
  const { changes } = await applySeasonSnapshot(trx, { ...read, cause: 'put back' })
  await storeSeasonFiles(trx, read)
  const racers = read.snapshot.racerCount
  return {
    racers,
    changes,
    receivedAt: found.received_at,
    message: `Put back a snapshot of season ${found.season} of ${found.name}: ${racersInWords(racers)}.`,
  }
}

/** What a stored row's files say, ready to be applied. */
export async function readStoredSeason(trx: Db, stored: StoredSeason) {
  const [streamerData, viewerData] = await Promise.all([
    decompress(stored.streamer_data_gzip),
    decompress(stored.viewer_data_gzip),
  ])
  const totals = readStreamerData(streamerData)
  return {
    channelId: stored.channel_id,
    season: stored.season,
    marbleDay: stored.marble_day,
    totals,
    snapshot: await identifyRacers(trx, await readFiles('season', { viewerData, totals })),
    receivedAt: stored.received_at,
    streamerDataGzip: stored.streamer_data_gzip,
    viewerDataGzip: stored.viewer_data_gzip,
  }
}

async function putBackEvent(trx: Db, id: number): Promise<PutBack & { receivedAt: Date }> {
  const stored = await selectEventSnapshots(trx)
    .where('stored.id', '=', id)
    .forKeyShare('event')
    .executeTakeFirst()
  const found = refuseUnusable(stored)
  const read = await readStoredEvent(trx, found)
  await trx.deleteFrom('event_snapshots').where('id', '=', id).execute()
  const { changes } = await applyStanding(trx, read)
  await storeEventFile(trx, read)
  const racers = read.snapshot.racerCount
  return {
    racers,
    changes,
    receivedAt: found.received_at,
    message: `Put back a snapshot of ${found.eventName} by ${found.name}: ${racersInWords(racers)}.`,
  }
}

export async function readStoredEvent(trx: Db, stored: StoredEvent) {
  const eventData = await decompress(stored.event_data_gzip)
  return {
    eventId: stored.event_id,
    channelId: stored.channel_id,
    snapshot: await identifyRacers(trx, await readFiles('event', { eventData })),
    receivedAt: stored.received_at,
    eventDataGzip: stored.event_data_gzip,
  }
}

/** @throws {ApiError} `not_found`; `conflict` where it counts already, or its games are counted one by one */
function refuseUnusable<
  Row extends {
    received_at: Date
    snapshot_hash: string
    currentHash: string | null
    handed_over_at: Date | null
  },
>(stored: Row | undefined): Row {
  if (stored === undefined) {
    throw new ApiError(
      'not_found',
      'This snapshot is no longer stored: newer ones have arrived, or its event was deleted. Load the list again.',
    )
  }
  if (stored.currentHash === stored.snapshot_hash) {
    throw new ApiError('conflict', 'This snapshot is already the current one. Nothing changed.')
  }
  if (stored.handed_over_at !== null && stored.received_at >= stored.handed_over_at) {
    throw new ApiError(
      'conflict',
      "This channel's games are counted one by one since before this snapshot came, so they would count twice. Its streamer can switch back under My Uploads.",
    )
  }
  return stored
}

/** As an upload does, so that the two follow each other; whose channel it is. */
async function lockChannelOf(
  trx: Db,
  { kind, id }: { kind: SnapshotKind; id: number },
): Promise<number | null> {
  const channel = await trx
    .selectFrom('channels')
    .select('user_id')
    .where('id', '=', (select) =>
      select.selectFrom(`${kind}_snapshots`).select('channel_id').where('id', '=', id),
    )
    .forUpdate()
    .executeTakeFirst()
  return channel?.user_id ?? null
}
