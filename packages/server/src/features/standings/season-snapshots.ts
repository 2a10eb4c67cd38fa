/** The snapshot that counts for a channel's season: applied, replaced and removed. */
import type { SeasonTotals } from '@rollcall/formats/season-files'
import { pointsPerRace } from '@rollcall/scoring/points'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { type RacersOfSnapshot, type ReplacedRacers, replaceRacers } from './replace-racers.ts'
import { findHandover, sumSeasons } from './season-totals.ts'

export interface SeasonSnapshotToApply {
  channelId: number
  season: number
  /** YYYY-MM-DD; the day in the file, or the day when it arrived. */
  marbleDay: string
  totals: SeasonTotals
  snapshot: RacersOfSnapshot & { hash: string }
}

/**
 * In the caller's transaction, with the channel locked: from now on this snapshot tells the season, with
 * the games after the handover where there was one.
 */
export async function applySeasonSnapshot(
  trx: Db,
  upload: SeasonSnapshotToApply,
): Promise<ReplacedRacers> {
  const { channelId, season, totals, snapshot } = upload
  const key = { channel_id: channelId, season }
  await trx
    .insertInto('seasons')
    .values({ number: season })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const standing = {
    marble_day: upload.marbleDay,
    snapshot_hash: snapshot.hash,
    racer_count: snapshot.racerCount,
    points: totals.points,
    total_games: totals.totalGames,
    points_per_game: pointsPerRace({ points: totals.points, games: totals.totalGames }),
    race_high_score: totals.raceHighScore,
    royale_high_score: totals.royaleHighScore,
    source: 'snapshot' as const,
    snapshot_points: totals.points,
    snapshot_games: totals.totalGames,
    snapshot_race_high: totals.raceHighScore,
    snapshot_royale_high: totals.royaleHighScore,
  }
  await trx
    .insertInto('channel_seasons')
    .values({ ...key, ...standing })
    .onConflict((conflict) => conflict.columns(['channel_id', 'season']).doUpdateSet(standing))
    .execute()
  const replaced = await replaceRacers(trx, { table: 'season_racers', key, snapshot })
  if ((await findHandover(trx, channelId)) !== null) {
    await sumSeasons(trx, { channelId, seasons: [season] })
  }
  await announce(trx, [`season:${season}/channel:${channelId}`])
  return replaced
}

/** The season is told by its games alone, or not listed. */
export async function removeSeasonSnapshot(
  trx: Db,
  { channelId, season }: { channelId: number; season: number },
): Promise<void> {
  await trx
    .deleteFrom('season_racers')
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .execute()
  await trx
    .updateTable('channel_seasons')
    .set({
      source: 'games',
      marble_day: null,
      snapshot_hash: null,
      racer_count: 0,
      snapshot_points: null,
      snapshot_games: null,
      snapshot_race_high: null,
      snapshot_royale_high: null,
    })
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .execute()
  await sumSeasons(trx, { channelId, seasons: [season] })
  await announce(trx, [`season:${season}/channel:${channelId}`])
}
