import { keepAccount } from '@rollcall/contract/account'
import { sql } from 'kysely'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { setDeletionDate } from '../deletion-date.ts'

export function serveKeepAccount(serve: Serve, { db }: AppContext): void {
  serve(keepAccount, async ({ caller: { userId } }) => {
    await setDeletionDate(db, userId, sql`null`)
    return { status: 'success' as const }
  })
}
