import { createPatchNote } from '@rollcall/contract/releases'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordAct } from '../../../audit-log.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { toNote } from '../patch-notes.ts'

export function serveCreatePatchNote(serve: Serve, { db, now }: AppContext): void {
  serve(createPatchNote, (call) =>
    db.transaction().execute(async (trx) => {
      const { title, content } = call.body
      const created = await trx
        .insertInto('patch_notes')
        .values({ title, content, created_at: now(), updated_at: now() })
        .returningAll()
        .executeTakeFirstOrThrow()
      const note = toNote(created)
      await recordAct(trx, actorOf(call, now()), {
        act: 'patch-note-created',
        summary: `Created the patch note ${note.title}.`,
        details: { number: String(note.id), title: note.title },
      })
      return note
    }),
  )
}
