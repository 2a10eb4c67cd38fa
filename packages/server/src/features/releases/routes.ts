import {
  createPatchNote,
  deletePatchNote,
  downloadInstaller,
  getLatestCompanion,
  getLatestVersion,
  getPatchNote,
  type LatestVersion,
  listPatchNotes,
  updatePatchNote,
  uploadInstaller,
} from '@rollcall/contract/releases'
import type { AppContext } from '../../app-context.ts'
import { actorOf, recordAct } from '../../audit-log.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { findLatestInstaller, listLatestInstallers } from './installers.ts'
import { changeNote, createNote, deleteNote, findNote, listNotes } from './patch-notes.ts'
import { sendInstaller } from './send-installer.ts'
import { takeInstaller } from './take-installer.ts'

export function serveReleases(serve: Serve, context: AppContext): void {
  const { config, db, now } = context

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
    const downloadUrl = `${config.publicUrl}/download/${encodeURIComponent(fileName)}`
    return { latest: { ...content, version, fileName, downloadUrl } }
  })

  serve(downloadInstaller, ({ params, request, reply }) =>
    sendInstaller(context, { fileName: params.fileName, request, reply }),
  )

  serve(uploadInstaller, async (call) => {
    const installer = await takeInstaller(context, call.request, actorOf(call, now()))
    return { message: 'File uploaded successfully.', ...installer }
  })

  serve(listPatchNotes, () => listNotes(db))

  serve(getPatchNote, async ({ params }) => (await findNote(db, params.id)) ?? refuseAbsent())

  serve(createPatchNote, (call) =>
    db.transaction().execute(async (trx) => {
      const note = await createNote(trx, { ...call.body, now: now() })
      await recordAct(trx, actorOf(call, now()), {
        act: 'patch-note-created',
        summary: `Created the patch note ${note.title}.`,
        details: { number: String(note.id) },
      })
      return note
    }),
  )

  serve(updatePatchNote, (call) =>
    db.transaction().execute(async (trx) => {
      const { id } = call.params
      const note = (await changeNote(trx, { id, ...call.body, now: now() })) ?? refuseAbsent()
      await recordAct(trx, actorOf(call, now()), {
        act: 'patch-note-updated',
        summary: `Changed the patch note ${note.title}.`,
        details: { number: String(id) },
      })
      return note
    }),
  )

  serve(deletePatchNote, (call) =>
    db.transaction().execute(async (trx) => {
      const note = (await deleteNote(trx, call.params.id)) ?? refuseAbsent()
      await recordAct(trx, actorOf(call, now()), {
        act: 'patch-note-deleted',
        summary: `Deleted the patch note ${note.title}.`,
        // The only place to restore it from.
        details: { number: String(note.id), content: note.content },
      })
      return { status: 'success' as const }
    }),
  )
}

function ownFirst(one: LatestVersion, other: LatestVersion): number {
  return Number(other.product === 'rollcall') - Number(one.product === 'rollcall')
}

function refuseAbsent(): never {
  throw new ApiError('not_found', 'There is no such patch note.')
}
