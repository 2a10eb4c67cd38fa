/** A person removes the address of their calendar. Calendars that follow it get no more events. */
import { removeCalendarLink } from '@rollcall/contract/calendar'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'

export function serveRemoveCalendarLink(serve: Serve, { db }: AppContext): void {
  serve(removeCalendarLink, async ({ caller: { userId } }) => {
    await db.deleteFrom('calendar_links').where('user_id', '=', userId).execute()
    return { status: 'success' as const }
  })
}
