/** A season's snapshot: everything that the public companion knows of a channel's season, every time. */

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SeasonReceipt } from '@rollcall/contract/uploads'
import { quoted } from '@rollcall/formats/problem'
import {
  readStreamerData,
  readViewerData,
  type SeasonRacer,
  type SeasonSnapshot,
  type SeasonTotals,
  seasonContent,
} from '@rollcall/formats/season-files'
import { pointsPerRace } from '@rollcall/scoring/points'
import type { AppContext } from '../../app-context.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { MIB } from '../../limits.ts'
import { getSettings } from '../../settings.ts'
import type { ChannelProof } from './channel-proof.ts'
import { contentHash } from './content-hash.ts'
import {
  describeOutcome,
  NOTHING_REPLACED,
  type RacerRow,
  type ReplacedRacers,
  replaceRacers,
  type SnapshotOutcome,
  storeOnlyLatest,
} from './snapshots.ts'
import type { CheckedUpload, ProvedUpload, UploadKind } from './take-upload.ts'
import { UploadProblem } from './upload-problem.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A marble day further ahead is a wrong clock. */
const DAYS_AHEAD = 2

const compress = promisify(gzip)

type StoredSeason = Omit<SeasonReceipt, 'id' | 'channel'>

export const SEASON_UPLOAD: UploadKind<'streamerData' | 'viewerData', StoredSeason> = {
  kind: 'season',
  parts: ['streamerData', 'viewerData'],
  maxFileBytes: ({ limits }) => limits.MAX_SNAPSHOT_MIB * MIB,
  readClaim: ({ files }) => {
    const totals = readStreamerData(files.streamerData)
    const { channel, season } = totals
    return { channel, season, check: (proved) => checkSeason(files, totals, proved) }
  },
}

async function checkSeason(
  files: { streamerData: Buffer; viewerData: Buffer },
  totals: SeasonTotals,
  { context, proof, receivedAt }: ProvedUpload,
): Promise<CheckedUpload<StoredSeason>> {
  // 5. Whether season and day can be.
  const season = await acceptSeason(context, totals.season, proof, 'streamerData')
  const marbleDay = acceptDay(totals.marbleDay, receivedAt)
  // 6. The racers.
  const snapshot = readViewerData(files.viewerData, totals)
  const hash = contentHash(seasonContent(snapshot))
  const [streamerDataGzip, viewerDataGzip] = await Promise.all([
    compress(files.streamerData),
    compress(files.viewerData),
  ])
  return {
    contentHash: hash,
    store: async (trx, { channelId, isDryRun }) => {
      const outcome = await replaceSeason(trx, {
        channelId,
        season,
        marbleDay,
        snapshot,
        hash,
        receivedAt,
        streamerDataGzip,
        viewerDataGzip,
      })
      const what = `Season ${season} of ${proof.channel.name}`
      return { season, ...describeOutcome(outcome, { what, snapshot, isDryRun }) }
    },
  }
}

/**
 * Seasons 1 up to the current one; beyond it, admins may fill the development season.
 *
 * @throws {UploadProblem} `unknown_season`
 */
export async function acceptSeason(
  { db }: AppContext,
  text: string,
  { uploader }: ChannelProof,
  part?: string,
): Promise<number> {
  const season = /^\d{1,4}$/.test(text) ? Number(text) : 0
  const { season: current, devSeason } = await getSettings(db)
  const isTaken = (season >= 1 && season <= current) || (season === devSeason && uploader.isAdmin)
  if (!isTaken) {
    throw new UploadProblem(
      'unknown_season',
      `There is no season ${quoted(text)}. The current season is ${current}.`,
      { part },
    )
  }
  return season
}

/** The file's day, or the day it came. */
function acceptDay(marbleDay: string | null, receivedAt: Date): string {
  const latest = isoDay(new Date(receivedAt.getTime() + DAYS_AHEAD * DAY_MS))
  if (marbleDay !== null && marbleDay > latest) {
    throw new UploadProblem(
      'implausible_time',
      `The marble day ${marbleDay} is more than ${DAYS_AHEAD} days in the future. Check the date of the computer.`,
      { part: 'streamerData' },
    )
  }
  return marbleDay ?? isoDay(receivedAt)
}

function isoDay(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

interface SeasonToStore {
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

/**
 * In the caller's transaction, with the channel locked. `duplicate`: the same is stored already;
 * `stale`: a later day is stored; `empty`: an empty one never replaces a full one. None of these
 * changes anything.
 */
async function replaceSeason(trx: Db, upload: SeasonToStore): Promise<SnapshotOutcome> {
  const { channelId, season, marbleDay, snapshot, hash } = upload
  const stored = await trx
    .selectFrom('channel_seasons')
    .select(['source', 'snapshot_hash', 'marble_day', 'racer_count'])
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .executeTakeFirst()
  if (stored?.snapshot_hash === hash) {
    return { kind: 'duplicate', ...NOTHING_REPLACED }
  }
  // YYYY-MM-DD sorts as text.
  if (stored !== undefined && stored.marble_day !== null && stored.marble_day > marbleDay) {
    return { kind: 'stale', ...NOTHING_REPLACED }
  }
  // A season from games has neither day nor hash: any non-empty snapshot replaces it.
  const isFull = stored?.source === 'games' || (stored?.racer_count ?? 0) > 0
  if (isFull && snapshot.racers.length === 0) {
    return { kind: 'empty', ...NOTHING_REPLACED }
  }
  return { kind: 'stored', ...(await applySeason(trx, upload)) }
}

/** In the caller's transaction, with the channel locked: from now on this snapshot tells the season. */
export async function applySeason(trx: Db, upload: SeasonToStore): Promise<ReplacedRacers> {
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
  const replaced = await replaceRacers(trx, {
    table: 'season_racers',
    key: { channel_id: channelId, season },
    platform: 'twitch',
    columns: SEASON_RACER_COLUMNS,
    rows: snapshot.racers.map(seasonRacerRow),
  })
  await storeFiles(trx, upload)
  await announce(trx, [`season:${season}/channel:${channelId}`])
  return replaced
}

export const SEASON_RACER_COLUMNS = (
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

async function storeFiles(trx: Db, upload: SeasonToStore): Promise<void> {
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
  await storeOnlyLatest(trx, { table: 'season_snapshots', key: { channel_id: channelId, season } })
}
