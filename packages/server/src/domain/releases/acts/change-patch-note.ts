import { updatePatchNote } from '@rollcall/contract/releases'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
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
        facts: { number: String(id), title: note.title },
      })
      return note
    }),
  )
}
