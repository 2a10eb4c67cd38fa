import { deleteEvent } from '@rollcall/contract/events-series'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { announceHeldGames } from '../../visibility/held-games.ts'
import { lockEvent } from '../locks.ts'
import { listUploaderTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'

/** Deletes an event with its participants and snapshots; games and receipts stay. */
export function serveDeleteEvent(serve: Serve, { changes, now }: AppContext): void {
  serve(deleteEvent, (call) =>
    changes.transaction(async (trx) => {
      const { id } = call.params
      const event = await lockEvent(trx, { eventId: id, act: 'delete', viewer: call.caller })
      if (event === null) {
        return UNAUTHORIZED
      }
      announce(trx, await listUploaderTopics(trx, { 'event.id': id }))
      await announceHeldGames(trx, id)
      await trx.deleteFrom('events').where('id', '=', id).execute()
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: event.ownerId,
        act: 'event-deleted',
        facts: { number: String(id), event: event.name, owner: { user: event.ownerId } },
      })
      return { status: 'success' as const }
    }),
  )
}
