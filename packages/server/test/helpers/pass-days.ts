import { deleteNextAccount } from '../../src/desk/account/delete-account.ts'
import type { TestServer } from './test-server.ts'

/** Lets days pass, and deletes the accounts that are due then; also waits for one that the server is deleting. */
export async function passDays({ clock, context }: TestServer, days: number): Promise<void> {
  clock.advance({ days })
  const due = context.db.selectFrom('users').select('id').where('deletes_at', '<=', clock.now())
  while ((await due.execute()).length > 0) {
    await deleteNextAccount(context)
  }
}
