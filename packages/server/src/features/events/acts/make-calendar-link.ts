/** A person makes a new address for their calendar; the old one stops working. */
import { makeCalendarLink } from '@rollcall/contract/calendar'
import type { AppContext } from '../../../app-context.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { makeToken } from '../../../made-keys.ts'

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
