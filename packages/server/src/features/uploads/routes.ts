import {
  createUploadTicket,
  getCompanionSettings,
  getUploadKey,
  testUploadKey,
  uploadEvent,
  uploadGame,
  uploadSeason,
} from '@rollcall/contract/uploads'
import { importDayLog, listOwnReceipts, undoUpload } from '@rollcall/contract/uploads-mine'
import { listStoredSnapshots } from '@rollcall/contract/uploads-snapshots'
import { normalisedLogin } from '@rollcall/formats/names'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { actorOf } from '../../audit-log.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { getSettingsForCompanion } from '../../settings.ts'
import { signUploadTicket } from '../auth/session-token.ts'
import { findLatestInstaller } from '../releases/installers.ts'
import { servePutSnapshotBack } from './acts/put-snapshot-back.ts'
import { serveRotateUploadKey } from './acts/rotate-upload-key.ts'
import { serveSetHandover } from './acts/set-handover.ts'
import { proveKey } from './channel-proof.ts'
import { isKnownChannel } from './channels.ts'
import { takeEvent } from './event-upload.ts'
import { takeGame } from './game-upload.ts'
import { takeImport } from './import-upload.ts'
import { listReceipts, type NamePublicGames } from './receipts.ts'
import { takeSeason } from './season-upload.ts'
import { listSnapshots } from './stored-snapshots.ts'
import { type TallyEvents, undoUpload as undo } from './undo-upload.ts'
import { findKey, shownUploadKey } from './upload-keys.ts'
import { UploadQueues } from './upload-queues.ts'

const TICKET_MS = 10 * 60 * 1000

export function serveUploads(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  { tallyEvents, namePublicGames }: { tallyEvents: TallyEvents; namePublicGames: NamePublicGames },
): void {
  const { config, db, keys, now } = context
  const queues = new UploadQueues(config.limits)
  app.addHook('preClose', async () => queues.close())

  serve(uploadSeason, ({ request }) => takeSeason({ context, queues, request }))

  serve(uploadEvent, ({ request }) => takeEvent({ context, queues, request }))

  serve(uploadGame, ({ request }) => takeGame({ context, queues, request }))

  serve(importDayLog, ({ request }) => takeImport({ context, queues, request }))

  serve(getCompanionSettings, async ({ query }) => {
    const { season, version } = await getSettingsForCompanion(db, now())
    const installer = await findLatestInstaller(db, 'public')
    return {
      exists: await isKnownChannel(db, normalisedLogin(query.channel)),
      season: String(season),
      version,
      // The public companion downloads this address, and would refuse a page.
      download_url: `${config.publicUrl}/download${installer === null ? '' : `/${encodeURIComponent(installer.fileName)}`}`,
    }
  })

  serve(getUploadKey, async ({ caller }) => {
    const stored = await findKey(db, caller.userId)
    return { uploadKey: stored && shownUploadKey(stored) }
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
    listReceipts(db, { userId, page, namePublicGames }),
  )

  serve(undoUpload, async (call) => {
    await call.request.countFor('uploads')
    const asked = { id: call.params.id, isDryRun: call.body.dryRun, tallyEvents }
    return queues.inOwnTurn(call.caller.userId, () => undo(context, actorOf(call, now()), asked))
  })

  serve(listStoredSnapshots, ({ query }) => listSnapshots(db, normalisedLogin(query.channel)))

  serveRotateUploadKey(serve, context)
  serveSetHandover(serve, context, queues)
  servePutSnapshotBack(serve, context)
}
