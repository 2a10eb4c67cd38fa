import { deletePatchNote } from '@rollcall/contract/releases'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
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
        // Nothing else keeps a copy.
        facts: { number: String(note.id), title: note.title, content: note.content },
      })
      return { status: 'success' as const }
    }),
  )
}
