/** Applies, replaces and removes the snapshot that counts for a channel's season. */
import type { SeasonTotals } from '@rollcall/formats/season-files'
import { pointsPerRace } from '@rollcall/scoring/points'
import { sql } from 'kysely'
import { announce } from '../../platform/changes/change-feed.ts'
import { withHashJoins } from '../../platform/database/hash-joins.ts'
import type { Db } from '../../platform/database/schema.ts'
import { checkSeasons } from './badge-checks.ts'
import { noteDay } from './day-closings.ts'
import { UNDATED } from './marble-days.ts'
import { findHandover, recountGames } from './season-totals.ts'
import {
  incomingRacers,
  REMOVED_RACERS,
  type ReplacedRacers,
  type ReplacedRow,
  type SnapshotRacers,
  toReplaced,
} from './snapshot-racers.ts'

/** Why the snapshot counts, which decides the day of its points. `undone`: the snapshot after it was undone. */
export type SnapshotCause = 'uploaded' | 'put back' | 'switched back' | 'undone'

export interface SeasonSnapshotToApply {
  channelId: number
  season: number
  /** YYYY-MM-DD; the day in the file, or, without one, the day when it arrived. */
  marbleDay: string
  totals: SeasonTotals
  snapshot: SnapshotRacers & { hash: string }
  cause: SnapshotCause
}

/**
 * Makes this the season's snapshot, together with the games after a handover. Needs a transaction that has locked the
 * channel. The racers must exist as rows.
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
  const before = await trx
    .selectFrom('channel_seasons')
    .select(['source', 'marble_day'])
    .where(({ and }) => and(key))
    .executeTakeFirst()
  const row = {
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
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['channel_id', 'season']).doUpdateSet(row))
    .execute()
  const day = findGainDay(upload, before?.marble_day ?? null)
  const replaced = await withHashJoins(trx, () => replaceSeasonRacers(trx, upload, day))
  if (day !== null) {
    await noteDay(trx, { channelId, season, day })
  }
  if (before?.source === 'games' || (await findHandover(trx, channelId)) !== null) {
    await recountGames(trx, { channelId, seasons: [season] })
  }
  await checkSeasons(trx, { channelId, seasons: [season] })
  announce(trx, [`season:${season}/channel:${channelId}`, `snapshots:${channelId}`])
  return replaced
}

/**
 * The day to which the snapshot's gains belong. A snapshot of day D contains what was played before D, so what the next
 * one adds was played from D on. null if we cannot know.
 */
function findGainDay(
  { cause, marbleDay }: Pick<SeasonSnapshotToApply, 'cause' | 'marbleDay'>,
  dayBefore: string | null,
): string | null {
  // The undone snapshot had added to the day of the snapshot that counts again.
  return cause === 'uploaded' ? dayBefore : cause === 'undone' ? marbleDay : null
}

/**
 * Replaces the racers in the totals with the snapshot's: missing racers keep only their games, new ones are inserted,
 * and the others are updated if they differ. Changes are dated: gains belong to their day, everything else is undated.
 * It is one statement, because each of its parts needs the totals as they were before the others.
 */
