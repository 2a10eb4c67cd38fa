import { deleteEvent } from '@rollcall/contract/events-series'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordUnlessOwner } from '../../../audit-log.ts'
import { announce } from '../../../changes/change-feed.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { announceHeldGames } from '../held-games.ts'
import { lockEvent } from '../locks.ts'
import { listUploaderTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'

/** Deletes an event with its participants and snapshots; games and receipts stay. */
export function serveDeleteEvent(serve: Serve, { changes, now }: AppContext): void {
  serve(deleteEvent, (call) =>
    changes.transaction(async (trx) => {
      const { id } = call.params
      const event = await lockEvent(trx, { eventId: id, asker: call.caller, to: 'delete' })
      if (event === null) {
        return UNAUTHORIZED
      }
      await announce(trx, await listUploaderTopics(trx, { 'event.id': id }))
      await announceHeldGames(trx, id)
      await trx.deleteFrom('events').where('id', '=', id).execute()
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: event.createdBy,
        act: 'event-deleted',
        summary: `Deleted the event ${event.name} of ${event.username}.`,
        details: { number: String(id), event: event.name, owner: event.username },
      })
      return { status: 'success' as const }
    }),
  )
}
