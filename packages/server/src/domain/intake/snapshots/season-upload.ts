/** Takes a season's snapshot. The public companion sends everything about a channel's season with each one. */

import type { SeasonReceipt } from '@rollcall/contract/uploads'
import { DAY_MS } from '@rollcall/formats/durations'
import { readStreamerData } from '@rollcall/formats/season-files'
import type { AppContext } from '../../../edge/app-context.ts'
import { MIB } from '../../../limits.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { hasChannelRight } from '../../rights/channel.ts'
import { getSettings } from '../../site/settings.ts'
import type { ChannelProof } from '../channels/channel-proof.ts'
import { readFiles } from '../files/read-files.ts'
import { findDeletedSince, insertRacersOfSnapshot } from '../names/deleted-names.ts'
import { renameInFile } from '../names/rename-in-files.ts'
import { receiveUpload, type SentUpload } from '../receive-upload.ts'
import { UploadProblem } from '../upload-problem.ts'
import { SEASON } from './snapshot-kinds.ts'
import { compress, describeOutcome, replaceSnapshot, storesFiles } from './snapshots.ts'

/** If a marble day is further in the future, a clock is wrong. */
const DAYS_AHEAD = 2

export function takeSeason(sent: SentUpload): Promise<SeasonReceipt> {
  const { config } = sent.context
  const wanted = {
    kind: 'season',
    parts: ['streamerData', 'viewerData'],
    maxFileBytes: config.limits.MAX_SNAPSHOT_MIB * MIB,
  } as const
  return receiveUpload(sent, wanted, async (upload) => {
    // 1. The form, within its limits.
    const {
      files: { streamerData, viewerData },
      fields,
    } = await upload.readForm()
    // 2. Who sends it.
    const sender = await upload.findSender(fields)
    // 3. Which channel and season it claims to be for.
    const totals = readStreamerData(streamerData)
    // 4. Whether the sender may speak for that channel.
    const claim = { channel: totals.channel, season: totals.season }
    const proof = await upload.prove(sender, claim)
    return upload.inTurn(proof, async () => {
      // 5. Whether season and day are possible.
      const season = await acceptSeason(sent.context, totals.season, proof, 'streamerData')
      const marbleDay = acceptDay(totals.marbleDay, upload.receivedAt)
      // 6. The racers.
      const read = await readFiles('season', { viewerData, totals })
      // 8. New racers become rows.
      const { privacy } = sent.context.keys
      const insertNames = (trx: Db) => insertRacersOfSnapshot(trx, privacy, read)
      const files = {
        marble_day: marbleDay,
        streamer_data_gzip: await compress(streamerData),
        viewer_data_gzip: await compress(viewerData),
      }
      // 9. All of it, or nothing.
      const toStore = { proof, contentHash: read.hash, insertNames }
      return upload.store(toStore, async (trx, channelId, { snapshot: named, deleted }) => {
        const snapshot = { ...named, totals }
        const since = await findDeletedSince(trx, privacy, snapshot)
        const gone = new Map([...deleted, ...since])
        if (gone.size > 0) {
          files.viewer_data_gzip = await compress(renameInFile(viewerData, gone))
        }
        const outcome = await replaceSnapshot(trx, SEASON, {
          channelId,
          number: season,
          snapshot,
          files,
          receivedAt: upload.receivedAt,
        })
        return {
          kind: 'season',
          season,
          ...describeOutcome(outcome, snapshot, { season }),
          change: storesFiles(outcome.kind) ? { season } : {},
        }
      })
    })
  })
}

/**
 * Accepts seasons from 1 to the current one, and also the development season from admins.
 *
 * @throws {UploadProblem} `unknown_season`
 */
export async function acceptSeason(
  { db }: AppContext,
  text: string,
  { uploader, channel: { ownerId } }: ChannelProof,
  part?: string,
): Promise<number> {
  const season = /^\d{1,4}$/.test(text) ? Number(text) : 0
  const { season: current, devSeason } = await getSettings(db)
  const isTaken =
    (season >= 1 && season <= current) ||
    (season === devSeason &&
      hasChannelRight('upload for development', { ownerId, viewer: uploader }))
  if (!isTaken) {
    throw new UploadProblem('unknown_season', { season: text, current }, { part })
  }
  return season
}

function acceptDay(marbleDay: string | null, receivedAt: Date): string {
  const latest = isoDay(new Date(receivedAt.getTime() + DAYS_AHEAD * DAY_MS))
  if (marbleDay !== null && marbleDay > latest) {
    throw new UploadProblem(
      'implausible_time',
      { reason: 'marble_day_in_future', day: marbleDay, days: DAYS_AHEAD },
      { part: 'streamerData' },
    )
  }
  return marbleDay ?? isoDay(receivedAt)
}

function isoDay(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
