import type { ResponseOf } from '@rollcall/contract/endpoint'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { downloadInstaller } from '@rollcall/contract/releases'
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
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { signUploadTicket } from '../people/sign-in/session-token.ts'
import { findLatestInstaller } from '../releases/installers.ts'
import { actorOf } from '../site/audit-log.ts'
import { getSettingsForCompanion } from '../site/settings.ts'
import { mayUpload, proveKey } from './channels/channel-proof.ts'
import { isKnownChannel } from './channels/channels.ts'
import { serveRotateUploadKey } from './channels/rotate-upload-key.ts'
import { serveSetHandover } from './channels/set-handover.ts'
import { findKey, shownUploadKey } from './channels/upload-keys.ts'
import { serveCountAsAnother } from './games/count-as-another.ts'
import { takeGame } from './games/game-upload.ts'
import { takeImport } from './games/import-upload.ts'
import { listReceipts, type NamePublicGames } from './receipts.ts'
import { takeEvent } from './snapshots/event-upload.ts'
import { servePutSnapshotBack } from './snapshots/put-snapshot-back.ts'
import { takeSeason } from './snapshots/season-upload.ts'
import { listSnapshots } from './snapshots/stored-snapshots.ts'
import { type TallyEvents, undoUpload as undo } from './undo-upload.ts'
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

  serve(getCompanionSettings, ({ query, request }) =>
    findCompanionSettings(context, request, query.channel),
  )

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
    listReceipts(db, { userId, page, now: now(), namePublicGames }),
  )

  serve(undoUpload, async (call) => {
    await call.request.countFor('uploads')
    const asked = { id: call.params.id, isDryRun: call.body.dryRun, tallyEvents }
    return queues.inOwnTurn(call.caller.userId, () => undo(context, actorOf(call, now()), asked))
  })

  serve(listStoredSnapshots, ({ query }) => listSnapshots(db, query.channel))

  serveRotateUploadKey(serve, context)
  serveSetHandover(serve, context, queues)
  serveCountAsAnother(serve, context, queues)
  servePutSnapshotBack(serve, context)
}

async function findCompanionSettings(
  context: AppContext,
  request: FastifyRequest,
  channel: string,
): Promise<ResponseOf<typeof getCompanionSettings>> {
  const { config, db, now } = context
  const { season, version } = await getSettingsForCompanion(db, {
    now: now(),
    isCompanion: () => mayUpload(context, request, channel),
  })
  const installer = await findLatestInstaller(db, 'public')
  return {
    exists: await isKnownChannel(db, normalisedLogin(channel)),
    season: String(season),
    version,
    // The public companion downloads this address, and would refuse a page.
    download_url:
      config.publicUrl +
      (installer ? addressOf(downloadInstaller, installer) : PAGES.download.path),
  }
}
