import { createPatchNote } from '@rollcall/contract/releases'
import type { AppContext } from '../../../edge/app-context.ts'
import { oncePerPress } from '../../../edge/one-press.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
import { findNote, refuseAbsent } from '../patch-notes.ts'

export function serveCreatePatchNote(serve: Serve, { db, now }: AppContext): void {
  serve(createPatchNote, (call) => {
    const { caller, body } = call
    const press = {
      userId: caller.userId,
      creates: 'patch_note_id',
      request: ['patch-note', body],
      now: now(),
    } as const
    return db.transaction().execute(async (trx) => {
      const id = await oncePerPress(trx, press, async () => {
        const { title, content } = body
        const created = await trx
          .insertInto('patch_notes')
          .values({ title, content, created_at: press.now, updated_at: press.now })
          .returning('id')
          .executeTakeFirstOrThrow()
        await recordAct(trx, actorOf(call, press.now), {
          act: 'patch-note-created',
          facts: { number: String(created.id), title },
        })
        return created.id
      })
      return (await findNote(trx, id)) ?? refuseAbsent()
    })
  })
}
