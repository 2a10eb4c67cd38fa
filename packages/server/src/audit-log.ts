import type { Db } from './database/schema.ts'

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
  act: string
  summary: string
  /** Before and after, and the like, by name. */
  details?: Readonly<Record<string, string>>
}

/** In the transaction of the act itself, so that neither is there without the other. */
export async function recordAct(trx: Db, actor: Actor, { act, summary, details = {} }: Act) {
  await trx
    .insertInto('audit_log')
    .values({
      at: actor.now,
      user_id: actor.userId,
      address: actor.address,
      act,
      summary,
      details: JSON.stringify(details),
    })
    .execute()
}

/** The same for what somebody does to what belongs to another person; what owners do to their own is not recorded. */
export async function recordUnlessOwner(
  trx: Db,
  actor: Actor,
  { ownerId, ...act }: Act & { ownerId: number },
) {
  if (ownerId !== actor.userId) {
    await recordAct(trx, actor, act)
  }
}
