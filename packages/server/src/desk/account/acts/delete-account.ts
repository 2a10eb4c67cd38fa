import { deleteAccount } from '@rollcall/contract/account'
import { DAY_MS } from '@rollcall/formats/durations'
import { sql } from 'kysely'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { setDeletionDate } from '../deletion-date.ts'

const DAYS_TO_CHANGE_ONES_MIND = 14

/** Until the days are over, nothing changes. A second press does not begin them again. */
export function serveDeleteAccount(serve: Serve, { db, now }: AppContext): void {
  serve(deleteAccount, async ({ caller: { userId } }) => {
    const deletesAt = new Date(now().getTime() + DAYS_TO_CHANGE_ONES_MIND * DAY_MS)
    await setDeletionDate(db, userId, sql`coalesce(deletes_at, ${deletesAt})`)
    return { status: 'success' as const }
  })
}
