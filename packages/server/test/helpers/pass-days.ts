import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { deleteNextAccount } from '../../src/features/account/delete-account.ts'
import type { TestServer } from './test-server.ts'

/** Lets days pass, and deletes the accounts that are due then. */
export async function passDays({ clock, context }: TestServer, days: number): Promise<void> {
  clock.advance({ days })
  await vi.waitFor(async () => {
    await deleteNextAccount(context)
    const { rows } = await sql`
      select from users where deletes_at <= ${clock.now()}`.execute(context.db)
    expect(rows).toEqual([])
  })
}
