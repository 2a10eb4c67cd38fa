import { updateEvent } from '@rollcall/contract/events'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordUnlessOwner } from '../../../audit-log.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { lockEvent } from '../locks.ts'
import { getEvent } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { changeEvent } from '../save-event.ts'

export function serveUpdateEvent(serve: Serve, context: AppContext): void {
  const { changes, now } = context

  serve(updateEvent, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const locked = await lockEvent(trx, { eventId: params.id, asker: caller, to: 'change' })
      if (locked === null) {
        return UNAUTHORIZED
      }
      const stored = await getEvent(trx, params.id)
      await changeEvent(context, trx, {
        stored,
        askerId: caller.userId,
        event: {
          name: body.name,
          days: { firstDay: body.startAt, lastDay: body.endAt, timeZone: stored.timeZone },
          configurationId: body.leaderboard_config_id,
          participants: body.participants,
        },
      })
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: stored.createdBy,
        act: 'event-changed',
        summary: `Changed the event ${stored.name} of somebody else.`,
        details: {
          number: String(stored.id),
          event: stored.name,
          before: JSON.stringify(stored),
          after: JSON.stringify(body),
        },
      })
      return {
        event: await getEvent(trx, params.id),
        message: 'Event updated successfully!',
        code: 'event_updated' as const,
      }
    }),
  )
}
