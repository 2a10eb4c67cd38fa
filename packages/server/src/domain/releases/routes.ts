import { addressOf } from '@rollcall/contract/pages'
import {
  downloadInstaller,
  getLatestCompanion,
  getLatestVersion,
  getPatchNote,
  type LatestVersion,
  listPatchNotes,
  uploadInstaller,
} from '@rollcall/contract/releases'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { actorOf } from '../site/audit-log.ts'
import { serveChangePatchNote } from './acts/change-patch-note.ts'
import { serveCreatePatchNote } from './acts/create-patch-note.ts'
import { serveDeletePatchNote } from './acts/delete-patch-note.ts'
import { InstallerCache } from './installer-cache.ts'
import { startDroppingContents } from './installer-contents.ts'
import { findLatestInstaller, listLatestInstallers } from './installers.ts'
import { findNote, listNotes, refuseAbsent } from './patch-notes.ts'
import { sendInstaller } from './send-installer.ts'
import { takeInstaller } from './take-installer.ts'

export function serveReleases(serve: Serve, app: FastifyInstance, context: AppContext): void {
  const { config, db, now } = context
  const cache = new InstallerCache(context)
  const drops = startDroppingContents(app, context)

  serve(getLatestVersion, async () => {
    const offered = await listLatestInstallers(db)
    const [newest] = offered
    return newest === undefined
      ? { error: 'No version has been uploaded yet.', isEmpty: true as const }
      : { ...newest, offered: offered.toSorted(ownFirst) }
  })

  serve(getLatestCompanion, async () => {
    const installer = await findLatestInstaller(db, 'rollcall')
    if (installer === null || installer.version === null) {
      return { latest: null }
    }
    const { product: _, version, fileName, ...content } = installer
    const downloadUrl = config.publicUrl + addressOf(downloadInstaller, { fileName })
    return { latest: { ...content, version, fileName, downloadUrl } }
  })

  serve(downloadInstaller, ({ params, request, reply }) =>
    sendInstaller(context, cache, { fileName: params.fileName, request, reply }),
  )

  serve(uploadInstaller, async (call) => {
    const taken = takeInstaller(context, call.request, actorOf(call, now()))
    const installer = await taken.finally(() => drops.look())
    const said = { message: 'File uploaded successfully.', code: 'installer_uploaded' as const }
    return { ...said, ...installer }
  })

  serve(listPatchNotes, () => listNotes(db))

  serve(getPatchNote, async ({ params }) => (await findNote(db, params.id)) ?? refuseAbsent())

  serveCreatePatchNote(serve, context)
  serveChangePatchNote(serve, context)
  serveDeletePatchNote(serve, context)
}

function ownFirst(one: LatestVersion, other: LatestVersion): number {
  return Number(other.product === 'rollcall') - Number(one.product === 'rollcall')
}
