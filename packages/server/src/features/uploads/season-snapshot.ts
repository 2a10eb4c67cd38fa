/** Stores a season snapshot: replaces what was there, writes only what changed, all or nothing. */
import { pointsPerRace } from '@rollcall/scoring/points-per-race'
import type { Db } from '../../app-context.ts'
import type { SeasonRacer, SeasonSnapshot } from './formats/season-snapshot.ts'
import { keepLatest } from './keep-latest.ts'
import { type RacerChanges, type RacerRow, replaceRacers } from './replace-racers.ts'

export interface SnapshotToStore {
  channelId: number
  season: number
  /** YYYY-MM-DD; that of the file, or of the day it came. */
  marbleDay: string
  snapshot: SeasonSnapshot
  hash: string
  receivedAt: Date
  /** The files as they came, gzipped, to put back later. */
  streamerDataGzip: Buffer
  viewerDataGzip: Buffer
}

export interface SnapshotOutcome extends RacerChanges {
  kind: 'stored' | 'duplicate' | 'stale' | 'empty'
}

/**
 * In the caller's transaction, with the channel locked. `duplicate`: the same is stored already;
 * `stale`: a later day is stored; `empty`: an empty one never replaces a full one. None of these
 * changes anything. The design, section 6.
 */
export async function replaceSeasonSnapshot(
  trx: Db,
  upload: SnapshotToStore,
): Promise<SnapshotOutcome> {
  const { channelId, season, marbleDay, snapshot, hash } = upload
  const unchanged = { added: 0, changed: 0, removed: 0 }
  const stored = await trx
    .selectFrom('channel_seasons')
    .select(['source', 'snapshot_hash', 'marble_day', 'racer_count'])
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .executeTakeFirst()
  if (stored?.snapshot_hash === hash) {
    return { kind: 'duplicate', ...unchanged }
  }
  // Days are text in an order of their own: YYYY-MM-DD.
  if (stored !== undefined && stored.marble_day !== null && stored.marble_day > marbleDay) {
    return { kind: 'stale', ...unchanged }
  }
  // A season told by games has neither day nor hash: it gives way to any snapshot that says something.
  const isFull = stored?.source === 'games' || (stored?.racer_count ?? 0) > 0
  if (isFull && snapshot.racers.length === 0) {
    return { kind: 'empty', ...unchanged }
  }
  return { kind: 'stored', ...(await applySeasonSnapshot(trx, upload)) }
}

/** In the caller's transaction, with the channel locked: from now on this snapshot tells the season. */
export async function applySeasonSnapshot(trx: Db, upload: SnapshotToStore): Promise<RacerChanges> {
  const { channelId, season, marbleDay, snapshot, hash } = upload
  await trx
    .insertInto('seasons')
    .values({ number: season })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const totals = {
    points: snapshot.points,
    total_games: snapshot.totalGames,
    points_per_game: pointsPerRace({ points: snapshot.points, games: snapshot.totalGames }),
    race_high_score: snapshot.raceHighScore,
    royale_high_score: snapshot.royaleHighScore,
    source: 'snapshot' as const,
    marble_day: marbleDay,
    snapshot_hash: hash,
    racer_count: snapshot.racers.length,
  }
  await trx
    .insertInto('channel_seasons')
    .values({ channel_id: channelId, season, ...totals })
    .onConflict((conflict) => conflict.columns(['channel_id', 'season']).doUpdateSet(totals))
    .execute()
  const changes = await replaceRacers(trx, {
    table: 'season_racers',
    key: { channel_id: channelId, season },
    platform: 'twitch',
    columns: seasonRacerColumns,
    rows: snapshot.racers.map(seasonRacerRow),
  })
  await keepSnapshot(trx, upload)
  return changes
}

export const seasonRacerColumns = (
  [
    'race_points',
    'race_wins',
    'race_games',
    'royale_points',
    'royale_wins',
    'royale_games',
    'crown_wins',
    'kills',
    'damage',
    'eliminations',
  ] as const
).map((name) => ({ name, type: 'integer' as const }))

/** In the order of the columns. */
export function seasonRacerRow(racer: SeasonRacer): RacerRow {
  return {
    login: racer.login,
    values: [
      racer.racePoints,
      racer.raceWins,
      racer.raceRaces,
      racer.royalePoints,
      racer.royaleWins,
      racer.royaleGames,
      racer.crownWins,
      racer.kills,
      racer.damage,
      racer.eliminations,
    ],
  }
}

async function keepSnapshot(trx: Db, upload: SnapshotToStore): Promise<void> {
  const { channelId, season } = upload
  await trx
    .insertInto('season_snapshots')
    .values({
      channel_id: channelId,
      season,
      marble_day: upload.marbleDay,
      received_at: upload.receivedAt,
      snapshot_hash: upload.hash,
      racer_count: upload.snapshot.racers.length,
      points: upload.snapshot.points,
      streamer_data_gzip: upload.streamerDataGzip,
      viewer_data_gzip: upload.viewerDataGzip,
    })
    .execute()
  await keepLatest(trx, { table: 'season_snapshots', key: { channel_id: channelId, season } })
}
