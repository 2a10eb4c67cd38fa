import { updateEvent } from '@rollcall/contract/events'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { lockEvent } from '../locks.ts'
import { getEvent } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { changeEvent } from '../save-event.ts'

export function serveUpdateEvent(serve: Serve, context: AppContext): void {
  const { changes, now } = context

  serve(updateEvent, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const locked = await lockEvent(trx, { eventId: params.id, act: 'edit', viewer: caller })
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
          showTime: body.showTime === undefined ? stored.showTime : body.showTime,
          configurationId: body.leaderboard_config_id,
          participants: body.participants,
        },
      })
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: stored.createdBy,
        act: 'event-changed',
        facts: {
          number: String(stored.id),
          event: stored.name,
          before: {
            ...stored,
            // A picture's address would stay after its owner has deleted their account.
            participantUsers: stored.participantUsers.map(
              ({ id, profileImageUrl: _, ...user }) => ({
                ...user,
                id,
                username: { user: id },
                ...(user.display_name !== undefined && {
                  display_name: { user: id, shown: true } as const,
                }),
              }),
            ),
          },
          after: body,
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
