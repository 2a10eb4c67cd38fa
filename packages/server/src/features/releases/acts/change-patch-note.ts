import { updatePatchNote } from '@rollcall/contract/releases'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordAct } from '../../../audit-log.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { refuseAbsent, toNote } from '../patch-notes.ts'

export function serveChangePatchNote(serve: Serve, { db, now }: AppContext): void {
  serve(updatePatchNote, (call) =>
    db.transaction().execute(async (trx) => {
      const { id } = call.params
      const { title, content } = call.body
      const changed = await trx
        .updateTable('patch_notes')
        .set({ title, content, updated_at: now() })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      const note = changed === undefined ? refuseAbsent() : toNote(changed)
      await recordAct(trx, actorOf(call, now()), {
        act: 'patch-note-updated',
        summary: `Changed the patch note ${note.title}.`,
        details: { number: String(id), title: note.title },
      })
      return note
    }),
  )
}
