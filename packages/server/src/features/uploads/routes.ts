import {
  createUploadTicket,
  getCompanionSettings,
  getUploadKey,
  rotateUploadKey,
  testUploadKey,
  type UploadKey,
  uploadEvent,
  uploadGame,
  uploadSeason,
} from '@rollcall/contract/uploads'
import {
  importDayLog,
  listOwnReceipts,
  setHandover,
  undoUpload,
} from '@rollcall/contract/uploads-mine'
import { listStoredSnapshots, putSnapshotBack } from '@rollcall/contract/uploads-snapshots'
import { normalisedLogin } from '@rollcall/formats/names'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { actorOf } from '../../audit-log.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { getSettings } from '../../settings.ts'
import { signUploadTicket } from '../auth/session-token.ts'
import { hasChannel } from '../auth/users.ts'
import { findLatestInstaller } from '../releases/installers.ts'
import { proveKey } from './channel-proof.ts'
import { isKnownChannel } from './channels.ts'
import { takeEvent } from './event-upload.ts'
import { takeGame } from './game-upload.ts'
import { handOver, switchBack } from './handover.ts'
import { takeImport } from './import-upload.ts'
import { listReceiptsOf } from './receipts.ts'
import { takeSeason } from './season-upload.ts'
import { listSnapshotsOf, putBack } from './stored-snapshots.ts'
import { type TallyEvents, undoUpload as undo } from './undo-upload.ts'
import { findKeyOf, rotateKey, type StoredUploadKey } from './upload-keys.ts'
import { UploadPlaces } from './upload-places.ts'

const TICKET_MS = 10 * 60 * 1000

export function serveUploads(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  { tallyEvents }: { tallyEvents: TallyEvents },
): void {
  const { changes, config, db, keys, now } = context
  const places = new UploadPlaces(config.limits)
  app.addHook('preClose', async () => places.close())

  serve(uploadSeason, ({ request }) => takeSeason({ context, places, request }))

  serve(uploadEvent, ({ request }) => takeEvent({ context, places, request }))

  serve(uploadGame, ({ request }) => takeGame({ context, places, request }))

  serve(importDayLog, ({ request }) => takeImport({ context, places, request }))

  serve(getCompanionSettings, async ({ query }) => {
    const { season, version } = await getSettings(db)
    const installer = await findLatestInstaller(db, 'public')
    return {
      exists: await isKnownChannel(db, normalisedLogin(query.channel)),
      season: String(season),
      version,
      // The public companion downloads this and refuses a page.
      download_url: `${config.publicUrl}/download${installer === null ? '' : `/${encodeURIComponent(installer.fileName)}`}`,
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

  serve(testUploadKey, async ({ body, request }) => {
    const { uploader } = await proveKey(context, request, body.uploadKey)
    return { channel: uploader.username }
  })

  serve(createUploadTicket, async ({ caller }) => {
    const expiresAt = new Date(now().getTime() + TICKET_MS)
    return {
      ticket: await signUploadTicket(keys.signing, caller, expiresAt),
      expiresAt: expiresAt.toISOString(),
    }
  })

  serve(listOwnReceipts, ({ query: { page }, caller: { userId } }) =>
    listReceiptsOf(db, { userId, page }),
  )

  serve(setHandover, async ({ body: { isOn }, caller: { userId }, request }) => {
    await request.countFor('uploads')
    return places.inOwnTurn(userId, () =>
      changes.transaction(async (trx) => {
        if (!(await hasChannel(trx, userId))) {
          throw new ApiError('not_found', 'You have no channel yet. Upload something first.')
        }
        await (isOn ? handOver(trx, { userId, at: now() }) : switchBack(trx, { userId }))
        const { channel } = await listReceiptsOf(trx, { userId, page: 1 })
        return { handedOverAt: channel?.handedOverAt ?? null }
      }),
    )
  })

  serve(undoUpload, async (call) => {
    await call.request.countFor('uploads')
    const asked = { id: call.params.id, isDryRun: call.body.dryRun, tallyEvents }
    return places.inOwnTurn(call.caller.userId, () => undo(context, actorOf(call, now()), asked))
  })

  serve(listStoredSnapshots, ({ query }) => listSnapshotsOf(db, normalisedLogin(query.channel)))

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
