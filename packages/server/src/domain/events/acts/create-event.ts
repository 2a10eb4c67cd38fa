import { createSingleEvent } from '@rollcall/contract/events'
import type { AppContext } from '../../../edge/app-context.ts'
import { oncePerPress } from '../../../edge/one-press.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { createEvents, readEvent } from '../save-event.ts'

/** Creates a single event. */
export function serveCreateEvent(serve: Serve, context: AppContext): void {
  const { changes, now } = context

  serve(createSingleEvent, async ({ caller: { userId }, body }) => {
    const id = await changes.transaction((trx) =>
      oncePerPress(
        trx,
        { userId, creates: 'event_id', request: ['event', body], now: now() },
        async () => {
          const events = [readEvent(body, body.timeZone)]
          const [created = 0] = await createEvents(context, trx, { creatorId: userId, events })
          return created
        },
      ),
    )
    return { status: 'success' as const, id }
  })
}
