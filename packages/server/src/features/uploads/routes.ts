import {
  createUploadTicket,
  getCompanionSettings,
  getUploadKey,
  rotateUploadKey,
  type UploadKey,
  uploadEvent,
  uploadGame,
  uploadSeason,
} from '@rollcall/contract/uploads'
import { listKeptSnapshots, putSnapshotBack } from '@rollcall/contract/uploads-snapshots'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { freeSpaceBytes } from '../../database/free-space.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { actorOf } from '../admin/audit-log.ts'
import { getSettings } from '../admin/settings.ts'
import { signUploadTicket } from '../auth/session-token.ts'
import { refuseEndedSession } from './channel-proof.ts'
import { isKnownChannel } from './companion-settings.ts'
import { takeEventUpload } from './event-upload.ts'
import { normalisedLogin } from './formats/cell-values.ts'
import { UploadProblem } from './formats/problem.ts'
import { takeGameUpload } from './game-upload.ts'
import { listKept, putBack } from './kept-snapshots.ts'
import { recordRefused, type UploadTrail } from './receipts.ts'
import { takeSeasonUpload } from './season-upload.ts'
import { findKeyOf, rotateKey, type StoredUploadKey } from './upload-keys.ts'

const TICKET_MS = 10 * 60 * 1000

export function serveUploads(serve: Serve, context: AppContext): void {
  const { config, db, keys, now } = context

  serve(uploadSeason, ({ request }) =>
    withReceipt(context, { request, kind: 'season' }, takeSeasonUpload),
  )

  serve(uploadEvent, ({ request }) =>
    withReceipt(context, { request, kind: 'event' }, takeEventUpload),
  )

  serve(uploadGame, ({ request }) =>
    withReceipt(context, { request, kind: 'game' }, takeGameUpload),
  )

  serve(getCompanionSettings, async ({ query }) => {
    const { season, version } = await getSettings(db)
    return {
      exists: await isKnownChannel(db, normalisedLogin(query.channel)),
      season: String(season),
      version,
      download_url: `${config.publicUrl}/download`,
    }
  })

  serve(getUploadKey, async ({ caller }) => {
    const stored = await findKeyOf(db, caller.userId)
    return { uploadKey: stored && shownKey(stored) }
  })

  serve(rotateUploadKey, async ({ caller }) => {
    const { key, stored } = await rotateKey(db, { userId: caller.userId, now: now() })
    return {
      key,
      companionAddress: `${config.publicUrl}/k/${key}`,
      uploadKey: shownKey(stored),
    }
  })

  serve(createUploadTicket, async ({ caller }) => {
    const expiresAt = new Date(now().getTime() + TICKET_MS)
    return {
      ticket: await signUploadTicket(keys.signing, caller, expiresAt),
      expiresAt: expiresAt.toISOString(),
    }
  })

  serve(listKeptSnapshots, ({ query }) => listKept(db, normalisedLogin(query.channel)))

  serve(putSnapshotBack, async (call) => {
    const { message, racers, changes } = await putBack(context, actorOf(call, now()), call.params)
    return { message, counts: { racers, ...changes } }
  })
}

function shownKey({ prefix, createdAt, lastUsedAt }: StoredUploadKey): UploadKey {
  return {
    prefix,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

type TakeUpload<Receipt> = (
  context: AppContext,
  request: FastifyRequest,
  trail: UploadTrail,
) => Promise<Receipt>

/** Runs an upload; one that is refused leaves its receipt and is answered with the problem. */
async function withReceipt<Receipt>(
  context: AppContext,
  { request, kind }: { request: FastifyRequest; kind: UploadTrail['kind'] },
  take: TakeUpload<Receipt>,
): Promise<Receipt> {
  const trail: UploadTrail = {
    kind,
    receivedAt: context.now(),
    address: request.ip,
    proof: null,
    channelClaim: null,
    seasonClaim: null,
    contentHash: null,
    sizeBytes: null,
    parseMs: null,
    isDryRun: false,
  }
  try {
    refuseEndedSession(request)
    await refuseWithoutSpace(context)
    return await take(context, request, trail)
  } catch (error) {
    if (!(error instanceof UploadProblem)) {
      throw error
    }
    // On a full disk even a receipt may be one write too many.
    if (error.code !== 'no_space') {
      await recordRefused(context.db, trail, error)
    }
    const { part, line, column } = error
    throw new ApiError(error, error.message, { place: { part, line, column } })
  }
}

/** Uploads stop while there is still room for the database to keep working. */
async function refuseWithoutSpace({ config }: AppContext): Promise<void> {
  const free = await freeSpaceBytes(config.dataDir)
  if (free < config.freeSpaceReserveBytes) {
    throw new UploadProblem(
      'no_space',
      'The server has too little room left to take uploads. Please tell its operator and try again later.',
    )
  }
}
