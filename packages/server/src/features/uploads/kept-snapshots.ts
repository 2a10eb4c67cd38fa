/** The last accepted snapshots as admins see them, and putting one of them back. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { KeptSnapshot, SnapshotKind } from '@rollcall/contract/uploads-snapshots'
import { sql } from 'kysely'
import type { AppContext, Db } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import { type Actor, recordAct } from '../admin/audit-log.ts'
import { applyEventSnapshot } from './event-snapshot.ts'
import { readEventData } from './formats/event-snapshot.ts'
import { readStreamerData, readViewerData } from './formats/season-snapshot.ts'
import type { RacerChanges } from './replace-racers.ts'
import { applySeasonSnapshot } from './season-snapshot.ts'

const decompress = promisify(gunzip)

interface KeptRow extends Omit<KeptSnapshot, 'receivedAt'> {
  receivedAt: Date
}

/** Of the channel of that login: by season, then by event, each newest first. */
export async function listKept(db: Db, login: string): Promise<KeptSnapshot[]> {
  const { rows } = await sql<KeptRow>`
    with channel as (select id, name from channels where login = ${login}),
    kept as (
      select 'season' as kind, kept.id, kept.channel_id, 'Season ' || kept.season as of,
        kept.season as number, kept.marble_day, kept.received_at, kept.racer_count, kept.points,
        kept.snapshot_hash, standing.snapshot_hash as current_hash
      from season_snapshots as kept
      join channel_seasons as standing using (channel_id, season)
      where kept.channel_id in (select id from channel)
      union all
      select 'event', kept.id, kept.channel_id, event.name, event.id, null, kept.received_at,
        kept.racer_count, kept.points, kept.snapshot_hash, standing.snapshot_hash
      from event_snapshots as kept
      join events as event on event.id = kept.event_id
      join event_standings as standing using (event_id, channel_id)
      where kept.channel_id in (select id from channel)
    )
    select kept.kind, kept.id, channel.name as channel, kept.number, kept.of, kept.marble_day as "marbleDay",
      kept.received_at as "receivedAt", kept.racer_count as racers, kept.points::float8 as points,
      kept.snapshot_hash = kept.current_hash and kept.id = max(kept.id) filter (
        where kept.snapshot_hash = kept.current_hash
      ) over (partition by kept.kind, kept.channel_id, kept.number) as "isCurrent"
    from kept join channel on channel.id = kept.channel_id
    order by kept.kind desc, kept.number desc, channel.id, kept.id desc`.execute(db)
  return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }))
}

interface PutBack {
  racers: number
  changes: RacerChanges
  message: string
}

/**
 * Makes a kept snapshot the one that counts: its files are read again, whatever day they say, and it
 * becomes the newest of those kept.
 *
 * @throws {ApiError} `not_found`, or `conflict` where it is what counts already
 */
export async function putBack(
  { db }: AppContext,
  actor: Actor,
  { kind, id }: { kind: SnapshotKind; id: number },
): Promise<PutBack> {
  return db.transaction().execute(async (trx) => {
    const result = kind === 'season' ? await putBackSeason(trx, id) : await putBackEvent(trx, id)
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
  await lockChannelOf(trx, { table: 'season_snapshots', id })
  const kept = await trx
    .selectFrom('season_snapshots as kept')
    .innerJoin('channels as channel', 'channel.id', 'kept.channel_id')
    .innerJoin('channel_seasons as standing', (join) =>
      join
        .onRef('standing.channel_id', '=', 'kept.channel_id')
        .onRef('standing.season', '=', 'kept.season'),
    )
    .selectAll('kept')
    .select(['channel.name', 'standing.snapshot_hash as currentHash'])
    .where('kept.id', '=', id)
    .executeTakeFirst()
  if (kept === undefined) {
    throw notKept()
  }
  if (kept.currentHash === kept.snapshot_hash) {
    throw countsAlready()
  }
  const [streamerData, viewerData] = await Promise.all([
    decompress(kept.streamer_data_gzip),
    decompress(kept.viewer_data_gzip),
  ])
  const snapshot = readViewerData(viewerData, readStreamerData(streamerData))
  await trx.deleteFrom('season_snapshots').where('id', '=', id).execute()
  const changes = await applySeasonSnapshot(trx, {
    channelId: kept.channel_id,
    season: kept.season,
    marbleDay: kept.marble_day,
    snapshot,
    hash: kept.snapshot_hash,
    receivedAt: kept.received_at,
    streamerDataGzip: kept.streamer_data_gzip,
    viewerDataGzip: kept.viewer_data_gzip,
  })
  return {
    racers: snapshot.racers.length,
    changes,
    receivedAt: kept.received_at,
    message: `Put back a snapshot of season ${kept.season} of ${kept.name}: ${snapshot.racers.length} racers.`,
  }
}

async function putBackEvent(trx: Db, id: number): Promise<PutBack & { receivedAt: Date }> {
  await lockChannelOf(trx, { table: 'event_snapshots', id })
  const kept = await trx
    .selectFrom('event_snapshots as kept')
    .innerJoin('channels as channel', 'channel.id', 'kept.channel_id')
    .innerJoin('events as event', 'event.id', 'kept.event_id')
    .innerJoin('event_standings as standing', (join) =>
      join
        .onRef('standing.event_id', '=', 'kept.event_id')
        .onRef('standing.channel_id', '=', 'kept.channel_id'),
    )
    .selectAll('kept')
    .select(['channel.name', 'event.name as eventName', 'standing.snapshot_hash as currentHash'])
    .where('kept.id', '=', id)
    .executeTakeFirst()
  if (kept === undefined) {
    throw notKept()
  }
  if (kept.currentHash === kept.snapshot_hash) {
    throw countsAlready()
  }
  const snapshot = readEventData(await decompress(kept.event_data_gzip))
  await trx.deleteFrom('event_snapshots').where('id', '=', id).execute()
  const changes = await applyEventSnapshot(trx, {
    eventId: kept.event_id,
    channelId: kept.channel_id,
    snapshot,
    hash: kept.snapshot_hash,
    receivedAt: kept.received_at,
    eventDataGzip: kept.event_data_gzip,
  })
  return {
    racers: snapshot.racers.length,
    changes,
    receivedAt: kept.received_at,
    message: `Put back a snapshot of ${kept.eventName} by ${kept.name}: ${snapshot.racers.length} racers.`,
  }
}

/** As an upload does, so that the two follow each other. */
async function lockChannelOf(
  trx: Db,
  { table, id }: { table: 'season_snapshots' | 'event_snapshots'; id: number },
): Promise<void> {
  await trx
    .selectFrom('channels')
    .select('id')
    .where('id', '=', (select) =>
      select.selectFrom(table).select('channel_id').where('id', '=', id),
    )
    .forUpdate()
    .execute()
}

function notKept(): ApiError {
  return new ApiError(
    'not_found',
    'This snapshot is not kept any more. Look at the list again: newer ones have come.',
  )
}

function countsAlready(): ApiError {
  return new ApiError('conflict', 'This snapshot is what counts already; nothing changed.')
}