async function replaceSeasonRacers(
  trx: Db,
  { channelId, season, marbleDay, snapshot, cause }: SeasonSnapshotToApply,
  day: string | null,
): Promise<ReplacedRacers> {
  const { columns } = snapshot
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const stored = columns.map(({ name }) => sql.ref(`snapshot_${name}`))
  const storedNames = sql.join(stored)
  const isInSeason = sql`channel_id = ${channelId} and season = ${season}`
  const gain = (mode: string) => sql.ref(`change.${mode}`)
  // How much of a change belongs to the day.
  const dated = (mode: string) =>
    day === null
      ? sql`0`
      : cause === 'undone'
        ? sql`-least(greatest(coalesce(${sql.ref(`day.snapshot_${mode}_points`)}, 0), 0), greatest(-${gain(mode)}, 0))`
        : sql`case when change.is_known then greatest(${gain(mode)}, 0) else 0 end`
  const { rows: replaced } = await sql<ReplacedRow>`
    with incoming as (${incomingRacers(snapshot)}),
    before as (
      select racer_id, coalesce(snapshot_race_points, 0) as race, coalesce(snapshot_royale_points, 0) as royale
      from racer_totals where ${isInSeason} and in_snapshot
    ),
    change as (
      select racer_id,
        coalesce(incoming.race_points, 0)::bigint - coalesce(before.race, 0) as race,
        coalesce(incoming.royale_points, 0)::bigint - coalesce(before.royale, 0) as royale,
        -- Nobody knows when a racer earned points who was missing and is back.
        before.race is not null
          or incoming.racer_id not in (select racer_id from racer_days where ${isInSeason}) as is_known
      from incoming full join before using (racer_id)
    ),
    split as (
      select change.*, ${dated('race')} as dated_race, ${dated('royale')} as dated_royale
      from change
      left join racer_days as day
        on day.channel_id = ${channelId} and day.season = ${season} and day.racer_id = change.racer_id
          and day.day = ${day}::date
    ),
    written_days as (
      insert into racer_days as known (channel_id, season, day, racer_id,
        snapshot_race_points, snapshot_royale_points, last_day)
      select ${channelId}::integer, ${season}::integer, part.*
      from split
      cross join lateral (
        values
          (${day}::date, racer_id, dated_race, dated_royale, case when ${marbleDay}::date > ${day}::date + 1
            and ${cause} = 'uploaded' then ${marbleDay}::date - 1 end),
          (${UNDATED}::date, racer_id, race - dated_race, royale - dated_royale, null::date)
      ) as part (day, racer_id, race, royale, last_day)
      where part.race <> 0 or part.royale <> 0
      on conflict (channel_id, season, day, racer_id) do update set
        snapshot_race_points = known.snapshot_race_points + excluded.snapshot_race_points,
        snapshot_royale_points = known.snapshot_royale_points + excluded.snapshot_royale_points,
        last_day = greatest(known.last_day, excluded.last_day)
    ),
    removed as (
      select before.racer_id from before where racer_id not in (select racer_id from incoming)
    ),
    emptied as (
      update racer_totals set in_snapshot = false, ${sql.join(stored.map((name) => sql`${name} = null`))}
      where ${isInSeason} and racer_id in (select racer_id from removed)
        and counted_race_games + counted_royale_games > 0
    ),
    deleted as (
      delete from racer_totals
      where ${isInSeason} and racer_id in (select racer_id from removed)
        and counted_race_games + counted_royale_games = 0
    ),
    written as (
      insert into racer_totals as total (channel_id, season, racer_id, in_snapshot, ${storedNames})
      select ${channelId}::integer, ${season}::integer, racer_id, true, ${names} from incoming
      on conflict (channel_id, season, racer_id) do update set
        in_snapshot = true, ${sql.join(stored.map((name) => sql`${name} = excluded.${name}`))}
      where (total.in_snapshot, ${sql.join(stored.map((name) => sql`total.${name}`))})
        is distinct from (true, ${sql.join(stored.map((name) => sql`excluded.${name}`))})
      returning racer_id
    )
    select
      ${REMOVED_RACERS},
      count(*) filter (where before.racer_id is null) as added,
      count(*) filter (where before.racer_id is not null) as changed
    from written left join before using (racer_id)`.execute(trx)
  return toReplaced(replaced)
}

/**
 * Removes the snapshot; the season keeps only its games, if it has any. Needs a transaction that has locked the
 * channel.
 */
export async function removeSeasonSnapshot(
  trx: Db,
  { channelId, season }: { channelId: number; season: number },
): Promise<void> {
  const isInSeason = sql`channel_id = ${channelId} and season = ${season}`
  await sql`update racer_totals set in_snapshot = false where ${isInSeason}`.execute(trx)
  await sql`delete from racer_days where ${isInSeason} and games = 0`.execute(trx)
  await sql`
    update racer_days set snapshot_race_points = 0, snapshot_royale_points = 0, last_day = null
    where ${isInSeason}`.execute(trx)
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
  // Racers who are in no snapshot have only their games.
  await recountGames(trx, { channelId, seasons: [season] })
  announce(trx, [`season:${season}/channel:${channelId}`, `snapshots:${channelId}`])
}
