/** The last accepted snapshots, which are stored as they came: as admins see them, and putting one back. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { SnapshotKind, StoredSnapshot } from '@rollcall/contract/uploads-snapshots'
import { readStreamerData } from '@rollcall/formats/season-files'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Actor, recordAct } from '../../audit-log.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { applyStanding } from './event-upload.ts'
import { readFiles } from './file-reader.ts'
import { applySeason } from './season-upload.ts'
import { type RacerChanges, racersInWords } from './snapshots.ts'

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
      join channel_seasons as standing using (channel_id, season)
      where stored.channel_id in (select id from channel)
      union all
      select 'event', stored.id, stored.channel_id, event.name, event.id, null, stored.received_at,
        stored.racer_count, stored.points, stored.snapshot_hash, standing.snapshot_hash
      from event_snapshots as stored
      join events as event on event.id = stored.event_id
      join event_standings as standing using (event_id, channel_id)
      where stored.channel_id in (select id from channel)
    )
    select stored.kind, stored.id, channel.name as channel, stored.number, stored.of, stored.marble_day as "marbleDay",
      stored.received_at as "receivedAt", stored.racer_count as racers, stored.points::float8 as points,
      stored.snapshot_hash = stored.current_hash and stored.id = max(stored.id) filter (
        where stored.snapshot_hash = stored.current_hash
      ) over (partition by stored.kind, stored.channel_id, stored.number) as "isCurrent"
    from stored join channel on channel.id = stored.channel_id
    order by stored.kind desc, stored.number desc, channel.id, stored.id desc`.execute(db)
  return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }))
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
  const stored = await trx
    .selectFrom('season_snapshots as stored')
    .innerJoin('channels as channel', 'channel.id', 'stored.channel_id')
    .innerJoin('channel_seasons as standing', (join) =>
      join
        .onRef('standing.channel_id', '=', 'stored.channel_id')
        .onRef('standing.season', '=', 'stored.season'),
    )
    .selectAll('stored')
    .select(['channel.name', 'standing.snapshot_hash as currentHash'])
    .where('stored.id', '=', id)
    .executeTakeFirst()
  if (stored === undefined) {
    throw notStored()
  }
  if (stored.currentHash === stored.snapshot_hash) {
    throw countsAlready()
  }
  const [streamerData, viewerData] = await Promise.all([
    decompress(stored.streamer_data_gzip),
    decompress(stored.viewer_data_gzip),
  ])
  const totals = readStreamerData(streamerData)
  const snapshot = await readFiles('season', { viewerData, totals })
  await trx.deleteFrom('season_snapshots').where('id', '=', id).execute()
  const { changes } = await applySeason(trx, {
    channelId: stored.channel_id,
    season: stored.season,
    marbleDay: stored.marble_day,
    totals,
    snapshot,
    receivedAt: stored.received_at,
    streamerDataGzip: stored.streamer_data_gzip,
    viewerDataGzip: stored.viewer_data_gzip,
  })
  return {
    racers: snapshot.racerCount,
    changes,
    receivedAt: stored.received_at,
    message: `Put back a snapshot of season ${stored.season} of ${stored.name}: ${racersInWords(snapshot.racerCount)}.`,
  }
}

async function putBackEvent(trx: Db, id: number): Promise<PutBack & { receivedAt: Date }> {
  await lockChannelOf(trx, { table: 'event_snapshots', id })
  const stored = await trx
    .selectFrom('event_snapshots as stored')
    .innerJoin('channels as channel', 'channel.id', 'stored.channel_id')
    .innerJoin('events as event', 'event.id', 'stored.event_id')
    .innerJoin('event_standings as standing', (join) =>
      join
        .onRef('standing.event_id', '=', 'stored.event_id')
        .onRef('standing.channel_id', '=', 'stored.channel_id'),
    )
    .selectAll('stored')
    .select(['channel.name', 'event.name as eventName', 'standing.snapshot_hash as currentHash'])
    .where('stored.id', '=', id)
    .executeTakeFirst()
  if (stored === undefined) {
    throw notStored()
  }
  if (stored.currentHash === stored.snapshot_hash) {
    throw countsAlready()
  }
  const snapshot = await readFiles('event', {
    eventData: await decompress(stored.event_data_gzip),
  })
  await trx.deleteFrom('event_snapshots').where('id', '=', id).execute()
  const { changes } = await applyStanding(trx, {
    eventId: stored.event_id,
    channelId: stored.channel_id,
    snapshot,
    receivedAt: stored.received_at,
    eventDataGzip: stored.event_data_gzip,
  })
  return {
    racers: snapshot.racerCount,
    changes,
    receivedAt: stored.received_at,
    message: `Put back a snapshot of ${stored.eventName} by ${stored.name}: ${racersInWords(snapshot.racerCount)}.`,
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

function notStored(): ApiError {
  return new ApiError(
    'not_found',
    'This snapshot is no longer stored, because newer ones have arrived. Load the list again.',
  )
}

function countsAlready(): ApiError {
  return new ApiError('conflict', 'This snapshot is already the current one. Nothing changed.')
}
