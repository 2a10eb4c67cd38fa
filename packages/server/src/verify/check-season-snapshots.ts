/** Seasons told by a snapshot: read again from the kept files, and compared to the last racer. */
import { gunzipSync } from 'node:zlib'
import { pointsPerRace } from '@rollcall/scoring/points-per-race'
import type { Db } from '../app-context.ts'
import {
  readStreamerData,
  readViewerData,
  type SeasonSnapshot,
  snapshotHash,
} from '../features/uploads/formats/season-snapshot.ts'
import { KEPT_SNAPSHOTS } from '../features/uploads/keep-latest.ts'
import { seasonRacerColumns, seasonRacerRow } from '../features/uploads/season-snapshot.ts'
import type { Check, Differ } from './check.ts'
import { compareNumbers, compareRacers } from './compare-rows.ts'

const PAGE = 100

export const checkSeasonSnapshots: Check = async (db, differ) => {
  let seasons = 0
  let racers = 0
  let files = 0
  let after = { channelId: 0, season: 0 }
  for (;;) {
    const standings = await pageOfStandings(db, after)
    for (const standing of standings) {
      seasons += 1
      const checked = await checkStanding(db, differ, standing)
      racers += checked.racers
      files += checked.files
    }
    const last = standings.at(-1)
    if (last === undefined) break
    after = { channelId: last.channel_id, season: last.season }
  }
  return { 'seasons of channels': seasons, 'racers of seasons': racers, 'kept seasons': files }
}

type Standing = Awaited<ReturnType<typeof pageOfStandings>>[number]

async function pageOfStandings(db: Db, after: { channelId: number; season: number }) {
  return db
    .selectFrom('channel_seasons as standing')
    .innerJoin('channels as channel', 'channel.id', 'standing.channel_id')
    .selectAll('standing')
    .select('channel.name')
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('standing.channel_id', 'standing.season'),
        '>',
        tuple(after.channelId, after.season),
      ),
    )
    .orderBy('standing.channel_id')
    .orderBy('standing.season')
    .limit(PAGE)
    .execute()
}

async function checkStanding(
  db: Db,
  differ: Differ,
  standing: Standing,
): Promise<{ racers: number; files: number }> {
  const { points, total_games: games, channel_id, season } = standing
  const where = `Season ${season} of ${standing.name}`
  compareNumbers(differ, {
    where,
    stored: standing,
    expected: { points_per_game: pointsPerRace({ points, games }) },
    because: `${points} points in ${games} games`,
  })
  const kept = await db
    .selectFrom('season_snapshots')
    .selectAll()
    .where('channel_id', '=', channel_id)
    .where('season', '=', season)
    .orderBy('id', 'desc')
    .execute()
  if (standing.source === 'games') {
    const { count } = await db
      .selectFrom('season_racers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('channel_id', '=', channel_id)
      .where('season', '=', season)
      .executeTakeFirstOrThrow()
    const told = { racer_count: standing.racer_count, racers: count, snapshots: kept.length }
    compareNumbers(differ, {
      where,
      stored: { ...told, marble_day: standing.marble_day, snapshot_hash: standing.snapshot_hash },
      expected: {
        racer_count: 0,
        racers: 0,
        snapshots: 0,
        marble_day: null,
        snapshot_hash: null,
      },
      because: 'a season told by games',
    })
    return { racers: 0, files: 0 }
  }
  if (kept.length > KEPT_SNAPSHOTS) {
    differ(`${where}: ${kept.length} snapshots are kept where ${KEPT_SNAPSHOTS} should be.`)
  }
  let newest: SeasonSnapshot | undefined
  for (const [age, file] of kept.entries()) {
    const what = `${where}, the snapshot kept ${file.received_at.toISOString()}`
    const snapshot = readKept(differ, what, file)
    if (snapshot === undefined) continue
    if (age === 0) newest = snapshot
    compareNumbers(differ, {
      where: what,
      stored: file,
      expected: {
        snapshot_hash: snapshotHash(snapshot),
        // Not written down with those that were kept before it was.
        ...(file.racer_count !== null && { racer_count: snapshot.racers.length }),
        ...(file.points !== null && { points: snapshot.points }),
        ...(snapshot.marbleDay !== null && { marble_day: snapshot.marbleDay }),
      },
      because: 'its file',
    })
  }
  if (kept[0] === undefined) {
    differ(`${where}: no snapshot is kept that tells it.`)
  }
  if (newest === undefined || kept[0] === undefined) {
    return { racers: 0, files: kept.length }
  }
  compareNumbers(differ, {
    where,
    stored: standing,
    expected: {
      points: newest.points,
      total_games: newest.totalGames,
      race_high_score: newest.raceHighScore,
      royale_high_score: newest.royaleHighScore,
      racer_count: newest.racers.length,
      marble_day: kept[0].marble_day,
      snapshot_hash: kept[0].snapshot_hash,
    },
    because: 'the kept file',
  })
  const racers = await compareRacers(db, differ, {
    table: 'season_racers',
    key: { channel_id, season },
    columns: seasonRacerColumns,
    expected: newest.racers.map(seasonRacerRow),
    where,
  })
  return { racers, files: kept.length }
}

function readKept(
  differ: Differ,
  what: string,
  file: { streamer_data_gzip: Buffer; viewer_data_gzip: Buffer },
): SeasonSnapshot | undefined {
  try {
    const totals = readStreamerData(gunzipSync(file.streamer_data_gzip))
    return readViewerData(gunzipSync(file.viewer_data_gzip), totals)
  } catch (error) {
    differ(`${what} cannot be read again: ${(error as Error).message}`)
    return undefined
  }
}
