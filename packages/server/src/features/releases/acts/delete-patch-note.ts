import { deletePatchNote } from '@rollcall/contract/releases'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordAct } from '../../../audit-log.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { refuseAbsent } from '../patch-notes.ts'

export function serveDeletePatchNote(serve: Serve, { db, now }: AppContext): void {
  serve(deletePatchNote, (call) =>
    db.transaction().execute(async (trx) => {
      const deleted = await trx
        .deleteFrom('patch_notes')
        .where('id', '=', call.params.id)
        .returningAll()
        .executeTakeFirst()
      const note = deleted ?? refuseAbsent()
      await recordAct(trx, actorOf(call, now()), {
        act: 'patch-note-deleted',
        summary: `Deleted the patch note ${note.title}.`,
        // Nothing else keeps a copy.
        details: { number: String(note.id), title: note.title, content: note.content },
      })
      return { status: 'success' as const }
    }),
  )
}
