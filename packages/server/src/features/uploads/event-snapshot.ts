/** Stores a channel's snapshot of an event: replaces what was there, all or nothing. */
import type { Db } from '../../app-context.ts'
import type { EventRacer, EventSnapshot } from './formats/event-snapshot.ts'
import { keepLatest } from './keep-latest.ts'
import { type RacerChanges, type RacerRow, replaceRacers } from './replace-racers.ts'
import type { SnapshotOutcome } from './season-snapshot.ts'

export interface EventSnapshotToStore {
  eventId: number
  channelId: number
  snapshot: EventSnapshot
  hash: string
  receivedAt: Date
  /** The file as it came, gzipped, to put back later. */
  eventDataGzip: Buffer
}

export const eventRacerColumns = [
  { name: 'event_points', type: 'numeric' },
  { name: 'race_points', type: 'integer' },
  { name: 'race_wins', type: 'integer' },
  { name: 'race_games', type: 'integer' },
  { name: 'royale_points', type: 'integer' },
  { name: 'royale_wins', type: 'integer' },
  { name: 'royale_games', type: 'integer' },
  { name: 'crown_wins', type: 'integer' },
  { name: 'kills', type: 'integer' },
  { name: 'damage', type: 'numeric' },
  { name: 'eliminations', type: 'integer' },
] as const

const HUNDREDTHS = 100

/** In the order of the columns. */
export function eventRacerRow(racer: EventRacer): RacerRow {
  return {
    login: racer.login,
    values: [
      (racer.eventPointsHundredths ?? 0) / HUNDREDTHS,
      racer.racePoints,
      racer.raceWins,
      racer.raceRaces,
      racer.royalePoints,
      racer.royaleWins,
      racer.royaleGames,
      racer.crownWins,
      racer.kills,
      racer.damageHundredths === null ? null : racer.damageHundredths / HUNDREDTHS,
      racer.eliminations,
    ],
  }
}

/**
 * In the caller's transaction, with the channel locked. An event's file bears no day, so the later
 * arrival wins; `duplicate` and `empty` as with a season. The design, section 6.
 */
export async function replaceEventSnapshot(
  trx: Db,
  upload: EventSnapshotToStore,
): Promise<SnapshotOutcome> {
  const { eventId, channelId, snapshot, hash } = upload
  const unchanged = { added: 0, changed: 0, removed: 0 }
  const stored = await trx
    .selectFrom('event_standings')
    .select(['snapshot_hash', 'racer_count'])
    .where('event_id', '=', eventId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  if (stored?.snapshot_hash === hash) {
    return { kind: 'duplicate', ...unchanged }
  }
  if (stored !== undefined && stored.racer_count > 0 && snapshot.racers.length === 0) {
    return { kind: 'empty', ...unchanged }
  }
  return { kind: 'stored', ...(await applyEventSnapshot(trx, upload)) }
}

/** In the caller's transaction, with the channel locked: from now on this is the channel's standing. */
export async function applyEventSnapshot(
  trx: Db,
  upload: EventSnapshotToStore,
): Promise<RacerChanges> {
  const { eventId, channelId, snapshot, hash, receivedAt } = upload
  const standing = {
    snapshot_hash: hash,
    racer_count: snapshot.racers.length,
    received_at: receivedAt,
  }
  await trx
    .insertInto('event_standings')
    .values({ event_id: eventId, channel_id: channelId, ...standing })
    .onConflict((conflict) => conflict.columns(['event_id', 'channel_id']).doUpdateSet(standing))
    .execute()
  const changes = await replaceRacers(trx, {
    table: 'event_racers',
    key: { event_id: eventId, channel_id: channelId },
    platform: 'twitch',
    columns: eventRacerColumns,
    rows: snapshot.racers.map(eventRacerRow),
  })
  await keepSnapshot(trx, upload)
  return changes
}

export function eventPointsOf({ racers }: EventSnapshot): number {
  const hundredths = racers.reduce((sum, racer) => sum + (racer.eventPointsHundredths ?? 0), 0)
  return hundredths / HUNDREDTHS
}

async function keepSnapshot(trx: Db, upload: EventSnapshotToStore): Promise<void> {
  const { eventId, channelId } = upload
  await trx
    .insertInto('event_snapshots')
    .values({
      event_id: eventId,
      channel_id: channelId,
      received_at: upload.receivedAt,
      snapshot_hash: upload.hash,
      racer_count: upload.snapshot.racers.length,
      points: eventPointsOf(upload.snapshot),
      event_data_gzip: upload.eventDataGzip,
    })
    .execute()
  await keepLatest(trx, {
    table: 'event_snapshots',
    key: { event_id: eventId, channel_id: channelId },
  })
}
