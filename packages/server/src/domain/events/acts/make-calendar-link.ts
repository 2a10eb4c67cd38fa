/** A person makes a new address for their calendar; the old one stops working. */
import { makeCalendarLink } from '@rollcall/contract/calendar'
import type { AppContext } from '../../../edge/app-context.ts'
import { makeToken } from '../../../edge/made-keys.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'

export function serveMakeCalendarLink(serve: Serve, { db }: AppContext): void {
  serve(makeCalendarLink, async ({ caller: { userId } }) => {
    const token = makeToken()
    await db
      .insertInto('calendar_links')
      .values({ user_id: userId, token })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token }))
      .execute()
    return { token }
  })
}
