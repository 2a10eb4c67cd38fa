/** The snapshot that counts for a channel's season: applied, replaced and removed. */
import type { SeasonTotals } from '@rollcall/formats/season-files'
import { pointsPerRace } from '@rollcall/scoring/points'
import { sql } from 'kysely'
import { announce } from '../../changes/change-feed.ts'
import { withHashJoins } from '../../database/hash-joins.ts'
import type { Db } from '../../database/schema.ts'
import { noteDay } from './day-closings.ts'
import { UNDATED } from './marble-days.ts'
import { findHandover, recountGames } from './season-totals.ts'
import {
  incomingRacers,
  NAMED_RACERS,
  NOTHING_REPLACED,
  type RacerChanges,
  type RacersOfSnapshot,
  type ReplacedRacers,
} from './snapshot-racers.ts'

/** What made the snapshot count; it decides to which day its points belong. */
export type SnapshotCause = 'uploaded' | 'put back' | 'switched back' | 'taken back'

export interface SeasonSnapshotToApply {
  channelId: number
  season: number
  /** YYYY-MM-DD; the day in the file, or the day when it arrived. */
  marbleDay: string
  totals: SeasonTotals
  snapshot: RacersOfSnapshot & { hash: string }
  cause: SnapshotCause
}

/**
 * From now on this snapshot is the season's, with the games after the handover where there was one. In a transaction
 * with the channel locked; the racers are rows already.
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
  const day = dayOfGain(upload, before?.marble_day ?? null)
  const replaced = await withHashJoins(trx, () => replaceSeasonRacers(trx, upload, day))
  if (day !== null) {
    await noteDay(trx, { channelId, season, day })
  }
  if (before?.source === 'games' || (await findHandover(trx, channelId)) !== null) {
    await recountGames(trx, { channelId, seasons: [season] })
  }
  await announce(trx, [`season:${season}/channel:${channelId}`])
  return replaced
}

/**
 * To which day what the snapshot adds belongs: a snapshot of the day D says what was played before, so that what the
 * next one adds was played from D on. null: nobody knows.
 */
function dayOfGain(
  { cause, marbleDay }: Pick<SeasonSnapshotToApply, 'cause' | 'marbleDay'>,
  dayOfSnapshotBefore: string | null,
): string | null {
  // A snapshot that is taken back added to the day of the one that counts again.
  return cause === 'uploaded' ? dayOfSnapshotBefore : cause === 'taken back' ? marbleDay : null
}

/**
 * Afterwards the totals hold exactly the snapshot's racers: of those that are gone the games stay, new ones are
 * inserted, others updated if they differ. What changes is dated: a gain to its day, and all else is undated.
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
  const ofSeason = sql`channel_id = ${channelId} and season = ${season}`
  const gain = (mode: string) => sql.ref(`change.${mode}`)
  // The part of a change that belongs to the day.
  const dated = (mode: string) =>
    day === null
      ? sql`0`
      : cause === 'taken back'
        ? sql`-least(greatest(coalesce(${sql.ref(`day.snapshot_${mode}_points`)}, 0), 0), greatest(-${gain(mode)}, 0))`
        : sql`case when change.is_known then greatest(${gain(mode)}, 0) else 0 end`
  const { rows: replaced } = await sql<RacerChanges & { namesOfRemoved: string[] }>`
    with incoming as (${incomingRacers(snapshot)}),
    before as (
      select racer_id, coalesce(snapshot_race_points, 0) as race, coalesce(snapshot_royale_points, 0) as royale
      from racer_totals where ${ofSeason} and in_snapshot
    ),
    change as (
      select racer_id,
        coalesce(incoming.race_points, 0)::bigint - coalesce(before.race, 0) as race,
        coalesce(incoming.royale_points, 0)::bigint - coalesce(before.royale, 0) as royale,
        -- One that was lost and is found again earned its points nobody knows when.
        before.race is not null
          or incoming.racer_id not in (select racer_id from racer_days where ${ofSeason}) as is_known
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
      where ${ofSeason} and racer_id in (select racer_id from removed)
        and counted_race_games + counted_royale_games > 0
    ),
    deleted as (
      delete from racer_totals
      where ${ofSeason} and racer_id in (select racer_id from removed)
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
      (select count(*) from removed) as removed,
      array(
        select login from removed join racers as racer on racer.id = racer_id
        order by login limit ${NAMED_RACERS}
      ) as "namesOfRemoved",
      count(*) filter (where before.racer_id is null) as added,
      count(*) filter (where before.racer_id is not null) as changed
    from written left join before using (racer_id)`.execute(trx)
  if (replaced[0] === undefined) {
    return NOTHING_REPLACED
  }
  const { namesOfRemoved, ...changes } = replaced[0]
  return { changes, namesOfRemoved }
}

/** The season has its games alone, or is not listed. In a transaction with the channel locked. */
export async function removeSeasonSnapshot(
  trx: Db,
  { channelId, season }: { channelId: number; season: number },
): Promise<void> {
  const ofSeason = sql`channel_id = ${channelId} and season = ${season}`
  await sql`update racer_totals set in_snapshot = false where ${ofSeason}`.execute(trx)
  await sql`delete from racer_days where ${ofSeason} and games = 0`.execute(trx)
  await sql`
    update racer_days set snapshot_race_points = 0, snapshot_royale_points = 0, last_day = null
    where ${ofSeason}`.execute(trx)
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
  // Who is in no snapshot has the games alone.
  await recountGames(trx, { channelId, seasons: [season] })
  await announce(trx, [`season:${season}/channel:${channelId}`])
}
