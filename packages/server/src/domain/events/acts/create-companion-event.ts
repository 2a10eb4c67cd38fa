import { createCompanionEvent } from '@rollcall/contract/events-companion'
import { isCalendarDay } from '@rollcall/formats/calendar-day'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { oncePerPress } from '../../../edge/one-press.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { proveUploader } from '../../intake/channels/channel-proof.ts'
import { findTimeZone } from '../../people/sign-in/time-zone.ts'
import { createEvents } from '../save-event.ts'

/** A streamer's companion creates an event in which only that streamer takes part. */
export function serveCreateCompanionEvent(serve: Serve, context: AppContext): void {
  const { changes, now } = context

  serve(createCompanionEvent, async ({ request, body }) => {
    const { userId } = await proveUploader(context, request, body.channel)
    const id = await changes.transaction((trx) =>
      oncePerPress(
        trx,
        { userId, creates: 'event_id', request: ['companion', body], now: now() },
        async () => {
          const [created = 0] = await createEvents(context, trx, {
            creatorId: userId,
            isByCompanion: true,
            events: [
              {
                name: body.name,
                days: {
                  firstDay: readDay(body.startAt),
                  lastDay: readDay(body.endAt),
                  timeZone: await findTimeZone(trx, userId),
                },
                showTime: null,
                configurationId: await firstDefault(trx),
                participants: [userId],
              },
            ],
          })
          return created
        },
      ),
    )
    return { status: 'success' as const, id, event_id: id }
  })
}

/** The day at the start of a text with a date or an instant. */
function readDay(text: string): string {
  const day = text.trim().slice(0, 10)
  if (!isCalendarDay(day)) {
    throw new ApiError('event_day_unreadable')
  }
  return day
}

async function firstDefault(db: Db): Promise<number> {
  const configuration = await db
    .selectFrom('leaderboard_configurations')
    .select('id')
    .where('is_default', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (configuration === undefined) {
    throw new ApiError('no_default_leaderboard')
  }
  return configuration.id
}
