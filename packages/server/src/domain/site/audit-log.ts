import type { AuditAct } from '@rollcall/contract/words/audit-log'
import type { StoredFacts } from '@rollcall/contract/words/name-entry'
import type { Db } from '../../platform/database/schema.ts'

export interface Actor {
  userId: number
  address: string
  now: Date
}

export function actorOf(
  { caller, request }: { caller: { userId: number }; request: { ip: string } },
  now: Date,
): Actor {
  return { userId: caller.userId, address: request.ip, now }
}

export interface Act {
  act: AuditAct
  /** By stable names: the facts in the act's sentence, and others such as the values before and after. */
  facts?: StoredFacts
}

/** Runs in the transaction of the act itself, so that both are stored or neither is. */
export async function recordAct(trx: Db, actor: Actor, { act, facts = {} }: Act) {
  await trx
    .insertInto('audit_log')
    .values({
      at: actor.now,
      user_id: actor.userId,
      address: actor.address,
      act,
      facts: JSON.stringify(facts),
    })
    .execute()
}

/** Records what users do to other people's things. What owners do to their own things is not recorded. */
export async function recordUnlessOwner(
  trx: Db,
  actor: Actor,
  { ownerId, ...act }: Act & { ownerId: number },
) {
  if (ownerId !== actor.userId) {
    await recordAct(trx, actor, act)
  }
}
