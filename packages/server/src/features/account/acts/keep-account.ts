import { keepAccount } from '@rollcall/contract/account'
import type { AppContext } from '../../../app-context.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'

export function serveKeepAccount(serve: Serve, { db }: AppContext): void {
  serve(keepAccount, async ({ caller: { userId } }) => {
    await db.updateTable('users').set({ deletes_at: null }).where('id', '=', userId).execute()
    return { status: 'success' as const }
  })
}
