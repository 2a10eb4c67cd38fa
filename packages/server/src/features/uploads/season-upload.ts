/** A season's snapshot: everything that the public companion knows of a channel's season, every time. */

import type { SeasonReceipt } from '@rollcall/contract/uploads'
import { quoted } from '@rollcall/formats/problem'
import { readStreamerData, type SeasonTotals } from '@rollcall/formats/season-files'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { MIB } from '../../limits.ts'
import { getSettings } from '../../settings.ts'
import { identifyRacers } from '../standings/racers.ts'
import type { RacersOfSnapshot } from '../standings/replace-racers.ts'
import { applySeasonSnapshot } from '../standings/season-snapshots.ts'
import { findHandover } from '../standings/season-totals.ts'
import type { ChannelProof } from './channel-proof.ts'
import { readFiles } from './file-reader.ts'
import type { ReadSnapshot } from './read-files.ts'
import {
  compress,
  describeOutcome,
  replaceSnapshot,
  type SnapshotOutcome,
  storeOnlyLatest,
} from './snapshots.ts'
import type { CheckedUpload, ProvedUpload, StoredUpload, UploadKind } from './take-upload.ts'
import { UploadProblem } from './upload-problem.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A marble day further ahead is a wrong clock. */
const DAYS_AHEAD = 2

type StoredSeason = Omit<SeasonReceipt, 'id' | 'channel'> & StoredUpload

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
  const { viewerData, streamerData } = files
  const read = await readFiles('season', { viewerData, totals })
  const [streamerDataGzip, viewerDataGzip] = await Promise.all([
    compress(streamerData),
    compress(viewerData),
  ])
  const snapshot = await identifyRacers(context.db, read)
  return {
    contentHash: snapshot.hash,
    store: async (trx, { channelId, isDryRun }) => {
      const outcome = await replaceSeason(trx, {
        channelId,
        season,
        marbleDay,
        totals,
        snapshot,
        receivedAt,
        streamerDataGzip,
        viewerDataGzip,
      })
      const what = `Season ${season} of ${proof.channel.name}`
      return {
        season,
        ...describeOutcome(outcome, { what, snapshot, isDryRun }),
        change: { season },
      }
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
  totals: SeasonTotals
  snapshot: ReadSnapshot & RacersOfSnapshot
  receivedAt: Date
  streamerDataGzip: Buffer
  viewerDataGzip: Buffer
}

async function replaceSeason(trx: Db, upload: SeasonToStore): Promise<SnapshotOutcome> {
  const handedOverAt = await findHandover(trx, upload.channelId)
  const standing = await trx
    .selectFrom('channel_seasons')
    .select(['source', 'snapshot_hash as hash', 'marble_day', 'racer_count'])
    .where('channel_id', '=', upload.channelId)
    .where('season', '=', upload.season)
    .executeTakeFirst()
  const last = handedOverAt === null ? standing : await findLastStored(trx, upload)
  return replaceSnapshot(
    {
      earlier: {
        hash: last?.hash ?? null,
        // YYYY-MM-DD sorts as text.
        isLater: (last?.marble_day ?? '') > upload.marbleDay,
        // A season from games has neither day nor hash: any non-empty snapshot replaces it.
        isFull: standing !== undefined && (standing.source === 'games' || standing.racer_count > 0),
      },
      handedOverAt,
    },
    upload.snapshot,
    {
      apply: () => applySeasonSnapshot(trx, { ...upload, cause: 'uploaded' }),
      store: () => storeSeasonFiles(trx, upload),
    },
  )
}

async function findLastStored(
  trx: Db,
  { channelId, season }: Pick<SeasonToStore, 'channelId' | 'season'>,
) {
  return trx
    .selectFrom('season_snapshots')
    .select(['snapshot_hash as hash', 'marble_day'])
    .where('channel_id', '=', channelId)
    .where('season', '=', season)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function storeSeasonFiles(trx: Db, upload: SeasonToStore): Promise<void> {
  const { channelId, season, totals, snapshot } = upload
  const key = { channel_id: channelId, season }
  await trx
    .insertInto('season_snapshots')
    .values({
      ...key,
      points: totals.points,
      marble_day: upload.marbleDay,
      snapshot_hash: snapshot.hash,
      racer_count: snapshot.racerCount,
      received_at: upload.receivedAt,
      streamer_data_gzip: upload.streamerDataGzip,
      viewer_data_gzip: upload.viewerDataGzip,
    })
    .execute()
  await storeOnlyLatest(trx, { table: 'season_snapshots', key })
}
