import { createCompanionEvent } from '@rollcall/contract/events-companion'
import type { AppContext } from '../../../app-context.ts'
import type { Db } from '../../../database/schema.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { findTimeZone } from '../../auth/time-zone.ts'
import { proveUploader } from '../../uploads/channel-proof.ts'
import { oncePerPress } from '../one-press.ts'
import { createEvents } from '../save-event.ts'

/** A streamer's companion creates an event in which only that streamer takes part. */
export function serveCreateCompanionEvent(serve: Serve, context: AppContext): void {
  const { changes, now } = context

  serve(createCompanionEvent, async ({ request, body }) => {
    const { userId } = await proveUploader(context, request, body.channel)
    const id = await changes.transaction((trx) =>
      oncePerPress(trx, { userId, request: ['companion', body], now: now() }, async () => {
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
              configurationId: await firstDefault(trx),
              participants: [userId],
            },
          ],
        })
        return created
      }),
    )
    return { status: 'success' as const, id, event_id: id }
  })
}

/** The day at the start of a text with a date or an instant. */
function readDay(text: string): string {
  const day = text.trim().slice(0, 10)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && isCalendarDay(day)
  if (!isDay) {
    throw new ApiError('event_day_unreadable')
  }
  return day
}

function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
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
