/** Stores a season snapshot: replaces what was there, writes only what changed, all or nothing. */
import { pointsPerRace } from '@rollcall/scoring/points-per-race'
import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'
import type { SeasonRacer, SeasonSnapshot } from './formats/season-snapshot.ts'

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

export interface SnapshotOutcome {
  kind: 'stored' | 'duplicate' | 'stale' | 'empty'
  added: number
  changed: number
  removed: number
}

/** How many accepted snapshots of a channel's season are kept as they came. */
const KEPT_SNAPSHOTS = 3

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
    .select(['snapshot_hash', 'marble_day', 'racer_count'])
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .executeTakeFirst()
  if (stored?.snapshot_hash === hash) {
    return { kind: 'duplicate', ...unchanged }
  }
  // Days are text in an order of their own: YYYY-MM-DD.
  if (stored !== undefined && stored.marble_day > marbleDay) {
    return { kind: 'stale', ...unchanged }
  }
  if (stored !== undefined && stored.racer_count > 0 && snapshot.racers.length === 0) {
    return { kind: 'empty', ...unchanged }
  }

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
    marble_day: marbleDay,
    snapshot_hash: hash,
    racer_count: snapshot.racers.length,
  }
  await trx
    .insertInto('channel_seasons')
    .values({ channel_id: channelId, season, ...totals })
    .onConflict((conflict) => conflict.columns(['channel_id', 'season']).doUpdateSet(totals))
    .execute()
  const changes = await replaceRacers(trx, { channelId, season, racers: snapshot.racers })
  await keepSnapshot(trx, upload)
  return { kind: 'stored', ...changes }
}

/** The racers' numbers in the order of the columns below. */
const NUMBERS = [
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

function numbersOf(racer: SeasonRacer): (number | null)[] {
  return [
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
  ]
}

/** One statement: rows that are gone are deleted, new ones inserted, others updated if they differ. */
async function replaceRacers(
  trx: Db,
  { channelId, season, racers }: { channelId: number; season: number; racers: SeasonRacer[] },
): Promise<{ added: number; changed: number; removed: number }> {
  const rows = racers.map(numbersOf)
  const columns = NUMBERS.map((_, index) => rows.map((row) => row[index] ?? null))
  const names = sql.join(NUMBERS.map((name) => sql.ref(name)))
  const assigned = NUMBERS.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  const before = sql.join(NUMBERS.map((name) => sql`racer.${sql.ref(name)}`))
  const after = sql.join(NUMBERS.map((name) => sql`excluded.${sql.ref(name)}`))
  const unnested = sql.join([
    sql`${racers.map((racer) => racer.login)}::text[]`,
    ...columns.map((column) => sql`${column}::integer[]`),
  ])
  const { rows: counts } = await sql<{ added: number; changed: number; removed: number }>`
    with incoming as (
      select * from unnest(${unnested}) as t (login, ${names})
    ),
    removed as (
      delete from season_racers
      where channel_id = ${channelId} and season = ${season}
        and login not in (select login from incoming)
      returning 1
    ),
    written as (
      insert into season_racers as racer (channel_id, season, platform, login, ${names})
      select ${channelId}::integer, ${season}::integer, 'twitch', login, ${names} from incoming
      on conflict (channel_id, season, platform, login) do update set ${sql.join(assigned)}
      where (${before}) is distinct from (${after})
      -- A row version that nothing has replaced yet carries no xmax: it was inserted just now.
      returning racer.xmax = 0 as is_new
    )
    select
      (select count(*) from removed) as removed,
      count(*) filter (where is_new) as added,
      count(*) filter (where not is_new) as changed
    from written`.execute(trx)
  return counts[0] ?? { added: 0, changed: 0, removed: 0 }
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
      streamer_data_gzip: upload.streamerDataGzip,
      viewer_data_gzip: upload.viewerDataGzip,
    })
    .execute()
  await trx
    .deleteFrom('season_snapshots')
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .where('id', 'not in', (kept) =>
      kept
        .selectFrom('season_snapshots')
        .select('id')
        .where('channel_id', '=', channelId)
        .where('season', '=', season)
        .orderBy('id', 'desc')
        .limit(KEPT_SNAPSHOTS),
    )
    .execute()
}
