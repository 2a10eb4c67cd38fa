/**
 * A season upload from the first byte to the receipt. The numbers of the steps are those of
 * docs/architecture.md, "An upload".
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SeasonReceipt } from '@rollcall/contract/uploads'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { getSettings } from '../admin/settings.ts'
import { type ChannelProof, findCredential, proveChannel } from './channel-proof.ts'
import { lockChannel } from './channels.ts'
import { quoted, UploadProblem } from './formats/problem.ts'
import { readStreamerData, readViewerData, snapshotHash } from './formats/season-snapshot.ts'
import { inUploadTransaction, recordTaken, type UploadTrail } from './receipts.ts'
import { replaceSeasonSnapshot } from './season-snapshot.ts'
import { outcomeOf, wordsOf } from './snapshot-words.ts'
import { readUploadForm } from './upload-form.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A marble day further ahead is a wrong clock. */
const DAYS_AHEAD = 2

const compress = promisify(gzip)

/** @throws {UploadProblem} with nothing stored; `trail` then holds what the receipt should say. */
export async function takeSeasonUpload(
  context: AppContext,
  request: FastifyRequest,
  trail: UploadTrail,
): Promise<SeasonReceipt> {
  // 1. The form, within its limits.
  const { files, fields } = await readUploadForm(request, {
    parts: ['streamerData', 'viewerData'],
    maxBytes: context.config.maxSnapshotBytes,
    trail,
  })
  // 2. Who sends it.
  const credential = await findCredential(context, request, fields.uploadKey)
  trail.proof = credential
  // 3. Which channel and season it claims to be for.
  const parseStart = performance.now()
  const totals = readStreamerData(files.streamerData)
  trail.channelClaim = totals.channel
  trail.seasonClaim = totals.season
  // 4. Whether the sender may speak for that channel.
  const proof = await proveChannel(context, request, { credential, claim: totals.channel })
  trail.proof = proof
  trail.sizeBytes = files.streamerData.length + files.viewerData.length
  // 5. Whether season and day can be.
  const season = await acceptSeason(context, totals.season, proof, 'streamerData')
  const marbleDay = acceptDay(totals.marbleDay, trail.receivedAt)
  // 6. The racers.
  const snapshot = readViewerData(files.viewerData, totals)
  const hash = snapshotHash(snapshot)
  trail.contentHash = hash
  trail.parseMs = performance.now() - parseStart
  // 7. All of it and the receipt in one transaction, or nothing.
  const [streamerDataGzip, viewerDataGzip] = await Promise.all([
    compress(files.streamerData),
    compress(files.viewerData),
  ])
  const storeStart = performance.now()
  return inUploadTransaction(context.db, trail, async (trx) => {
    const channelId = await lockChannel(trx, proof.channel)
    const outcome = await replaceSeasonSnapshot(trx, {
      channelId,
      season,
      marbleDay,
      snapshot,
      hash,
      receivedAt: trail.receivedAt,
      streamerDataGzip,
      viewerDataGzip,
    })
    const channel = proof.channel.name
    const words = wordsOf(outcome, {
      what: `Season ${season} of ${channel}`,
      racers: snapshot.racers.length,
      isDryRun: trail.isDryRun,
    })
    const warnings = [...snapshot.warnings, ...words.warnings]
    const id = await recordTaken(trx, trail, {
      ...words,
      channelId,
      outcome: outcomeOf(words),
      warnings,
      storeMs: performance.now() - storeStart,
    })
    return { id, channel, season, ...words, warnings }
  })
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
      `Season ${quoted(text)} is not known here; the current season is ${current}.`,
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
      `The marble day ${marbleDay} is more than ${DAYS_AHEAD} days ahead. Check the date of the computer.`,
      { part: 'streamerData' },
    )
  }
  return marbleDay ?? isoDay(receivedAt)
}

function isoDay(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
